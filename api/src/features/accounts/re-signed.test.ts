import fastify from 'fastify';
import { InstallationSecret } from 'shared/node/installation-secret';
import { expect, test } from 'vitest';
import { createHmac } from 'node:crypto';
import { reSignCookies } from './re-signed.ts';

const HTTPS = 'https://site.test';

/** A cookie's value as Better Auth signs it. */
function signed(value: string, secret: InstallationSecret): string {
  const signature = createHmac('sha256', secret.sign('better-auth/1')).update(value).digest('base64');
  return encodeURIComponent(`${value}.${signature}`);
}

const former = new InstallationSecret('former');
const next = new InstallationSecret('next');

/** The cookies that later hooks and routes see. */
async function seen(cookie: string, secret = new InstallationSecret('next', 'former'), publicUrl = HTTPS) {
  const app = fastify();
  reSignCookies(app, publicUrl, secret);
  app.get('/', (request) => ({ cookie: request.headers.cookie ?? null }));
  const answer = await app.inject({ url: '/', headers: cookie ? { cookie } : {} });
  return (answer.json() as { cookie: string | null }).cookie;
}

test('a cookie that the accepted secret has signed is signed by the other one; no other changes', async () => {
  for (const name of ['session', 'provider-state', 'passkey-challenge'])
    expect(await seen(`theme=dark; __Host-${name}=${signed('a.b', former)}; x=1`)).toBe(
      `theme=dark; __Host-${name}=${signed('a.b', next)}; x=1`,
    );
  expect(await seen(`session=${signed('a', former)}`, undefined, 'http://localhost:3000')).toBe(
    `session=${signed('a', next)}`,
  );
  for (const same of [
    `__Host-session=${signed('a', next)}`,
    `__Host-session=${signed('a', new InstallationSecret('a third'))}`,
    `__Host-device=${signed('a', former)}`,
    `session=${signed('a', former)}`,
    '__Host-session=a.b',
    '__Host-session=%',
    '__Host-session=',
    '__Host-session',
    '=; ;;',
  ])
    expect(await seen(same)).toBe(same);
  expect(await seen('')).toBeNull();
});

test('without another secret, no cookie is touched', async () => {
  const cookie = `__Host-session=${signed('a', former)}`;
  expect(await seen(cookie, next)).toBe(cookie);
});
