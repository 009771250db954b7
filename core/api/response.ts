import { z } from 'zod';

declare const answer: unique symbol;

/**
 * A started run, as a handler returns it. The host waits for its answer, streams its events or answers 202, as the
 * client asked.
 */
export class Running<Answer> {
  readonly id: string;
  /** Never set: carries the type of the answer's body. */
  declare readonly [answer]?: Answer;

  constructor(id: string) {
    this.id = id;
  }
}

const eventStream = Symbol.for('chronoscribe.event-stream');

const bookmark = Symbol.for('chronoscribe.bookmark');

/**
 * A place in an `EventStream`, with the event that leads there. Without one, a client that connects again goes on from
 * there too, and is told of nothing.
 */
export class Bookmark<Datum> {
  /** Also true for an instance of another copy of this package. */
  static [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && bookmark in value;
  }

  readonly [bookmark] = true;
  /** Sent again as `Last-Event-ID`. */
  readonly id: string;
  readonly data: Datum | undefined;

  constructor(id: string, data?: Datum) {
    this.id = id;
    this.data = data;
  }
}

/**
 * The answer to a call that `wantsEvents`. The client receives each event as soon as the iterable yields it. When the
 * client disconnects, `call.signal` is aborted and the iterable is returned, so that its `finally` runs.
 *
 * @example
 * async function* counts() {
 *   for (let count = 1; count <= 3; count += 1) yield { count };
 * }
 * const watched = route({
 *   method: 'GET',
 *   path: '/counts',
 *   summary: 'Watch the counts',
 *   response: z.object({ count: z.number() }),
 *   events: z.object({ count: z.number() }),
 *   handle: ({ wantsEvents }) =>
 *     wantsEvents ? new EventStream(counts(), ({ count }) => ({ id: String(count) })) : { count: 0 },
 * });
 */
export class EventStream<Datum> {
  /** Also true for an instance of another copy of this package, which a plugin may have installed. */
  static [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && eventStream in value;
  }

  readonly [eventStream] = true;
  readonly events: AsyncIterable<Datum | Bookmark<Datum>>;
  readonly #label: (datum: Datum) => EventLabel;

  /** @param label the name and id of an event; by default it has none */
  constructor(events: AsyncIterable<Datum | Bookmark<Datum>>, label: (datum: Datum) => EventLabel = () => ({})) {
    this.events = events;
    this.#label = label;
  }

  /** @returns the name and id of an event */
  label(datum: Datum): EventLabel {
    return this.#label(datum);
  }
}

/** What a client learns of an event beside its data. */
export interface EventLabel {
  /** The type that a client listens for. */
  readonly event?: string;
  /** Sent again as `Last-Event-ID` by a client that connects again. */
  readonly id?: string;
}

const encoded = Symbol.for('chronoscribe.encoded-json');

/**
 * An answer that is JSON already, as its route's response schema has it: whoever makes it, such as a worker thread, has
 * parsed it by that schema. For long lists, which would hold up other requests.
 *
 * @example
 * const events = Buffer.from('[{"time":1}]');
 * const answer = new EncodedJson({ events, next_cursor: null });
 * log.info({ bytes: answer.bytes.byteLength }, '{"events":[{"time":1}],"next_cursor":null}');
 */
export class EncodedJson {
  /** Also true for an instance of another copy of this package. */
  static [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && encoded in value;
  }

  readonly [encoded] = true;
  readonly bytes: Uint8Array;

  /** @param fields the fields of the answer: JSON in UTF-8, or values; undefined ones are left out */
  constructor(fields: Readonly<Record<string, unknown>>) {
    const members = Object.entries(fields).flatMap(([name, value]) => {
      const json = value instanceof Uint8Array ? value : Buffer.from(JSON.stringify(value) ?? '');
      return json.byteLength === 0 ? [] : [[Buffer.from(`,${JSON.stringify(name)}:`), json]];
    });
    const [first, ...rest] = members.flat();
    this.bytes = Buffer.concat([
      Buffer.from('{'),
      ...(first === undefined ? [] : [first.subarray(1), ...rest]),
      Buffer.from('}'),
    ]);
  }
}

const brand = Symbol.for('chronoscribe.download');

/** A file that is sent while it is read. A client may ask for a part of it, as players do. */
export interface StoredFile {
  readonly bytes: number;
  /** @returns the bytes from the first to the last, included */
  read(range: { readonly from: number; readonly to: number }): AsyncIterable<Uint8Array>;
}

/**
 * An answer that is a file instead of JSON. The route declares `response: download(…)` with the media types that it may
 * have.
 */
export class Download {
  /** Also true for an instance of another copy of this package. */
  static [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && brand in value;
  }

  readonly [brand] = true;
  /** A media type; text is UTF-8. */
  readonly type: string;
  /** The file name for a browser: letters, digits, `.`, `_` and `-`. */
  readonly name: string;
  /** A text, also one that is sent while it is made; bytes; or a file. */
  readonly body: string | Uint8Array | AsyncIterable<string> | StoredFile;

  constructor({ type, name, body }: Pick<Download, 'type' | 'name' | 'body'>) {
    this.type = type;
    this.name = name;
    this.body = body;
  }
}

/**
 * The `response` of a route that answers with a file of one of these media types.
 *
 * @param types media types; of JSON as `{ 'application/fhir+json': Bundle }`, with the schema for the API documentation
 * @example
 * const letter = route({
 *   method: 'GET',
 *   path: '/letters/{id}/file',
 *   summary: 'Download a letter',
 *   response: download('text/plain'),
 *   handle: ({ path }) => new Download({ type: 'text/plain', name: 'letter.txt', body: `Letter ${path.id}` }),
 * });
 */
export function download(...types: readonly DocumentedType[]): z.ZodType<Download> {
  const schemas = types.map((type) => (typeof type === 'string' ? { [type]: undefined } : type));
  return z.instanceof(Download).meta({ downloads: Object.assign({}, ...schemas) });
}

type DocumentedType = string | Readonly<Record<string, z.ZodType>>;

/** The media types that a response declares, with the schemas of those that have one; undefined for JSON. */
export function downloadTypes(response: z.ZodType): ReadonlyMap<string, z.ZodType | undefined> | undefined {
  const downloads: unknown = response.meta()?.downloads;
  if (typeof downloads !== 'object' || downloads === null) return undefined;
  return new Map(
    Object.entries(downloads).map(([type, schema]) => [type, schema instanceof z.ZodType ? schema : undefined]),
  );
}
