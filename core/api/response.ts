import { z } from 'zod';

declare const answer: unique symbol;

/** A run that a handler started. The host waits for its answer, streams it or answers 202, as the client asked. */
export class Running<Answer> {
  readonly id: string;
  /** Never set: it carries the type of the answer's body. */
  declare readonly [answer]?: Answer;

  constructor(id: string) {
    this.id = id;
  }
}

const eventStream = Symbol.for('chronoscribe.event-stream');

/**
 * What a handler answers with where `call.wantsEvents`. The client has the headers at once, and each event as soon as the iterable yields it. When nobody listens any
 * more the iterable is told to return, so that its `finally` runs; what it waits for just then it gives up by `call.signal`.
 */
export class EventStream<Datum> {
  /** One of another copy of this package is one too: plugins may bring their own. */
  static [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && eventStream in value;
  }

  readonly [eventStream] = true;
  readonly events: AsyncIterable<Datum>;

  constructor(events: AsyncIterable<Datum>) {
    this.events = events;
  }
}

const brand = Symbol.for('chronoscribe.download');

/** An answer that is a file and not JSON. Its route's response is `download(…)` with the media types that it may have. */
export class Download {
  /** One of another copy of this package is one too: plugins may bring their own. */
  static [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && brand in value;
  }

  readonly [brand] = true;
  /** A media type; text is UTF-8. */
  readonly type: string;
  /** What a browser may call it: letters, digits, `.`, `_` and `-`. */
  readonly name: string;
  readonly body: string;

  constructor({ type, name, body }: { readonly type: string; readonly name: string; readonly body: string }) {
    this.type = type;
    this.name = name;
    this.body = body;
  }
}

/** The response of a route that answers with a file of one of these media types. */
export function download(...types: readonly [string, ...string[]]): z.ZodType<Download> {
  return z.instanceof(Download).meta({ downloadTypes: types });
}

/** The media types that a response declares; undefined for one that is JSON. */
export function downloadTypes(response: z.ZodType): readonly string[] | undefined {
  const types = response.meta()?.downloadTypes;
  return Array.isArray(types) ? types.filter((type) => typeof type === 'string') : undefined;
}
