import { expect, test } from 'vitest';
import { encodingFor } from './encodings.ts';

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['BR', 'br'],
  ['x-gzip', 'gzip'],
  ['X-Gzip;q=0.5, zstd;q=0.4', 'gzip'],
  ['gzip;q=0, *', 'br'],
  ['deflate', undefined],
  ['', undefined],
  [undefined, undefined],
])('%s is answered with %s', (accepted, encoding) => {
  expect(encodingFor(accepted)).toBe(encoding);
});
