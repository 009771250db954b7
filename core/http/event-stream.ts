const heartbeatMs = 15_000;

export interface ServerEvent {
  readonly event?: string;
  readonly data: unknown;
}

/**
 * Answers with Server-Sent Events as `events` yields them, and a comment every 15 s so that a proxy keeps the connection. When the client goes away,
 * `events` is told to return. Where `events` throws, the answer breaks off.
 */
export function eventStream(events: AsyncIterable<ServerEvent>): Response {
  const encoder = new TextEncoder();
  const iterator = events[Symbol.asyncIterator]();
  let heartbeat: NodeJS.Timeout | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      heartbeat = setInterval(() => controller.enqueue(encoder.encode(': still here\n\n')), heartbeatMs);
    },
    async pull(controller) {
      const next = await iterator.next().catch((thrown: unknown) => {
        // A heartbeat into a stream that has failed would throw where nobody catches it.
        clearInterval(heartbeat);
        throw thrown;
      });
      if (next.done) {
        clearInterval(heartbeat);
        controller.close();
      } else {
        controller.enqueue(encoder.encode(format(next.value)));
      }
    },
    async cancel() {
      clearInterval(heartbeat);
      await iterator.return?.();
    },
  });
  return new Response(body, {
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-cache, no-transform', 'x-accel-buffering': 'no' },
  });
}

function format({ event, data }: ServerEvent): string {
  return `${event === undefined ? '' : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`;
}
