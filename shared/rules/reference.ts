/** Crockford's letters: none that is taken for another one, and none that is hard to say. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * The id of something as people can read it out over the phone: `K7QM-2X4P`. Forty random bits of it: among a hundred
 * thousand, two share theirs once in two hundred times.
 * @param id a random UUID
 */
export function referenceOf(id: string): string {
  let bits = BigInt(`0x${id.replaceAll('-', '').slice(-10)}`);
  let text = '';
  for (let at = 0; at < 8; at += 1) {
    text = LETTERS[Number(bits & 31n)]! + text;
    bits >>= 5n;
  }
  return `${text.slice(0, 4)}-${text.slice(4)}`;
}
