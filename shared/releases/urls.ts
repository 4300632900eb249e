/** Where the files of releases are: below `/remotes/` for browsers, and under the same names in the store. */

const PREFIX = '/remotes/';

/** File of a build that lists the packages of others in it, with their licences. */
export const LICENCES_FILE = 'licences.json';

/** Length of a version: hexadecimal digits. */
export const VERSION_LENGTH = 14;

/** Public base of one release. Absolute: with a relative one the server would render URLs below the page's. */
export function releaseBase(name: string, version: string): string {
  return `${PREFIX}${name}/${version}/`;
}

/** Public URL of a release's file. @param file relative to the release: `assets/page.js` */
export function releaseUrl(name: string, version: string, file: string): string {
  return releaseBase(name, version) + file;
}

/** Path of a file in the store, `<name>/<version>/<file>`, by its public URL. */
export function storePath(url: string): string {
  return url.startsWith(PREFIX) ? url.slice(PREFIX.length) : url;
}
