import { once } from 'node:events';
import { chmod } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { temporaryFolder } from '../../testing/provider.ts';

/**
 * Settles when the process that calls `socket` is gone: the system then closes the connection, whatever the process was
 * at. The socket has a path, which a process without network reaches too.
 */
export async function deathOf(killed: (socket: string, called: Promise<unknown>) => Promise<unknown>): Promise<void> {
  const folder = await temporaryFolder();
  const path = join(folder.path, 'socket');
  const server = createServer().listen(path);
  await once(server, 'listening');
  // The process may be of another user.
  await Promise.all([chmod(folder.path, 0o755), chmod(path, 0o777)]);
  const called = once(server, 'connection');
  const killing = killed(path, called);
  const [socket] = await called;
  socket.resume().on('error', () => {});
  await Promise.all([once(socket, 'close'), killing]);
  server.close();
  await folder.remove();
}
