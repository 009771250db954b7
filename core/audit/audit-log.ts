import { open, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { Logger } from '../api/logger.ts';
import { Problem } from '../api/problem.ts';
import type { Health } from '../api/provider.ts';
import { ensureFile, ifThere, syncFolder } from '../files/durable-write.ts';
import type { Audit, AuditEvent } from '../kinds/audit.ts';
import type { Store } from '../kinds/store.ts';
import { type AuditGap, gapRecord, gapText, openAnchoredLog } from './anchors.ts';
import { auditFolder, type ChainEnd, fileFor, InvalidEntryError, lockChain, nextLine, resumeChain } from './chain.ts';

/** Where a log is kept, and where its end is saved. */
interface AuditPlace {
  /** The data folder. */
  readonly data: string;
  readonly store: Store;
  /** Whether other hosts save the ends of their logs in the same store. */
  readonly isClustered: boolean;
  readonly log: Logger;
}

/** An event that is not on the disk yet. */
interface PendingEvent {
  readonly event: AuditEvent;
  readonly at: Date;
  resolve(): void;
  reject(reason: unknown): void;
}

/** The file of the last entry, as this process left it. */
interface Written {
  readonly file: string;
  readonly ino: number;
  readonly size: number;
}

/**
 * Opens the log on the first chain that no other process writes to. Events that come during a write are written
 * together after it. Entries that are gone, although their end was saved in the store, are reported in the log of the
 * host, in the store and in the audit log itself, which goes on after them.
 *
 * @throws Error that names the file, if the last line of the chain is invalid
 */
export async function openAuditLog(place: AuditPlace) {
  const folder = auditFolder(place.data);
  // Before the files are read: they are never behind what was saved before.
  const anchored = await openAnchoredLog(place);
  const pending: PendingEvent[] = [];
  let writing: Promise<void> | undefined;
  let stopped: Promise<void> | undefined;
  let fault: Problem | undefined;
  let written: Written | undefined;
  /** The last entry that was acknowledged. */
  let acknowledged: { readonly chain: string; readonly end: ChainEnd; readonly file: string } | undefined;
  let locked = await lockChain(folder);
  let end: ChainEnd;

  const anchoring = startAnchoring(async () => {
    if (acknowledged !== undefined) await anchored.save(acknowledged.chain, acknowledged.end, acknowledged.file);
  }, place.log);

  const record: Audit['record'] = (event) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    pending.push({ event, at: new Date(), resolve, reject });
    writing ??= writePending();
    return promise;
  };
  const report = (gap: AuditGap): void => {
    if (!anchored.found(gap)) return;
    const what = { chain: gap.chain, missing: gapText(gap.after.seq, gap.expected.seq) };
    place.log.error(what, 'the audit log is not whole; chronoscribe audit verify says more');
    const event = { account: null, key: null, action: 'audit entries missing', record: gapRecord(gap) };
    record({ ...event, outcome: 'failed' }).catch((err: unknown) =>
      place.log.error({ ...what, err }, 'an entry of the audit log could not be written'),
    );
  };
  /** Reads the end of the locked chain. */
  const resume = async (known: ChainEnd): Promise<void> => {
    const { chain } = locked;
    const resumed = await resumeChain(folder, chain, known, { repair: true });
    end = resumed.end;
    if (resumed.gap !== undefined) report({ log: anchored.log, chain, ...resumed.gap });
  };
  const reopen = async (): Promise<void> => {
    const { chain } = locked;
    if (!(await locked.isHeld())) {
      locked.release();
      locked = await lockChain(folder);
    }
    await resume(locked.chain === chain ? end : anchored.known(locked.chain)).catch((thrown: unknown) => {
      if (!(thrown instanceof InvalidEntryError)) throw thrown;
      // A line that somebody else has added must not stop the host, which knows its own last one. It stays as it is.
      place.log.error({ err: thrown }, 'the audit log was changed by another program');
    });
    written = undefined;
  };

  const writePending = async () => {
    do {
      const batch = pending.splice(0);
      try {
        // What a failed write left is unknown. Whole lines of it are entries, the rest is cut off.
        if (fault !== undefined || !(await isAsWritten(written))) await reopen();
        for (const [file, group] of Map.groupBy(batch, ({ at }) => fileFor(folder, locked.chain, at))) {
          const appended = await append(file, group, end);
          ({ end, written } = appended);
          acknowledged = { chain: locked.chain, end, file: basename(file) };
          fault = undefined;
          for (const { resolve } of group) resolve();
          anchoring.changed();
        }
      } catch (thrown) {
        // Does nothing for events that were written.
        fault = notWritten(thrown);
        for (const { reject } of batch) reject(fault);
      }
    } while (pending.length > 0);
    writing = undefined;
  };

  try {
    await resume(anchored.known(locked.chain));
    for (const gap of await anchored.otherGaps(folder, locked.chain)) report(gap);
  } catch (thrown) {
    await writing;
    locked.release();
    throw thrown;
  }

  return {
    record,
    /** Why the last write failed; undefined if it did not. */
    fault: () => fault,
    /** Looks whether what was written is still there, as each write does. */
    async check() {
      writing ??= writePending();
      await writing;
    },
    /** The gaps that nobody has acknowledged. @throws what the store threw when the last end was to be saved */
    async gaps() {
      if (anchoring.fault() !== undefined) throw anchoring.fault();
      return anchored.gaps();
    },
    /** Completes pending writes, saves the end in the store and releases the chain. May be called again. */
    stop() {
      stopped ??= (writing ?? Promise.resolve()).then(() => anchoring.stop()).finally(() => locked.release());
      return stopped;
    },
  } satisfies Audit & Readonly<Record<string, unknown>>;
}

export type AuditLog = Awaited<ReturnType<typeof openAuditLog>>;

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

/** Whether nobody else has changed the file of the last entry. */
async function isAsWritten(written: Written | undefined): Promise<boolean> {
  if (written === undefined) return true;
  const found = await ifThere(stat(written.file));
  return found?.ino === written.ino && found.size === written.size;
}

/** Appends the events of a group durably. If that fails, none of them is in the file. */
async function append(
  file: string,
  group: readonly PendingEvent[],
  from: ChainEnd,
): Promise<{ readonly end: ChainEnd; readonly written: Written }> {
  let end = from;
  let text = '';
  for (const { at, event } of group) {
    const next = nextLine(end, at, event);
    text += `${next.line}\n`;
    end = next.end;
  }
  await ensureFile(file);
  const handle = await open(file, 'a', 0o600);
  try {
    const { size, ino } = await handle.stat();
    try {
      await handle.appendFile(text);
      await handle.sync();
      // Its name too: the attempt that created the file may have failed before that.
      if (size === 0) await syncFolder(dirname(file));
    } catch (thrown) {
      await handle.truncate(size);
      throw thrown;
    }
    return { end, written: { file, ino, size: size + Buffer.byteLength(text) } };
  } finally {
    await handle.close();
  }
}

/** A commit of the store waits for the disk, so that one for each entry would double the time of a request. */
const leastMs = 1000;

/** A store that is one file is written as a whole, and shall do so for a twentieth of the time at most. */
const pausePerSave = 20;

/**
 * Saves the end of a chain after it has changed, in the background, at most once a second and more seldom in a slow store.
 *
 * @param save saves the end as it is when it is called; after an error it is called again a second later
 */
function startAnchoring(save: () => Promise<void>, log: Logger) {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let nextAt = Number.NEGATIVE_INFINITY;
  let isChanged = false;
  let fault: unknown;

  const run = async (): Promise<void> => {
    const startedAt = performance.now();
    isChanged = false;
    try {
      await save();
      fault = undefined;
    } catch (thrown) {
      isChanged = true;
      if (fault === undefined) log.error({ err: thrown }, 'the end of the audit log could not be saved in the store');
      fault = thrown;
    }
    nextAt = startedAt + Math.max(leastMs, pausePerSave * (performance.now() - startedAt));
  };
  const schedule = (): void => {
    if (timer !== undefined || running !== undefined) return;
    const start = (): void => {
      timer = undefined;
      running = run().then(() => {
        running = undefined;
        if (isChanged) schedule();
      });
    };
    timer = setTimeout(start, Math.max(0, nextAt - performance.now())).unref();
  };
  return {
    /** Says that there is something to save. */
    changed() {
      isChanged = true;
      schedule();
    },
    /** Why the last attempt failed; undefined if it did not. */
    fault: () => fault,
    /** Saves what is not saved yet, with one attempt. */
    async stop() {
      await running;
      clearTimeout(timer);
      if (isChanged) await run();
    },
  };
}

/**
 * Whether the log can be written, and is whole. After a failure it writes an entry that says so once it can again: a
 * host that is not ready gets no requests, whose entries would show it.
 */
export async function auditHealth(log: AuditLog): Promise<Health> {
  try {
    await log.check();
    const action = 'audit log written again after a failure';
    if (log.fault() !== undefined)
      await log.record({ account: null, key: null, action, record: null, outcome: 'done' });
  } catch (thrown) {
    return { status: 'failed', detail: Problem.of(thrown).detail };
  }
  try {
    const gaps = (await log.gaps()).map(({ chain, after, expected }) => `chain ${chain}: ${gapText(after, expected)}`);
    if (gaps.length === 0) return { status: 'ok', detail: 'entries are written' };
    return {
      status: 'degraded',
      detail: `Entries are written, but some that were acknowledged are gone or changed. ${gaps.join('; ')}.`,
      hint: 'Look who has changed the folder "audit" of the data folder, and bring the files back from a copy. What cannot be brought back: chronoscribe audit acknowledge.',
    };
  } catch {
    return {
      status: 'degraded',
      detail: 'Entries are written, but the last one is not saved in the store: if it is removed, nobody will notice.',
      hint: 'The host tries again every second. See that the store can be written.',
    };
  }
}
