/** A site running elsewhere, for a remote that is being worked on here. */
import { CommandError } from '../processes/command-error.ts';

/** Longest wait for it, in milliseconds. */
const PATIENCE_MS = 4_000;

export interface RunningSite {
  /** Its origin. */
  site: string;
  /** Its release store: what the shell there has as `RELEASES_URL`. */
  releases: string;
}

/**
 * Looks whether both exist, and belong together.
 * @throws CommandError
 */
export async function readRunningSite({
  site,
  releases,
}: {
  site: string;
  releases: string | undefined;
}): Promise<RunningSite> {
  if (!URL.canParse(site) || !/^https?:$/.test(new URL(site).protocol))
    throw new CommandError(`--site is "${site}"; allowed: a site's address, like https://www.example.com.`);
  const { origin } = new URL(site);
  if (releases === undefined)
    throw new CommandError(
      'Name the release store that the site reads, too: --releases https://… or file:… (RELEASES_URL there). Pages of other remotes are rendered from it: server bundles are not served by the site itself.',
    );
  if (!URL.canParse(releases) || !/^(https?|file):$/.test(new URL(releases).protocol))
    throw new CommandError(`--releases is "${releases}"; allowed: a URL that begins with https:, http: or file:.`);
  await answerOf(`${origin}/registry.json`, '--site');
  if (!releases.startsWith('file:')) await answerOf(`${releases.replace(/\/$/, '')}/registry.json`, '--releases');
  return { site: origin, releases };
}

async function answerOf(url: string, option: string): Promise<void> {
  const wrong = (reason: string) => new CommandError(`${option} cannot be used: ${url} ${reason}.`);
  const response = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch((error: unknown) => {
    const cause = (error as Error).cause ?? error;
    throw wrong(`does not answer (${cause instanceof Error ? cause.message : String(cause)})`);
  });
  if (!response.ok) throw wrong(`answered ${response.status}`);
  const document: unknown = await response.json().catch(() => undefined);
  if (typeof document !== 'object' || document === null || !('microFrontends' in document))
    throw wrong('is not a registry of releases');
}
