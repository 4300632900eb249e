/** What failed in a browser, by lines of the sources: a browser names those of the code that it was sent. */
import { SourceMap } from 'node:module';
import path from 'node:path';
import { failureOf, type BuildFailure } from './failures.ts';

/** The innermost error that a page met. */
export interface ToldByBrowser {
  message: string;
  /** As the browser's engine writes it. */
  stack: string;
}

/** A place in a script of this machine, as all engines write it. */
const PLACE = /(http:\/\/(?:localhost|127\.0\.0\.1):(\d+)(\/[^\s?)]*)[^\s)]*?):(\d+):(\d+)/;
/** The map at the end of a script from a dev server. */
const MAP = /\/\/# sourceMappingURL=data:application\/json;base64,(\S+)\s*$/;

/** @param roots the folder that the dev server on a port serves */
export async function failureInBrowser(
  { message, stack }: ToldByBrowser,
  roots: ReadonlyMap<number, string>,
): Promise<BuildFailure> {
  const name = /^(?:Uncaught )?(\w*Error)\b/.exec(stack)?.[1] ?? 'Error';
  const maps = new Map<string, Promise<SourceMap | undefined>>();
  const inSource = async (line: string): Promise<string | undefined> => {
    const [place, url, port, pathname, row, column] = PLACE.exec(line) ?? [];
    if (place === undefined) return line;
    const root = roots.get(Number(port));
    if (root === undefined) return undefined;
    const file = pathname!.startsWith('/@fs/') ? pathname!.slice('/@fs'.length) : path.join(root, pathname!);
    if (!maps.has(url!)) maps.set(url!, mapOf(url!));
    const map = await maps.get(url!);
    // Entries count from 0.
    const entry = map?.findEntry(Number(row) - 1, Number(column) - 1);
    // Packages have none here, and no line of a package helps.
    if (!entry || !('originalLine' in entry)) return undefined;
    const called = /^\s*(?:at )?([\w$.<>]+)(?: \(|@)/.exec(line)?.[1] ?? '<anonymous>';
    return `    at ${called} (${decodeURIComponent(file)}:${entry.originalLine + 1}:${entry.originalColumn + 1})`;
  };
  const lines = await Promise.all(stack.split('\n').map(inSource));
  const own = lines.filter((line) => line !== undefined);
  return failureOf(Object.assign(new Error(message), { name, stack: own.join('\n') }), []);
}

/** @returns undefined for a script without a map, and when it is gone */
async function mapOf(url: string): Promise<SourceMap | undefined> {
  try {
    const encoded = MAP.exec(await (await fetch(url)).text())?.[1];
    return encoded === undefined ? undefined : new SourceMap(JSON.parse(Buffer.from(encoded, 'base64').toString()));
  } catch {
    return undefined;
  }
}
