import { expect, test } from 'vitest';
import { hopToken, isHopToken } from './hop.ts';
import { InstallationSecret } from './installation-secret.ts';

test('only the token of the same secret is believed', () => {
  const secret = new InstallationSecret('one secret');
  const token = hopToken(secret);
  expect(isHopToken(secret, token)).toBe(true);
  const both = new InstallationSecret('another secret', 'one secret');
  expect(isHopToken(both, token), 'while it is being replaced').toBe(true);
  for (const wrong of [
    undefined,
    '',
    'x',
    `${token}x`,
    token.slice(1),
    [token],
    hopToken(new InstallationSecret('another secret')),
    'one secret',
    'ä'.repeat(43),
  ]) {
    expect(isHopToken(secret, wrong)).toBe(false);
  }
});
