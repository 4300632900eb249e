import { expect, test } from 'vitest';
import { ReportLimit } from './report-limit.ts';

test('a network may send 120 reports in a minute, whatever others send, and as many in the next one', () => {
  let time = 0;
  const limit = new ReportLimit(() => time);
  const taken = (ip: string) => Array.from({ length: 150 }, () => limit.isExceededBy(ip)).filter((is) => !is).length;
  expect(taken('2001:db8::1')).toBe(120);
  expect(taken('2001:db8::2'), 'of the same network').toBe(0);
  expect(taken('192.0.2.1')).toBe(120);
  time = 59_999;
  expect(taken('192.0.2.1')).toBe(0);
  time = 60_000;
  expect(taken('192.0.2.1')).toBe(120);
  time = 119_999;
  expect(taken('192.0.2.1'), 'the next minute begins with it').toBe(0);
});

test('a flood from ever new networks is limited; a client that was known before is not', () => {
  const limit = new ReportLimit(() => 0);
  const ips = Array.from({ length: 20_001 }, (_, index) => `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`);
  expect(ips.map((ip) => limit.isExceededBy(ip)).indexOf(true)).toBe(20_000);
  expect(limit.isExceededBy(ips[0]!)).toBe(false);
});
