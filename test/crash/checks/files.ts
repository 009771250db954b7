import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { verifyFiles } from '../../../core/audit/testing/files.ts';
import { Broken } from '../deed.ts';
import type { Practice } from '../practice.ts';

/**
 * So long a host may take to delete what is not needed any more, where it could not do so at first, in milliseconds.
 */
const patienceMs = 15_000;

/**
 * Of a host at rest: no file that belongs to nothing, all that was answered for of uploads, and an audit log whose
 * chain is whole. Throws a `Broken`.
 */
export async function checkFiles(folder: string, practices: readonly Practice[]): Promise<void> {
  const deadline = performance.now() + patienceMs;
  const blobs = join(folder, 'data', 'blobs');
  for (;;) {
    const files = await filesIn(blobs);
    await checkSent(blobs, files, practices);
    const left = strayFiles(files, practices);
    if (left === undefined) break;
    if (performance.now() > deadline) throw new Broken('fault', left);
    await wait(200);
  }
  for (const { chain, fault } of await verifyFiles(join(folder, 'data', 'audit'))) {
    if (fault !== null) throw new Broken('half', `chain ${chain} of the audit log: ${fault}`);
  }
}

async function filesIn(blobs: string): Promise<readonly string[]> {
  const files = existsSync(blobs) ? await readdir(blobs, { recursive: true, withFileTypes: true }) : [];
  return files
    .filter((file) => file.isFile() && !file.name.endsWith('.lock'))
    .map((file) => join(file.parentPath, file.name).slice(blobs.length + 1));
}

/** Whether the files of each upload are as long as was answered for. Throws a `Broken`. */
async function checkSent(blobs: string, files: readonly string[], practices: readonly Practice[]): Promise<void> {
  for (const [id, { bytes }] of practices.flatMap(({ uploads }) => [...uploads])) {
    let sum = 0;
    for (const file of files) if (file.startsWith(`incoming/${id}/`)) sum += (await stat(join(blobs, file))).size;
    if (sum < bytes) throw new Broken('lost', `${sum} of ${bytes} bytes of the upload ${id} are in files`);
  }
}

/** What is wrong with the files that are kept, in words. Throws a `Broken` for a file of no record. */
function strayFiles(files: readonly string[], practices: readonly Practice[]): string | undefined {
  const records = new Set(
    practices.flatMap(({ transcripts, documents, runs, going }) => {
      // A run that was cancelled as it kept its record leaves that unfinished, which goes within an hour too.
      const cancelled = [...runs].filter(([, { end }]) => end === 'gone').map(([id]) => id);
      return [...transcripts.keys(), ...documents.keys(), ...going, ...cancelled];
    }),
  );
  const uploads = new Set(practices.flatMap((practice) => [...practice.uploads.keys(), ...practice.goingUploads]));
  // A failed run keeps what it was sent, to be tried again; so may one whose deletion was interrupted.
  const failed = practices.flatMap(({ runs, going }) => [
    ...going,
    ...[...runs.values()].filter(({ end }) => end === 'failed'),
  ]).length;
  const ofRuns: string[] = [];
  for (const path of files) {
    const [room = '', second = '', third = ''] = path.split('/');
    if (room === 'records') {
      // The key that records are searched with belongs to all of them.
      if (!second.startsWith('search-key-') && !records.has(third))
        throw new Broken('fault', `the file ${path} belongs to no record`);
    } else if (room === 'incoming' || room === 'live') {
      if (!uploads.has(second)) return `the file ${path} belongs to no upload`;
      // The sound of a recording whose run could not be begun.
    } else if (!(room === 'runs' && uploads.has(second))) ofRuns.push(path);
  }
  return ofRuns.length > failed
    ? `${ofRuns.length} files are kept for ${failed} failed runs: ${ofRuns.join(', ')}`
    : undefined;
}
