import { connect, type Socket } from 'node:net';

/** What postgres.js passes to its option `socket`. */
interface Address {
  readonly host: readonly string[];
  readonly port: readonly number[];
  /** Of a socket file; empty if there is none. */
  readonly path: string | false;
}

/** Looks at each socket within the time that it has to answer. */
const looks = 4;

/**
 * Sockets for postgres.js, closed if nothing arrives for a time: the library waits for an answer without end, so a
 * connection whose server has gone without a word would hold up its run for as long as this process lives.
 *
 * One that is closed before anything arrives fails: so does a load balancer whose server is away. Else the library
 * would connect again and again without a pause, and its statement would wait without end.
 * Waits for https://github.com/porsager/postgres/issues/1193
 *
 * @param answerMs milliseconds; a socket that is idle for so long is closed, too
 */
export function answeringSockets(answerMs: number) {
  const sockets = new Map<Socket, { bytes: number; silent: number }>();
  let opened = 0;
  const looking = setInterval(() => {
    for (const [socket, seen] of sockets) {
      seen.silent = socket.bytesRead === seen.bytes ? seen.silent + 1 : 0;
      seen.bytes = socket.bytesRead;
      if (seen.silent >= looks) socket.destroy();
    }
  }, answerMs / looks).unref();
  return {
    open({ host, port, path }: Address): Socket {
      const place = opened % host.length;
      opened += 1;
      const name = host[place] ?? 'localhost';
      const socket = path ? connect(path) : connect(port[place] ?? 5432, name);
      sockets.set(socket, { bytes: 0, silent: 0 });
      socket.on('close', () => sockets.delete(socket));
      socket.on('end', () => {
        if (socket.bytesRead === 0) socket.destroy(closedBeforeAnswer());
      });
      // postgres.js reads the name from there to verify the certificate.
      return Object.assign(socket.setNoDelay(true), { host: name });
    },
    stop: () => clearInterval(looking),
  };
}

function closedBeforeAnswer(): Error {
  return Object.assign(new Error('The connection was closed before the server had answered.'), { code: 'ECONNRESET' });
}
