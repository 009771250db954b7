import { ChronoscribeError, UnreachableError } from './error.ts';
import type { EventFile, Operation, PostOptions, Sending } from './operation.ts';
import { parsedJson, readRefusal } from './refusal.ts';
import { serverEvents } from './server-events.ts';

/** Where the service is, and who asks. */
export interface ServiceAccess {
  /** `http://127.0.0.1:8080`, or a path below which a proxy offers it. */
  readonly url: string;
  readonly key: string;
  /** Default: the global one. */
  readonly fetch?: typeof globalThis.fetch;
}

/** The fields of a request; those of an `EventFile` are among them where the operation takes a file. */
export type Fields = Readonly<Record<string, unknown>>;

/** An operation without its types. */
export type Endpoint = Pick<Operation<Sending, unknown, unknown>, 'method' | 'path' | 'sends'>;

/** Asks the service over HTTP. Both throw `ChronoscribeError`, `UnreachableError`, or the reason of the signal that ended the call. */
export interface Exchange {
  /** @returns the parsed body of the answer. */
  ask(endpoint: Endpoint, fields: Fields, options: PostOptions): Promise<unknown>;
  /**
   * Asks for Server-Sent Events.
   *
   * @returns the data of each event, once the stream is open. It ends when it is left, and when the service says that it stops. Where it breaks
   * off, it throws.
   */
  listen(endpoint: Endpoint, fields: Fields, options: PostOptions): Promise<AsyncIterable<string>>;
}

/** @throws TypeError for a URL or a key that is none. */
export function openExchange({ url, key, fetch = globalThis.fetch }: ServiceAccess): Exchange {
  const base = new URL(url).href.replace(/\/$/, '');
  // Not left to `Headers`, whose error quotes what it refuses.
  if (!/^[\x21-\x7e]+$/.test(key)) throw new TypeError('The key is empty, or there is a space or a line break in it.');

  function prepared(endpoint: Endpoint, accept: string, fields: Fields, options: PostOptions): () => Promise<Response> {
    const { query, body, type } = written(endpoint.sends, fields);
    const headers = new Headers({ accept, authorization: `Bearer ${key}` });
    if (type !== undefined) headers.set('content-type', type);
    if (options.idempotencyKey !== undefined) headers.set('idempotency-key', options.idempotencyKey);
    const request = {
      method: endpoint.method,
      headers,
      ...(body !== undefined && { body, duplex: 'half' as const }),
      ...(options.signal !== undefined && { signal: options.signal }),
    };
    return async () => {
      const response = await fetch(`${base}${endpoint.path}${query}`, request);
      if (response.ok) return response;
      throw refused(endpoint, response, await response.text());
    };
  }

  /** What is thrown between request and answer is the network's fault, unless the service said it or the caller ended the call. */
  function blamed(thrown: unknown, endpoint: Endpoint, { signal }: PostOptions): unknown {
    if (thrown instanceof ChronoscribeError) return thrown;
    return signal?.aborted ? signal.reason : new UnreachableError(`${base}${endpoint.path}`, thrown);
  }

  async function* followed(response: Response, endpoint: Endpoint, options: PostOptions): AsyncGenerator<string> {
    try {
      for await (const { event, data } of serverEvents(response.body ?? ReadableStream.from([]))) {
        switch (event) {
          case 'message':
            yield data;
            break;
          case 'stopping':
            return;
          case 'error':
            throw refused(endpoint, response, data);
        }
      }
      throw new Error('the stream broke off');
    } catch (thrown) {
      throw blamed(thrown, endpoint, options);
    }
  }

  return {
    async ask(endpoint, fields, options) {
      const send = prepared(endpoint, 'application/json', fields, options);
      try {
        const response = await send();
        const text = await response.text();
        const answer = parsedJson(text);
        if (answer === undefined) throw refused(endpoint, response, text);
        return answer;
      } catch (thrown) {
        throw blamed(thrown, endpoint, options);
      }
    },
    async listen(endpoint, fields, options) {
      const send = prepared(endpoint, 'text/event-stream', fields, options);
      try {
        return followed(await send(), endpoint, options);
      } catch (thrown) {
        throw blamed(thrown, endpoint, options);
      }
    },
  };
}

function refused({ method, path }: Endpoint, { status, headers }: Response, body: string): ChronoscribeError {
  return new ChronoscribeError(`${method} ${path}`, readRefusal(status, headers, body));
}

interface WrittenRequest {
  /** With its `?`; empty where there is none. */
  readonly query: string;
  readonly type?: string;
  readonly body?: NonNullable<RequestInit['body']>;
}

function written(sends: Sending, fields: Fields): WrittenRequest {
  switch (sends) {
    case 'query':
      return { query: queryOf(fields) };
    case 'json':
      return { query: '', type: 'application/json', body: JSON.stringify(fields) };
    case 'file': {
      // `Call` lets nothing else through.
      const { type, content, ...others } = fields as Fields & EventFile;
      return { query: queryOf(others), type, body: content };
    }
  }
}

function queryOf(fields: Fields): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) query.set(name, String(value));
  return query.size === 0 ? '' : `?${query}`;
}
