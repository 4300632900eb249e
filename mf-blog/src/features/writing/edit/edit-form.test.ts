import { expect, test } from 'vitest';
import { htmlOfField, isBeyondEditor, plainField } from './edit-form.ts';

test('a plain field has plain text where that loses nothing, and comes back as the same HTML', () => {
  for (const [html, text, format] of [
    ['<p>Salt &amp; pepper</p><p>Twice</p>', 'Salt & pepper\n\nTwice', 'text'],
    ['<p>Words <b>matter</b></p>', '<p>Words <b>matter</b></p>', 'html'],
  ] as const) {
    expect(plainField(html)).toEqual({ text, format });
    expect(htmlOfField(text, format)).toBe(html);
  }
});

test('authors are warned of what the editor would drop, and of nothing else', () => {
  expect(isBeyondEditor('<p>Text</p><table><tbody><tr><td>1</td></tr></tbody></table>')).toBe(true);
  expect(isBeyondEditor('<figure><img src="/a.png" alt=""><figcaption>A</figcaption></figure>')).toBe(true);
  expect(isBeyondEditor('<h2>Why</h2><ul><li>One</li></ul><blockquote>Two</blockquote><p><b>3</b></p>')).toBe(false);
});
