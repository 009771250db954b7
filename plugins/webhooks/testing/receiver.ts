import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly path: string;
}

/** Starts a server that receives webhooks and responds as configured. */
export async function startReceiver() {
  const received: Received[] = [];
  let answer: { readonly status: number; readonly headers?: Readonly<Record<string, string>> } | 'silence' | 'break' = {
    status: 204,
  };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request.setEncoding('utf8')) body += piece;
    received.push({ headers: request.headers, body, path: request.url ?? '' });
    if (answer === 'break') request.socket.destroy();
    else if (answer !== 'silence') response.writeHead(answer.status, answer.headers).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    answerWith(next: typeof answer): void {
      answer = next;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
