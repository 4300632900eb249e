/**
 * Words as they are searched: without case, accents and signs, so that `Ọ̀nà` is found by `ona`. Both databases index
 * exactly these, and searches are treated the same way. A change needs a migration that indexes all posts again.
 */
import { SEARCH_MAX } from 'shared/rules/limits';

/** Of longer words, only the beginning counts. */
const WORD_MAX = 40;
/** Words of a search that count. */
const QUERY_WORDS = 8;
/** A shorter word matches only itself; one of at least this length also matches as the beginning of a word. */
const PREFIX_MIN = 3;
/** Characters of a post's different words that are indexed: what PostgreSQL's type holds, with room to spare. */
const INDEXED_MAX = 200_000;

/** A word to look for. */
export interface SearchWord {
  word: string;
  /** Words that begin with it count too. */
  isPrefix: boolean;
}

/**
 * Letters as they are typed where no key has them, the last four those of Hausa. They have no accent that comes off: to
 * Unicode they are letters of their own.
 */
const PLAIN = new Map(
  'ß=ss æ=ae œ=oe ø=o ł=l đ=d ð=d þ=th ı=i ς=σ ɓ=b ɗ=d ƙ=k ƴ=y'
    .split(' ')
    .map((pair) => pair.split('=') as [string, string]),
);
const NOT_PLAIN = new RegExp(`[${[...PLAIN.keys()].join('')}]`, 'gu');

/**
 * Accents, and invisible characters within a word, such as a soft hyphen. The two that part words stay: the
 * space without width, and the joiner that does not join.
 */
const WITHIN_WORDS = /(?![\u200b\u200c])[\p{M}\p{Default_Ignorable_Code_Point}]/gu;

/** The different words of a text, in its order. Letters and digits only: they need no quoting anywhere. */
export function wordsOf(text: string): string[] {
  const words = new Set<string>();
  let length = 0;
  const folded = text
    // Normalising puts the accents of a letter in order, which costs the square of their number.
    .replace(WITHIN_WORDS, '')
    .normalize('NFKD')
    .replace(WITHIN_WORDS, '')
    .toLowerCase()
    .replace(WITHIN_WORDS, '')
    .replace(NOT_PLAIN, (letter) => PLAIN.get(letter)!);
  for (const [run] of folded.matchAll(/[\p{L}\p{N}]+/gu)) {
    const word = run.slice(0, WORD_MAX).replace(/[\ud800-\udbff]$/, '');
    if (word === '' || words.has(word)) continue;
    length += word.length;
    if (length > INDEXED_MAX) break;
    words.add(word);
  }
  return [...words];
}

/** What a visitor looks for, whatever was typed; empty if it contains no word. Every word must be found. */
export function searchWords(query: string): SearchWord[] {
  return wordsOf(query.slice(0, SEARCH_MAX))
    .slice(0, QUERY_WORDS)
    .map((word) => ({ word, isPrefix: word.length >= PREFIX_MIN }));
}
