/** Submissions that name a key are carried out once, however often they arrive. */
import { createHash } from 'node:crypto';
import { IDEMPOTENCY_HEADER } from 'shared/contracts/idempotency';
import { IDEMPOTENCY_KEY_MAX } from 'shared/rules/limits';
import { retentionTime } from 'shared/rules/retention';
import type { Db } from './schema.ts';
import { claimKey, forgetKeysBefore, keepAnswer } from './idempotency-keys.ts';
import { ProblemError } from '../problem.ts';

interface Submission {
  /** Keys of one call mean nothing to another. */
  scope: string;
  /** As in the header. Without one, every submission is a new one. */
  key: string | undefined;
  /** What was submitted. */
  content: unknown;
}

/**
 * Runs `act` unless the key was used for the same content before: then the first answer is given again.
 * @param tx the transaction that `act` writes in
 * @param isThere whether what an earlier answer names still exists; without it, the answer would be wrong
 * @throws ProblemError for an invalid key, or one that was used for other content
 */
export async function once<Result>(
  tx: Db,
  { scope, key, content }: Submission,
  act: () => Promise<Result>,
  isThere: (earlier: Result) => Promise<boolean> = async () => true,
): Promise<Result> {
  if (key === undefined) return await act();
  const now = Date.now();
  await forgetKeysBefore(tx, new Date(now - retentionTime('submissions')).toISOString());
  const requestHash = createHash('sha256').update(JSON.stringify(content)).digest('base64url');
  const claim = { key: `${scope}:${checkKey(key)}`, requestHash, createdAt: new Date(now).toISOString() };
  const earlier = await claimKey(tx, claim);
  if (earlier && earlier.requestHash !== requestHash) throw keyReused();
  const known = earlier && (JSON.parse(earlier.answer) as Result);
  if (known !== undefined && (await isThere(known))) return known;
  const answer = await act();
  await keepAnswer(tx, claim.key, JSON.stringify(answer));
  return answer;
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
    detail: 'This idempotency key was already used for a different request. Use a new key.',
  });
}
