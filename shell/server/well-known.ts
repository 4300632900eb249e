/**
 * For anybody who has found a vulnerability: whom to tell (RFC 9116), and the rules. For browsers and password
 * managers: where members change their password and their passkeys.
 */
import type { FastifyInstance } from 'fastify';
import { company } from 'shared/content/company';
import { href, paths } from 'shared/contracts/paths';
import { A_DAY } from './file-routes.ts';

const SECURITY_TXT = '/.well-known/security.txt';
const SECURITY_POLICY = '/security-policy.txt';
const DAY_MS = 24 * 60 * 60 * 1000;
/** RFC 9116 recommends less than a year. A running site keeps renewing it; one that no longer runs lets it expire. */
const GOOD_FOR_DAYS = 90;

/** @param publicUrl origin of `PUBLIC_URL` */
export async function wellKnownRoutes(app: FastifyInstance, { publicUrl }: { publicUrl: string }): Promise<void> {
  const serve = (path: string, text: () => string) =>
    app.get(path, (_request, reply) =>
      reply.type('text/plain; charset=utf-8').header('cache-control', A_DAY).send(text()),
    );
  serve(SECURITY_TXT, () => securityTxt(publicUrl, Date.now()));
  serve(SECURITY_POLICY, () => securityPolicy);
  // Browsers open it from their warning that a password has leaked.
  app.get('/.well-known/change-password', (_request, reply) => reply.redirect(`${href(paths.account)}#password`, 303));
  app.get('/.well-known/passkey-endpoints', (_request, reply) => {
    const passkeys = `${publicUrl}${href(paths.account)}#passkey`;
    return reply.header('cache-control', A_DAY).send({ enroll: passkeys, manage: passkeys });
  });
}

const securityPolicy = `Reporting a vulnerability in the website of ${company.name}

Write to ${company.email.display}, in English. Say which page or call it is about, how to repeat it, and what somebody could do with it.

While you look:
- Use accounts and data of your own. If you see somebody else's, stop and tell us.
- Send no more requests than you need, no spam, and nothing to other visitors or to our staff.
- Give us time to fix it before you publish it.

A person answers you, and tells you when it is fixed.
`;

/** RFC 9116. @param now milliseconds since 1970 */
function securityTxt(publicUrl: string, now: number): string {
  const expires = new Date((Math.floor(now / DAY_MS) + GOOD_FOR_DAYS) * DAY_MS);
  return [
    `Contact: ${company.email.href}`,
    `Expires: ${expires.toISOString().replace('.000', '')}`,
    'Preferred-Languages: en',
    // Only https URLs are allowed.
    ...(publicUrl.startsWith('https:')
      ? [`Canonical: ${publicUrl}${SECURITY_TXT}`, `Policy: ${publicUrl}${SECURITY_POLICY}`]
      : []),
    '',
  ].join('\n');
}
