/** Whether the API is ready, as this server sees it. Kept pages and the frame do not need it (decision 082). */
/** `not ready`: it answers that it cannot serve, for example because its database is away. */
export type ApiState = 'ready' | 'not ready' | 'unreachable';

/** Longest time to wait for its answer, in milliseconds. */
const DEADLINE_MS = 1_000;
/** How long an answer is reused, in milliseconds: however many requests ask for it, the API is called once. */
const GOOD_FOR_MS = 1_000;

/** @returns a function that asks; it never throws */
export function apiState(url: string): () => Promise<ApiState> {
  let last: { at: number; state: Promise<ApiState> } | undefined;
  return async () => {
    const now = performance.now();
    if (!last || now - last.at > GOOD_FOR_MS) last = { at: now, state: ask(url) };
    return await last.state;
  };
}

async function ask(url: string): Promise<ApiState> {
  try {
    // oxlint-disable-next-line no-restricted-globals -- asks for its state, not on a visitor's behalf
    const response = await fetch(`${url}/readyz`, { redirect: 'manual', signal: AbortSignal.timeout(DEADLINE_MS) });
    // An unread body would keep the connection busy.
    await response.body?.cancel();
    return response.ok ? 'ready' : 'not ready';
  } catch {
    // No answer, or not in time.
    return 'unreachable';
  }
}
