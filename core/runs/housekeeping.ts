import type { Blobs } from '../kinds/blobs.ts';
import type { Store } from '../kinds/store.ts';
import type { WorkflowEngine } from '../kinds/workflow-engine.ts';
import { everyRun, runBlobs, runFiles, runs, runsThatAre, type StoredRun, settledBefore, uploads } from './stored-run.ts';

export interface RunRetention {
  /** Days after which a settled run is forgotten; its record stays. */
  readonly keepDays: number;
  /** Hours for which a failed run keeps its upload, to be retried with. */
  readonly keepFailedUploadsHours: number;
}

/** Where a run and what belongs to it is kept. */
export interface RunPlaces {
  readonly store: Store;
  readonly blobs: Blobs;
  readonly engine: WorkflowEngine;
}

/** Deletes what came with a run and what its steps wrote. */
export async function deleteRunBlobs(blobs: Blobs, run: StoredRun): Promise<void> {
  for (const name of run.uploads ?? []) await blobs.delete(name);
  for await (const blob of blobs.list(runBlobs(run.id))) await blobs.delete(blob.name);
}

/** Deletes a settled run with all that belongs to it. */
export async function eraseRun({ store, blobs, engine }: RunPlaces, run: StoredRun): Promise<void> {
  await engine.forget(run.id);
  await deleteRunBlobs(blobs, run);
  await store.delete(runs, run.id);
}

/** Deletes what has outlived its retention: files of failed runs first, whole runs later, through `forget`. Returns how many runs are forgotten. */
export async function sweepRuns(
  parts: { readonly store: Store; readonly blobs: Blobs; readonly retention: RunRetention; readonly now: number },
  forget: (run: StoredRun) => Promise<void>,
): Promise<number> {
  const { store, blobs, retention, now } = parts;
  for await (const run of settledBefore(store, now - retention.keepFailedUploadsHours * 3_600_000)) {
    if (run.uploads !== null) await dropUploads(store, blobs, run);
  }
  let forgotten = 0;
  for await (const run of settledBefore(store, now - retention.keepDays * 86_400_000)) {
    await forget(run);
    forgotten += 1;
  }
  return forgotten;
}

async function dropUploads(store: Store, blobs: Blobs, { id }: StoredRun): Promise<void> {
  const dropped = await store.transaction(async (documents) => {
    const run = await documents.get(runs, id);
    // It may have been retried since it was found.
    if (run === undefined || run.status === 'open') return undefined;
    await documents.put(runs, { ...run, uploads: null });
    return run;
  });
  if (dropped !== undefined) await deleteRunBlobs(blobs, dropped);
}

/** Deletes files that no run leases: what a process wrote that died before it could say so. Only while nothing is being uploaded. */
export async function deleteOrphans(store: Store, blobs: Blobs): Promise<void> {
  const held = await heldBy(inSequence(runsThatAre(store, 'open'), runsThatAre(store, 'failed')));
  for (const prefix of prefixes) for await (const { name } of blobs.list(prefix)) if (!held(name)) await blobs.delete(name);
}

/**
 * The same while hosts are at work: only what is older than an instant (milliseconds since 1970), so that no request can be about to hand it to a run.
 */
export async function deleteOldOrphans(store: Store, blobs: Blobs, before: number): Promise<void> {
  const old: string[] = [];
  for (const prefix of prefixes) {
    for await (const { name, modifiedAt } of blobs.list(prefix)) if (modifiedAt < before) old.push(name);
  }
  if (old.length === 0) return;
  // All of them, and in an order that no change moves them in: one that is retried meanwhile could be missed among the failed and the open ones.
  const held = await heldBy(everyRun(store, {}));
  for (const name of old) if (!held(name)) await blobs.delete(name);
}

const prefixes = [uploads, runFiles];

/** Tells which files belong to one of the runs. */
async function heldBy(holders: AsyncIterable<StoredRun>): Promise<(name: string) => boolean> {
  const kept = new Set<string>();
  const alive = new Set<string>();
  for await (const run of holders) {
    if (run.uploads === null) continue;
    alive.add(run.id);
    for (const name of run.uploads) kept.add(name);
  }
  return (name) => (name.startsWith(uploads) ? kept.has(name) : alive.has(name.split('/')[1] ?? ''));
}

async function* inSequence<T>(...parts: readonly AsyncIterable<T>[]): AsyncGenerator<T> {
  for (const part of parts) yield* part;
}
