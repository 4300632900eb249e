import { once } from 'node:events';
import { connect } from 'node:net';
import fastify from 'fastify';
import { applicationCall } from 'shared/contracts/careers';
import { moderationCalls } from 'shared/contracts/moderation';
import { newsletterCalls } from 'shared/contracts/newsletter';
import { postCalls } from 'shared/contracts/posts';
import { HOP_IP_HEADER, HOP_TOKEN_HEADER, hopToken } from 'shared/node/hop';
import { IMAGES_PER_DAY, SIGN_UPS_PER_HOUR } from 'shared/rules/limits';
import { describe, expect, test, vi } from 'vitest';
import { WriteCounts } from './write-counts.ts';
import { limitWrites } from './write-limit.ts';
import { json, SECRET, startApi, type TestApi } from '../../test/support/api.ts';
import { databaseKinds } from '../../test/support/database.ts';

const WINDOW_MS = 60_000;
const MAX = 3;
const ip = (n: number) => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`;

function counts() {
  let now = 1_000_000;
  const store = new WriteCounts(() => now);
  return {
    later: (time: number) => (now += time),
    /** Requests of an IP address within the window, and how long that lasts. */
    count: (from: string) => {
      let result = { current: 0, ttl: 0 };
      store.incr(from, (_error, counted) => (result = counted), WINDOW_MS, MAX);
      return result;
    },
  };
}

/** One write from each client, down one connection: that many calls of `fetch` take seconds. @returns statuses */
async function writeAll(origin: string, clients: readonly string[]): Promise<number[]> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1').setEncoding('latin1');
  const statuses: number[] = [];
  const body = JSON.stringify({ email: 'nobody' });
  const requestOf = (client: string) =>
    [
      `POST ${newsletterCalls.subscribe} HTTP/1.1`,
      'host: x',
      `${HOP_TOKEN_HEADER}: ${hopToken(SECRET)}`,
      `${HOP_IP_HEADER}: ${client}`,
      'content-type: application/json',
      `content-length: ${body.length}`,
      '',
      body,
    ].join('\r\n');
  for (let n = 0; n < clients.length; n += 100) {
    const some = clients.slice(n, n + 100);
    socket.write(some.map((client) => requestOf(client)).join(''));
    let answers = '';
    const seen = () => [...answers.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
    while (seen().length < some.length) answers += String((await once(socket, 'data'))[0]);
    statuses.push(...seen());
  }
  socket.destroy();
  return statuses;
}

describe('counts of IP addresses', () => {
  test('go up by one, and start over when the window has passed', () => {
    const { count, later } = counts();
    expect(Array.from({ length: 3 }, () => count('192.0.2.1').current)).toEqual([1, 2, 3]);
    expect(count('192.0.2.2').current).toBe(1);
    later(WINDOW_MS - 1);
    expect(count('192.0.2.1')).toEqual({ current: 4, ttl: 1 });
    later(1);
    expect(count('192.0.2.1')).toEqual({ current: 1, ttl: WINDOW_MS });
  });

  test('start over in time, even when the clock was set back', () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] });
    try {
      const store = new WriteCounts();
      const count = () => {
        let current = 0;
        store.incr('192.0.2.1', (_error, counted) => ({ current } = counted), WINDOW_MS, MAX);
        return current;
      };
      expect([count(), count()]).toEqual([1, 2]);
      vi.setSystemTime(0);
      vi.advanceTimersByTime(WINDOW_MS);
      expect(count()).toBe(1);
    } finally {
      vi.useRealTimers();
    }
  });

  test('stay over the limit, however often the client goes on', () => {
    const { count } = counts();
    for (let n = 0; n < 1_000; n += 1) count('192.0.2.1');
    expect(count('192.0.2.1').current).toBe(MAX + 1);
  });

  test('are not forgotten for 100,000 other IP addresses that do their worst, which cost newcomers little', () => {
    const { count } = counts();
    for (let n = 0; n <= MAX; n += 1) count('192.0.2.1');
    for (let other = 0; other < 100_000; other += 1) for (let n = 0; n < MAX; n += 1) count(ip(other));
    expect(count('192.0.2.1').current).toBeGreaterThan(MAX);
    const refused = Array.from({ length: 10_000 }, (_, n) => count(`2001:db8:${n.toString(16)}::`)).filter(
      ({ current }) => current > MAX,
    );
    expect(refused.length).toBeLessThan(50);
  });
});

test('an IP address that wrote too much is still known after 5,200 others have written', async () => {
  const api = await startApi('sqlite');
  try {
    const write = async (client: string) => {
      const response = await api.fetch(newsletterCalls.subscribe, { ...json({ email: 'nobody' }), client });
      await response.body?.cancel();
      return response.status;
    };
    const client = '192.0.2.7';
    for (let n = 0; n < SIGN_UPS_PER_HOUR; n += 1) expect(await write(client)).toBe(422);
    expect(await write(client)).toBe(429);
    const others = Array.from({ length: 5_200 }, (_, n) => ip(n));
    expect(new Set(await writeAll(api.origin, others))).toEqual(new Set([422]));
    expect(await write(client)).toBe(429);
  } finally {
    await api.close();
  }
});

test('a refused client is told how long to wait', async () => {
  const [api, app] = [await startApi('sqlite'), fastify()];
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    await limitWrites(app, api.db);
    const waits = [
      [1, '1 second'],
      [2, '2 seconds'],
      [119, '119 seconds'],
      [120, '2 minutes'],
      [24 * 60 * 60, '24 hours'],
    ] as const;
    for (const [seconds] of waits)
      app.get(`/${seconds}`, { config: { rateLimit: { max: 1, timeWindow: seconds * 1_000 } } }, () => 'served');
    for (const [seconds, wait] of waits) {
      expect((await app.inject(`/${seconds}`)).body).toBe('served');
      const { message } = (await app.inject(`/${seconds}`)).json<{ message: string }>();
      expect(message).toBe(`Too many requests at once. Try again in ${wait}.`);
    }
  } finally {
    vi.useRealTimers();
    await app.close();
    await api.close();
  }
});

describe.each(databaseKinds)('limits of the installation on %s', (kind) => {
  test('count what all instances were sent, and one instance does not ask the database for ever', async () => {
    const one = await startApi(kind);
    const other = await startApi(kind, {}, { beside: one });
    try {
      const send = async (api: TestApi, client: string) => {
        const response = await api.fetch(postCalls.images, { method: 'POST', body: 'x', client });
        await response.body?.cancel();
        return { status: response.status, retryAfter: Number(response.headers.get('retry-after')) };
      };
      for (let n = 0; n < IMAGES_PER_DAY; n += 1)
        expect((await send(n % 2 === 0 ? one : other, '192.0.2.50')).status).toBe(415);
      for (const api of [one, other]) {
        const { status, retryAfter } = await send(api, '192.0.2.50');
        expect(status).toBe(429);
        expect(retryAfter).toBeGreaterThan(23 * 60 * 60);
      }
      expect((await send(other, '192.0.2.51')).status, 'another client').toBe(415);
      const { times } = await one.db
        .selectFrom('attempts')
        .select('times')
        .orderBy((order) => order.fn('length', ['times']), 'desc')
        .executeTakeFirstOrThrow();
      expect((JSON.parse(times) as number[]).length).toBe(IMAGES_PER_DAY);
      await Promise.all(Array.from({ length: IMAGES_PER_DAY / 2 }, () => send(one, '192.0.2.50')));
      await one.db.schema.alterTable('attempts').renameTo('elsewhere').execute();
      expect((await send(one, '192.0.2.50')).status, 'known without the database').toBe(429);
    } finally {
      await other.close();
      await one.close();
    }
  });

  test('are not passed over while the database is away', async () => {
    const api = await startApi(kind);
    try {
      await api.db.schema.alterTable('attempts').renameTo('elsewhere').execute();
      for (const call of [postCalls.images, applicationCall, newsletterCalls.subscribe, moderationCalls.reports(1)]) {
        const response = await api.fetch(call, { method: 'POST', body: 'x' });
        expect(response.status, call).toBeGreaterThanOrEqual(500);
      }
    } finally {
      await api.close();
    }
  });
});
