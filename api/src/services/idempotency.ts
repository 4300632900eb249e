/** Requests that may be repeated: a key names the request, and the same request gets the same answer for a day. */
import { createHash } from 'node:crypto';
import { IDEMPOTENCY_HEADER } from 'shared/contracts/contact';
import { IDEMPOTENCY_KEY_MAX } from 'shared/rules/limits';
import type { Db } from '../database/schema.ts';
import { claimKey, forgetKeysBefore } from '../repositories/idempotency-keys.ts';
import { ProblemError } from './problem.ts';

/** How long a key is remembered, in milliseconds. */
const KEY_LIFETIME = 24 * 60 * 60 * 1000;

interface KeyedRequest<Answer> {
  /** What kind of request it is: keys of different kinds are different keys. */
  kind: string;
  key: string;
  /** Everything that makes two requests the same. */
  content: unknown;
  /** What the request is answered with if it is the first. */
  answer: Answer;
  /** Milliseconds. */
  now: number;
}

/**
 * Claims the key within the caller's transaction.
 * @returns the first answer if the request was here before; nothing if it is the first
 * @throws ProblemError for a key that is none, and for one that was used for another request
 */
export async function earlierAnswer<Answer>(
  tx: Db,
  { kind, key, content, answer, now }: KeyedRequest<Answer>,
): Promise<Answer | undefined> {
  await forgetKeysBefore(tx, new Date(now - KEY_LIFETIME).toISOString());
  const requestHash = createHash('sha256').update(JSON.stringify(content)).digest('base64url');
  const createdAt = new Date(now).toISOString();
  const first = await claimKey(tx, { key: `${kind}:${checkKey(key)}`, requestHash, answer: JSON.stringify(answer), createdAt });
  if (first && first.requestHash !== requestHash) throw keyReused();
  return first && (JSON.parse(first.answer) as Answer);
}

function checkKey(key: string): string {
  if (/^[\x21-\x7e]+$/.test(key) && key.length <= IDEMPOTENCY_KEY_MAX) return key;
  throw new ProblemError({
    status: 400,
    code: 'malformed-request',
    detail: `The header ${IDEMPOTENCY_HEADER} takes 1 to ${IDEMPOTENCY_KEY_MAX} visible ASCII characters without spaces.`,
  });
}

function keyReused(): ProblemError {
  return new ProblemError({
    status: 422,
    code: 'idempotency-key-reused',
    detail: 'Another message was sent with the same idempotency key. Send this one with a key of its own.',
  });
}
