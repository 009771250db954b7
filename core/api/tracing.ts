import { hash } from 'node:crypto';

/** Names, ids and counts. Never text of a person, and no key. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** What a span is, beside its name. */
export interface SpanOptions {
  /** As OpenTelemetry means it; default `internal`. */
  readonly kind?: 'internal' | 'server' | 'client' | 'producer' | 'consumer';
  readonly attributes?: SpanAttributes;
  /** The `traceparent` of the span above; null for none. Default: the span that is active. */
  readonly parent?: string | null | undefined;
}

/** A span that is open. */
export interface Span {
  set(attributes: SpanAttributes): void;
  rename(name: string): void;
}

/** A span that is over, such as that of a run, on which several hosts may have worked. */
export interface PastSpan extends SpanOptions {
  /** 16 hexadecimal digits, from which others knew it before; default: random. */
  readonly id?: string | undefined;
  /** Milliseconds since 1970. */
  readonly startMs: number;
  readonly endMs: number;
  /** The code of the problem with which it ended. */
  readonly problem?: string | undefined;
}

/** Where spans go. */
export interface Tracer {
  /** Calls `work` inside of a new span, which ends with it. Of what it throws, the span gets the code. */
  span<T>(name: string, options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T>;
  record(name: string, span: PastSpan): void;
  /** Calls `work` as if the span of this `traceparent` were active. */
  within<T>(traceparent: string, work: () => Promise<T>): Promise<T>;
  /** The active span as a W3C `traceparent`; undefined if there is none. */
  active(): string | undefined;
}

/** Of this process: undefined unless the host that runs in it is configured to send traces. */
let tracer: Tracer | undefined;

/** Sends the spans of this process to a tracer from now on; undefined: nowhere. */
export function useTracer(given: Tracer | undefined): void {
  tracer = given;
}

/** Whether spans go anywhere. */
export function isTracing(): boolean {
  return tracer !== undefined;
}

const noSpan: Span = { set: () => undefined, rename: () => undefined };

/**
 * Does work inside of a span of OpenTelemetry. Without the setting `telemetry.otlp` it only does the work.
 *
 * @example
 * ```ts
 * const orders = (lab: string): Promise<Response> =>
 *   trace('fetch orders', { kind: 'client', attributes: { 'server.address': lab } }, () => fetch(`https://${lab}/orders`));
 * ```
 */
export function trace<T>(name: string, options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T> {
  return tracer === undefined ? work(noSpan) : tracer.span(name, options, work);
}

/** Does work as if the span of a `traceparent` were active; only does the work if there is none. */
export function traceWithin<T>(traceparent: string | null | undefined, work: () => Promise<T>): Promise<T> {
  return tracer === undefined || traceparent == null ? work() : tracer.within(traceparent, work);
}

/** Records a span that is over. */
export function recordSpan(name: string, span: PastSpan): void {
  tracer?.record(name, span);
}

/**
 * The active span as the header `traceparent` of W3C Trace Context, for what carries it on: a request, a stored
 * message.
 *
 * @returns undefined if there is no span
 */
export function activeTraceparent(): string | undefined {
  return tracer?.active();
}

/** The id of the span of a run, which every host can tell before the run has ended. */
export function runSpanId(run: string): string {
  return hash('sha256', run).slice(0, 16);
}

/** The `traceparent` of what belongs to a run. @param submitted that of the span in which the run was submitted */
export function runTraceparent(submitted: string | null | undefined, run: string): string | undefined {
  return submitted == null ? undefined : submitted.replace(/-[0-9a-f]{16}-/, `-${runSpanId(run)}-`);
}
