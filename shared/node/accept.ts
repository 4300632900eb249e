/** What a client's `Accept` header says about the form of an error. */

/** Whether `Accept` ranks plain text above JSON. No preference means JSON. */
export function prefersPlainText(accept: string | undefined): boolean {
  if (!accept) return false;
  const weights = new Map<string, number>();
  for (const range of accept.toLowerCase().split(',')) {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim());
    const quality = parameters.find((parameter) => parameter.startsWith('q='));
    weights.set(type, quality === undefined ? 1 : Number(quality.slice(2)) || 0);
  }
  const weight = (...types: string[]) => Math.max(...types.map((type) => weights.get(type) ?? 0));
  return weight('text/plain', 'text/*') > weight('application/json', 'application/problem+json', 'application/*', '*/*');
}
