/** What an error is about: errors of connections wrap the one that says something, such as `fetch failed`. */
export function innermostMessage(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return innermostMessage(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? innermostMessage(error.cause) : error.message;
}
