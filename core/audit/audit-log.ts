import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Problem } from '../api/problem.ts';
import type { Health } from '../api/provider.ts';
import { ensureFile } from '../files/durable-write.ts';
import { lockFile } from '../files/file-lock.ts';
import type { Audit, AuditEvent } from '../kinds/audit.ts';
import { type ChainEnd, emptyChain, fileFor, filesOf, hashLine, nextLine, parseEntry } from './chain.ts';

export interface AuditLog extends Audit {
  /** Why the last write failed; undefined if it did not. */
  fault(): Problem | undefined;
  /** Completes pending writes and releases the chain for other processes. May be called again. */
  stop(): Promise<void>;
}

/** In bytes. Entries are far shorter, since they hold no text of requests. */
const maxLineBytes = 32 * 1024;

/** An event that is not on the disk yet. */
interface PendingEvent {
  readonly event: AuditEvent;
  readonly at: Date;
  resolve(): void;
  reject(reason: unknown): void;
}

/**
 * Opens the log in `folder`, on the first chain that no other process writes to. Events that come during a write are
 * written together after it.
 *
 * @throws Error that names the file, if the last line of the chain is invalid
 */
export async function openAuditLog(folder: string): Promise<AuditLog> {
  const { chain, release } = await lockChain(folder);
  let end = await endOf(folder, chain).catch((thrown: unknown) => {
    release();
    throw thrown;
  });
  const pending: PendingEvent[] = [];
  let writing: Promise<void> | undefined;
  let stopped: Promise<void> | undefined;
  let fault: Problem | undefined;

  const writePending = async () => {
    while (pending.length > 0) {
      const batch = pending.splice(0);
      try {
        if (fault !== undefined) {
          // What the failed write left is unknown. Whole lines of it are entries, the rest is cut off. If acknowledged
          // entries are gone, the next one still refers to them, so that a verification finds the gap.
          const found = await endOf(folder, chain);
          if (found.seq >= end.seq) end = found;
        }
        for (const [file, group] of Map.groupBy(batch, ({ at }) => fileFor(folder, chain, at))) {
          end = await append(file, group, end);
          fault = undefined;
          for (const { resolve } of group) resolve();
        }
      } catch (thrown) {
        // Does nothing for events that were written.
        fault = notWritten(thrown);
        for (const { reject } of batch) reject(fault);
      }
    }
    writing = undefined;
  };

  return {
    fault: () => fault,
    record(event) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      pending.push({ event, at: new Date(), resolve, reject });
      writing ??= writePending();
      return promise;
    },
    stop() {
      stopped ??= (writing ?? Promise.resolve()).then(release);
      return stopped;
    },
  };
}

/**
 * Whether the log can be written. After a failure it writes an entry that says so once it can again: a host that is not
 * ready gets no requests, whose entries would show it.
 */
export async function auditHealth(log: AuditLog): Promise<Health> {
  try {
    const action = 'audit log written again after a failure';
    if (log.fault() !== undefined)
      await log.record({ account: null, key: null, action, record: null, outcome: 'done' });
    return { status: 'ok', detail: 'entries are written' };
  } catch (thrown) {
    return { status: 'failed', detail: Problem.of(thrown).detail };
  }
}

/** What a request is answered with whose entry could not be written. */
function notWritten(cause: unknown): Problem {
  const detail = 'The audit log could not be written, so this is not answered. What it changes may have taken effect.';
  return Problem.of(cause).code === 'insufficient-storage'
    ? new Problem('insufficient-storage', { detail: `${detail} Free space on the disk of the data folder.`, cause })
    : new Problem('provider-unavailable', {
        detail: `${detail} Check that the folder "audit" of the data folder is there and can be written.`,
        retryAfter: 10,
        transient: true,
        cause,
      });
}

/** Locks the first chain that is not locked. */
async function lockChain(
  folder: string,
  number = 1,
): Promise<{ readonly chain: string; readonly release: () => void }> {
  const chain = String(number);
  const release = await lockFile(join(folder, chain, 'lock'));
  return release === undefined ? lockChain(folder, number + 1) : { chain, release };
}

/** Appends the events of a group durably. If that fails, none of them is in the file. */
async function append(file: string, group: readonly PendingEvent[], from: ChainEnd): Promise<ChainEnd> {
  let end = from;
  let text = '';
  for (const { at, event } of group) {
    const next = nextLine(end, at, event);
    text += `${next.line}\n`;
    end = next.end;
  }
  await ensureFile(file);
  const handle = await open(file, 'a', 0o600);
  const { size } = await handle.stat();
  try {
    await handle.appendFile(text);
    await handle.sync();
  } catch (thrown) {
    await handle.truncate(size);
    throw thrown;
  } finally {
    await handle.close();
  }
  return end;
}

/**
 * The end of a chain. An incomplete last line was never acknowledged, since the process crashed while writing it. It is
 * removed.
 */
async function endOf(folder: string, chain: string): Promise<ChainEnd> {
  const files = await filesOf(folder, chain);
  for (const file of files.toReversed()) {
    const last = await lastLine(file);
    if (last === undefined) continue;
    const entry = parseEntry(last);
    if (entry === undefined) throw invalidEntry(file);
    return { seq: entry.seq, hash: hashLine(last) };
  }
  return emptyChain;
}

function invalidEntry(file: string): Error {
  return new Error(
    `The last line of ${file} is no entry of an audit log, so none can follow it. Move the folder ${dirname(file)} away to start a new chain.`,
  );
}

/** The last complete line of a file; undefined if there is none. What follows it is cut off. */
async function lastLine(file: string): Promise<string | undefined> {
  const handle = await open(file, 'r+');
  try {
    const { size } = await handle.stat();
    const from = Math.max(0, size - maxLineBytes * 2);
    const tail = Buffer.alloc(size - from);
    await handle.read(tail, 0, tail.length, from);
    const end = tail.lastIndexOf('\n') + 1;
    if (end < tail.length) {
      // A crash leaves the beginning of an entry. A file that starts with anything else was not written by an audit
      // log.
      if (from + end === 0 && !tail.toString('latin1').startsWith('{"seq":'.slice(0, tail.length)))
        throw invalidEntry(file);
      await handle.truncate(from + end);
      await handle.sync();
    }
    return end === 0
      ? undefined
      : tail
          .subarray(0, end - 1)
          .toString()
          .split('\n')
          .at(-1);
  } finally {
    await handle.close();
  }
}
