/**
 * What fails in this browser, until the shell's server is told. The part that tells it is loaded with the first
 * failure, otherwise when the page has been there for a while (decision 068).
 */
import type { createBrowserRouter } from 'react-router-dom';
import type { BrowserFailureKind } from 'shared/contracts/observed';
import type { PageData } from './page-data.ts';

export interface Failure {
  kind: BrowserFailureKind;
  error: unknown;
  /** Whose it is, where that is known. */
  remote?: string | undefined;
  /** More of where it happened, for React's own words about it. */
  stack?: string | null | undefined;
}

export interface Observation {
  page: PageData;
  /** Missing at the time of the first failures. */
  router?: ReturnType<typeof createBrowserRouter>;
  /** What nobody was told of. */
  failures: Failure[];
}

/** Delay after hydration, when a page has better things to do, in milliseconds. */
const CALM_MS = 3_000;

/** How many wait for the part that reports them, which may fail to load. */
const WAITING_MAX = 10;

/** @returns notes a failure; pass it the router as soon as there is one */
export function observeFailures(page: PageData): Observation & { failed: (failure: Failure) => void } {
  const failed = (failure: Failure) => {
    if (!page.observeSample || observation.failures.length === WAITING_MAX) return;
    observation.failures.push(failure);
    tell();
  };
  const observation: ReturnType<typeof observeFailures> = { page, failures: [], failed };
  let observer: Promise<() => void> | undefined;
  // Without the part that tells, the page works as well.
  const tell = () => {
    observer ??= import('./observer.ts').then(({ startObserver }) => startObserver(observation));
    observer.then((told) => told()).catch(() => {});
  };
  if (page.observeSample) {
    addEventListener('error', ({ error, message, filename, lineno, colno }) =>
      failed({ kind: 'error', error: error ?? message, stack: `${filename}:${lineno}:${colno}` }),
    );
    addEventListener('unhandledrejection', ({ reason }) => failed({ kind: 'rejection', error: reason }));
    setTimeout(() => (globalThis.requestIdleCallback ?? setTimeout)(tell), CALM_MS);
  }
  return observation;
}
