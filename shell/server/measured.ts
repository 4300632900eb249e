/** What is worth measuring in the shell (decision 083): announced where it happens, counted in `measures.ts`. */
import { eventChannel } from 'shared/node/telemetry/event-channel';

/**
 * `hit`: from memory. `stale`: from memory, since the API does not say whether it is still up to date. `miss`: made and
 * kept. `not kept`: made for one visitor.
 */
export type KeptResult = 'hit' | 'stale' | 'miss' | 'not kept';

interface OfRelease {
  remote: string;
  release: string;
}

/** A page that may be kept was asked for. `bytes`: of all kept pages. */
export const keptPageAsked = eventChannel<{ result: KeptResult; bytes: number }>('shell.kept-page');

/** `late`: not in time. `ended`: its thread ended first. `failed`: the page threw. */
export type RenderOutcome = 'rendered' | 'failed' | 'late' | 'ended';
export const pageRendered = eventChannel<OfRelease & { outcome: RenderOutcome; seconds: number }>('shell.render');

/** A visitor got the page from another release than intended, or only the frame. */
export const fellBack = eventChannel<{ remote: string; to: 'another release' | 'frame' }>('shell.fallback');

export const threadsRun = eventChannel<{ count: number }>('shell.threads');
/** `reason`: a `FaultReason`, or that it was no longer needed. */
export const threadEnded = eventChannel<OfRelease & { reason: string }>('shell.thread-ended');

/** A call that a loader or an action made. `status` 0: no answer. */
export const apiCalled = eventChannel<{ status: number; seconds: number }>('shell.api-call');

export const pageViewed = eventChannel<OfRelease & { times: number }>('shell.view');
export const releaseFailed = eventChannel<OfRelease & { kind: string }>('shell.failure');
/** A browser reports how fast a page was: in seconds, and CLS without a unit. */
export const vitalSeen = eventChannel<{ remote: string; vital: string; value: number }>('shell.vital');
export const reportRefused = eventChannel<object>('shell.report-refused');
