/**
 * While the shell runs on its sources, its server shows a failure of the browser over the page, like every other one
 * (`tooling/development`). In a build there is no one to tell, and nothing of this is left.
 */
export function tellDevelopment(error: unknown): void {
  if (!import.meta.hot) return;
  const { message, stack = '' } = error instanceof Error ? innermost(error) : new Error(String(error));
  import.meta.hot.send('site:failed', { message, stack });
}

function innermost(error: Error): Error {
  return error.cause instanceof Error ? innermost(error.cause) : error;
}
