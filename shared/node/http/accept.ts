/** What a client's `Accept` header says about the form of an answer. */

/** Whether `Accept` ranks plain text above JSON. No preference means JSON. */
export function prefersPlainText(accept: string | undefined): boolean {
  return weight(accept, ['text/plain', 'text/*']) > weight(accept, [...json, 'application/*', '*/*']);
}

/** Whether `Accept` ranks HTML above JSON, as browsers do when they go to a URL. No preference means JSON. */
export function prefersHtml(accept: string | undefined): boolean {
  return weight(accept, ['text/html', 'application/xhtml+xml']) > weight(accept, json);
}

const json = ['application/json', 'application/problem+json'];

/** The highest quality that the header gives to one of the types: 0 to 1. */
function weight(accept: string | undefined, types: readonly string[]): number {
  const weights = (accept ?? '')
    .toLowerCase()
    .split(',')
    .map((range) => {
      const [type = '', ...parameters] = range.split(';').map((part) => part.trim());
      if (!types.includes(type)) return 0;
      const quality = parameters.find((parameter) => parameter.startsWith('q='));
      return quality === undefined ? 1 : Number(quality.slice(2)) || 0;
    });
  return Math.max(...weights);
}
