/**
 * The words of a post as they were indexed when migration 021 was made. A copy on purpose: a migration does the same
 * for ever, whatever the program does today.
 */

const WORD_MAX = 40;
const INDEXED_MAX = 200_000;
const INLINE_TAGS = /<\/?(?:strong|b|em|i|u|s|sub|sup|a|code)(?: [^>]*)?>/g;
const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&', nbsp: ' ' };

/** @param html sanitised */
export function wordsOfPost(title: string, html: string): string[] {
  const words = new Set<string>();
  let length = 0;
  const folded = `${title} ${textOf(html)}`.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  for (const [run] of folded.replace(/\p{M}/gu, '').matchAll(/[\p{L}\p{N}]+/gu)) {
    const word = run.slice(0, WORD_MAX).replace(/[\ud800-\udbff]$/, '');
    if (word === '' || words.has(word)) continue;
    length += word.length;
    if (length > INDEXED_MAX) break;
    words.add(word);
  }
  return [...words];
}

function textOf(html: string): string {
  return html
    .replace(INLINE_TAGS, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(lt|gt|quot|amp|nbsp);/g, (_, name: string) => entities[name] ?? '');
}
