/** Addresses that are the same on every site (RFC 8615). */
import type { FastifyInstance } from 'fastify';
import { company } from 'shared/content/company';

const SECURITY_TXT = '/.well-known/security.txt';
const DAY = 24 * 60 * 60 * 1000;
/** RFC 9116 recommends less than a year. A site that runs keeps its word; one that does not says so. In days. */
const GOOD_FOR = 90;

/** Whom to tell about a weakness. @param publicUrl origin of `PUBLIC_URL` */
export async function wellKnownRoutes(app: FastifyInstance, { publicUrl }: { publicUrl: string }): Promise<void> {
  app.get(SECURITY_TXT, (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=86400')
      .send(securityTxt(publicUrl, Date.now())),
  );
}

/** RFC 9116. @param now milliseconds since 1970 */
function securityTxt(publicUrl: string, now: number): string {
  const expires = new Date((Math.floor(now / DAY) + GOOD_FOR) * DAY);
  return [
    `Contact: ${company.email.href}`,
    `Expires: ${expires.toISOString().replace('.000', '')}`,
    'Preferred-Languages: en',
    // Only an address with https counts.
    ...(publicUrl.startsWith('https:') ? [`Canonical: ${publicUrl}${SECURITY_TXT}`] : []),
    '',
  ].join('\n');
}
