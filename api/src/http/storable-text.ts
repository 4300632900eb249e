/**
 * Text that some database cannot hold is refused before any route sees it: U+0000, which PostgreSQL has no room for,
 * and half a surrogate pair, which cannot be written as UTF-8. In one place, so that the two databases never differ and
 * no route can forget it; forms with files are checked by their rules.
 */
import type { FastifyInstance } from 'fastify';
import { NOT_TEXT } from 'shared/rules/text';
import { fieldsRefused, ProblemError } from '../problem.ts';

/** Call it before any route is added. */
export function refuseUnstorableText(app: FastifyInstance): void {
  app.addHook('preValidation', (request, _reply, done) => {
    done(problemOfUrl(request.params, request.query) ?? problemOfBody(request.body));
  });
}

function problemOfUrl(params: unknown, query: unknown): ProblemError | undefined {
  if (unstorableField(params) !== undefined) {
    const detail = 'There is nothing at this address: it contains characters that are not text.';
    return new ProblemError({ status: 404, code: 'not-found', detail });
  }
  const name = unstorableField(query);
  if (name === undefined) return undefined;
  const detail = `The part of the address after '?' contains characters that are not text${name && `: see ${JSON.stringify(name)}`}.`;
  return new ProblemError({ status: 400, code: 'malformed-request', detail });
}

function problemOfBody(body: unknown): ProblemError | undefined {
  // Not JSON: an image, or a form whose content does not matter here.
  if (Buffer.isBuffer(body)) return undefined;
  const field = unstorableField(body);
  if (field === undefined) return undefined;
  if (field === '') {
    return new ProblemError({
      status: 400,
      code: 'malformed-body',
      detail: 'The body must be a JSON object, and its names must be text.',
    });
  }
  return fieldsRefused([{ field, message: NOT_TEXT }]);
}

/**
 * Name of the field that holds such a text somewhere; empty for the value itself, and if a name is such a text. Values
 * can be nested as deeply as bodies are long, so they are not followed by recursion.
 */
function unstorableField(value: unknown): string | undefined {
  const open: [field: string, value: unknown][] = [['', value]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [field, current] = next;
    if (typeof current === 'string' && !isStorable(current)) return field;
    if (typeof current !== 'object' || current === null) continue;
    for (const [name, inner] of Object.entries(current)) {
      if (!isStorable(name)) return '';
      open.push([field || name, inner]);
    }
  }
  return undefined;
}

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\u0000');
}
