import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import {
  type Context,
  type Span as OpenSpan,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, RandomIdGenerator, TracerProvider } from '@opentelemetry/sdk-trace';
import { version } from '../api/package.ts';
import { Problem } from '../api/problem.ts';
import type { SpanAttributes, SpanOptions, Tracer } from '../api/tracing.ts';

const kinds = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
} as const;

/** Milliseconds that a stop waits for a collector that does not answer. */
const stopMs = 5_000;

/**
 * Sends spans to an OpenTelemetry collector, as OTLP over HTTP. If it cannot be reached, they are dropped.
 *
 * @param settings.otlp the address of a collector, to which `/v1/traces` is added
 */
export function createOtlpTracer({ otlp, headers }: { otlp: string; headers: Readonly<Record<string, string>> }) {
  const url = `${otlp.replace(/\/+$/, '')}/v1/traces`;
  const exporter = new OTLPTraceExporter({ url, headers: { ...headers } });
  const random = new RandomIdGenerator();
  /** The id of the span that is made next, if it is not to be random. */
  let nextId: string | undefined;
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'chronoscribe', 'service.version': version }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
    idGenerator: {
      generateTraceId: () => random.generateTraceId(),
      generateSpanId: () => nextId ?? random.generateSpanId(),
    },
  });
  const tracer = provider.getTracer('chronoscribe', version);
  const contexts = new AsyncLocalStorage<Context>();

  const start = (name: string, { kind = 'internal', attributes = {}, parent }: SpanOptions, startTime?: number) => {
    const above = parent === undefined ? (contexts.getStore() ?? ROOT_CONTEXT) : contextOf(parent);
    const options = { kind: kinds[kind], attributes: { ...attributes }, ...(startTime !== undefined && { startTime }) };
    const span = tracer.startSpan(name, options, above);
    return { span, context: trace.setSpan(above, span) };
  };

  return {
    async span(name, options, work) {
      const { span, context } = start(name, options);
      const open = {
        set: (attributes: SpanAttributes) => void span.setAttributes({ ...attributes }),
        rename: (given: string) => void span.updateName(given),
      };
      try {
        return await contexts.run(context, () => work(open));
      } catch (thrown) {
        fail(span, Problem.of(thrown).code);
        throw thrown;
      } finally {
        span.end();
      }
    },

    record(name, { id, startMs, endMs, problem, ...options }) {
      nextId = id;
      const { span } = start(name, options, startMs);
      nextId = undefined;
      if (problem !== undefined) fail(span, problem);
      span.end(Math.max(startMs, endMs));
    },

    within: (traceparent, work) => contexts.run(contextOf(traceparent), work),

    active() {
      const context = contexts.getStore();
      const active = context && trace.getSpanContext(context);
      return active && `00-${active.traceId}-${active.spanId}-01`;
    },

    /** Sends what is left, for five seconds at most. */
    async stop() {
      await Promise.race([provider.shutdown().catch(() => undefined), wait(stopMs, undefined, { ref: false })]);
    },
  } satisfies Tracer & Readonly<Record<string, unknown>>;
}

/** Of a problem, its code: a message may quote a patient. */
function fail(span: OpenSpan, problem: string): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute('error.type', problem);
}

/** @param traceparent what is none is taken for the beginning of a trace, as W3C Trace Context asks */
function contextOf(traceparent: string | null): Context {
  const match = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-|$)/.exec(traceparent ?? '');
  const [, traceId = '', spanId = ''] = match ?? [];
  if (/^0*$/.test(traceId) || /^0*$/.test(spanId)) return ROOT_CONTEXT;
  const above: SpanContext = { traceId, spanId, traceFlags: 1, isRemote: true };
  return trace.setSpanContext(ROOT_CONTEXT, above);
}
