import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { contactCall } from 'shared/contracts/contact';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Collector, startCollector } from '../../tooling/site/collector.ts';
import { json } from './support/api.ts';
import { goodMessage } from './support/contact.ts';
import { databaseKinds, makeMigratedPlace, type Place } from './support/database.ts';
import { startProcess } from './support/process.ts';
import { startMailServer } from './support/smtp.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const CALL = 'b7ad6b7169203331';
const traceparent = `00-${TRACE}-${CALL}-01`;

let place: Place;
let collector: Collector;
beforeEach(async () => {
  collector = await startCollector();
});
afterEach(async () => {
  await collector.close();
  await place.remove();
});

describe.each(databaseKinds)('traces of the API on %s', (kind) => {
  beforeEach(async () => {
    place = await makeMigratedPlace(kind);
  });

  test("a message, its statements and its mail belong to the trace of the shell's call", async () => {
    const api = await startProcess(place, { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, LOG_LEVEL: 'info' });
    const answer = await api.fetch(contactCall, { ...json(goodMessage, { traceparent }) });
    expect(answer.status).toBe(201);
    await expect.poll(api.output).toContain('mail sent');
    expect(await api.end('SIGTERM'), 'what is left is sent').toBe(0);

    const spans = collector.spans().filter(({ traceId }) => traceId === TRACE);
    const request = spans.find(({ parentSpanId }) => parentSpanId === CALL)!;
    expect(request).toMatchObject({ name: `POST ${contactCall}`, service: 'api' });
    expect(request.attributes).toMatchObject({ 'http.response.status_code': 201 });
    const within = spans.filter(({ parentSpanId }) => parentSpanId === request.spanId);
    expect(within.map(({ name }) => name)).toEqual(expect.arrayContaining(['sql insert', 'sql commit', 'send mail']));
    const mail = within.find(({ name }) => name === 'send mail')!;
    expect(mail.attributes).toMatchObject({ 'mail.topic': 'contact', 'mail.attempt': 1 });
    expect(spans.filter(({ parentSpanId }) => parentSpanId === mail.spanId).map(({ name }) => name)).toContain(
      'sql update',
    );
    expect(JSON.stringify(collector.spans()), 'nothing that a visitor wrote').not.toMatch(/Ada|Obi|groceries|ada@/);
  });
});

describe('traces of an API, whatever its database', () => {
  beforeEach(async () => {
    place = await makeMigratedPlace('sqlite');
  });

  test('a stranger decides about no trace, and the usual variables hold', async () => {
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_SERVICE_NAME: 'the-api' };
    const api = await startProcess(place, env);
    await api.fetch('/api/blogs/posts', { headers: { traceparent, 'x-shell-hop': 'guessed' } });
    await api.end('SIGTERM');
    const asked = collector.spans().find(({ name }) => name === 'GET /api/blogs/posts')!;
    expect(asked.service).toBe('the-api');
    expect(asked.traceId).not.toBe(TRACE);
  });

  test('with a sampler that takes none, none is sent', async () => {
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER: 'always_off' };
    const api = await startProcess(place, env);
    await api.fetch('/api/blogs/posts', { headers: { traceparent } });
    await api.end('SIGTERM');
    expect(collector.spans()).toEqual([]);
  });

  test('what ends while the API stops is traced, too: a mail on its way', async () => {
    const mails = await startMailServer();
    try {
      const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, SMTP_URL: mails.url };
      const api = await startProcess(place, env);
      mails.slow(1_500);
      expect((await api.fetch(contactCall, json(goodMessage, { traceparent }))).status).toBe(201);
      await expect.poll(() => mails.received.length).toBe(1);
      expect(await api.end('SIGTERM')).toBe(0);
      const names = collector.spans().flatMap(({ traceId, name }) => (traceId === TRACE ? [name] : []));
      expect(names).toEqual(expect.arrayContaining([`POST ${contactCall}`, 'send mail']));
    } finally {
      await mails.down();
    }
  });

  test('a collector that refuses is named in the log', async () => {
    const refusing = createServer((request, response) => {
      request.resume().once('end', () => response.writeHead(401).end());
    });
    await once(refusing.listen(0, '127.0.0.1'), 'listening');
    try {
      const { port } = refusing.address() as AddressInfo;
      const api = await startProcess(place, { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` });
      await api.fetch('/api/blogs/posts');
      expect(await api.end('SIGTERM')).toBe(0);
      const told = api
        .output()
        .split('\n')
        .filter((line) => line.includes('traces'));
      const line = { level: 'warn', service: 'api', message: 'traces do not arrive: 401 Unauthorized' };
      expect(told.map((each) => JSON.parse(each) as object)).toMatchObject([line]);
    } finally {
      refusing.closeAllConnections();
      refusing.close();
    }
  });

  test('a collector that does not answer does not keep the API from stopping', async () => {
    const silent = createServer(() => {});
    await once(silent.listen(0, '127.0.0.1'), 'listening');
    try {
      const { port } = silent.address() as AddressInfo;
      const api = await startProcess(place, { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` });
      await api.fetch('/api/blogs/posts');
      expect(await api.end('SIGTERM')).toBe(0);
    } finally {
      silent.closeAllConnections();
      silent.close();
    }
  });
});
