import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { accountCalls } from 'shared/contracts/account';
import { contactCall } from 'shared/contracts/contact';
import { postCalls } from 'shared/contracts/posts';
import { POSTS_PER_MINUTE } from 'shared/rules/limits';
import { scrape } from 'shared/node/test-support/scrape';
import * as prometheus from 'prom-client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { freePort } from '../../tooling/processes/free-port.ts';
import { apiMeasures } from '../src/measures.ts';
import { json, startApi } from './support/api.ts';
import { goodMessage } from './support/contact.ts';
import { databaseKinds, makeMigratedPlace, type Place } from './support/database.ts';
import { tablesReadThrough } from './support/plans.ts';
import { type ApiProcess, startAndFail, startProcess } from './support/process.ts';

describe.each(databaseKinds)('metrics of the API on %s', (kind) => {
  let place: Place;
  let api: ApiProcess;
  let port: number;
  beforeEach(async () => {
    place = await makeMigratedPlace(kind);
    port = await freePort();
    api = await startProcess(place, { METRICS_PORT: String(port) });
  });
  afterEach(async () => {
    await api.end('SIGTERM');
    await place.remove();
  });

  test('tell what was requested, by pattern and never by path, and the result', async () => {
    const client = '198.51.100.7';
    await api.fetch(postCalls.post(1_234_567));
    await api.fetch('/somebody/secret-path');
    await api.fetch(postCalls.posts, { method: 'PROPFIND' });
    for (let time = 0; time < POSTS_PER_MINUTE + 2; time += 1)
      await api.fetch(contactCall, { ...json(goodMessage), client });
    for (let time = 0; time < 11; time += 1)
      await api.fetch(
        accountCalls.login,
        json({ email: 'ada@example.com', password: 'x' }, { origin: 'http://localhost:3000' }),
      );

    const told = async (key: string) => (await scrape(port)).get(key) ?? 0;
    const requests = (labels: string) => told(`http_server_request_duration_seconds_count{${labels}}`);
    expect(await requests('method="GET",route="/api/blogs/posts/:id",status="404"')).toBe(1);
    expect(await requests('method="GET",route="none",status="404"')).toBe(1);
    expect(await requests('method="other",route="none",status="405"')).toBe(1);
    expect(await requests(`method="POST",route="${contactCall}",status="201"`)).toBe(POSTS_PER_MINUTE);
    expect(await told('api_limits_reached_total{limit="writes"}')).toBe(2);
    expect(await told('api_limits_reached_total{limit="login-account"}')).toBe(1);
    await expect.poll(() => told('api_mails_total{result="sent"}')).toBe(POSTS_PER_MINUTE);
    expect(await told('api_outbox_mails{state="pending"}')).toBe(0);
    const commits = await told('api_database_statement_duration_seconds_count{operation="commit",result="done"}');
    expect(commits).toBeGreaterThanOrEqual(POSTS_PER_MINUTE);
    expect(await told('process_resident_memory_bytes')).toBeGreaterThan(10_000_000);
    expect(await told('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
    if (kind === 'postgres') expect(await told('api_database_connections{state="idle"}')).toBeGreaterThan(0);

    const all = [...(await scrape(port)).keys()].join('\n');
    expect(all, 'nothing that a client sent').not.toMatch(/secret-path|1234567|ada@|PROPFIND|198\.51/);
  });
});

test('a mail that is not due yet has no age', async () => {
  const api = await startApi('sqlite');
  const registry = new prometheus.Registry();
  const end = apiMeasures({ db: api.db, pool: undefined })(registry, prometheus);
  await api.fetch(contactCall, json(goodMessage));
  const ageOf = async (createdAt: number) => {
    await api.db
      .updateTable('outbox')
      .set({ createdAt: new Date(createdAt).toISOString() })
      .execute();
    await registry.metrics();
    return (await registry.getSingleMetric('api_outbox_oldest_seconds')!.get()).values[0]!.value;
  };
  const createdAt = Date.now() - 60_000;
  const age = await ageOf(createdAt);
  expect(age).toBeGreaterThanOrEqual(60);
  expect(age).toBeLessThanOrEqual((Date.now() - createdAt) / 1_000);
  expect(await ageOf(Date.now() + 60_000)).toBe(0);
  expect(await tablesReadThrough(api.db, () => registry.metrics()), 'the mails that were sent are not read').toEqual(
    [],
  );
  end();
  await api.close();
});

describe('the port of the metrics', () => {
  test('is not the one that visitors reach, and has nothing else', async () => {
    const place = await makeMigratedPlace('sqlite');
    const port = await freePort();
    const api = await startProcess(place, { METRICS_PORT: String(port) });
    expect((await api.fetch('/metrics')).status).toBe(404);
    for (const path of ['/', '/metrics/', '/healthz'])
      expect((await fetch(`http://127.0.0.1:${port}${path}`)).status).toBe(404);
    expect((await fetch(`http://127.0.0.1:${port}/metrics`, { method: 'POST' })).status).toBe(404);
    expect(await api.end('SIGTERM'), 'it holds up no stop').toBe(0);
    await place.remove();
  });

  test('stops the start with a sentence when it is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const place = await makeMigratedPlace('sqlite');
    const env = { DATA_DIR: place.dataDir, METRICS_PORT: String(port) };
    const inUse = await startAndFail(env);
    // Reserved for documents (RFC 5737).
    const elsewhere = await startAndFail({ ...env, METRICS_HOST: '192.0.2.1' });
    other.close();
    await place.remove();
    expect(inUse.output).toContain(`METRICS_PORT ${port} cannot be used`);
    expect(elsewhere.output).toContain('METRICS_HOST 192.0.2.1 cannot be used');
    for (const { status, output } of [inUse, elsewhere]) {
      expect(status).toBe(1);
      expect(output).not.toMatch(/\n\s+at /);
    }
  });
});
