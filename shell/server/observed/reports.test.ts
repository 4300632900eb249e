import { expect, test } from 'vitest';
import { ZodError } from 'zod';
import { readBrowserReport, readPolicyReports } from './reports.ts';

const SITE = 'https://site.test';

test.each([
  ['an origin, never what was asked of it', 'https://foreign.example/a?who=ada', 'https://foreign.example'],
  ["a file of this site's", `${SITE}/remotes/mf-blog/1/assets/page.js?who=ada`, '/remotes/mf-blog/1/assets/page.js'],
  ['such a file in 200 characters', `${SITE}/assets/${'x'.repeat(200)}.js`, `/assets/${'x'.repeat(192)}`],
  ['a scheme, never what comes after it', 'data:text/html,ada@example.com', 'data:'],
  ['a word', 'inline', 'inline'],
  ['anything else in 40 characters', 'x'.repeat(50), 'x'.repeat(40)],
  ['nothing', null, ''],
])('what was blocked is %s', (_what, blockedURL, blocked) => {
  const body = { documentURL: `${SITE}/blogs`, effectiveDirective: 'script-src-elem', blockedURL };
  expect(readPolicyReports(JSON.stringify([{ type: 'csp-violation', body }]))).toEqual([
    { path: '/blogs', directive: 'script-src-elem', blocked, at: null },
  ]);
});

test.each([
  ['the older name of the directive', { 'violated-directive': "script-src 'self'" }, { directive: 'script-src' }],
  ['no directive', {}, { directive: 'unknown' }],
  ['an invalid directive', { 'effective-directive': '<b>' }, { directive: 'unknown' }],
  ['a page that is no URL', { 'document-uri': 'about' }, { path: '' }],
  ['a file without a line', { 'source-file': `${SITE}/assets/a.js` }, { at: '/assets/a.js:0:0' }],
  ['a file of another site', { 'source-file': `${SITE}/page`, 'line-number': 1, 'column-number': 2 }, { at: null }],
  ['a file that is no URL', { 'source-file': 'assets/a.js' }, { at: null }],
])('a report with %s', (_what, report, read) => {
  expect(readPolicyReports(JSON.stringify({ 'csp-report': { 'document-uri': SITE, ...report } }))).toMatchObject([
    read,
  ]);
});

test('a report of something else, or without a body, is ignored', () => {
  for (const other of [
    { type: 'deprecation', body: {} },
    { type: 'csp-violation', body: null },
  ])
    expect(readPolicyReports(JSON.stringify([other]))).toEqual([]);
});

const RELEASE = { remote: 'mf-blog', release: '0123456789abcd' };
const VIEW = { ...RELEASE, count: 100 };
const FAILURE = { kind: 'error', ...RELEASE, page: '/blogs', message: 'It broke.', at: '/assets/a.js:1:2' } as const;
const VITALS = { ...RELEASE, lcp: 600_000, inp: 0, cls: 1_000 };
const REPORT = { composition: '0123456789ab', views: [VIEW], failures: [FAILURE], vitals: VITALS };

test('a report of the largest figures that are believed is read', () => {
  expect(readBrowserReport(JSON.stringify(REPORT))).toEqual(REPORT);
  const little = { ...REPORT, views: [], failures: [], vitals: null };
  expect(readBrowserReport(JSON.stringify(little))).toEqual(little);
  const many = { ...little, views: [{ ...VIEW, count: 101 }] };
  expect(readBrowserReport(JSON.stringify(many))).toEqual({ ...little, views: [VIEW] });
});

test('a time that is not believed is left out of its report', () => {
  const slept = { ...REPORT, vitals: { ...VITALS, lcp: 600_001, inp: 8 } };
  expect(readBrowserReport(JSON.stringify(slept))).toEqual({ ...REPORT, vitals: { ...RELEASE, inp: 8, cls: 1_000 } });
});

test.each<[string, object]>([
  ['no view', { views: [{ ...VIEW, count: 0 }] }],
  ['half a view', { views: [{ ...VIEW, count: 1.5 }] }],
  ['views of too many remotes', { views: Array.from({ length: 11 }, () => VIEW) }],
  ['too many failures', { failures: Array.from({ length: 11 }, () => FAILURE) }],
  ['a failure on a page with a long path', { failures: [{ ...FAILURE, page: '/'.repeat(201) }] }],
  ['a failure of a remote with a long name', { failures: [{ ...FAILURE, remote: 'x'.repeat(65) }] }],
  ['more shifts than are believed', { vitals: { ...VITALS, cls: 1_001 } }],
  ['an invalid composition', { composition: '0123456789ab\n' }],
])('a report with %s is refused', (_what, change) => {
  expect(() => readBrowserReport(JSON.stringify({ ...REPORT, ...change }))).toThrow(ZodError);
});
