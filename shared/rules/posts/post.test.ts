import { expect, test } from 'vitest';
import { AUTHOR_MAX, CONTENT_MAX, TITLE_MAX } from '../limits.ts';
import { checkPost } from './post.ts';

const fields = (post: Parameters<typeof checkPost>[0], contentRequired = true) =>
  checkPost(post, { contentRequired }).map(({ field }) => field);

test('title, content and author may be as long as their limits', () => {
  const longest = { title: 't'.repeat(TITLE_MAX), content: 'c'.repeat(CONTENT_MAX), author: 'a'.repeat(AUTHOR_MAX) };
  expect(fields(longest)).toEqual([]);
  expect(fields({ title: `${longest.title}t`, content: `${longest.content}c`, author: `${longest.author}a` })).toEqual([
    'title',
    'content',
    'author',
  ]);
});

test('the simple form requires content, the editor does not', () => {
  expect(fields({ title: 'Title', content: ' \n' })).toEqual(['content']);
  expect(fields({ title: 'Title', content: '' }, false)).toEqual([]);
  for (const blank of ['\u000b', ' '.repeat(CONTENT_MAX + 1)])
    expect(fields({ title: 'Title', content: blank }, false)).toEqual(['content']);
});

test('a title is required and is one line of text', () => {
  expect(fields({ title: '  ', content: 'text' })).toEqual(['title']);
  expect(fields({ title: 'two\nlines', content: 'text' })).toEqual(['title']);
  for (const nothing of ['\u200b\u2060', '\u202e', '\u3164', '\u2800', '\u00ad \u0301'])
    expect(fields({ title: nothing, content: 'text' }), JSON.stringify(nothing)).toEqual(['title']);
  for (const something of ['?', 'ọ', '漢', '👩‍💻', '0'])
    expect(fields({ title: something, content: 'text' }), something).toEqual([]);
});

test('characters that no database keeps are refused', () => {
  expect(fields({ title: 'a\ud800', content: 'b\u0000', author: 'c\udfff' })).toEqual(['title', 'content', 'author']);
});
