/**
 * Attempts of browsers without script. If it is unknown what became of one, the form comes back with a hidden field
 * that names it: the key that it had, and a digest of what it sent, which tells whether the next one is the same.
 */
import { ATTEMPT_FIELD, hexOf, randomKey } from './attempt-keys.ts';

/** Anyone may write anything into the field: what is not of this form is not ours. */
const ATTEMPT = /^([\da-f]{32})\.([\da-f]{64})$/;

export interface FieldAttempt {
  key: string;
  /** Value of the field. */
  field: string;
}

/** The attempt that the form names, if it names one. */
export function namedAttempt(form: FormData): string | undefined {
  const named = form.get(ATTEMPT_FIELD);
  return typeof named === 'string' && ATTEMPT.test(named) ? named : undefined;
}

/** The attempt to send `content`: the named one if it sent the same, otherwise a new one. */
export async function attemptFor(content: unknown, named = ''): Promise<FieldAttempt> {
  const bytes = new TextEncoder().encode(JSON.stringify(content));
  const digest = hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
  const [, before, digestBefore] = ATTEMPT.exec(named) ?? [];
  const key = before !== undefined && digest === digestBefore ? before : randomKey();
  return { key, field: `${key}.${digest}` };
}
