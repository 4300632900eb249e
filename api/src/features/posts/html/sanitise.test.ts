import fc from 'fast-check';
import { CONTENT_MAX, EXCERPT_MAX } from 'shared/rules/limits';
import { firstWords, textOf } from 'shared/rules/posts/post-text';
import { describe, expect, test } from 'vitest';
import { processorTime } from 'shared/node/test-support/processor-time';
import { costlyBecause, ELEMENTS_MAX, sanitise } from './sanitise.ts';
import { storableHtml } from './storable-html.ts';

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
  ])('a link to %s leads to %s', (url, kept) => {
    expect(sanitise(`<a href="${url}">x</a>`)).toBe(`<a href="${kept}" rel="ugc nofollow noopener">x</a>`);
  });

  test.each([
    ['https://example.com/a.png', 'https://example.com/a.png'],
    ['data:image/png;base64,iVBORw0KGgo=', 'data:image/png;base64,iVBORw0KGgo='],
    ['data:text/html,x', ''],
    ['blob:https://example.com/x', ''],
    ['javascript:alert(1)', ''],
  ])('an image from %s is loaded from "%s"', (url, kept) => {
    expect(sanitise(`<img src="${url}" alt="a">`)).toBe(`<img src="${kept}" alt="a" loading="lazy" />`);
  });

  test('text, lists, tables and code stay as they are', () => {
    const html =
      '<h2>Head</h2><p>A <strong>b</strong> &amp; <em>c</em><br />d</p><ul><li>e</li></ul><ol start="3"><li>f</li></ol>' +
      '<pre><code>&lt;g&gt;</code></pre><table><thead><tr><th scope="col">h</th></tr></thead><tbody><tr><td colspan="2">i</td></tr></tbody></table>';
    expect(sanitise(html)).toBe(html);
    expect(sanitise('<h1>x</h1>')).toBe('<h2>x</h2>');
  });

  test.each([
    '<b>',
    '<b>x',
    '<p-a>',
    '<div><i>',
    '</b><b><b>',
    '<svg>',
    '<ul><li>',
    '<table><tr><td>',
    '<noscript>',
    '<svg><xmp>',
  ])('%j without end is refused before it costs time', (html) => {
    expect(costlyBecause(html.repeat(200_000 / html.length))).toBe('depth');
  });

  test('ends without a beginning take no depth away', () => {
    expect(costlyBecause('</b>'.repeat(28_000) + '<b>'.repeat(28_900))).toBe('depth');
  });

  test.each([
    '<p>x',
    '<a href="x"><b></b>',
    '<p>x</p>',
    'x<br>',
    '<li><b>x</b>',
    '<img src=x>',
    '<',
    '<a href="x">x</a>',
    '<tr><td>x',
  ])('200 KB of %j are not too deep', (html) => {
    const content = html.repeat(200_000 / html.length);
    expect(costlyBecause(content)).not.toBe('depth');
    const clean = sanitise(content);
    expect(sanitise(clean)).toBe(clean);
  });

  test('as many elements as a post may have, and no more', () => {
    for (const html of ['<br>', '<b>x</b>', '<a>', '<img>', '<p>']) {
      expect(costlyBecause(html.repeat(ELEMENTS_MAX))).toBeUndefined();
      expect(costlyBecause(html.repeat(ELEMENTS_MAX + 1))).toBe('number');
    }
    expect(costlyBecause('x < y & '.repeat(25_000))).toBeUndefined();
  });
});

describe('whatever is sent', () => {
  const publish = (html: string) => {
    if (costlyBecause(html)) return;
    const content = storableHtml(html);
    firstWords(content, EXCERPT_MAX);
    textOf(content);
  };
  /** Time that the processor takes, in milliseconds. */
  const cost = (html: string) => {
    const used = processorTime();
    publish(html);
    return used();
  };
  /** As long as content may be, or with as many elements. */
  const filled = (piece: string, beginning = '') => {
    const elementsLeft = ELEMENTS_MAX - elementsIn(beginning);
    const times = Math.min((CONTENT_MAX - beginning.length) / piece.length, elementsLeft / elementsIn(piece));
    return beginning + piece.repeat(times);
  };
  const elementsIn = (html: string) => html.match(/<[a-z]/gi)?.length ?? 0;

  test.each<[piece: string, before?: string, times?: number]>([
    ['<p-a>'],
    ['<b>', '</b>', 28_000],
    ['<p>'],
    ['</p>'],
    ['<p></p>'],
    ['<p></p>', '<b>', 990],
    ['<i></i>', '<p><b>', 490],
    ['<i class="ql-ui"></i>'],
    ['<ol><li data-list="bullet"></ol>'],
    ['<li data-list="bullet" class="ql-indent-8">', '<ol>'],
    ['<li>', '<ol><li data-list="bullet">'],
    ['<div class="ql-code-block-container"><div></div></div>'],
    ['<i>x</i>', '<div class="ql-code-block-container">', 900],
    ...[
      'plaintext',
      'iframe',
      'noembed',
      'noframes',
      'xmp',
      'title',
      'textarea',
      'style',
      'svg><style',
      'math><annotation-xml',
    ].map((name): [string, string] => ['<b>', `<${name}>`]),
    ['&lt;b&gt;', '<noscript>'],
    ['<b/>', '<svg>'],
    ['<b/>', '<svg><desc>'],
    ['<b></br>'],
    ['<a x="'],
    ['<!--'],
    ['<![CDATA['],
    ['<?'],
    ['&#'],
    ['<'],
  ])('as much as there may be of %j, behind %j, costs no more than a moment', (piece, before = '', times = 1) => {
    expect(cost(filled(piece, before.repeat(times)))).toBeLessThan(2_000);
  });

  const names = [
    'p',
    'b',
    'li',
    'ol',
    'a',
    'td',
    'table',
    'h2',
    'p-a',
    'svg',
    'math',
    'desc',
    'foreignObject',
    'title',
    'xmp',
    'plaintext',
    'iframe',
    'noscript',
    'script',
    'style',
    'textarea',
    'select',
    'option',
    'pre',
    'br',
    'img',
    'form',
    'template',
  ];
  const pieces = [
    ...names.flatMap((name) => [
      `<${name}>`,
      `</${name}>`,
      `<${name}/>`,
      `<${name} class="ql-ui ql-indent-3 ql-code-block-container" data-list=bullet>`,
    ]),
    '<',
    '>',
    '"',
    "'",
    '=',
    '&lt;',
    '&#x',
    '\u00a0',
    ' ',
    'x',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<?',
    '</',
    '<a href="',
    "<b x='",
  ];

  test('nothing fails or takes long', () => {
    const runs = fc.array(
      fc.record({
        parts: fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 4 }),
        times: fc.constantFrom(1, 30, 900, 60_000),
      }),
      { minLength: 1, maxLength: 5 },
    );
    const html = runs.map((all) =>
      all
        .map(({ parts, times }) => parts.join('').repeat(Math.min(times, CONTENT_MAX / parts.join('').length)))
        .join('')
        .slice(0, CONTENT_MAX),
    );
    fc.assert(
      fc.property(html, (content) => cost(content) < 2_000),
      { numRuns: 60 },
    );
  });

  test.each([
    ['<p>a<template><table>', '<p>a</p><table></table>'],
    ['<td><math><td>', '<td></td><td></td>'],
    ['<li><select><li>', '<li></li><li></li>'],
  ])('%j is stored as it is when it is read again', (html, stored) => {
    expect(storableHtml(html)).toBe(stored);
  });

  test('what was sanitised, or stored, stays the same when it is again', () => {
    const html = fc.array(fc.constantFrom(...pieces), { maxLength: 16 }).map((all) => all.join(''));
    const staysSame = fc.property(html, (content) => {
      const [clean, stored] = [sanitise(content), storableHtml(content)];
      // Mostly they are the same.
      for (const safe of new Set([clean, stored])) expect(sanitise(safe)).toBe(safe);
      expect(storableHtml(stored)).toBe(stored);
    });
    fc.assert(staysSame, { numRuns: 3_000, examples: [['<p><p-a/><p>']] });
  });
});
