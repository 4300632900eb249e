/** Puts together what watches releases: counts, browsers' reports, the file that keeps them, and taking back. */
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { knownRelease } from 'shared/releases/current';
import type { Env } from '../env.ts';
import type { RemoteSource } from '../remote-source.ts';
import { Observed } from './observed.ts';
import { forgetStoppedShells, observedFile, readObserved, writeObserved } from './observed-file.ts';
import { observedRoutes } from './observed-routes.ts';
import { TakeBack } from './take-back.ts';

/** How often counts are written, and releases judged, in milliseconds. */
const WRITTEN_EVERY_MS = 10_000;
const JUDGED_EVERY_MS = 1_000;

type WatchEnv = Pick<Env, 'DATA_DIR' | 'PORT' | 'PUBLIC_URL' | 'RELEASES_URL' | 'OBSERVE_SAMPLE' | 'TAKE_BACK'>;

/**
 * @param isReleased whether the remotes were released; in development, sources are neither remembered nor taken back
 * @returns what is counted
 */
export async function watchReleases(
  app: FastifyInstance,
  env: WatchEnv,
  { remotes, isReleased }: { remotes: RemoteSource; isReleased: boolean },
): Promise<Observed> {
  const file = observedFile(env.DATA_DIR, env.PORT);
  const observed = new Observed(isReleased ? await readObserved(file) : {});
  if (env.OBSERVE_SAMPLE > 0) await app.register(observedRoutes, { observed, remotes, publicUrl: env.PUBLIC_URL });
  if (!isReleased) return observed;
  await forgetStoppedShells(env.DATA_DIR);

  const takeBack = new TakeBack({
    observed,
    remotes,
    store: writableStore(env.RELEASES_URL),
    isOn: env.TAKE_BACK === 'on',
    log: app.log,
  });
  let isWritable = true;
  const write = async () => {
    const registry = await remotes.registry().catch(() => undefined);
    if (registry) observed.forgetOthers((name, version) => knownRelease(registry, name, version) !== undefined);
    try {
      await writeObserved(file, observed.counts);
      isWritable = true;
    } catch (error) {
      if (isWritable) app.log.warn({ err: error }, 'counts of releases cannot be saved');
      isWritable = false;
    }
  };
  const timers = [
    setInterval(() => void takeBack.look(), JUDGED_EVERY_MS).unref(),
    setInterval(() => void write(), WRITTEN_EVERY_MS).unref(),
  ];
  app.addHook('onClose', async () => {
    for (const timer of timers) clearInterval(timer);
    await write();
  });
  return observed;
}

/** Where this shell can write the registry; undefined if the store is a static host. */
function writableStore(url: string): string | undefined {
  if (url.startsWith('s3:')) return url;
  return url.startsWith('file:') ? fileURLToPath(url) : undefined;
}
