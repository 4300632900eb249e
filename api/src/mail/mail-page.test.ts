import { expect, test } from 'vitest';
import { company } from 'shared/content/company';
import { colours, threads } from 'shared/theme/tokens';
import { pageOfText } from './mail-page.ts';

test('every thread of the edge is seen by day and by night', () => {
  const page = pageOfText({ subject: 'Hello', text: 'Hello.\n\nPortloom' });
  const night = page.slice(page.indexOf('prefers-color-scheme: dark'), page.indexOf('</style>'));
  const edge = [...page.matchAll(/<td class="(\w+)" height="6" bgcolor="(#\w{6})"/g)];
  expect(edge.map(([, name]) => name)).toEqual(['ink', 'madder', 'marigold', 'indigo', 'mangrove']);
  for (const [, name, byDay] of edge) {
    const [, byNight = byDay!] = new RegExp(`\\.${name} \\{ background: (#\\w{6}) `).exec(night) ?? [];
    expect(distance(byDay!, colours.light.ground), `${name} by day`).toBeGreaterThan(100);
    expect(distance(byNight, colours.dark.ground), `${name} by night`).toBeGreaterThan(100);
  }
  expect(distance(threads.dark.ink, colours.dark.ground), 'the site’s own ink would not do').toBeLessThan(100);
});

test('a page says what the text says: links on their own lines, the signature apart, nothing as markup', () => {
  const lines = ['Open:', 'https://site.test/?a=1&b=2', 'or see https://site.test <b>', 'javascript:alert(1)'];
  const page = pageOfText({ subject: 'Tom & <Ada>', text: `${lines.join('\n')}\n\n"Hello"\n\nPortloom\nLagos\n` });
  expect(page).toContain('<title>Tom &amp; &lt;Ada&gt;</title>');
  const link = '<a href="https://site.test/?a=1&amp;b=2">https://site.test/?a=1&amp;b=2</a>';
  const first = `Open:<br>\n${link}<br>\nor see https://site.test &lt;b&gt;<br>\njavascript:alert(1)`;
  const paragraphs = [...page.matchAll(/<p (?:dir="auto" )?style="[^"]*">([^]*?)<\/p>/g)].map(([, content]) => content);
  expect(paragraphs).toEqual([company.name, first, '&quot;Hello&quot;']);
  expect(page).toMatch(/<div class="quiet"[^>]*>\nPortloom<br>\nLagos\n<\/div>/);
  expect(pageOfText({ subject: 'Hello', text: 'Alone' })).toMatch(/">Alone<\/p>\n<div class="quiet"[^>]*>\n\n<\/div>/);
});

test('what is quoted stands apart, and has no link', () => {
  const words = '> Open:\n> \n> https://elsewhere.test/';
  const page = pageOfText({ subject: 'Reported', text: `It says:\n\n${words}\n\nhttps://site.test/post/1\n\nBye` });
  expect(page).toMatch(/<blockquote dir="auto"[^>]*>Open:<br>\n<br>\nhttps:\/\/elsewhere\.test\/<\/blockquote>\n<p /);
  expect([...page.matchAll(/<a href="([^"]*)"/g)].map(([, url]) => url)).toEqual(['https://site.test/post/1']);
});

test('what a visitor wrote from right to left runs that way', () => {
  const page = pageOfText({ subject: 'Message', text: 'Full Name: Ada\n\nمرحبا بكم!\n\nPortloom' });
  expect(page).toMatch(/<p dir="auto"[^>]*>مرحبا بكم!<\/p>/);
});

test('what a visitor lined up with spaces stays lined up', () => {
  const page = pageOfText({ subject: 'Message', text: 'Depots:\n  Aba   2\n  Bonny 1\n\nPortloom' });
  const words = page.replaceAll('&nbsp;', '\u00a0');
  expect(words).toContain('<br>\n\u00a0 Aba\u00a0\u00a0 2<br>\n\u00a0 Bonny 1</p>');
});

/** How far apart two colours are, 0 to 442. */
function distance(a: string, b: string): number {
  const [first, second] = [a, b].map((colour) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)));
  return Math.hypot(...first!.map((value, index) => value - second![index]!));
}
