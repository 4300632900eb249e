import { expect, test } from 'vitest';
import { documentParts } from './document-parts.ts';

test('the parts of a document are all of it, each counted once', () => {
  const html =
    '<!DOCTYPE html><html><head><meta name="a" content="b"><script>theme()</script>' +
    '<script type="importmap">{}</script><template><link href="/a.js"></template><style>a{b:c}</style>' +
    '<style data-styled="true">.d{e:f}</style></head><body class="light"><link rel="preload" as="font" href="/f">' +
    '<svg id=patterns><path d=M0 /></svg><div class=d><svg class="icon"><g class=d></g></svg>Wörter</div>' +
    '<script type="application/ld+json">{"@type":1}</script><script type="application/json">{"f":2}</script></body>';
  const parts = documentParts(html);
  expect(Object.values(parts).reduce((sum, bytes) => sum + bytes, 0)).toBe(Buffer.byteLength(html));
  expect(parts).toMatchObject({
    words: 7,
    classes: ' class="light" class=d'.length,
    'cloths, drawings': '<svg class="icon"><g class=d></g></svg>'.length,
    data: '<script type="application/json">{"f":2}</script>'.length,
    'inline scripts': '<script>theme()</script>'.length,
  });
});
