/** What React and React Router write into a page's markup and no browser needs. */

/** Elements of drawings that have nothing inside. */
const EMPTY = /><\/(?:path|use)>/g;
/** Makes React Router's own server look for routes; nothing here reads it. Posts may contain it, but not as a tag. */
const DISCOVER = /(<a [^<>]*) data-discover="true"/g;

/** The same page in about 2% fewer bytes. Texts and attributes contain neither: they escape `<` and `>`. */
export const shortHtml = (html: string): string => html.replace(EMPTY, '/>').replace(DISCOVER, '$1');
