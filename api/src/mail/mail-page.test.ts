import { expect, test } from 'vitest';
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

/** How far apart two colours are, 0 to 442. */
function distance(a: string, b: string): number {
  const [first, second] = [a, b].map((colour) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)));
  return Math.hypot(...first!.map((value, index) => value - second![index]!));
}
