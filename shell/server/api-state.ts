/** Whether the API is ready, as this server sees it. Pages that are kept, and the frame, do not need it (decision 082). */
import { eventChannel } from 'shared/node/telemetry/event-channel';

/** `not ready`: it answers, and says that it cannot serve, as when its database is away. */
export type ApiState = 'ready' | 'not ready' | 'unreachable';

/** Longest time that it may take to say so, in milliseconds. */
const DEADLINE_MS = 1_000;
/** An answer is good for so long, in milliseconds: however many ask, the API is asked once. */
const GOOD_FOR_MS = 1_000;

export const apiSeen = eventChannel<{ state: ApiState }>('shell.api.seen');

/** @returns asks; never throws */
export function apiState(url: string): () => Promise<ApiState> {
  let last: { at: number; state: Promise<ApiState> } | undefined;
  return async () => {
    const now = performance.now();
    if (!last || now - last.at > GOOD_FOR_MS) last = { at: now, state: ask(url) };
    return await last.state;
  };
}

async function ask(url: string): Promise<ApiState> {
  let state: ApiState = 'unreachable';
  try {
    // oxlint-disable-next-line no-restricted-globals -- asks how it is, in nobody's name
    const response = await fetch(`${url}/readyz`, { redirect: 'manual', signal: AbortSignal.timeout(DEADLINE_MS) });
    // What is not read would hold the connection.
    await response.body?.cancel();
    state = response.ok ? 'ready' : 'not ready';
  } catch {
    // Nobody answers, or not in time.
  }
  apiSeen.tell({ state });
  return state;
}
