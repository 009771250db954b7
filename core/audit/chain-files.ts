import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { hasCode } from '../files/durable-write.ts';

/**
 * An audit log is a folder of chains, one for each process that writes at the same time (a command beside a running host), and a chain is a file for each month:
 * `<chain>/2026-11.ndjson`.
 */
export function auditFolder(dataFolder: string): string {
  return join(dataFolder, 'audit');
}

/** The chains of a log, in order; none where there is no log. */
export async function chainsIn(folder: string): Promise<readonly string[]> {
  return (await namesIn(folder)).filter((name) => /^\d+$/.test(name)).toSorted((a, b) => Number(a) - Number(b));
}

/** The files of a chain, oldest first. */
export async function filesOf(folder: string, chain: string): Promise<readonly string[]> {
  const names = (await namesIn(join(folder, chain))).filter((name) => /^\d{4}-\d{2}\.ndjson$/.test(name));
  return names.toSorted().map((name) => join(folder, chain, name));
}

/** The file that an entry of this time goes to. */
export function fileFor(folder: string, chain: string, at: Date): string {
  return join(folder, chain, `${at.toISOString().slice(0, 7)}.ndjson`);
}

/** The lines of a file, without their ends. */
export function linesOf(file: string): AsyncIterable<string> {
  return createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Number.POSITIVE_INFINITY });
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (thrown) {
    if (hasCode(thrown, 'ENOENT')) return [];
    throw thrown;
  }
}
