/** What the shell's server is put together from. */
import path from 'node:path';
import { loadShellBuild } from './build.ts';
import type { DocumentAssembler } from './document.ts';
import type { Env } from './env.ts';
import { builtDocuments } from './html.ts';
import type { RemoteSource } from './remote-source.ts';
import { releasedRemotes } from './releases/released-remotes.ts';
import { openStore } from './releases/store.ts';

/** All that differs between the site in production and in development. */
export interface SiteParts {
  remotes: RemoteSource;
  documents: DocumentAssembler;
  /** Longest time that one release may take for a page, and for a form, in milliseconds. */
  deadlines?: { page: number; form: number };
  /** Takes the log, line by line; standard output if it is not given. */
  log?: { write: (line: string) => void };
}

/** The site as it was built and released. @throws when there is no build */
export async function productionParts(env: Env): Promise<SiteParts> {
  const directory = path.resolve(
    import.meta.dirname,
    '..',
    env.NODE_ENV === 'development' ? 'dist-development' : 'dist',
  );
  return {
    remotes: releasedRemotes(openStore(env.RELEASES_URL, path.join(env.DATA_DIR, 'mirror'), reportTrouble)),
    documents: builtDocuments(await loadShellBuild(directory)),
  };
}

/** In the form of the server's log, which does not exist yet when the store is opened. */
function reportTrouble(msg: string): void {
  process.stdout.write(`${JSON.stringify({ level: 50, time: Date.now(), service: 'shell', msg })}\n`);
}
