import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/**
 * Settles when the process that calls `port` is gone: the system then closes the connection, whatever the process was
 * at.
 */
export async function deathOf(killed: (port: number, called: Promise<unknown>) => Promise<unknown>): Promise<void> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const called = once(server, 'connection');
  // The boundary of Node's types: a server on a port has an address.
  const killing = killed((server.address() as AddressInfo).port, called);
  const [socket] = await called;
  socket.resume().on('error', () => {});
  await Promise.all([once(socket, 'close'), killing]);
  server.close();
}
