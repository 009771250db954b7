import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Listens on a free port and says which, as `chronoscribe start` does. */
export function announce(server: Server): void {
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo;
    console.log(`listening on http://127.0.0.1:${port}`);
  });
}
