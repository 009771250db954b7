import { hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { parseJson, textLines } from '../api/text.ts';
import { ifThere } from '../files/durable-write.ts';
import { lockFile } from '../files/file-lock.ts';
import { AuditEvent } from '../kinds/audit.ts';

/** One line of an audit log: an event, in a hash chain. */
const auditEntry = z.strictObject({
  /** From 1, without gaps. */
  seq: z.int().positive(),
  /** ISO 8601, UTC. */
  at: z.iso.datetime(),
  ...AuditEvent.shape,
  count: z.int().positive().optional(),
  /** SHA-256 of the previous line without its line end, in hex; 64 zeros in the first line. */
  previous: z.string().regex(/^[0-9a-f]{64}$/),
});

export type AuditEntry = z.output<typeof auditEntry>;

/** The last entry of a chain: what its next line refers to. */
export interface ChainEnd {
  readonly seq: number;
  readonly hash: string;
}

export const emptyChain: ChainEnd = { seq: 0, hash: '0'.repeat(64) };

/** The line of an event, without its line end, and the end of the chain after it. */
export function nextLine(
  end: ChainEnd,
  at: Date,
  { account, key, person, by, address, request, action, record, outcome, count }: AuditEvent,
): { readonly line: string; readonly end: ChainEnd } {
  const seq = end.seq + 1;
  const who = { account, key, person, by, address, request };
  const what = { action, record, outcome, count };
  const entry: AuditEntry = { seq, at: at.toISOString(), ...who, ...what, previous: end.hash };
  const line = JSON.stringify(entry);
  return { line, end: { seq, hash: hashLine(line) } };
}

/** The entry in a line; undefined if it is none. */
export const parseEntry = (line: string): AuditEntry | undefined => auditEntry.safeParse(parseJson(line)).data;

/** SHA-256 of a line without its line end, in hex. */
export const hashLine = (line: string): string => hash('sha256', line);

/**
 * The folder of the audit log. It holds a chain for each process that writes at the same time (such as a command beside
 * a running host), and a chain has a file for each month: `<chain>/2026-11.ndjson`.
 */
export const auditFolder = (dataFolder: string): string => join(dataFolder, 'audit');

/** The chains of a log in their order; none if there is no log. */
export async function chainsIn(folder: string): Promise<readonly string[]> {
  return (await namesIn(folder)).filter((name) => /^\d+$/.test(name)).toSorted((a, b) => Number(a) - Number(b));
}

/** The files of a chain, oldest first. */
export async function filesOf(folder: string, chain: string): Promise<readonly string[]> {
  const names = (await namesIn(join(folder, chain))).filter((name) => /^\d{4}-\d{2}\.ndjson$/.test(name));
  return names.toSorted().map((name) => join(folder, chain, name));
}

/** The file for an entry of this time. */
export function fileFor(folder: string, chain: string, at: Date): string {
  return join(folder, chain, `${at.toISOString().slice(0, 7)}.ndjson`);
}

/** The lines of a file, without their `\n`. A person's name in them may hold other separators, such as U+2028. */
export const linesOf = (file: string): AsyncIterable<string> => textLines(createReadStream(file));

const namesIn = async (folder: string): Promise<readonly string[]> => (await ifThere(readdir(folder))) ?? [];

/** Locks the first chain that is not locked: no other process writes to it. */
export async function lockChain(
  folder: string,
  number = 1,
): Promise<{
  readonly chain: string;
  /** False once the file of the lock was deleted or replaced: then another process may lock the chain too. */
  isHeld(): Promise<boolean>;
  release(): void;
}> {
  const chain = String(number);
  const file = join(folder, chain, 'lock');
  const release = await lockFile(file);
  if (release === undefined) return lockChain(folder, number + 1);
  const locked = await inode(file);
  let isReleased = false;
  return {
    chain,
    // The file is not opened: closing it would release the lock (POSIX).
    isHeld: async () => !isReleased && locked !== undefined && (await inode(file)) === locked,
    release() {
      if (isReleased) return;
      isReleased = true;
      release();
    },
  };
}

const inode = async (file: string): Promise<number | undefined> => (await ifThere(stat(file)))?.ino;

/** In bytes. Entries are far shorter, since they hold no text of requests. */
const maxLineBytes = 32 * 1024;

/**
 * Where a chain goes on, if its last known entry is `known`. If that is not in it any more, the next entry refers to it
 * all the same: so the gap stays in the chain, and no entry gets a number that another one had.
 *
 * @param options.repair whether an incomplete last line is removed; only for the process that has locked the chain
 * @throws InvalidEntryError that names the file, if its last line is not an entry
 */
export async function resumeChain(
  folder: string,
  chain: string,
  known: ChainEnd,
  options: { readonly repair: boolean },
): Promise<{ readonly end: ChainEnd; readonly gap?: { readonly after: ChainEnd; readonly expected: ChainEnd } }> {
  const found = await endOf(folder, chain, options);
  if (await holds(folder, chain, found, known)) return { end: found };
  const end = { seq: Math.max(found.seq, known.seq), hash: known.hash };
  return { end, gap: { after: found, expected: end } };
}

/** Whether an entry is in a chain, or the gap where it was. The newest entries come first: it is among these. */
async function holds(folder: string, chain: string, end: ChainEnd, known: ChainEnd): Promise<boolean> {
  if (known.seq === 0 || known.hash === end.hash) return true;
  if (end.seq < known.seq) return false;
  for (const file of (await filesOf(folder, chain)).toReversed()) {
    let first: number | undefined;
    for await (const line of linesOf(file)) {
      const entry = parseEntry(line);
      if (entry === undefined) continue;
      if (entry.previous === known.hash || (entry.seq === known.seq && hashLine(line) === known.hash)) return true;
      first ??= entry.seq;
    }
    if (first !== undefined && first <= known.seq) return false;
  }
  return false;
}

/**
 * The end of a chain. An incomplete last line is not part of it: it was never acknowledged, since the process crashed
 * while writing it.
 */
async function endOf(folder: string, chain: string, { repair }: { readonly repair: boolean }): Promise<ChainEnd> {
  const files = await filesOf(folder, chain);
  for (const file of files.toReversed()) {
    const last = await lastLine(file, repair);
    if (last === undefined) continue;
    const entry = parseEntry(last);
    if (entry === undefined) throw invalidEntry(file);
    return { seq: entry.seq, hash: hashLine(last) };
  }
  return emptyChain;
}

/** The last line of a chain is none of an audit log. */
export class InvalidEntryError extends Error {
  override readonly name = 'InvalidEntryError';
}

function invalidEntry(file: string): InvalidEntryError {
  return new InvalidEntryError(
    `The last line of ${file} is no entry of an audit log, so none can follow it. Move the folder ${dirname(file)} away to start a new chain.`,
  );
}

/** The last complete line of a file; undefined if there is none. */
async function lastLine(file: string, repair: boolean): Promise<string | undefined> {
  const handle = await open(file, repair ? 'r+' : 'r');
  try {
    const { size } = await handle.stat();
    const from = Math.max(0, size - maxLineBytes * 2);
    const tail = Buffer.alloc(size - from);
    await handle.read(tail, 0, tail.length, from);
    const end = tail.lastIndexOf('\n') + 1;
    if (repair && end < tail.length) await cutOff(file, handle, { tail, from, end });
    if (end === 0) return undefined;
    return tail
      .subarray(0, end - 1)
      .toString()
      .split('\n')
      .at(-1);
  } finally {
    await handle.close();
  }
}

/** Removes what follows the last line. */
async function cutOff(
  file: string,
  handle: FileHandle,
  { tail, from, end }: { readonly tail: Buffer; readonly from: number; readonly end: number },
): Promise<void> {
  // A crash leaves the beginning of an entry. A file that starts with anything else was not written by an audit log.
  if (from + end === 0 && !tail.toString('latin1').startsWith('{"seq":'.slice(0, tail.length)))
    throw invalidEntry(file);
  await handle.truncate(from + end);
  await handle.sync();
}
