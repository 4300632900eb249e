/** The parts that the shell's server is put together from. */
import path from 'node:path';
import { loadShellBuild } from './build.ts';
import { copyOf, keepBuild } from './deltas/earlier-builds.ts';
import type { DocumentAssembler } from './documents/document.ts';
import type { Env } from './env.ts';
import { builtDocuments } from './documents/html.ts';
import { company } from 'shared/content/company';
import { logLine } from 'shared/node/telemetry/log-format';
import type { RemoteSource } from './remote-source.ts';
import { ReleaseThreads } from './rendering/release-threads.ts';
import type { RendererMaker } from './rendering/renderer.ts';
import { releasedRemotes } from './releases/released-remotes.ts';
import { openStore } from 'shared/release-store/reading-store';

/** Everything that differs between the site in production and in development. */
export interface SiteParts {
  remotes: RemoteSource;
  documents: DocumentAssembler;
  /** What runs the remotes' code. */
  renderer: RendererMaker;
  /** Folder of the copies of this build's files. */
  copies?: string | undefined;
  /** Folders of the files of the shell's builds before this one. */
  earlierBuilds?: readonly string[];
  /** Longest time until a page is answered, and a form, in milliseconds. */
  deadlines?: { page: number; form: number };
  /** Takes the log, line by line; standard output if it is not given. */
  log?: { write: (line: string) => void };
}

/**
 * The site as it was built and released.
 * @param directory of the shell's build
 * @throws when there is no build
 */
export async function productionParts(env: Env, directory = buildOf(env)): Promise<SiteParts> {
  const { RELEASES_URL, DATA_DIR, RELEASE_PUBLIC_KEYS } = env;
  const store = openStore(RELEASES_URL, path.join(DATA_DIR, 'mirror'), reportTrouble, RELEASE_PUBLIC_KEYS);
  const remotes = releasedRemotes(store);
  const build = await loadShellBuild(directory);
  const settings = {
    threads: env.RENDER_THREADS,
    memoryMb: env.RENDER_THREAD_MB,
    nodeEnv: env.NODE_ENV,
    entry: build.entryUrl,
    shellData: { company, session: { status: 'anonymous' as const }, origin: env.PUBLIC_URL },
  };
  return {
    remotes,
    documents: builtDocuments(build, { overrides: env.DEV_OVERRIDES === 'on' }),
    ...(await keptBuilds(env, build.clientDirectory)),
    renderer: (log) => new ReleaseThreads(remotes, settings, log),
  };
}

function buildOf({ NODE_ENV }: Env): string {
  return path.resolve(import.meta.dirname, '..', NODE_ENV === 'development' ? 'dist-development' : 'dist');
}

/** Without a place to keep builds the site still runs: visitors then load a new build as a whole. */
async function keptBuilds(
  { DATA_DIR }: Env,
  clientDirectory: string,
): Promise<Pick<SiteParts, 'copies' | 'earlierBuilds'>> {
  const [home, assets] = [path.join(DATA_DIR, 'shell-builds'), path.join(clientDirectory, 'assets')];
  const report = (error: unknown): void =>
    reportTrouble(`The shell's build could not be saved for later ones: ${String(error)}`);
  try {
    return { earlierBuilds: await keepBuild(home, assets, report), copies: await copyOf(home, assets) };
  } catch (error) {
    report(error);
    return {};
  }
}

/** The server's log does not exist yet when the store is opened. */
function reportTrouble(message: string): void {
  process.stdout.write(logLine('shell', 'error', message));
}
