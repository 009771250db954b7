import type { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';

/** How many connections there may be. */
interface Caps {
  /** On which no key or session was accepted. */
  readonly strangers: number;
  readonly callers: number;
}

const accepted = 'chronoscribe-accepted';

/** Says that a key or a session of an account was accepted on a connection. The first one counts. */
export function acceptCaller(socket: EventEmitter, account: string): void {
  socket.emit(accepted, account);
}

/**
 * The connections of clients: those on which no key or session was accepted yet by address, the others by account.
 *
 * @param isIdle whether no request is in progress on a connection
 */
export function capConnections(
  isIdle: (socket: Socket) => boolean,
  { strangers: mostStrangers, callers: mostCallers }: Caps = defaultCaps(),
) {
  const strangers = cappedGroups(isIdle, mostStrangers);
  const callers = cappedGroups(isIdle, mostCallers);
  return {
    /**
     * Counts a new connection. Beyond the cap, one of the address that has the most is closed: the oldest idle one, or the
     * oldest if none is idle. It is counted with its account, in the same way, once a key or a session was accepted.
     */
    opened(socket: Socket) {
      strangers.add(socket, socket.remoteAddress ?? '');
      socket.once('close', () => {
        strangers.remove(socket);
        callers.remove(socket);
      });
      socket.once(accepted, (account: string) => {
        strangers.remove(socket);
        callers.add(socket, account);
      });
    },
    /** Stops counting a connection, in whose place another socket is counted. */
    forget: strangers.remove,
  };
}

export type ConnectionCap = ReturnType<typeof capConnections>;

/** Connections in groups, the oldest first. One too many costs the largest group one. */
function cappedGroups(isIdle: (socket: Socket) => boolean, most: number) {
  const groups = new Map<string, Set<Socket>>();
  const names = new WeakMap<Socket, string>();
  let counted = 0;
  const remove = (socket: Socket): void => {
    const name = names.get(socket) ?? '';
    const group = groups.get(name);
    if (!group?.delete(socket)) return;
    counted -= 1;
    if (group.size === 0) groups.delete(name);
  };
  /** Who holds many must not cost others theirs. */
  const largest = (): ReadonlySet<Socket> => {
    let found: ReadonlySet<Socket> = new Set();
    for (const group of groups.values()) if (group.size > found.size) found = group;
    return found;
  };
  /** But for the newest: its client has had no time to say who it is, or waits for its first answer. */
  const closeOne = (newest: Socket): void => {
    let oldest: Socket | undefined;
    for (const socket of largest()) {
      if (socket === newest) continue;
      // A body that comes slowly is a request in progress for a minute. So that goes too, if no connection is idle.
      oldest ??= socket;
      if (!isIdle(socket)) continue;
      oldest = socket;
      break;
    }
    if (oldest === undefined) return;
    oldest.destroy();
    remove(oldest);
  };
  return {
    add(socket: Socket, name: string): void {
      const group = groups.get(name) ?? new Set();
      groups.set(name, group.add(socket));
      names.set(socket, name);
      counted += 1;
      if (counted > most) closeOne(socket);
    },
    remove,
  };
}

/**
 * Half of the files that this process may open for strangers and three eighths for callers: the rest is for files, the store
 * and children.
 */
function defaultCaps(): Caps {
  const files = Number(/^Max open files\s+(\d+)/m.exec(limits())?.[1] ?? 2048);
  const share = (part: number) => Math.max(16, Math.floor(files * part));
  return { strangers: Math.min(10_000, share(1 / 2)), callers: share(3 / 8) };
}

/** Only Linux has the file. */
function limits(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8');
  } catch {
    return '';
  }
}
