/** {@link Tracing} by OpenTelemetry. Only loaded when traces are wanted. */
import type { IncomingMessage } from 'node:http';
import {
  type Context,
  context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, resourceAttributesEnvDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { complaining } from './complaining-exporter.ts';
import { logLine } from './log-format.ts';
import type { SpanFacts, Tracing, TracingEnv } from './tracing.ts';

const KINDS = { internal: SpanKind.INTERNAL, client: SpanKind.CLIENT, producer: SpanKind.PRODUCER };
/** Monitoring asks for these every few seconds. */
const QUIET = ['/healthz', '/readyz'];

export function openTelemetry(env: TracingEnv, service: string): Tracing {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const propagator = new W3CTraceContextPropagator();
  const exporter = complaining(new OTLPTraceExporter(), (reason) =>
    process.stdout.write(logLine(service, 'warn', `traces do not arrive: ${reason}`)),
  );
  const provider = new TracerProvider({
    sampler: samplerOf(env),
    resource: resourceFromAttributes({ 'service.name': env.OTEL_SERVICE_NAME ?? service }).merge(
      detectResources({ detectors: [resourceAttributesEnvDetector] }),
    ),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  const tracer = provider.getTracer('site');
  const contexts = new WeakMap<IncomingMessage, Context>();

  const parentOf = ({ parent }: SpanFacts): Context =>
    parent === undefined
      ? context.active()
      : propagator.extract(ROOT_CONTEXT, { traceparent: parent }, defaultTextMapGetter);
  const headersOf = (of: Context): Record<string, string> => {
    const headers: Record<string, string> = {};
    propagator.inject(of, headers, defaultTextMapSetter);
    return headers;
  };
  const begun = (
    name: string,
    { kind = 'internal', attributes = {} }: SpanFacts,
    parent: Context,
    startTime?: number,
  ) => tracer.startSpan(name, { kind: KINDS[kind], attributes, ...(startTime !== undefined && { startTime }) }, parent);

  return {
    async inSpan(name, facts, work) {
      const parent = parentOf(facts);
      const span = begun(name, facts, parent);
      try {
        return await context.with(trace.setSpan(parent, span), work);
      } catch (error) {
        failed(span, error);
        throw error;
      } finally {
        span.end();
      }
    },
    tellPast(name, { seconds, isError, ...facts }) {
      const parent = context.active();
      if (!trace.getSpan(parent)) return;
      const now = Date.now();
      const span = begun(name, facts, parent, now - seconds * 1_000);
      if (isError) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(now);
    },
    headers: () => headersOf(context.active()),
    bind: (work) => context.bind(context.active(), work),
    apart: (work) => context.with(ROOT_CONTEXT, work),
    traceRequests(app, { isTrusted, isTold }) {
      app.addHook('onRequest', (request, reply, done) => {
        const { method, headers, raw } = request;
        if (QUIET.includes(request.url)) return done();
        const parent = isTrusted(raw) ? propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter) : ROOT_CONTEXT;
        const attributes = { 'http.request.method': method, 'request.id': request.id };
        const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, parent);
        const own = trace.setSpan(parent, span);
        contexts.set(raw, own);
        if (isTold) void reply.header('server-timing', `traceparent;desc="${headersOf(own)['traceparent']}"`);
        context.with(own, done);
      });
      // The code that reads bodies continues in the context of the connection: this brings back that of the request.
      app.addHook('preHandler', ({ raw }, _reply, done) => context.with(contexts.get(raw) ?? context.active(), done));
      app.addHook('onResponse', (request, reply, done) => {
        const of = contexts.get(request.raw);
        const span = of && trace.getSpan(of);
        if (span) {
          const { statusCode, madeBy, pagePattern } = reply;
          const route = pagePattern ?? request.routeOptions.url;
          if (route !== undefined) span.updateName(`${request.method} ${route}`).setAttribute('http.route', route);
          span.setAttribute('http.response.status_code', statusCode);
          if (madeBy) span.setAttributes({ remote: madeBy.name, release: madeBy.version });
          if (statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        }
        done();
      });
    },
    close: () => provider.shutdown(),
  };
}

/** Only the kind of error: messages may contain what a visitor sent. */
function failed(span: Span, error: unknown): void {
  span.setAttribute('error.type', error instanceof Error ? error.name : typeof error);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

function samplerOf({ OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: ratio }: TracingEnv): Sampler {
  const root = name.endsWith('always_on')
    ? new AlwaysOnSampler()
    : name.endsWith('always_off')
      ? new AlwaysOffSampler()
      : new TraceIdRatioBasedSampler(ratio);
  return name.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
}
