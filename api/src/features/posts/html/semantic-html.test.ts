import { describe, expect, test } from 'vitest';
import { sanitise } from './sanitise.ts';
import { semanticHtml } from './semantic-html.ts';

const stored = (html: string) => sanitise(semanticHtml(html));
const item = (kind: string, text: string, indent = 0) =>
  `<li data-list="${kind}"${indent ? ` class="ql-indent-${indent}"` : ''}><span class="ql-ui" contenteditable="false"></span>${text}</li>`;

describe('what the editor keeps becomes semantic HTML', () => {
  test.each([
    [
      'bullets',
      `<ol>${item('bullet', 'a')}${item('bullet', '<strong>b</strong>')}</ol>`,
      '<ul><li>a</li><li><strong>b</strong></li></ul>',
    ],
    ['numbers', `<ol>${item('ordered', 'a')}${item('ordered', 'b')}</ol>`, '<ol><li>a</li><li>b</li></ol>'],
    [
      'both, one after the other',
      `<p>x</p><ol>${item('bullet', 'a')}${item('ordered', 'b')}${item('ordered', 'c')}</ol><p>y</p>`,
      '<p>x</p><ul><li>a</li></ul><ol><li>b</li><li>c</li></ol><p>y</p>',
    ],
    [
      'nested',
      `<ol>${item('ordered', 'a')}${item('bullet', 'b', 1)}${item('bullet', 'c', 2)}${item('bullet', 'd', 1)}${item('ordered', 'e')}</ol>`,
      '<ol><li>a<ul><li>b<ul><li>c</li></ul></li><li>d</li></ul></li><li>e</li></ol>',
    ],
    [
      'deep from the start',
      `<ol>${item('bullet', 'a', 3)}${item('bullet', 'b', 1)}</ol>`,
      '<ul><li>a<ul><li>b</li></ul></li></ul>',
    ],
    ['tasks', `<ol>${item('checked', 'a')}${item('unchecked', 'b')}</ol>`, '<ul><li>a</li><li>b</li></ul>'],
    ['the older way', '<ul><li>a</li><li class="ql-indent-1">b</li></ul>', '<ul><li>a<ul><li>b</li></ul></li></ul>'],
    [
      'code',
      '<div class="ql-code-block-container" spellcheck="false"><select class="ql-ui"><option>x</option></select><div class="ql-code-block" data-language="plain">if (a &lt; b) {</div><div class="ql-code-block"><span class="hljs">  c</span></div><div class="ql-code-block"><br></div><div class="ql-code-block">}</div></div>',
      '<pre><code>if (a &lt; b) {\n  c\n\n}</code></pre>',
    ],
    [
      'what browsers show as it is',
      '<xmp><b>x</b></xmp><noscript>y &lt;b&gt;</noscript>',
      '<pre>&lt;b&gt;x&lt;/b&gt;</pre>y &lt;b&gt;',
    ],
    ['what browsers do not show', '<iframe><b>x</b></iframe><noframes>y</noframes><p>z</p>', '<p>z</p>'],
    ['an empty page', '<p><br></p>', ''],
    ['paragraphs that make space', '<p>a</p><p><br></p><p>&nbsp;</p><p>b</p>', '<p>a</p><p>b</p>'],
    ['images alone', '<p><img src="/x" alt="y"></p>', '<p><img src="/x" alt="y" loading="lazy" /></p>'],
    ['spaces that do not break', '<p>one&nbsp;two&nbsp;three</p>', '<p>one two three</p>'],
    ['a space that must not break', '<p>10&nbsp;kg of rice</p>', '<p>10\u00a0kg of rice</p>'],
    [
      'colours, sizes and alignment',
      '<p class="ql-align-center" style="color:red"><span class="ql-size-large">a</span></p>',
      '<p>a</p>',
    ],
  ])('%s', (_, html, semantic) => {
    expect(stored(html)).toBe(semantic);
    expect(stored(semantic), 'it stays so').toBe(semantic);
  });

  test.each([
    ['lines of some editors', '<div>a</div><div><br></div><div>b <b>c</b></div>', '<p>a</p><p>b <b>c</b></p>'],
    ['sections', '<article><header>a</header><section>b</section></article>', '<p>a</p><p>b</p>'],
    [
      'text around others',
      'a<div>b<div>c</div><i>d</i><p>e</p>f</div>g',
      'a<p>b</p><p>c</p><p><i>d</i></p><p>e</p><p>f</p>g',
    ],
    ['terms and what they mean', '<dl><dt>a</dt><dd>b</dd></dl>', '<p>a</p><p>b</p>'],
    ['headings of lower ranks', '<h5>a</h5><h6>b</h6>', '<h4>a</h4><h4>b</h4>'],
    [
      'in items and cells',
      '<ul><li><div>a</div></li><li><div>b</div><div>c</div></li></ul>',
      '<ul><li>a</li><li><p>b</p><p>c</p></li></ul>',
    ],
    ['in a heading', '<h2><div>a</div> <div>b</div></h2>', '<h2>a<br />b</h2>'],
    ['in code', '<pre><div>a</div><div>b</div>c</pre>', '<pre>a\nb\nc</pre>'],
    ['around a heading in bold', '<div><b><h2>a</h2></b>b</div>', '<b><h2>a</h2></b><p>b</p>'],
    ['images alone', '<div><img src="/x" alt="y"></div>', '<p><img src="/x" alt="y" loading="lazy" /></p>'],
  ])('words of blocks that no post holds stay apart: %s', (_, html, semantic) => {
    expect(stored(html)).toBe(semantic);
    expect(stored(semantic), 'it stays so').toBe(semantic);
  });

  test.each([
    '<h2>Ọ̀nà</h2><p>A <strong>b</strong> &amp; “c” 😀<br />d</p><ul><li>e<ol start="3"><li>f</li></ol></li></ul><blockquote>g</blockquote>',
    '<pre><code>  a &lt; b\n\n\tc</code></pre><table><thead><tr><th scope="col">h</th></tr></thead><tbody><tr><td>i</td></tr></tbody></table>',
    '<p><a href="https://example.com/?a=1&amp;b=2" rel="ugc nofollow noopener">x</a> &amp;lt;</p>',
  ])('%j stays as it is', (html) => {
    expect(stored(html)).toBe(html);
  });

  test('thousands of blocks within others cost no more than a moment', () => {
    expect(stored('<b>'.repeat(90) + '<div>x</div>'.repeat(15_000)).match(/<p>/g)).toHaveLength(15_000);
  });

  test('200 KB of items cost no more than a moment', () => {
    expect(stored(`<ol>${item('bullet', 'x').repeat(2_400)}</ol>`).match(/<li>/g)).toHaveLength(2_400);
  });
});
