import { readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** Removes what a killed process left half-written beside a store's file. Where others may use that too, only what they can do without may be called so. */
export async function sweepTemporaryFiles(file: string): Promise<void> {
  const left = (await readdir(dirname(file))).filter((name) => name.startsWith(`${basename(file)}.`) && name.endsWith('.tmp'));
  for (const name of left) await rm(join(dirname(file), name), { force: true });
}
