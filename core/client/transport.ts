import { EventSourceParserStream } from 'eventsource-parser/stream';
import createFetchClient from 'openapi-fetch';
import { ChronoscribeError, readRefusal, UnreachableError } from './errors.ts';
import { type OperationName, operations, type PostOptions } from './operations.ts';

/** Where the service is, and the key to call it with. */
export interface ServiceAccess {
  /** `http://127.0.0.1:8080`, or a path below which a proxy offers it. */
  readonly url: string;
  readonly key: string;
  /** Called with a `Request`. Default: the global one. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/** The fields of a request; for an import, the type and the content of its file are among them. */
export type Fields = Readonly<Record<string, unknown>>;

/**
 * The boundary where openapi-fetch's types end: the operation is known only at run time. `Operations` types each call.
 */
interface UntypedClient {
  request(
    method: string,
    path: string,
    init: object,
  ): Promise<{ readonly data?: unknown; readonly error?: unknown; readonly response: Response }>;
}

/**
 * Calls the service. Both methods throw `ChronoscribeError`, `UnreachableError`, or the reason of the signal that ended
 * the call.
 *
 * @throws TypeError for a URL or a key that is invalid.
 */
export function createTransport({ url, key, fetch }: ServiceAccess) {
  const baseUrl = new URL(url).href.replace(/\/$/, '');
  // Not left to `Headers`, whose error quotes the key.
  if (!/^[\x21-\x7e]+$/.test(key)) throw new TypeError('The key is empty, or there is a space or a line break in it.');
  const client = createFetchClient({ baseUrl, ...(fetch && { fetch }) }) as unknown as UntypedClient;

  /** @returns the response and its body, read as `parseAs` says. */
  async function call(
    name: OperationName,
    fields: Fields,
    options: PostOptions,
    accept: string,
    parseAs: 'text' | 'stream',
  ) {
    const [method, path] = operations[name];
    const { headers, ...init } = requestInit(name, fields);
    const { data, error, response } = await client.request(method, path, {
      ...init,
      parseAs,
      headers: {
        ...headers,
        accept,
        authorization: `Bearer ${key}`,
        ...(options.idempotencyKey !== undefined && { 'idempotency-key': options.idempotencyKey }),
      },
      ...(options.signal !== undefined && { signal: options.signal }),
    });
    if (!response.ok) throw refusal(name, response, error);
    return { data, response };
  }

  /** An error between request and answer is the network's, unless the service said it or the caller ended the call. */
  function attributed(thrown: unknown, name: OperationName, { signal }: PostOptions): unknown {
    if (thrown instanceof ChronoscribeError) return thrown;
    return signal?.aborted ? signal.reason : new UnreachableError(`${baseUrl}${operations[name][1]}`, thrown);
  }

  async function* eventData(
    name: OperationName,
    response: Response,
    body: ReadableStream<Uint8Array>,
    options: PostOptions,
  ) {
    try {
      for await (const { event, data } of serverEvents(body)) {
        if (event === 'stopping') return;
        if (event === 'error') throw refusal(name, response, data);
        if (event === 'message') yield data;
      }
      throw new Error('the stream broke off');
    } catch (thrown) {
      throw attributed(thrown, name, options);
    }
  }

  return {
    /** @returns the parsed body of the answer. */
    async send(name: OperationName, fields: Fields, options: PostOptions): Promise<unknown> {
      try {
        const { data, response } = await call(name, fields, options, 'application/json', 'text');
        const answer = name === 'exportEvents' ? data : parsedJson(data);
        if (answer === undefined) throw refusal(name, response, data);
        return answer;
      } catch (thrown) {
        throw attributed(thrown, name, options);
      }
    },
    /**
     * Asks for Server-Sent Events.
     *
     * @returns the data of each event, once the stream is open. It ends when the caller leaves it or the service stops,
     * and throws if the connection breaks.
     */
    async listen(name: OperationName, fields: Fields, options: PostOptions) {
      try {
        const { data, response } = await call(name, fields, options, 'text/event-stream', 'stream');
        return eventData(name, response, data instanceof ReadableStream ? data : ReadableStream.from([]), options);
      } catch (thrown) {
        throw attributed(thrown, name, options);
      }
    },
  };
}

export type Transport = ReturnType<typeof createTransport>;

/** Server-Sent Events as they arrive; one without a name is a `message`. */
export async function* serverEvents(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<{ readonly event: string; readonly data: string }> {
  const events = body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
  for await (const { event = 'message', data } of events) yield { event, data };
}

function requestInit(name: OperationName, given: Fields): { readonly headers?: Readonly<Record<string, string>> } {
  const [method, template] = operations[name];
  const inPath = (field: string) => template.includes(`{${field}}`);
  const path = Object.fromEntries(Object.entries(given).filter(([field]) => inPath(field)));
  const fields = Object.fromEntries(Object.entries(given).filter(([field]) => !inPath(field)));
  if (name === 'importEvents') {
    const { type, content, ...query } = fields;
    return {
      params: { query },
      body: content,
      bodySerializer: (body: unknown) => body,
      duplex: 'half',
      headers: { 'content-type': String(type) },
    } as object;
  }
  return (method === 'post' ? { params: { path }, body: fields } : { params: { path, query: fields } }) as object;
}

function refusal(name: OperationName, { status, headers }: Response, body: unknown): ChronoscribeError {
  const [method, path] = operations[name];
  const parsed = typeof body === 'string' ? parsedJson(body) : body;
  const text = typeof body === 'string' ? body : JSON.stringify(body ?? '');
  return new ChronoscribeError(`${method.toUpperCase()} ${path}`, readRefusal(status, headers, parsed, text));
}

/** Undefined if the value is no text, or no JSON. */
function parsedJson(text: unknown): unknown {
  try {
    return typeof text === 'string' ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}
