/**
 * Traces, for following one request through all processes. Without `OTEL_EXPORTER_OTLP_ENDPOINT` they are off and
 * nothing of OpenTelemetry is loaded (decision 084): the functions here then only run the work that they are given.
 */
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { httpUrl, oneOf, share } from '../env.ts';

/** OpenTelemetry's usual variables, as far as they are read. */
export const tracingVariables = {
  /** Where traces go, by OTLP over HTTP; without it there are none. */
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  /** Read by the exporter itself: `authorization=Bearer …`. */
  OTEL_EXPORTER_OTLP_HEADERS: z.string().optional(),
  OTEL_SERVICE_NAME: z.string().optional(),
  /** More about where this runs, read by the SDK itself: `deployment.environment.name=production`. */
  OTEL_RESOURCE_ATTRIBUTES: z.string().optional(),
  OTEL_TRACES_SAMPLER: oneOf([
    'always_on',
    'always_off',
    'traceidratio',
    'parentbased_always_on',
    'parentbased_always_off',
    'parentbased_traceidratio',
  ]).default('parentbased_always_on'),
  /** The share, for the samplers that take a ratio. */
  OTEL_TRACES_SAMPLER_ARG: share.default(1),
};

export type TracingEnv = z.infer<z.ZodObject<typeof tracingVariables>>;

export interface SpanFacts {
  kind?: 'internal' | 'client' | 'producer';
  attributes?: Record<string, string | number | boolean>;
  /** The parent of the span, as a W3C `traceparent`, if it is not the current span. */
  parent?: string | undefined;
}

export interface RequestTracing {
  /** Whether to believe what a request says about its trace: strangers must not decide what is recorded. */
  isTrusted: (request: IncomingMessage) => boolean;
  /** Whether answers say which trace they belong to, for browsers (`Server-Timing`). */
  isTold: boolean;
}

export interface Tracing {
  inSpan: <Result>(name: string, facts: SpanFacts, work: () => Promise<Result>) => Promise<Result>;
  /** Records a span that has already ended, as a part of the current one; does nothing outside of a trace. */
  tellPast: (name: string, facts: SpanFacts & { seconds: number; isError: boolean }) => void;
  headers: () => Record<string, string>;
  bind: <Arguments extends unknown[], Result>(work: (...given: Arguments) => Result) => (...given: Arguments) => Result;
  apart: <Result>(work: () => Result) => Result;
  traceRequests: (app: FastifyInstance, options: RequestTracing) => void;
  /** Sends the remaining spans. */
  close: () => Promise<void>;
}

let tracing: Tracing | undefined;

/** Call it before the server is made. @param service name of the server, unless the environment has another one */
export async function startTracing(env: TracingEnv, service: string): Promise<void> {
  if (env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return;
  const { openTelemetry } = await import('./open-telemetry.ts');
  tracing = openTelemetry(env, service);
}

/** Runs `work` as a span of the trace. If `work` fails, so does this, and the span records it. */
export function inSpan<Result>(name: string, facts: SpanFacts, work: () => Promise<Result>): Promise<Result> {
  return tracing ? tracing.inSpan(name, facts, work) : work();
}

export const tellPast: Tracing['tellPast'] = (name, facts) => tracing?.tellPast(name, facts);

/** Headers that tell other servers about the current span: `traceparent`. Empty while there are no traces. */
export function traceHeaders(): Record<string, string> {
  return tracing?.headers() ?? {};
}

/** The same function, but part of the current span no matter when it is called. */
export const bound: Tracing['bind'] = (work) => tracing?.bind(work) ?? work;

/** Runs `work` outside of any trace, although something in a trace caused it: a worker that was woken. */
export const apart: Tracing['apart'] = (work) => (tracing ? tracing.apart(work) : work());

/** Each request is a span. Call it before any other hook is added. */
export function traceRequests(app: FastifyInstance, options: RequestTracing): void {
  tracing?.traceRequests(app, options);
}

/**
 * Sends the remaining spans, including those that ended while the server stopped. Call it when everything else is done.
 * @param deadlineMs how long to wait: a collector that does not answer must not keep the server from stopping
 */
export async function endTracing(deadlineMs: number): Promise<void> {
  if (!tracing) return;
  const late = new Promise<void>((resolve) => setTimeout(resolve, deadlineMs).unref());
  await Promise.race([tracing.close().catch(() => {}), late]);
}
