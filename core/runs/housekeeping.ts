import type { Blobs } from '../kinds/blobs.ts';
import type { Store } from '../kinds/store.ts';
import { runBlobs, runsThatAre, type StoredRun, settledBefore } from './stored-run.ts';

export interface RunRetention {
  /** Days after which a settled run is forgotten; its record stays. */
  readonly keepDays: number;
  /** Hours for which a failed run keeps its upload, to be retried with. */
  readonly keepFailedUploadsHours: number;
}

/** Deletes what came with a run and what its steps wrote. */
export async function deleteRunBlobs(blobs: Blobs, run: StoredRun): Promise<void> {
  for (const name of run.uploads ?? []) await blobs.delete(name);
  for await (const blob of blobs.list(runBlobs(run.id))) await blobs.delete(blob.name);
}

/** Deletes what has outlived its retention: files of failed runs first, whole runs later, through `forget`. Returns how many runs are forgotten. */
export async function sweepRuns(
  parts: { readonly store: Store; readonly blobs: Blobs; readonly retention: RunRetention; readonly now: number },
  dropUploads: (run: StoredRun) => Promise<void>,
  forget: (run: StoredRun) => Promise<void>,
): Promise<number> {
  const { store, retention, now } = parts;
  for await (const run of settledBefore(store, now - retention.keepFailedUploadsHours * 3_600_000)) {
    if (run.uploads !== null) await dropUploads(run);
  }
  let forgotten = 0;
  for await (const run of settledBefore(store, now - retention.keepDays * 86_400_000)) {
    await forget(run);
    forgotten += 1;
  }
  return forgotten;
}

/** Deletes files that no run holds: what a process wrote that died before it could say so. Only while nothing is being uploaded. */
export async function deleteOrphans(store: Store, blobs: Blobs): Promise<void> {
  const held = new Set<string>();
  const alive = new Set<string>();
  for (const status of ['open', 'failed'] as const) {
    for await (const run of runsThatAre(store, status)) {
      if (run.uploads === null) continue;
      alive.add(run.id);
      for (const name of run.uploads) held.add(name);
    }
  }
  for await (const { name } of blobs.list('uploads/')) if (!held.has(name)) await blobs.delete(name);
  for await (const { name } of blobs.list('runs/')) if (!alive.has(name.split('/')[1] ?? '')) await blobs.delete(name);
}
