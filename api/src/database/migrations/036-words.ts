/**
 * The words of a post as they were indexed when migration 036 was made. A copy on purpose, like that of migration 021.
 */

const WORD_MAX = 40;
const INDEXED_MAX = 200_000;
const INLINE_TAGS = /<\/?(?:strong|b|em|i|u|s|sub|sup|a|code)(?: [^>]*)?>/g;
const ENTITIES: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&', nbsp: ' ' };
const PLAIN = new Map(
  'ß=ss æ=ae œ=oe ø=o ł=l đ=d ð=d þ=th ı=i ς=σ ɓ=b ɗ=d ƙ=k ƴ=y'
    .split(' ')
    .map((pair) => pair.split('=') as [string, string]),
);
const NOT_PLAIN = new RegExp(`[${[...PLAIN.keys()].join('')}]`, 'gu');
const WITHIN_WORDS = /(?![\u200b\u200c])[\p{M}\p{Default_Ignorable_Code_Point}]/gu;

/** @param html sanitised */
export function wordsOfPost(title: string, html: string): string[] {
  const words = new Set<string>();
  let length = 0;
  for (const [run] of folded(`${title} ${textOf(html)}`).matchAll(/[\p{L}\p{N}]+/gu)) {
    const word = run.slice(0, WORD_MAX).replace(/[\ud800-\udbff]$/, '');
    if (word === '' || words.has(word)) continue;
    length += word.length;
    if (length > INDEXED_MAX) break;
    words.add(word);
  }
  return [...words];
}

function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(WITHIN_WORDS, '')
    .toLowerCase()
    .replace(WITHIN_WORDS, '')
    .replace(NOT_PLAIN, (letter) => PLAIN.get(letter)!);
}

function textOf(html: string): string {
  return html
    .replace(INLINE_TAGS, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(lt|gt|quot|#39|amp|nbsp);/g, (_, name: string) => ENTITIES[name]!);
}
