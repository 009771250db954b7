import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';

/** Connections on which no key or session was accepted yet, by the address of their client, the oldest first. */
export interface ConnectionCap {
  /**
   * Counts a new connection. Beyond the cap, one of the address that has the most is closed: the oldest idle one, or the
   * oldest if none is idle.
   */
  opened(socket: Socket): void;
  /** Stops counting a connection, in whose place another socket is counted. */
  forget(socket: Socket): void;
}

const accepted = new WeakSet<object>();

/** Says that a key or a session was accepted on a connection, which is not counted any more. */
export function acceptCaller(socket: object): void {
  accepted.add(socket);
}

/** @param isIdle whether no request is in progress on a connection */
export function capConnections(isIdle: (socket: Socket) => boolean, most = defaultCap()): ConnectionCap {
  const byAddress = new Map<string, Set<Socket>>();
  const addresses = new WeakMap<Socket, string>();
  let counted = 0;
  const forget = (socket: Socket): void => {
    // A socket that has closed does not know it any more.
    const address = addresses.get(socket) ?? '';
    const group = byAddress.get(address);
    if (!group?.delete(socket)) return;
    counted -= 1;
    if (group.size === 0) byAddress.delete(address);
  };
  /** The connections of the address that has the most: a client that holds many must not cost others theirs. */
  const largestGroup = (): ReadonlySet<Socket> => {
    let largest: ReadonlySet<Socket> = new Set();
    for (const group of byAddress.values()) if (group.size > largest.size) largest = group;
    return largest;
  };
  /** Closes a connection, but for the newest: its client has had no time to say who it is. */
  const closeOne = (newest: Socket): void => {
    let oldest: Socket | undefined;
    for (const socket of largestGroup()) {
      if (accepted.has(socket)) forget(socket);
      else if (socket !== newest) {
        // A body that comes slowly is a request in progress for a minute. So that goes too, if no connection is idle.
        oldest ??= socket;
        if (!isIdle(socket)) continue;
        oldest = socket;
        break;
      }
      if (counted <= most) return;
    }
    if (oldest === undefined) return;
    oldest.destroy();
    forget(oldest);
  };
  return {
    opened(socket) {
      const address = socket.remoteAddress ?? '';
      const group = byAddress.get(address) ?? new Set();
      byAddress.set(address, group.add(socket));
      addresses.set(socket, address);
      counted += 1;
      socket.once('close', () => forget(socket));
      if (counted > most) closeOne(socket);
    },
    forget,
  };
}

/** Half of the files that this process may open: the other half is for files, the store, children and known callers. */
function defaultCap(): number {
  const limit = /^Max open files\s+(\d+)/m.exec(limits())?.[1];
  return Math.min(10_000, Math.max(16, Math.floor(Number(limit ?? 2048) / 2)));
}

/** Only Linux has the file. */
function limits(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8');
  } catch {
    return '';
  }
}
