import { expect, test } from 'vitest';
import { processorTime } from 'shared/node/test-support/processor-time';
import { searchWords, wordsOf } from './search-words.ts';

test.each([
  ["Don't PANIC: 3.5 ways", ['don', 't', 'panic', '3', '5', 'ways']],
  ['Ọ̀nà ṣíṣe, Ìgbò; Élan', ['ona', 'sise', 'igbo', 'elan']],
  ['İstanbul ﬁne ①', ['istanbul', 'fine', '1']],
  ['Straße STRASSE, ısparta Isparta, ὁδός ΟΔΟΣ', ['strasse', 'isparta', 'οδοσ']],
  ['Łódź Tromsø Đặng œuvre; ɓera ɗan Ƙasa ƴaƴa', ['lodz', 'tromso', 'dang', 'oeuvre', 'bera', 'dan', 'kasa', 'yaya']],
  [
    'Sil\u00adben\u00adtren\u00adnung, a\u2060b \ufeffc d\u200be می\u200cخواهم',
    ['silbentrennung', 'ab', 'c', 'd', 'e', 'می', 'خواهم'],
  ],
  ['again Again AGAIN', ['again']],
  ['日本語 and 𝒳𝓎', ['日本語', 'and', 'xy']],
  ['" * : & | ! ( ) \' \\ -- \u0000 \ud800', []],
])('%j is found by its words', (text, words) => {
  expect(wordsOf(text)).toEqual(words);
});

test('a text of nothing but different words stays within what the index holds', () => {
  const text = Array.from({ length: 40_000 }, (_, n) => `w${n}x`).join(' ');
  expect(wordsOf(text).join('').length).toBeLessThanOrEqual(200_000);
  expect(wordsOf('ﷺ'.repeat(200_000)).every((word) => word.length <= 40)).toBe(true);
});

test('any number of accents on a letter costs no more than a moment', () => {
  const used = processorTime();
  expect(wordsOf(`Zo${'\u0308\u0323'.repeat(99_000)}e`)).toEqual(['zoe']);
  expect(used()).toBeLessThan(2_000);
});

test('short words mean themselves, a search has an end', () => {
  expect(searchWords('go lo')).toEqual([
    { word: 'go', isPrefix: false },
    { word: 'lo', isPrefix: false },
  ]);
  expect(searchWords('logs')).toEqual([{ word: 'logs', isPrefix: true }]);
  expect(searchWords('a b c d e f g h i j')).toHaveLength(8);
  expect(searchWords('x'.repeat(10_000))).toEqual([{ word: 'x'.repeat(40), isPrefix: true }]);
});
