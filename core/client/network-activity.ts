import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { replaceMethod } from './replace-method.ts';

// The real ones, whatever is faked later, and wherever: fake-timers replaces the exports of `node:timers` too.
const { setTimeout, clearTimeout, setImmediate } = globalThis;

/** Turns of the event loop without activity, after which promises count as settled. */
const quietTurns = 10;

/** What reads the body of an answer to `fetch`, and may decompress it after it has arrived. */
const bodyReaders = ['arrayBuffer', 'blob', 'bytes', 'formData', 'json', 'text'] as const;

/** The boundary to Node's diagnostics channels, which document these members but have no types. */
interface UndiciMessage {
  readonly request: { readonly method: string; readonly origin: string | URL; readonly path: string } & {
    readonly upgrade?: string | null;
  };
  readonly response?: { readonly headers: readonly Uint8Array[] };
}
interface HttpMessage {
  readonly request: ClientRequest;
  readonly response?: IncomingMessage;
}

/**
 * The requests of this process that began while it watched, by `fetch` or `node:http`, and are not answered whole.
 *
 * @param patienceMs real time, in milliseconds
 */
export function observeNetwork(patienceMs: number) {
  const requests = new Map<object, string>();
  let isWatching = false;
  let count = 0;
  let changed = Promise.withResolvers<void>();

  function began(request: object, name: string): void {
    if (!isWatching) return;
    requests.set(request, name);
    count += 1;
  }
  function ended(request: object): void {
    if (!requests.delete(request)) return;
    count += 1;
    changed.resolve();
  }

  const listeners: Readonly<Record<string, (message: unknown) => void>> = {
    'undici:request:create'(message) {
      const { request } = message as UndiciMessage;
      // A WebSocket is not a request with an answer.
      if (request.upgrade) return;
      began(request, `${request.method} ${request.origin}${request.path.replace(/\?.*/s, '')}`);
    },
    'undici:request:headers'(message) {
      const { request, response } = message as UndiciMessage;
      const isType = (each: Uint8Array) => Buffer.from(each).toString('latin1').toLowerCase() === 'content-type';
      const fields = response?.headers ?? [];
      const type = fields[fields.findIndex((each, index) => index % 2 === 0 && isType(each)) + 1];
      if (type !== undefined && isEndless(Buffer.from(type).toString('latin1'))) ended(request);
    },
    'undici:request:trailers': (message) => ended((message as UndiciMessage).request),
    'undici:request:error': (message) => ended((message as UndiciMessage).request),
    'http.client.request.created'(message) {
      const { request } = message as HttpMessage;
      began(
        request,
        `${request.method} ${request.protocol}//${request.getHeader('host')}${request.path.replace(/\?.*/s, '')}`,
      );
      request.once('close', () => ended(request));
    },
    'http.client.response.finish'(message) {
      const { request, response } = message as HttpMessage;
      if (isEndless(response?.headers['content-type'] ?? '')) ended(request);
    },
  };
  for (const [channel, listener] of Object.entries(listeners)) subscribe(channel, listener);
  const restoreReaders = bodyReaders.map((name) =>
    replaceMethod(Response.prototype, name, (original) => {
      // The boundary to six signatures that differ in what they resolve with only.
      const read = original as (this: Response) => Promise<unknown>;
      return async function (this: Response) {
        const reading = {};
        began(reading, `the body of ${this.url}`);
        try {
          return await read.call(this);
        } finally {
          ended(reading);
        }
      };
    }),
  );

  /** Resolves when a request has ended; false if none did so in time. */
  async function hasChanged(): Promise<boolean> {
    changed = Promise.withResolvers();
    const late = Promise.withResolvers<false>();
    const timer = setTimeout(() => late.resolve(false), patienceMs);
    try {
      return await Promise.race([changed.promise.then(() => true), late.promise]);
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    /** From now on requests that begin are waited for, until `ignore` is called. */
    watch() {
      isWatching = true;
    },
    ignore() {
      isWatching = false;
    },
    /**
     * Resolves once no watched request is open, and promises have settled. If none of them gets on for `patienceMs`, it
     * warns, and waits for them no more.
     */
    async idle() {
      let turns = 0;
      let seen = count;
      while (turns < quietTurns) {
        if (requests.size > 0 && !(await hasChanged())) {
          process.emitWarning(
            `Time goes on without the whole answer to ${[...requests.values()].join(', ')}: no more came for ` +
              `${patienceMs} ms. If it takes longer, set patienceMs. If nobody reads its body, cancel that.`,
            'ServiceClockWarning',
          );
          requests.clear();
        }
        await new Promise((resolve) => setImmediate(resolve));
        turns = seen === count ? turns + 1 : 0;
        seen = count;
      }
    },
    /** `POST http://127.0.0.1:8080/v1/travel` for each watched request that is open, without its query. */
    open: (): readonly string[] => [...requests.values()],
    stop() {
      isWatching = false;
      requests.clear();
      changed.resolve();
      for (const [channel, listener] of Object.entries(listeners)) unsubscribe(channel, listener);
      for (const restore of restoreReaders) restore();
    },
  };
}

export type NetworkActivity = ReturnType<typeof observeNetwork>;

/** An event stream has no end that could be waited for. */
function isEndless(contentType: string): boolean {
  return contentType.toLowerCase().startsWith('text/event-stream');
}
