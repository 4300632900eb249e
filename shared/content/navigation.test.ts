import { expect, test } from 'vitest';
import { currentMark, headerLinks } from './navigation.ts';

/** The marks of the header's links on a page, by label. */
function marksOn(pathname: string): Record<string, string> {
  const marks = headerLinks.map((link) => [link.label, currentMark(link, pathname)] as const);
  return Object.fromEntries(marks.filter((entry): entry is [string, 'page' | 'true'] => entry[1] !== undefined));
}

test.each([
  ['/about', 'About Us'],
  ['/About/', 'About Us'],
  ['/Service', 'Services'],
  ['/service', 'Services'],
  ['/career', 'Career'],
  ['/blogs', 'Blog'],
])('%s is the page of "%s"', (pathname, label) => {
  expect(marksOn(pathname)).toEqual({ [label]: 'page' });
});

const blogPages = ['/blogDey', '/post/7', '/new', '/apy', '/write', '/blogDetails', '/blg', '/blog_news/2'];

test.each([
  ['Services', ['/getInTouch']],
  ['Career', ['/career/senior-java-developer']],
  ['Blog', blogPages],
])('the other pages of the section "%s" are marked as such', (label, pathnames) => {
  for (const pathname of pathnames) expect(marksOn(pathname), pathname).toEqual({ [label]: 'true' });
});

test.each(['/', '/contact', '/newsletter', '/login', '/posts/7', '/careers'])('%s belongs to none', (pathname) => {
  expect(marksOn(pathname)).toEqual({});
});
