import { createServer, type Socket } from 'node:net';
import { PGlite } from '@electric-sql/pglite';
import { createSemaphore } from '../../concurrency/mutex.ts';
import { frontendMessages } from './frontend-messages.ts';

/**
 * Serves PGlite, which is Postgres in this process with one session, to any number of connections over a socket. Each
 * connection has run-time parameters of its own. Notifications go to all connections.
 *
 * The session is one connection's until its statement, or its transaction, has ended. A serializable transaction lets
 * others in between its statements: it is rolled back for them, and repeated at its next statement. If its statements
 * get other answers then, it fails with 40001, as on a server.
 *
 * The library's own server switches connections after each message, so that they overwrite each other's unnamed
 * statements.
 *
 * @returns the url of the database
 */
export async function startPglite(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const database = await PGlite.create();
  const sockets = new Set<Socket>();
  const mutex = createSemaphore(1);
  const execute = async (messages: readonly Buffer[]): Promise<Buffer> => {
    const answers: Buffer[] = [];
    // One at a time: after an error the library drops the messages that follow it.
    for (const message of messages) {
      answers.push(Buffer.from(await database.execProtocolRaw(message, { syncToFs: false, throwOnError: false })));
    }
    return Buffer.concat(answers);
  };
  /** The connection whose serializable transaction is open in the session, between two of its statements. */
  let paused: object | undefined;

  const serve = (socket: Socket) => {
    const read = frontendMessages();
    const connection = {};
    let done: (() => void) | undefined;
    let working = Promise.resolve();
    let parameters: readonly Buffer[] | undefined;
    let isSerializable = false;
    let hasFailed = false;
    /** The messages of the statement that is arriving. */
    let arriving: Buffer[] = [];
    /** The statements of the open serializable transaction. */
    let statements: { readonly sent: readonly Buffer[]; readonly answered: Buffer }[] = [];

    const answer = async (type: string, bytes: Buffer): Promise<void> => {
      if (type === 'ssl') return void socket.write('N');
      if (type === 'cancel' || type === 'X') return void socket.end();
      arriving.push(bytes);
      // Only these are answered; other messages belong to one that follows.
      if (type !== 'startup' && type !== 'Q' && type !== 'S' && type !== 'H') return;
      const sent = arriving;
      arriving = [];
      const text = type === 'Q' ? bytes.toString('utf8', 5) : '';
      if (done === undefined) {
        done = await mutex.acquire();
        if (!hasFailed && !(await resume())) return refuse(text);
      }
      if (hasFailed) refuse(text);
      else await run(sent, text);
    };
    const run = async (sent: readonly Buffer[], text: string): Promise<void> => {
      if (/^set search_path/.test(text)) {
        parameters = sent;
        isSerializable = text.includes(`default_transaction_isolation to 'serializable'`);
      }
      const answered = await execute(sent);
      let status = idle;
      for (const message of backendMessages(answered)) {
        if (message[0] === notification) for (const other of sockets) other.write(message);
        else socket.write(message);
        if (message[0] === readyForQuery) status = message[5] ?? idle;
      }
      // The statement goes on.
      if (sent.at(-1)?.[0] === flush) return;
      if (status !== idle && isSerializable) {
        paused = connection;
        statements.push({ sent, answered });
      } else {
        paused = undefined;
        statements = [];
      }
      if (status === idle || isSerializable) leave();
    };
    /** Makes the session this connection's. False if its transaction cannot be repeated with the same answers. */
    const resume = async (): Promise<boolean> => {
      if (paused === connection) return true;
      if (paused !== undefined) await database.exec('rollback');
      paused = undefined;
      if (parameters !== undefined) {
        await database.exec('reset all');
        await execute(parameters);
      }
      for (const { sent, answered } of statements) {
        if (answered.equals(await execute(sent))) continue;
        await database.exec('rollback');
        return false;
      }
      return true;
    };
    /** Answers a statement of a transaction that has failed: with the failure until the end of the transaction. */
    const refuse = (text: string): void => {
      const isEnd = /^(rollback|commit)/.test(text);
      const answer = hasFailed && isEnd ? backendMessage('C', 'ROLLBACK\0') : serializationFailure;
      socket.write(Buffer.concat([answer, backendMessage('Z', isEnd ? 'I' : 'E')]));
      hasFailed = !isEnd;
      statements = [];
      leave();
    };
    const leave = () => {
      done?.();
      done = undefined;
    };

    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => undefined);
    socket.on('data', (arrived) => {
      for (const { type, bytes } of read(arrived)) working = working.then(() => answer(type, Buffer.from(bytes)));
    });
    socket.on('close', () => {
      sockets.delete(socket);
      working = working.then(async () => {
        if ((done !== undefined || paused === connection) && !database.closed) await database.exec('rollback');
        if (paused === connection) paused = undefined;
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

const flush = 'H'.charCodeAt(0);
const readyForQuery = 'Z'.charCodeAt(0);
const notification = 'A'.charCodeAt(0);
const idle = 'I'.charCodeAt(0);

const serializationFailure = backendMessage('E', 'SERROR\0VERROR\0C40001\0Mcould not serialize access\0\0');

function backendMessage(type: string, text: string): Buffer {
  const bytes = Buffer.from(`${type}....${text}`);
  bytes.writeInt32BE(bytes.length - 1, 1);
  return bytes;
}

function* backendMessages(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; ) {
    const length = bytes.readInt32BE(at + 1) + 1;
    yield bytes.subarray(at, at + length);
    at += length;
  }
}
