import { describe, expect, test } from 'vitest';
import { excerptOf, isNestedTooDeeply, plainTextToHtml, sanitise } from './sanitise.ts';

describe('sanitising rich text', () => {
  test.each([
    ['https://example.com/a?b=1&amp;c=2', 'https://example.com/a?b=1&amp;c=2'],
    ['http://example.com', 'http://example.com'],
    ['mailto:ada@example.com', 'mailto:ada@example.com'],
    ['tel:+2348031234567', 'tel:+2348031234567'],
    ['/contact', '/contact'],
    ['#part', '#part'],
    ['ftp://example.com', 'about:blank'],
    ['javascript:alert(1)', 'about:blank'],
    ['data:text/plain,x', 'about:blank'],
  ])('a link to %s leads to %s', (address, kept) => {
    expect(sanitise(`<a href="${address}">x</a>`)).toBe(`<a href="${kept}" rel="ugc nofollow noopener">x</a>`);
  });

  test.each([
    ['https://example.com/a.png', 'https://example.com/a.png'],
    ['data:image/png;base64,iVBORw0KGgo=', 'data:image/png;base64,iVBORw0KGgo='],
    ['data:text/html,x', ''],
    ['blob:https://example.com/x', ''],
    ['javascript:alert(1)', ''],
  ])('an image from %s is loaded from "%s"', (address, kept) => {
    expect(sanitise(`<img src="${address}" alt="a">`)).toBe(`<img src="${kept}" alt="a" loading="lazy" />`);
  });

  test('text, lists, tables and code stay as they are', () => {
    const html =
      '<h2>Head</h2><p>A <strong>b</strong> &amp; <em>c</em><br />d</p><ul><li>e</li></ul><ol start="3"><li>f</li></ol>' +
      '<pre><code>&lt;g&gt;</code></pre><table><thead><tr><th scope="col">h</th></tr></thead><tbody><tr><td colspan="2">i</td></tr></tbody></table>';
    expect(sanitise(html)).toBe(html);
    expect(sanitise('<h1>x</h1>')).toBe('<h2>x</h2>');
  });

  test.each(['<b>', '<b>x', '<div><i>', '</b><b><b>', '<a href="x"><b></b>'])('%j without end is refused before it costs time', (html) => {
    expect(isNestedTooDeeply(html.repeat(200_000 / html.length))).toBe(true);
  });

  test.each(['<p>x', '<p>x</p>', 'x<br>', '<li><b>x</b>', '<img src=x>', '<', '<a href="x">x</a>', '<tr><td>x'])(
    '200 KB of %j are accepted',
    (html) => {
      const content = html.repeat(200_000 / html.length);
      expect(isNestedTooDeeply(content)).toBe(false);
      expect(sanitise(sanitise(content))).toBe(sanitise(content));
    },
  );
});

test('plain text is never markup', () => {
  expect(plainTextToHtml('a <b> & "c"\n\n\n d\re\n')).toBe('<p>a &lt;b&gt; &amp; "c"</p>\n<p> d<br />e</p>');
});

describe('excerpts', () => {
  test('are text without markup', () => {
    expect(excerptOf('<h2>Head</h2><p>a &lt;b&gt; &amp; c<br />d</p>', 100)).toBe('Head a <b> & c d');
  });
  test('end between words', () => {
    expect(excerptOf('<p>one two three, four</p>', 14)).toBe('one two three…');
    expect(excerptOf(`<p>${'x'.repeat(50)}</p>`, 10)).toBe(`${'x'.repeat(10)}…`);
    expect(excerptOf(`<p>${'😀'.repeat(20)}</p>`, 11).isWellFormed()).toBe(true);
  });
});
