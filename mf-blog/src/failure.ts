import { useEffect } from 'react';
import { data } from 'react-router-dom';

/** What a loader gives when the API failed: the page shows its failed state. */
export interface Failure {
  failed: true;
  /** In the browser the error itself; from the server its text. */
  error: unknown;
}

/** Loader data for a failed call, with a status that no search engine keeps. */
export function failure(error: unknown) {
  return data<Failure>({ failed: true, error: import.meta.env.SSR ? String(error) : error }, { status: 503 });
}

/** Logs a failed call in the browser, where the server's log does not reach. */
export function useFailureLogged(label: string, result: object): void {
  useEffect(() => {
    if ('failed' in result) console.error(label, (result as Failure).error);
  }, [label, result]);
}
