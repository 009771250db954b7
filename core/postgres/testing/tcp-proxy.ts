import { connect, createServer, type Socket } from 'node:net';

/** A TCP proxy that simulates network faults and restarts. */
export interface TcpProxy {
  /** The url of the server through the proxy. */
  readonly url: string;
  /** Closes all connections and refuses new ones until `restore`. */
  cut(): Promise<void>;
  restore(): Promise<void>;
  /** Resets all connections, as the machine of a server does that was started again. New ones are accepted. */
  reset(): void;
  /** Drops the bytes from the server, as if its machine had lost power. */
  pause(): void;
  /** Passes on bytes from now on. Dropped bytes stay lost, and clients that wait for them wait for ever. */
  resume(): void;
  /** Closes the connection of the client that sends `said`. The server has received it, and its answer is lost. */
  cutAfter(said: string): void;
  /** Does the same for all connections, and refuses new ones for `ms` milliseconds. */
  cutForAfter(ms: number, said: string): void;
  stop(): Promise<void>;
}

/** Starts a proxy to the server of a url. */
export async function startTcpProxy(to: string): Promise<TcpProxy> {
  const target = new URL(to);
  const sockets = new Set<Socket>();
  let last: { readonly said: string; readonly cut: (client: Socket) => void } | undefined;
  let isHeld = false;

  const clients = new Set<Socket>();
  const server = createServer((client) => {
    clients.add(client);
    client.on('close', () => clients.delete(client));
    const upstream = connect(Number(target.port), target.hostname);
    const ends = [client, upstream] as const;
    for (const socket of ends) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        for (const end of ends) end.destroy();
      });
    }
    upstream.on('data', (bytes) => {
      if (!isHeld) client.write(bytes);
    });
    client.on('data', (bytes) => {
      upstream.write(bytes);
      if (last === undefined || !bytes.includes(last.said)) return;
      const { cut } = last;
      last = undefined;
      cut(client);
    });
  });
  const listen = (port: number) =>
    new Promise<number>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', () => {
        const address = server.address();
        resolve(typeof address === 'object' && address !== null ? address.port : 0);
      });
    });
  const close = () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    for (const socket of sockets) socket.destroy();
    return closed;
  };

  const port = await listen(0);
  const url = new URL(to);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return {
    url: url.href,
    cut: close,
    reset() {
      for (const client of clients) client.resetAndDestroy();
    },
    pause() {
      isHeld = true;
    },
    resume() {
      isHeld = false;
    },
    restore: async () => void (await listen(port)),
    cutAfter(said) {
      last = { said, cut: (client) => void client.destroy() };
    },
    cutForAfter(ms, said) {
      last = { said, cut: () => void close().then(() => setTimeout(() => void listen(port), ms)) };
    },
    stop: close,
  };
}
