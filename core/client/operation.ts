/** One endpoint of the service. Only the compiler knows what it takes and answers; a test compares that with the document of a service. */
export interface Operation<Sends extends Sending, Request, Answer> {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly sends: Sends;
  /** Never set: it carries the types. */
  readonly types?: { readonly request: Request; readonly answer: Answer };
}

/** Where the fields of a request go: into the query string, or into a JSON body; with a file, into the query string beside it. */
export type Sending = 'query' | 'json' | 'file';

/** The request of an operation that takes no fields. */
export type Nothing = Readonly<Record<string, never>>;

/** A file of events, for an import. */
export interface EventFile {
  /** The first four are one event a line, CloudEvents 1.0 or our own fields; CSV has a header. */
  readonly type:
    | 'application/x-ndjson'
    | 'application/ndjson'
    | 'application/jsonl'
    | 'application/cloudevents+json'
    | 'text/csv'
    | 'text/calendar';
  /** The whole text, or its bytes as they come. */
  readonly content: string | AsyncIterable<Uint8Array>;
}

export interface CallOptions {
  /** Ends the call; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

export interface PostOptions extends CallOptions {
  /** The same key and request within 24 hours give the first answer again, and nothing is done twice. 1 to 255 characters. */
  readonly idempotencyKey?: string;
}

/**
 * A call of an operation.
 *
 * Rejects with `ChronoscribeError` where the service refuses, and with `UnreachableError` where there is no answer. Nothing is tried twice.
 */
export type Call<Called> =
  Called extends Operation<infer Sends, infer Request, infer Answer>
    ? Nothing extends Request
      ? (request?: Request, options?: OptionsOf<Sends>) => Promise<Answer>
      : (request: Request, options?: OptionsOf<Sends>) => Promise<Answer>
    : never;

type OptionsOf<Sends extends Sending> = Sends extends 'query' ? CallOptions : PostOptions;

export function get<Request, Answer>(path: string): Operation<'query', Request, Answer> {
  return { method: 'GET', path, sends: 'query' };
}

export function post<Request, Answer>(path: string): Operation<'json', Request, Answer> {
  return { method: 'POST', path, sends: 'json' };
}

export function postFile<Request extends EventFile, Answer>(path: string): Operation<'file', Request, Answer> {
  return { method: 'POST', path, sends: 'file' };
}

/** Not `delete`, which is a word of the language. */
export function remove<Request, Answer>(path: string): Operation<'query', Request, Answer> {
  return { method: 'DELETE', path, sends: 'query' };
}
