/**
 * What a server bundle's routes say, read in a process of its own: a bundle may exit, loop or keep timers, and none of
 * that is the release tool's to suffer.
 */
import { fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { flattenRoutes, type PageRoute } from '../../shared/releases/flatten-routes.ts';
import { evaluateServerBundle } from '../../shared/releases/server-bundle.ts';
import { RefusedRelease } from './refused-release.ts';

/** Longest time that evaluating a bundle may take, in milliseconds. A slow machine needs some seconds for the process. */
const DEADLINE_MS = 20_000;

type Answer = { pages: PageRoute[] } | { error: string };

/**
 * The pages that a bundle's routes describe.
 * @param key names the bundle in what it throws
 * @param file path of the bundle
 * @throws RefusedRelease when it does not load, with the reason
 */
export async function readPages(key: string, file: string, deadlineMs = DEADLINE_MS): Promise<PageRoute[]> {
  const child = fork(import.meta.filename, [key, file], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  const deadline = setTimeout(() => child.kill('SIGKILL'), deadlineMs);
  try {
    const answer = await new Promise<Answer>((resolve) => {
      child.once('message', (message) => resolve(message as Answer));
      child.once('exit', (code, signal) =>
        resolve({
          error:
            signal === 'SIGKILL'
              ? `it did not load within ${deadlineMs / 1000} s`
              : `it ended its process with ${signal ?? code} while it was loaded`,
        }),
      );
    });
    if ('error' in answer) throw new RefusedRelease(`Its server bundle does not load: ${answer.error}.`);
    return answer.pages;
  } finally {
    clearTimeout(deadline);
    child.kill('SIGKILL');
  }
}

if (import.meta.main) {
  const [key, file] = process.argv.slice(2) as [string, string];
  const send = process.send!.bind(process);
  const answer: Answer = await evaluateServerBundle(key, await readFile(file, 'utf8')).then(
    ({ routes }) => ({
      pages: flattenRoutes(routes).map(({ id, path, handle }) => ({ id, path, handle: plain(handle) })),
    }),
    (error: unknown) => ({ error: String(error) }),
  );
  send(answer);
}

/** What of a route's handle can be sent. */
function plain({ find }: PageRoute['handle']): PageRoute['handle'] {
  return find === undefined ? {} : { find };
}
