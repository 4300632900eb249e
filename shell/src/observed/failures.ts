/**
 * Collects what fails in this browser until the shell's server is told. The code that reports it is loaded with the
 * first failure, or else once the page has been there for a while (decision 068).
 */
import type { createBrowserRouter } from 'react-router-dom';
import type { BrowserFailureKind } from 'shared/contracts/observed';
import type { PageData } from '../page-data.ts';

export interface Failure {
  kind: BrowserFailureKind;
  error: unknown;
  /** The remote at fault, if it is known. */
  remote?: string | undefined;
  /** More about where it happened: React's component stack. */
  stack?: string | null | undefined;
}

export interface Observation {
  page: PageData;
  /** Not there yet when the first failures happen. */
  router?: ReturnType<typeof createBrowserRouter>;
  /** Those not reported yet. */
  failures: Failure[];
}

/** Delay after hydration, when a page has better things to do, in milliseconds. */
const CALM_MS = 3_000;

/** How many failures wait for the code that reports them, which may itself fail to load. */
const WAITING_MAX = 10;

/** @returns the observation, which needs the router as soon as there is one, and a function that notes a failure */
export function observeFailures(page: PageData): Observation & { failed: (failure: Failure) => void } {
  const failed = (failure: Failure) => {
    if (!page.observeSample || observation.failures.length === WAITING_MAX) return;
    observation.failures.push(failure);
    tell();
  };
  const observation: ReturnType<typeof observeFailures> = { page, failures: [], failed };
  let observer: Promise<() => void> | undefined;
  // The page also works without the code that reports.
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
