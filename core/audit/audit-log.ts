import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ensureFile } from '../files/durable-write.ts';
import { lockFile } from '../files/file-lock.ts';
import type { Audit, AuditEvent } from '../kinds/audit.ts';
import { fileFor, filesOf } from './chain-files.ts';
import { type ChainEnd, chainBegin, hashOf, nextLine, readEntry } from './entry.ts';

export interface AuditLog extends Audit {
  /** Waits for what was begun, and lets another process write to the chain. Called again it waits for the same. */
  stop(): Promise<void>;
}

/** In bytes; entries are far shorter, since nothing in them comes from a request as it is. */
const longestLine = 32 * 1024;

interface Waiting {
  readonly deed: AuditEvent;
  readonly at: Date;
  resolve(): void;
  reject(reason: unknown): void;
}

/**
 * Opens the log in `folder`, with the first chain that no other process writes to. Deeds that come while the disk is at work are written together.
 *
 * @throws Error that names the file, where the last line of a chain cannot be gone on from.
 */
export async function openAuditLog(folder: string): Promise<AuditLog> {
  const { chain, release } = await freeChain(folder);
  let end = await endOf(folder, chain).catch((thrown: unknown) => {
    release();
    throw thrown;
  });
  const waiting: Waiting[] = [];
  let working: Promise<void> | undefined;
  let stopped: Promise<void> | undefined;

  const workOff = async () => {
    while (waiting.length > 0) {
      const taken = waiting.splice(0);
      try {
        for (const [file, group] of Map.groupBy(taken, ({ at }) => fileFor(folder, chain, at))) {
          end = await append(file, group, end);
          for (const { resolve } of group) resolve();
        }
      } catch (thrown) {
        // Those that were told already hear no more.
        for (const { reject } of taken) reject(thrown);
      }
    }
    working = undefined;
  };

  return {
    record(deed) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      waiting.push({ deed, at: new Date(), resolve, reject });
      working ??= workOff();
      return promise;
    },
    stop() {
      stopped ??= (working ?? Promise.resolve()).then(release);
      return stopped;
    },
  };
}

async function freeChain(folder: string, number = 1): Promise<{ readonly chain: string; readonly release: () => void }> {
  const chain = String(number);
  const release = await lockFile(join(folder, chain, 'lock'));
  return release === undefined ? freeChain(folder, number + 1) : { chain, release };
}

/** Writes the lines of a group durably; where that fails, none of them is in the file. */
async function append(file: string, group: readonly Waiting[], from: ChainEnd): Promise<ChainEnd> {
  let end = from;
  let text = '';
  for (const { at, deed } of group) {
    const next = nextLine(end, at, deed);
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

/** Where a chain stands. A last line without an end was never acknowledged: the process died while it was written, and it is taken away. */
async function endOf(folder: string, chain: string): Promise<ChainEnd> {
  const files = await filesOf(folder, chain);
  for (const file of files.toReversed()) {
    const last = await lastLine(file);
    if (last === undefined) continue;
    const entry = readEntry(last);
    if (entry === undefined) throw noEntry(file);
    return { seq: entry.seq, hash: hashOf(last) };
  }
  return chainBegin;
}

function noEntry(file: string): Error {
  return new Error(
    `The last line of ${file} is no entry of an audit log, so none can follow it. Move the folder ${dirname(file)} away to begin a new chain.`,
  );
}

/** The last line that has an end; undefined where there is none. What stands behind it is cut off. */
async function lastLine(file: string): Promise<string | undefined> {
  const handle = await open(file, 'r+');
  try {
    const { size } = await handle.stat();
    const from = Math.max(0, size - longestLine * 2);
    const tail = Buffer.alloc(size - from);
    await handle.read(tail, 0, tail.length, from);
    const end = tail.lastIndexOf('\n') + 1;
    if (end < tail.length) {
      // A process that died left the beginning of a line of ours. A file that begins with anything else was not written here.
      if (from + end === 0 && !tail.toString('latin1').startsWith('{"seq":'.slice(0, tail.length))) throw noEntry(file);
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
