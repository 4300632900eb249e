/** Prepares what the first visitors get before the server listens: a proxy sends visitors once the port is open. */
import { availableParallelism } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { currentReleases, releasesToTry } from 'shared/releases/current';
import type { RemoteSource } from '../remote-source.ts';
import type { Renderer } from './renderer.ts';

/** How long a starting server waits for all of its releases, in milliseconds. */
const START_MS = 15_000;
/** The share of that time that a release gets before the one that would answer in its place is started as well. */
const SHARE_OF_START = 0.5;

interface Start {
  remotes: Pick<RemoteSource, 'registry'>;
  renderer: Pick<Renderer, 'ready' | 'warm' | 'capacity'>;
}

/**
 * Settles when, for each remote, the current release is warm or the one that would answer in its place is; or when time
 * is up: whatever is not ready by then is left to the visits. Never rejects.
 */
export async function prepareReleases(start: Start, startMs = START_MS): Promise<void> {
  const over = new AbortController();
  const ended = delay(startMs, undefined, { signal: over.signal }).catch(() => {});
  await Promise.race([ended, prepareAll(start, startMs, over.signal)]);
  over.abort();
}

/** @param over once it aborts, nothing more is started */
async function prepareAll({ remotes, renderer }: Start, startMs: number, over: AbortSignal): Promise<void> {
  const registry = await remotes.registry().catch(() => undefined);
  if (!registry) return;
  const left = [...currentReleases(registry).keys()].slice(0, renderer.capacity).values();
  const prepareOthers = async (): Promise<void> => {
    for (const name of left) {
      const candidates = releasesToTry(registry, name, undefined);
      for (const entry of candidates) {
        if (over.aborted) return;
        const patienceMs = entry === candidates.at(-1) ? startMs : startMs * SHARE_OF_START;
        if (!(await isDone(renderer.ready({ name, entry }, patienceMs)))) continue;
        await isDone(renderer.warm({ name, entry }, startMs));
        break;
      }
    }
  };
  // Loading keeps a processor busy: more loads at a time would only make each of them late.
  await Promise.all(Array.from({ length: availableParallelism() }, prepareOthers));
}

/** The renderer has already logged what is wrong with a release. */
const isDone = (preparing: Promise<void>): Promise<boolean> =>
  preparing.then(
    () => true,
    () => false,
  );
