/**
 * What a server measures, for Prometheus, on its own port that visitors do not reach. Without `METRICS_PORT` none
 * of this is loaded (decision 083).
 */
import { createServer } from 'node:http';
import { once } from 'node:events';
import type * as prometheus from 'prom-client';
import { answered } from '../http/answered.ts';
import { EnvError } from '../env.ts';

type Client = typeof prometheus;

/** Adds the metrics of one kind of server. @returns a function that stops measuring */
export type Measures = (registry: prometheus.Registry, client: Client) => () => void;

interface MetricsOptions {
  /** `METRICS_PORT`; undefined measures nothing. 0 takes any free port. */
  port: number | undefined;
  /** `METRICS_HOST`. */
  host: string;
  measures: () => Promise<Measures>;
}

export interface MetricsServer {
  port: number;
  close: () => Promise<void>;
}

/** Upper bounds of the buckets for durations, in seconds: from a kept page to what makes visitors leave. */
export const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Starts measuring. @throws EnvError when the port is in use */
export async function startMetrics({ port, host, measures }: MetricsOptions): Promise<MetricsServer | undefined> {
  if (port === undefined) return undefined;
  const [{ default: client }, add] = await Promise.all([import('prom-client'), measures()]);
  const registry = new client.Registry();
  client.collectDefaultMetrics({ register: registry });
  const ends = [measureRequests(registry, client), add(registry, client)];

  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('There is only GET /metrics.\n');
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500, { 'content-type': 'text/plain' }).end('The metrics could not be collected.\n'),
    );
  });
  try {
    await once(server.listen(port, host), 'listening');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new EnvError(
      ['EADDRINUSE', 'EACCES'].includes(code ?? '')
        ? `METRICS_PORT ${port} cannot be used: ${message}. Set it to a free port.`
        : `METRICS_HOST ${host} cannot be used: ${message}. Set it to an IP address of this machine.`,
    );
  }
  server.unref();
  const bound = server.address();
  return {
    port: typeof bound === 'object' && bound ? bound.port : port,
    async close() {
      for (const end of ends) end();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function measureRequests(registry: prometheus.Registry, client: Client): () => void {
  const duration = new client.Histogram({
    name: 'http_server_request_duration_seconds',
    help: 'Time from the first byte of a request to the end of its answer. Routes are patterns.',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [registry],
  });
  return answered.listen(({ method, route, status, seconds }) =>
    // Strangers choose the method, so unknown ones share a label.
    duration.observe({ method: METHODS.has(method) ? method : 'other', route, status }, seconds),
  );
}
