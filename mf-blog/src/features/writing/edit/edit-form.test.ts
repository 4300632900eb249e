import { expect, test } from 'vitest';
import { htmlOfField, isBeyondEditor, plainField } from './edit-form.ts';

test.each([
  ['<p>One</p>\n<p>Two<br />three</p>', 'text', 'One\n\nTwo\nthree'],
  ['<p>Salt &amp; pepper</p>', 'text', 'Salt & pepper'],
  ['<h2>Head</h2><p>One</p>', 'html', '<h2>Head</h2><p>One</p>'],
  ['<p>Words <b>matter</b></p>', 'html', '<p>Words <b>matter</b></p>'],
  ['', 'text', ''],
])('%j is edited as %s, and stays what it is', (html, format, text) => {
  expect(plainField(html)).toEqual({ text, format });
  expect(htmlOfField(text, format)).toBe(html);
});

test('what looks like a tag in plain text stays text', () => {
  expect(htmlOfField('<b>', 'text')).toBe('<p>&lt;b&gt;</p>');
});

test.each([
  ['<table><tbody><tr><td>1</td></tr></tbody></table>', true],
  ['<figure><img src="x" alt="" /></figure>', true],
  ['<p>H<sub>2</sub>O</p>', true],
  ['<p>a</p><hr /><p>b</p>', true],
  ['<ol start="5"><li>Fifth</li></ol>', true],
  ['<h2>Head</h2><p>&lt;table&gt;</p><pre>x</pre><ul><li>y</li></ul><ol><li>1</li></ol>', false],
])('%s is beyond the editor: %s', (html, isBeyond) => {
  expect(isBeyondEditor(html)).toBe(isBeyond);
});
