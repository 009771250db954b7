import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { verifyAuditLog } from '../../../core/audit/chain.ts';
import { Broken } from '../deed.ts';
import type { Practice } from '../practice.ts';

/**
 * So long a host may take to delete what is not needed any more, where it could not do so at first, in milliseconds.
 */
const patienceMs = 15_000;

/** Of a host at rest: no file that belongs to nothing, and an audit log whose chain is whole. Throws a `Broken`. */
export async function checkFiles(folder: string, practices: readonly Practice[]): Promise<void> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const left = await strayUploads(folder, practices);
    if (left === undefined) break;
    if (performance.now() > deadline) throw new Broken('fault', left);
    await wait(200);
  }
  for (const { chain, fault } of await verifyAuditLog(join(folder, 'data', 'audit'))) {
    if (fault !== null) throw new Broken('half', `chain ${chain} of the audit log: ${fault}`);
  }
}

/** What is wrong with the uploads that are kept, in words. Throws a `Broken` for a file of no record. */
async function strayUploads(folder: string, practices: readonly Practice[]): Promise<string | undefined> {
  const blobs = join(folder, 'data', 'blobs');
  const files = existsSync(blobs) ? await readdir(blobs, { recursive: true, withFileTypes: true }) : [];
  const held = new Set(
    practices.flatMap(({ transcripts, documents, runs, going }) => {
      // A run that was cancelled as it kept its record leaves that unfinished, which goes within an hour too.
      const cancelled = [...runs].filter(([, { end }]) => end === 'gone').map(([id]) => id);
      return [...transcripts.keys(), ...documents.keys(), ...going, ...cancelled];
    }),
  );
  // A failed run keeps what it was sent, to be tried again; so may one whose deletion was interrupted.
  const failed = practices.flatMap(({ runs, going }) => [
    ...going,
    ...[...runs.values()].filter(({ end }) => end === 'failed'),
  ]).length;
  const uploads: string[] = [];
  for (const file of files) {
    if (!file.isFile() || file.name.endsWith('.lock')) continue;
    const path = join(file.parentPath, file.name).slice(blobs.length + 1);
    // The key that records are searched with belongs to all of them.
    if (path.startsWith('records/search-key-')) continue;
    const [room = '', , record = ''] = path.split('/');
    if (room === 'records' && !held.has(record)) throw new Broken('fault', `the file ${path} belongs to no record`);
    if (room !== 'records') uploads.push(path);
  }
  return uploads.length > failed
    ? `${uploads.length} uploads are kept for ${failed} failed runs: ${uploads.join(', ')}`
    : undefined;
}
