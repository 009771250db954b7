import type { Blobs } from '../kinds/blobs.ts';
import { findAll, type Store } from '../kinds/store.ts';
import type { WorkflowEngine } from '../kinds/workflow-engine.ts';
import {
  childRuns,
  childrenOf,
  runBlobs,
  runFiles,
  runs,
  runsThatAre,
  type StoredRun,
  settledBefore,
  uploads,
} from './stored-run.ts';

export interface RunRetention {
  /** Days after which a settled run is forgotten. Its record stays. */
  readonly keepDays: number;
  /** Hours for which a failed run keeps its upload and the results of its steps, so that it can be retried. */
  readonly keepFailedUploadsHours: number;
  /** Minutes for which a step waits for a provider that is away. */
  readonly waitForProvidersMinutes: number;
}

/** Where a run and its data are kept. */
export interface RunPlaces {
  readonly store: Store;
  readonly blobs: Blobs;
  readonly engine: WorkflowEngine;
}

/** Deletes the uploads of a run and the files of its steps and its children's. */
export async function deleteRunBlobs({ store, blobs }: RunFiles, { id, uploads }: StoredRun): Promise<void> {
  for (const name of uploads ?? []) await blobs.delete(name);
  await deleteStepBlobs({ store, blobs }, id);
}

type RunFiles = Pick<RunPlaces, 'store' | 'blobs'>;

/** Deletes what the steps of a run and its children have written, in one of their folders or in all. */
export async function deleteStepBlobs({ store, blobs }: RunFiles, id: string, folder = ''): Promise<void> {
  for (const owner of [id, ...(await Array.fromAsync(childrenOf(store, id), (child) => child.id))]) {
    const written = await Array.fromAsync(blobs.list(runBlobs(owner) + folder), ({ name }) => name);
    for (const name of written) await blobs.delete(name);
  }
}

/** Deletes a settled run with all of its data. */
export async function eraseRun({ store, blobs, engine }: RunPlaces, run: StoredRun): Promise<void> {
  await engine.forget(run.id);
  await deleteRunBlobs({ store, blobs }, run);
  for await (const { id } of childrenOf(store, run.id)) await store.delete(childRuns, id);
  await store.delete(runs, run.id);
}

/**
 * Deletes what has outlived its retention: the files and results of failed runs, and later whole runs.
 *
 * @param forget erases a run
 * @returns how many runs were erased
 */
export async function sweepRuns(
  parts: RunPlaces & { readonly retention: RunRetention; readonly now: number },
  forget: (run: StoredRun) => Promise<void>,
): Promise<number> {
  const { store, retention, now } = parts;
  for await (const run of settledBefore(store, now - retention.keepFailedUploadsHours * 3_600_000)) {
    if (run.uploads !== null) await endRetries(parts, run);
  }
  let forgotten = 0;
  for await (const run of settledBefore(store, now - retention.keepDays * 86_400_000)) {
    await forget(run);
    forgotten += 1;
  }
  return forgotten;
}

/** Deletes what a failed run keeps for a retry. */
async function endRetries({ store, blobs, engine }: RunPlaces, { id }: StoredRun): Promise<void> {
  const settled = await store.transaction(async (documents) => {
    const run = await documents.get(runs, id);
    // It may have been retried since it was found.
    if (run === undefined || run.status === 'open') return undefined;
    await documents.put(runs, { ...run, uploads: null });
    return run;
  });
  if (settled === undefined) return;
  await deleteRunBlobs({ store, blobs }, settled);
  await engine.eraseResults(id);
}

/**
 * Deletes files that belong to no run, which a process wrote before it crashed.
 *
 * @param before milliseconds since 1970: only older files are deleted, so that no request can be about to submit them;
 *   undefined: all of them, while nothing is being uploaded
 */
export async function deleteOrphans(store: Store, blobs: Blobs, before?: number): Promise<void> {
  const found: string[] = [];
  for (const prefix of [uploads, runFiles])
    for await (const { name, modifiedAt } of blobs.list(prefix))
      if (before === undefined || modifiedAt < before) found.push(name);
  if (found.length === 0) return;
  const names = new Set<string>();
  const ids = new Set<string>();
  // If some are retried meanwhile, all runs in an order that no change affects: by status one could be missed.
  const kept = [runsThatAre(store, 'open'), runsThatAre(store, 'failed')];
  for (const some of before === undefined ? kept : [findAll(store, runs, {})])
    for await (const run of some) {
      if (run.uploads === null) continue;
      ids.add(run.id);
      for (const name of run.uploads) names.add(name);
    }
  for await (const { id, run } of childrenOf(store)) if (ids.has(run)) ids.add(id);
  const isOwned = (name: string) => (name.startsWith(uploads) ? names.has(name) : ids.has(name.split('/')[1] ?? ''));
  for (const name of found) if (!isOwned(name)) await blobs.delete(name);
}
