/** Crockford's alphabet: no letters that are easily confused or hard to say. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * A short form of an id that people can read out over the phone: `K7QM-2X4P`. It has forty random bits: among 100,000
 * references, the chance that two are equal is about 1 in 200.
 * @param id a random UUID
 */
export function referenceOf(id: string): string {
  let bits = BigInt(`0x${id.slice(-10)}`);
  let text = '';
  for (let at = 0; at < 8; at += 1) {
    text = LETTERS[Number(bits & 31n)]! + text;
    bits >>= 5n;
  }
  return `${text.slice(0, 4)}-${text.slice(4)}`;
}
