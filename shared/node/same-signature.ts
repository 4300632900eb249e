import { timingSafeEqual } from 'node:crypto';

/** Whether two signatures, as texts, are the same. Takes the same time for every wrong one of the right length. */
export function isSameSignature(given: string, wanted: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)];
  return one.length === other.length && timingSafeEqual(one, other);
}
