import { expect, test } from 'vitest';
import { InstallationSecret, installationSecret } from './installation-secret.ts';

const secret = new InstallationSecret('one secret');

test('what is signed for one purpose, one text or with one secret is good for no other', () => {
  const signature = secret.sign('trial/1', 'text');
  expect(signature).toMatch(/^[\w-]{43}$/);
  expect(secret.isSigned(signature, 'trial/1', 'text')).toBe(true);
  expect(secret.isSigned(signature, 'trial/1', 'another text')).toBe(false);
  expect(secret.isSigned(signature, 'device/2', 'text')).toBe(false);
  expect(new InstallationSecret('another secret').isSigned(signature, 'trial/1', 'text')).toBe(false);
  for (const wrong of ['', 'x', `${signature}x`, signature.slice(1), 'ä'.repeat(43)])
    expect(secret.isSigned(wrong, 'trial/1', 'text')).toBe(false);
});

// Cookies, links and tokens that are on their way when the site is upgraded.
test('what earlier versions have signed stays good', () => {
  expect(secret.sign('shell-hop/1')).toBe('IqCSMmGjdd0sEWTzleiRc15IqLdOy31G6vdG_gM73oQ');
  expect(secret.sign('shell-hop/1'), 'the second time').toBe(secret.sign('shell-hop/1'));
  expect(secret.sign('trial/1', 'text')).toBe('lP5rDVIDbUIJCvrRX4XRHNA_uIK9lOEc5BkypgQnKCE');
});

test('while it is being replaced, what either secret has signed is good, and one of them signs', () => {
  const both = new InstallationSecret('another secret', 'one secret');
  const [former, next] = [secret, new InstallationSecret('another secret')];
  for (const text of [undefined, 'text']) {
    expect(both.sign('trial/1', text)).toBe(next.sign('trial/1', text));
    expect(both.signatures('trial/1', text)).toEqual([next.sign('trial/1', text), former.sign('trial/1', text)]);
    expect(both.isSigned(former.sign('trial/1', text), 'trial/1', text)).toBe(true);
    expect(both.isSigned(next.sign('trial/1', text), 'trial/1', text)).toBe(true);
    expect(both.isSigned(former.sign('device/2', text), 'trial/1', text)).toBe(false);
  }
});

test('a server has both from its settings', () => {
  const DATA_DIR = 'not needed';
  const both = installationSecret({ SESSION_SECRET: 'another', ACCEPTED_SESSION_SECRET: 'one secret', DATA_DIR });
  expect(both.signatures('trial/1', 'text')).toHaveLength(2);
  expect(both.isSigned(secret.sign('trial/1', 'text'), 'trial/1', 'text')).toBe(true);
  expect(installationSecret({ SESSION_SECRET: 'another', DATA_DIR }).signatures('trial/1', 'text')).toHaveLength(1);
});
