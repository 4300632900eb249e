/**
 * Odd requests to every route, byte for byte: none is answered as if the server were at fault, none stops it. This is
 * the short form of `npm run faults`, with the same requests in every run; `malformed.test.ts` checks what refused
 * requests leave behind.
 */
import { contactCall } from 'shared/contracts/contact';
import { HOP_IP_HEADER, HOP_TOKEN_HEADER, hopToken } from 'shared/node/hop';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { protocolRequests } from '../../../tooling/faults/requests/protocol-requests.ts';
import { chanceFrom } from '../../../tooling/faults/random.ts';
import { faults } from '../../../tooling/faults/report.ts';
import { chosen, isAboutValues } from '../../../tooling/faults/requests/request.ts';
import { requestsTo } from '../../../tooling/faults/requests/route-requests.ts';
import { routesFrom } from '../../../tooling/faults/requests/routes.ts';
import { sendAll, type Servers } from '../../../tooling/faults/send.ts';
import { type IdentityProvider, startIdentityProvider } from '../../../tooling/identity-provider/identity-provider.ts';
import { freePort } from '../../../tooling/processes/free-port.ts';
import { json, PUBLIC_URL, SECRET, startApi, type TestApi } from '../../test/support/api.ts';
import { goodMessage } from '../../test/support/contact.ts';
import { databaseKinds } from '../../test/support/database.ts';
import { memberOf } from '../../test/support/visitor.ts';

const PAYMENTS_SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
/** Most are odd in a value that a route reads, some in what surrounds it. */
const REQUESTS = { values: 400, others: 100 };
/** It sends U+0000 where only PostgreSQL minds. */
const SEED = 52;

/** The same for both databases. */
let allRequests: ReturnType<typeof requestsTo> | undefined;
async function requestsOf(api: TestApi) {
  const routes = routesFrom(await (await api.fetch('/api/openapi.json')).json(), PAYMENTS_SECRET);
  return [...requestsTo(routes, 'api'), ...protocolRequests('api', '/healthz')];
}

describe.each(databaseKinds)('odd requests on %s', (kind) => {
  let api: TestApi;
  let provider: IdentityProvider;
  let session: string;
  beforeAll(async () => {
    provider = await startIdentityProvider({
      port: await freePort(),
      site: PUBLIC_URL,
      secret: 'the secret of the provider',
    });
    api = await startApi(kind, { PAYMENTS_SECRET, ...provider.env });
    const member = await memberOf(api, 'member@example.com');
    session = [...member.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  });
  afterAll(async () => {
    await api.close();
    await provider.down();
  });

  const servers = (): Servers => ({
    port: () => Number(new URL(api.origin).port),
    usual: (_target, ip) => ({
      host: 'site.test',
      origin: PUBLIC_URL,
      from: { [HOP_TOKEN_HEADER]: hopToken(SECRET), [HOP_IP_HEADER]: ip },
      session,
    }),
    folders: [process.cwd(), api.place.dataDir],
  });

  test('to every route, in every kind', async () => {
    const chance = chanceFrom(SEED);
    const all = (allRequests ??= await requestsOf(api));
    expect(all.length).toBeGreaterThan(4_000);
    const requests = [
      ...chosen(all.filter(isAboutValues), REQUESTS.values, chance),
      ...chosen(
        all.filter((request) => !isAboutValues(request)),
        REQUESTS.others,
        chance,
      ),
    ];
    const outcomes = await sendAll(requests, servers(), chance);
    expect(faults(outcomes)).toBe('');
    const different = (what: 'route' | 'kind', of = all) => new Set(of.map((request) => request[what])).size;
    for (const what of ['route', 'kind'] as const)
      expect(different(what, requests), `every ${what}`).toBe(different(what));
    const statuses = Map.groupBy(outcomes, ({ answer }) => Math.floor(answer.status / 100));
    for (const hundreds of [2, 4])
      expect(statuses.get(hundreds)?.length, 'they are read, not turned away at the door').toBeGreaterThan(20);
    const limited = outcomes.filter(({ answer }) => answer.status === 429).length;
    expect(limited, 'limits hide nothing').toBeLessThan(requests.length / 10);
  });

  test('a visitor is served as before', async () => {
    expect((await api.fetch(contactCall, json(goodMessage))).status).toBe(201);
    expect((await memberOf(api, 'afterwards@example.com')).cookies.has('session')).toBe(true);
  });
});
