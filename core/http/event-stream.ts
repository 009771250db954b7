const heartbeatMs = 15_000;

const streamHeaders = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
};

export interface ServerEvent {
  readonly event?: string;
  readonly data: unknown;
}

/** What a stream tells, and how. */
export interface EventStreamOptions<Datum> {
  readonly events: AsyncIterable<Datum>;
  /** What it throws ends the stream, as what `events` throws does. */
  readonly tell: (datum: Datum) => ServerEvent;
  /** What the client is told last, as `error`, of what was thrown. */
  readonly describe: (thrown: unknown) => object;
  /** Aborted when the host begins to stop. The client is told `stopping` last then. */
  readonly stopping: AbortSignal;
  /** More of the answer's headers. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Whether a client wants Server-Sent Events instead of one answer. */
export function acceptsEvents(request: Headers): boolean {
  return (request.get('accept') ?? '').includes('text/event-stream');
}

/**
 * Answers with Server-Sent Events as they come, and a comment every 15 s so that a proxy keeps the connection. When the client
 * goes away or the host stops, `events` is told to return.
 */
export function eventStream<Datum>({ events, tell, describe, stopping, headers }: EventStreamOptions<Datum>): Response {
  const encoder = new TextEncoder();
  const iterator = events[Symbol.asyncIterator]();
  const ended = new AbortController();
  const leave = async (): Promise<void> => {
    ended.abort();
    await iterator.return?.();
  };
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const heartbeat = setInterval(() => controller.enqueue(encoder.encode(': still here\n\n')), heartbeatMs);
      const stop = (): void => {
        controller.enqueue(encoder.encode(format({ event: 'stopping', data: {} })));
        controller.close();
        // Nobody is left to be told of what fails in leaving.
        leave().catch(() => undefined);
      };
      // Not by the option `signal` of the listener: where many listen, Node forgets all but the last when it collects garbage.
      ended.signal.addEventListener('abort', () => {
        clearInterval(heartbeat);
        stopping.removeEventListener('abort', stop);
      });
      if (stopping.aborted) stop();
      else stopping.addEventListener('abort', stop);
    },
    async pull(controller) {
      const say = (event: ServerEvent): void => controller.enqueue(encoder.encode(format(event)));
      try {
        const next = await iterator.next();
        // It was closed while the event was waited for.
        if (ended.signal.aborted) return;
        if (!next.done) return say(tell(next.value));
      } catch (thrown) {
        // What is given up because nobody listens any more is no fault.
        if (ended.signal.aborted) return;
        say({ event: 'error', data: describe(thrown) });
      }
      controller.close();
      await leave();
    },
    cancel: leave,
  });
  return new Response(body, { headers: { ...streamHeaders, ...headers } });
}

/** Answers a HEAD with what a stream begins with. Its events are told that nobody asks for them. */
export async function eventStreamHead(events: AsyncIterable<unknown>): Promise<Response> {
  await events[Symbol.asyncIterator]().return?.();
  return new Response(null, { headers: streamHeaders });
}

function format({ event, data }: ServerEvent): string {
  return `${event === undefined ? '' : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`;
}
