import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { AuditGap } from './anchors.ts';
import { type ChainEnd, emptyChain, filesOf, hashLine, linesOf, parseEntry } from './chain.ts';

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
): Promise<{ readonly end: ChainEnd; readonly gap?: Pick<AuditGap, 'after' | 'expected'> }> {
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
