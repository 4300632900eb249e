import { expect, test } from 'vitest';
import { articleText } from './get-article.ts';

test('a page has the text of its post once: the data for the browser leave out what is in the markup', () => {
  const text = articleText('<p>Short words first.</p><h2>Why</h2><p>The rest.</p>');
  expect(text).toMatchObject({ lead: 'Short words first.', minutes: 1, body: '<h2>Why</h2><p>The rest.</p>' });
  expect(JSON.parse(JSON.stringify({ text }))).toEqual({ text: { lead: 'Short words first.', minutes: 1 } });
});

test('search engines and messengers get the first words of a post without a lead', () => {
  const text = articleText(`<p>Words <b>in bold</b> first.</p><h2>Why</h2><p>${'More of them. '.repeat(20)}</p>`);
  expect(text).toMatchObject({
    lead: null,
    excerpt: expect.stringMatching(/^Words in bold first\. More of them\..*…$/),
  });
});
