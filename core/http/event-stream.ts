const heartbeatMs = 15_000;

const streamHeaders = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
};

export interface ServerEvent {
  readonly event?: string;
  readonly id?: string;
  /** Undefined for an event of which the client remembers the id and is told nothing. */
  readonly data?: unknown;
}

export interface EventStreamOptions<Datum> {
  readonly events: AsyncIterable<Datum>;
  /** Makes the event for a datum. If it throws, the stream ends with an error, as if `events` had thrown. */
  readonly toEvent: (datum: Datum) => ServerEvent;
  /** The data of the last event, `error`, for a thrown value. */
  readonly describeError: (thrown: unknown) => object;
  /** Aborted when the host begins to stop. The last event is `stopping` then. */
  readonly stopping: AbortSignal;
  /** Further headers of the response. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Whether a client asks for Server-Sent Events instead of one answer. */
export function acceptsEvents(request: Headers): boolean {
  return (request.get('accept') ?? '').includes('text/event-stream');
}

/**
 * A response with Server-Sent Events as they come, and a comment every 15 s so that proxies keep the connection open.
 * When the client goes away or the host stops, the iterator of `events` is returned.
 */
export function eventStream<Datum>({
  events,
  toEvent,
  describeError,
  stopping,
  headers,
}: EventStreamOptions<Datum>): Response {
  const encoder = new TextEncoder();
  const iterator = events[Symbol.asyncIterator]();
  const ended = new AbortController();
  const close = async (): Promise<void> => {
    ended.abort();
    await iterator.return?.();
  };
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const heartbeat = setInterval(() => controller.enqueue(encoder.encode(': still here\n\n')), heartbeatMs);
      const stop = (): void => {
        controller.enqueue(encoder.encode(format({ event: 'stopping', data: {} })));
        controller.close();
        // The client is gone, so there is nobody to report an error to.
        close().catch(() => undefined);
      };
      // Not by the listener's option `signal`: with many listeners, Node's garbage collector drops all but the last.
      ended.signal.addEventListener('abort', () => {
        clearInterval(heartbeat);
        stopping.removeEventListener('abort', stop);
      });
      if (stopping.aborted) stop();
      else stopping.addEventListener('abort', stop);
    },
    async pull(controller) {
      const send = (event: ServerEvent): void => controller.enqueue(encoder.encode(format(event)));
      try {
        const next = await iterator.next();
        // The stream was closed meanwhile.
        if (ended.signal.aborted) return;
        if (!next.done) return send(toEvent(next.value));
      } catch (thrown) {
        // Aborting because nobody listens any more is no error.
        if (ended.signal.aborted) return;
        send({ event: 'error', data: describeError(thrown) });
      }
      controller.close();
      await close();
    },
    cancel: close,
  });
  return new Response(body, { headers: { ...streamHeaders, ...headers } });
}

/** The response to a HEAD: the headers of a stream. The iterator of `events` is returned at once. */
export async function eventStreamHead(events: AsyncIterable<unknown>): Promise<Response> {
  await events[Symbol.asyncIterator]().return?.();
  return new Response(null, { headers: streamHeaders });
}

function format({ event, id, data }: ServerEvent): string {
  const lines = `${event === undefined ? '' : `event: ${event}\n`}${id === undefined ? '' : `id: ${id}\n`}`;
  return data === undefined ? `${lines}\n` : `${lines}data: ${JSON.stringify(data)}\n\n`;
}
