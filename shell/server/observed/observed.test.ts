import { expect, onTestFinished, test } from 'vitest';
import { pageViewed, releaseFailed, vitalSeen } from '../measured.ts';
import { errorsOf } from './counts.ts';
import { bounds } from './histogram.ts';
import { Observed } from './observed.ts';
import { FIRST_VIEWS } from './verdict.ts';

const release = { name: 'mf-sample', version: '2' };
const SINCE = '2026-01-01T00:00:00.000Z';
const ips = (count: number) => Array.from({ length: count }, (_, host) => `203.0.${host >> 8}.${host & 255}`);

function watched() {
  const observed = new Observed();
  observed.firstViews(release, SINCE);
  return observed;
}

test('one visitor is four views for a verdict at most, and each fails once, whatever happens in it', () => {
  const observed = watched();
  for (let view = 0; view < 10; view += 1) {
    observed.viewed(release, '203.0.113.1');
    for (let loop = 0; loop < 100; loop += 1) observed.failed(release, 'error', '203.0.113.1');
  }
  expect(observed.firstViews(release, SINCE)).toEqual({ views: 4, failed: 4, visitors: 1 });
  const counts = observed.counts['mf-sample/2']!;
  expect([counts.views, errorsOf(counts)]).toEqual([10, 1_000]);
});

test('a view that does not count for a verdict does not fail for it either', () => {
  const observed = watched();
  observed.viewed(release, '203.0.113.1', 4);
  observed.viewed(release, '203.0.113.1');
  observed.failed(release, 'error', '203.0.113.1');
  expect(observed.firstViews(release, SINCE)).toEqual({ views: 4, failed: 0, visitors: 0 });
});

test('a failure of a visitor who was shown nothing is no failed view', () => {
  const observed = watched();
  observed.failed(release, 'error', '203.0.113.1');
  expect(observed.firstViews(release, SINCE)).toEqual({ views: 0, failed: 0, visitors: 0 });
});

test('a network of IPv6 addresses is one visitor', () => {
  const observed = watched();
  for (let host = 1; host <= 9; host += 1) {
    observed.viewed(release, `2001:db8::${host}`);
    observed.failed(release, 'render', `2001:db8::${host}`);
  }
  expect(observed.firstViews(release, SINCE)).toEqual({ views: 4, failed: 4, visitors: 1 });
});

test('what React mends and what a policy keeps out is counted, and costs nobody a view', () => {
  const observed = watched();
  for (const ip of ips(5)) {
    observed.viewed(release, ip);
    observed.failed(release, 'hydration', ip);
    observed.failed(release, 'policy', ip);
  }
  expect(observed.firstViews(release, SINCE)).toEqual({ views: 5, failed: 0, visitors: 0 });
  expect(observed.counts['mf-sample/2']!.failures).toEqual({ hydration: 5, policy: 5 });
});

test('first views end, and start over when the release is made current again', () => {
  const observed = watched();
  for (const ip of ips(FIRST_VIEWS)) observed.viewed(release, ip);
  for (const ip of ips(3)) observed.failed(release, 'error', ip);
  expect(observed.firstViews(release, SINCE)).toEqual({ views: FIRST_VIEWS, failed: 3, visitors: 3 });
  for (const ip of ips(2)) {
    observed.viewed(release, ip);
    expect(observed.firstViews(release, SINCE)).toBeUndefined();
    observed.failed(release, 'error', ip);
  }
  expect(observed.latestViews(release), 'of both rounds').toEqual({ views: FIRST_VIEWS + 2, failed: 5, visitors: 5 });
  expect(observed.firstViews(release, '2026-01-02T00:00:00.000Z')).toEqual({ views: 0, failed: 0, visitors: 0 });
});

test('views before a release was first judged are its first ones', () => {
  const observed = new Observed();
  observed.viewed(release, '203.0.113.1');
  expect(observed.firstViews(release, SINCE)?.views).toBe(1);
});

test('memory is bounded by the releases that there are', () => {
  const observed = watched();
  observed.viewed({ name: 'mf-sample', version: '1' }, '203.0.113.1');
  observed.forgetOthers((_name, version) => version === '2');
  expect(Object.keys(observed.counts)).toEqual(['mf-sample/2']);
});

test('counts outlive the process, without anything of a visitor', () => {
  const observed = watched();
  observed.viewed(release, '203.0.113.1');
  observed.failed(release, 'render', '203.0.113.1');
  observed.measured(release, { lcp: 1_200, cls: 0.02 });
  const kept = JSON.stringify(observed.counts);
  expect(kept).not.toContain('203.0');
  const { lcp, inp, cls } = observed.counts['mf-sample/2']!.vitals;
  expect([lcp.indexOf(1), inp.indexOf(1), cls.indexOf(1)]).toEqual([bounds.lcp.indexOf(1_250), -1, 3]);
  const next = new Observed(JSON.parse(kept) as Observed['counts']);
  expect(next.firstViews(release, SINCE)).toEqual({ views: 1, failed: 1, visitors: 1 });
  next.viewed(release, '203.0.113.2');
  expect(next.latestViews(release)).toEqual({ views: 2, failed: 1, visitors: 1 });
});

test('what is counted is in the metrics, too', () => {
  const heard: object[] = [];
  for (const channel of [pageViewed, releaseFailed, vitalSeen])
    onTestFinished(channel.listen((event: object) => heard.push(event)));
  const observed = watched();
  observed.viewed(release, '203.0.113.1', 3);
  observed.failed(release, 'render', '203.0.113.1');
  observed.measured(release, { inp: 40 });
  const of = { remote: 'mf-sample', release: '2' };
  expect(heard).toEqual([
    { ...of, times: 3 },
    { ...of, kind: 'render' },
    { remote: 'mf-sample', vital: 'inp', value: 40 },
  ]);
});
