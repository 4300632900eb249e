/**
 * Limits count by the IP address that a trusted proxy names; where none is trusted, by the connection's:
 * e2e/resilience/strange-requests.spec.ts.
 */
import { contactCall } from '../../shared/contracts/contact.ts';
import { POSTS_PER_MINUTE } from '../../shared/rules/limits.ts';
import { startSite, type Site } from '../../tooling/site/start-site.ts';
import { expect, test } from '../fixtures/test.ts';

/** Status of an empty message whose sender a proxy names. */
async function send(site: Site, forwardedFor: string): Promise<number> {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': forwardedFor };
  return (await fetch(site.url + contactCall, { method: 'POST', headers, body: '{}' })).status;
}

const REFUSED = 422;
const TOO_MANY = 429;

test('behind a trusted proxy every visitor has their own limit, whatever they claim themselves', async () => {
  const site = await startSite({ remotes: [], env: { TRUST_PROXY: '127.0.0.1, ::1' } });
  try {
    for (let count = 0; count < POSTS_PER_MINUTE; count += 1) {
      expect(await send(site, `198.51.100.${count}, 203.0.113.7`)).toBe(REFUSED);
    }
    expect(await send(site, '198.51.100.99, 203.0.113.7')).toBe(TOO_MANY);
    expect(await send(site, '203.0.113.8')).toBe(REFUSED);
  } finally {
    await site.stop();
  }
});
