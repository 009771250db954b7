import type { Blobs } from '../kinds/blobs.ts';
import { findAll, type Store } from '../kinds/store.ts';
import type { WorkflowEngine } from '../kinds/workflow-engine.ts';
import { childRuns, runBlobs, runFiles, runs, type StoredRun, uploads } from './stored-run.ts';

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

type RunFiles = Pick<RunPlaces, 'store' | 'blobs'>;

export async function deleteUploads(blobs: Blobs, { uploads }: Pick<StoredRun, 'uploads'>): Promise<void> {
  for (const name of uploads ?? []) await blobs.delete(name);
}

/** Deletes the uploads of a run and the files of its steps and its children's. */
export async function deleteRunBlobs(places: RunFiles, run: StoredRun): Promise<void> {
  await deleteUploads(places.blobs, run);
  await deleteStepBlobs(places, run.id);
}

/** Deletes what the steps of a run and its children have written, in one of their folders or in all. */
export async function deleteStepBlobs({ store, blobs }: RunFiles, run: string, folder = ''): Promise<void> {
  const children = await Array.fromAsync(findAll(store, childRuns, { equals: { run } }), ({ id }) => id);
  for (const owner of [run, ...children]) {
    const written = await Array.fromAsync(blobs.list(runBlobs(owner) + folder), ({ name }) => name);
    for (const name of written) await blobs.delete(name);
  }
}

/** Deletes a settled run with all of its data. */
export async function eraseRun(places: RunPlaces, run: StoredRun): Promise<void> {
  const { store, engine } = places;
  await engine.forget(run.id);
  await deleteRunBlobs(places, run);
  for await (const { id } of findAll(store, childRuns, { equals: { run: run.id } })) await store.delete(childRuns, id);
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
  forget: (id: string) => Promise<void>,
): Promise<number> {
  const { store, retention, now } = parts;
  const settledBefore = (below: number) => findAll(store, runs, { orderBy: 'settledAt', range: { above: 0, below } });
  for await (const run of settledBefore(now - retention.keepFailedUploadsHours * 3_600_000))
    if (run.uploads !== null) await endRetries(parts, run.id);
  let forgotten = 0;
  for await (const { id } of settledBefore(now - retention.keepDays * 86_400_000)) {
    await forget(id);
    forgotten += 1;
  }
  return forgotten;
}

/** Deletes what a failed run keeps for a retry. */
async function endRetries(places: RunPlaces, id: string): Promise<void> {
  const settled = await places.store.transaction(async (documents) => {
    const run = await documents.get(runs, id);
    // It may have been retried since it was found.
    if (run === undefined || run.status === 'open') return undefined;
    await documents.put(runs, { ...run, uploads: null });
    return run;
  });
  if (settled === undefined) return;
  await deleteRunBlobs(places, settled);
  await places.engine.eraseResults(id);
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
  const owned = new Set<string>();
  // If some are retried meanwhile, all runs in an order that no change affects: by status one could be missed.
  const kept = (['open', 'failed'] as const).map((status) => ({ equals: { status }, orderBy: 'settledAt' }) as const);
  for (const query of before === undefined ? kept : [{}])
    for await (const run of findAll(store, runs, query))
      if (run.uploads !== null) for (const name of [run.id, ...run.uploads]) owned.add(name);
  for await (const { id, run } of findAll(store, childRuns, {})) if (owned.has(run)) owned.add(id);
  const ownerOf = (name: string) => (name.startsWith(uploads) ? name : (name.split('/')[1] ?? ''));
  for (const name of found) if (!owned.has(ownerOf(name))) await blobs.delete(name);
}
