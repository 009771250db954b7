import { createServer, type Socket } from 'node:net';
import { PGlite } from '@electric-sql/pglite';
import { createMutex } from '../../concurrency/mutex.ts';
import { frontendMessages } from './frontend-messages.ts';

/**
 * Serves PGlite, which is Postgres in this process with one session, to any number of connections over a socket. A
 * connection has the session to itself from its first message to the end of its transaction, with its own run-time
 * parameters. Notifications go to all connections.
 *
 * The library's own server switches connections after each message, so that they overwrite each other's unnamed
 * statements.
 *
 * @returns the url of the database
 */
export async function startPglite(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const database = await PGlite.create();
  const sockets = new Set<Socket>();
  const mutex = createMutex();

  const serve = (socket: Socket) => {
    const read = frontendMessages();
    let done: (() => void) | undefined;
    let working = Promise.resolve();
    let status = idle;
    let parameters: Buffer | undefined;

    const answer = async (type: string, bytes: Buffer): Promise<void> => {
      if (type === 'ssl') return void socket.write('N');
      if (type === 'cancel' || type === 'X') return void socket.end();
      if (done === undefined) {
        done = await mutex.acquire();
        if (parameters !== undefined) {
          await database.exec('reset all');
          await database.execProtocolRaw(parameters, { syncToFs: false, throwOnError: false });
        }
      }
      if (type === 'Q' && /^set search_path/.test(bytes.toString('utf8', 5))) parameters = Buffer.from(bytes);
      const answered = Buffer.from(await database.execProtocolRaw(bytes, { syncToFs: false, throwOnError: false }));
      for (const message of backendMessages(answered)) {
        if (message[0] === notification) for (const other of sockets) other.write(message);
        else socket.write(message);
        if (message[0] === readyForQuery) status = message[5] ?? idle;
      }
      // Only these end with "ready for query"; other messages belong to one that follows.
      if ((type === 'startup' || type === 'Q' || type === 'S') && status === idle) leave();
    };
    const leave = () => {
      done?.();
      done = undefined;
    };

    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => undefined);
    socket.on('data', (arrived) => {
      for (const { type, bytes } of read(arrived)) working = working.then(() => answer(type, bytes));
    });
    socket.on('close', () => {
      sockets.delete(socket);
      working = working.then(async () => {
        if (done !== undefined) await database.exec('rollback');
        leave();
      });
    });
  };

  const server = createServer(serve);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('PGlite is not served on a port.');
  return {
    url: `postgres://postgres@127.0.0.1:${address.port}/postgres`,
    async stop() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await database.close();
    },
  };
}

const readyForQuery = 'Z'.charCodeAt(0);
const notification = 'A'.charCodeAt(0);
const idle = 'I'.charCodeAt(0);

function* backendMessages(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; ) {
    const length = bytes.readInt32BE(at + 1) + 1;
    yield bytes.subarray(at, at + length);
    at += length;
  }
}
