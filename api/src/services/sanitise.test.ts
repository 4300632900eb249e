import { describe, expect, test } from 'vitest';
import { excerptOf, isNestedTooDeeply, plainTextToHtml, sanitise } from './sanitise.ts';

/** Nothing that runs, loads from a foreign scheme or changes how the page around it looks. */
const DANGEROUS = /<(?!\/?(?:h[234]|p|br|hr|blockquote|pre|code|ul|ol|li|strong|b|em|i|u|s|sub|sup|a|img|figure|figcaption|table|caption|thead|tbody|tfoot|tr|th|td)\b)|\bon\w+\s*=|\bstyle\s*=|\bsrcdoc|(?:href|src)="\s*(?:javascript|vbscript|data:(?!image\/)|file|blob)/i;

const attacks = [
  '<script>alert(1)</script>',
  '<ScRiPt src=//evil.example/x.js></sCrIpT>',
  '<script/x>alert(1)</script >',
  '<<script>alert(1)//<</script>',
  '<img src=x onerror=alert(1)>',
  '<img src="x" onerror="alert(1)"',
  '<img src="javascript:alert(1)">',
  '<img src="data:text/html,<script>alert(1)</script>">',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="javascript:alert(1)"></object><embed src="javascript:alert(1)">',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt:alert(1)">x</a>',
  '<a href=" javascript:alert(1)">x</a>',
  '<a href="java\nscript:alert(1)">x</a>',
  '<a href="java&#x09;script:alert(1)">x</a>',
  '<a href="&#106;&#97;vascript:alert(1)">x</a>',
  '<a href="\u0001javascript:alert(1)">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="file:///etc/passwd">x</a>',
  '<a href="https://example.com" onclick="alert(1)" style="position:fixed" target="_blank">x</a>',
  '<p style="background:url(javascript:alert(1))">x</p>',
  '<style>@import "javascript:alert(1)";</style>',
  '<link rel=stylesheet href=//evil.example/x.css><base href=//evil.example/><meta http-equiv=refresh content="0;url=javascript:alert(1)">',
  '<form action="javascript:alert(1)"><button formaction="javascript:alert(1)">x</button><input autofocus onfocus=alert(1)></form>',
  '<video><source onerror="alert(1)"></video><audio src=x onerror=alert(1)>',
  '<details open ontoggle=alert(1)>x</details><marquee onstart=alert(1)>x</marquee>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<textarea><p title="</textarea><img src=x onerror=alert(1)>"></textarea>',
  '<title><p title="</title><img src=x onerror=alert(1)>"></title>',
  '<xmp><p title="</xmp><img src=x onerror=alert(1)>"></xmp>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<![CDATA[<img src=x onerror=alert(1)>]]>',
  '<p title="`><img src=x onerror=alert(1)>">x</p>',
  '<template><script>alert(1)</script></template>',
  '<a href="https://example.com"><script>alert(1)</script></a>',
  '<table><td background="javascript:alert(1)">x</td></table>',
  '<p id="cookie" class="overlay" data-x="1" contenteditable>x</p>',
  '<x-widget onclick=alert(1)>x</x-widget>',
  '<b/onmouseover=alert(1)//>x</b>',
  '\u003cimg src=x onerror=alert(1)\u003e',
];

describe('sanitising rich text', () => {
  test.each(attacks)('%j becomes harmless', (html) => {
    const clean = sanitise(html);
    expect(clean.replace(/"[^"]*"/g, (value) => value.replaceAll('<', '').replace(/on\w+=/g, ''))).not.toMatch(DANGEROUS);
    expect(sanitise(clean)).toBe(clean);
  });

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
  const hostile = attacks.map(plainTextToHtml).join('');
  expect(hostile.replace(/<\/?p>|<br \/>/g, '')).not.toMatch(/[<>]/);
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
