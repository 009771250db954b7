import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How the server answers the next requests for the file. */
export type Manner =
  | { readonly as: 'file' }
  /** Sends `bytes` of what was asked for, then closes the connection. */
  | { readonly as: 'cut'; readonly bytes: number }
  /** Sends `bytes` of what was asked for, then nothing more. */
  | { readonly as: 'stall'; readonly bytes: number }
  /** Sends the file without saying how long it is. */
  | { readonly as: 'unmeasured' }
  /** Sends another file of the same length, though a range is asked for. */
  | { readonly as: 'other-range' }
  | { readonly as: 'page' }
  | { readonly as: 'status'; readonly status: number; readonly headers?: Readonly<Record<string, string>> };

export interface FileServer {
  /** Leads to the file over a redirection, as GitHub does. */
  readonly url: string;
  /** The address of the server alone. */
  readonly origin: string;
  /** The `Range` of each request for the file; undefined where it had none. */
  readonly ranges: readonly (string | undefined)[];
  /** Paths that were asked for. */
  readonly paths: readonly string[];
  /** The next requests are answered so, one after another; when all were, as `file`. */
  answer(...manners: readonly Manner[]): void;
  /** Changes what it has, and the ETag with it. */
  replace(file: Buffer, etag?: string | null): void;
  openRequests(): number;
  stop(): Promise<void>;
}

/** A server that has one file, understands ranges, and can fail. */
export async function startFileServer(first: Buffer): Promise<FileServer> {
  let file = first;
  let etag: string | null = '"first"';
  let open = 0;
  const waiting: Manner[] = [];
  const ranges: (string | undefined)[] = [];
  const paths: string[] = [];

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
    paths.push(pathname);
    if (pathname.startsWith('/moved/')) {
      response.writeHead(302, { location: '/storage/file?token=a' }).end();
      return;
    }
    open += 1;
    response.once('close', () => {
      open -= 1;
    });
    ranges.push(request.headers.range);
    send(request, response, waiting.shift() ?? { as: 'file' });
  });

  function send(request: IncomingMessage, response: ServerResponse, manner: Manner): void {
    switch (manner.as) {
      case 'status':
        response.writeHead(manner.status, manner.headers).end('no');
        return;
      case 'page':
        response
          .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
          .end('<!doctype html><title>Sign in</title>');
        return;
      case 'unmeasured':
        response.writeHead(200).write(file.subarray(0, 1));
        response.end(file.subarray(1));
        return;
      case 'other-range':
        response.writeHead(206, { 'content-range': `bytes 1-${file.length - 1}/${file.length}`, etag: '"other"' });
        response.end(file.subarray(1));
        return;
      case 'file':
      case 'cut':
      case 'stall': {
        const begin = beginning(request);
        const rest = file.subarray(begin);
        const headers = { 'content-length': rest.length, 'accept-ranges': 'bytes', ...(etag !== null && { etag }) };
        const range = { 'content-range': `bytes ${begin}-${file.length - 1}/${file.length}` };
        if (begin > file.length) {
          response.writeHead(416).end();
          return;
        }
        response.writeHead(begin > 0 ? 206 : 200, { ...headers, ...(begin > 0 && range) });
        if (manner.as === 'file') response.end(rest);
        else response.write(rest.subarray(0, manner.bytes), () => manner.as === 'cut' && response.destroy());
        return;
      }
      default:
        manner satisfies never;
    }
  }

  /** Zero where the client has the beginning of something else, or asks for all. */
  function beginning({ headers }: IncomingMessage): number {
    const condition = headers['if-range'];
    if (condition !== undefined && condition !== etag) return 0;
    return Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `${origin}/moved/parrot`,
    origin,
    ranges,
    paths,
    answer: (...manners) => waiting.push(...manners),
    replace(other, tag = '"second"') {
      file = other;
      etag = tag;
    },
    openRequests: () => open,
    async stop() {
      if (!server.listening) return;
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
