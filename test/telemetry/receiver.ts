import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { z } from 'zod';

const Attribute = z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) });
const Span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.int(),
  attributes: z.array(Attribute).default([]),
  status: z.object({ code: z.int().optional() }).optional(),
});
const Export = z.object({
  resourceSpans: z.array(z.object({ scopeSpans: z.array(z.object({ spans: z.array(Span) })) })),
});

export interface ReceivedSpan extends Omit<z.output<typeof Span>, 'attributes'> {
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** A collector of OpenTelemetry that keeps the spans it is sent as OTLP in JSON. */
export async function startCollector() {
  const spans: ReceivedSpan[] = [];
  const bodies: string[] = [];
  const paths = new Set<string>();
  const server = createServer(async (request, response) => {
    const body = await json(request);
    paths.add(request.url ?? '');
    bodies.push(JSON.stringify({ headers: request.headers, body }));
    for (const { scopeSpans } of Export.parse(body).resourceSpans) {
      for (const span of scopeSpans.flatMap((scope) => scope.spans)) {
        const attributes = span.attributes.map(({ key, value }) => [key, Object.values(value)[0]]);
        spans.push({ ...span, attributes: Object.fromEntries(attributes) });
      }
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    paths,
    /** All that it was sent. */
    text: () => bodies.join('\n'),
    async stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
