import { useEffect } from 'react';
import { data } from 'react-router-dom';
import { ApiError, isOffline } from 'shared/api-client/api';
import { loadAgain } from 'shared/contracts/load-again';

/** What a loader returns when the API failed; the page then shows its failed state. */
export interface FailedLoad {
  failed: true;
  /** Whether nothing reached the site. */
  isOffline: boolean;
  /** In the browser the error itself; from the server its text. */
  error: unknown;
  /** In the browser, the code that shows the data. It may not have arrived either. */
  code?: Promise<unknown>;
}

/** Data of a page whose call failed. @throws if the call did not fail but the navigation was aborted */
export function failed(error: unknown, signal: AbortSignal, code?: Promise<unknown>): FailedLoad {
  if (signal.aborted) throw error;
  return {
    failed: true,
    isOffline: isOffline(error),
    ...(import.meta.env.SSR ? { error: String(error) } : { error, code }),
  };
}

/** Whether the API has no such post. 431: the id is longer than any address may be. */
export function isNoPost(error: unknown): boolean {
  return error instanceof ApiError && [404, 431].includes(error.status);
}

/** Loader data; a failure gets a status that search engines do not index. */
export function withStatus<T extends object>(result: T | FailedLoad) {
  return 'failed' in result ? data(result, { status: 503 }) : result;
}

/**
 * Logs a failed call in the browser, where the server's log does not reach.
 * @param label comes before the error, where the specification has one (section 8)
 */
export function useFailureLogged(result: object, label?: string): void {
  useEffect(() => {
    if ('failed' in result) console.error(...(label ? [label] : []), (result as FailedLoad).error);
  }, [label, result]);
}

/** Tries again: by loading the page after what `import()` throws, since some browsers ask for no module twice. */
export function tryAgain({ error, code }: FailedLoad, revalidate: () => Promise<void>): void {
  const load = () => loadAgain().catch(revalidate);
  void (error instanceof TypeError ? load() : Promise.resolve(code).then(revalidate, load));
}
