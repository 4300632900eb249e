import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { expect, test } from 'vitest';
import { complaining } from './complaining-exporter.ts';

test('says once why spans do not arrive, and once more after some have', async () => {
  let status = 401;
  const collector = createServer((request, response) => {
    request.resume().once('end', () => response.writeHead(status).end());
  });
  await once(collector.listen(0, '127.0.0.1'), 'listening');
  const { port } = collector.address() as AddressInfo;
  const said: string[] = [];
  const exporter = complaining(new OTLPTraceExporter({ url: `http://127.0.0.1:${port}` }), (reason) =>
    said.push(reason),
  );
  for (status of [401, 401, 200, 200, 403]) await new Promise((resolve) => exporter.export([], resolve));
  expect(said).toEqual(['401 Unauthorized', '403 Forbidden']);
  await exporter.shutdown();
  collector.closeAllConnections();
  collector.close();
});
