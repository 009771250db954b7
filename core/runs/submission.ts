import type { Logger } from '../api/logger.ts';
import { activeTraceparent, trace } from '../api/tracing.ts';
import type { Fingerprint } from '../api/workflow-definition.ts';
import type { Cluster } from '../kinds/cluster.ts';
import { deleteRunBlobs, deleteUploads, type RunPlaces, type RunRetention } from './retention.ts';
import { engineSubmission, runs, type StoredRun } from './stored-run.ts';

/** A run as a request submits it. The route that started it is empty if it is launched. */
export interface RunSubmitted
  extends Pick<StoredRun, 'id' | 'account' | 'workflow' | 'name' | 'endpoint' | 'auth' | 'input'>,
    Partial<Pick<StoredRun, 'uploadBytes' | 'repeatable' | 'repeats'>> {
  /** Whether a request is held open for its answer: then its steps do not wait for minutes. Default false. */
  readonly awaited?: boolean;
  /** The clock of the account that it follows; undefined: the account's own. */
  readonly clockId?: string | undefined;
  /** The blobs that belong to the run from now on. */
  readonly uploads: readonly string[];
  /** See `RunSubmission.priority`. */
  readonly priority?: number | undefined;
}

/**
 * A function that saves a run, then submits it to the engine. If either fails, neither the run nor its uploads are
 * kept. An id that exists already changes nothing, and its new uploads are deleted.
 *
 * @param parts.definitionOf the definition of a workflow as it is now; undefined if this host does not have it
 * @param parts.scheduleReconcile see `createRunFinalizer`
 * @returns the function; `internal` marks a run that no client sees
 */
export function createRunSubmitter(
  parts: RunPlaces & {
    readonly cluster: Cluster;
    readonly log: Logger;
    readonly retention: Pick<RunRetention, 'waitForProvidersMinutes'>;
    definitionOf(workflow: string): Fingerprint | undefined;
    scheduleReconcile(id: string, uploads?: readonly string[]): void;
  },
) {
  const { store, blobs, engine, cluster, log, scheduleReconcile } = parts;

  /** Saves a run. False, and its uploads are deleted, if its id exists already. */
  const save = async (run: StoredRun): Promise<boolean> => {
    const isNew = await store.insert(runs, run).catch(async (thrown: unknown) => {
      const saved = await store.get(runs, run.id).catch(() => null);
      // Only the response of the store was lost.
      if (saved?.createdAt === run.createdAt) return true;
      // Unknown: later the run is submitted if it was saved, and else its uploads are deleted.
      if (saved === null) scheduleReconcile(run.id, run.uploads ?? []);
      else await deleteUploads(blobs, run);
      throw thrown;
    });
    if (!isNew) await deleteUploads(blobs, run);
    return isNew;
  };

  /** Removes a run that could not be submitted. */
  const withdraw = async (run: StoredRun): Promise<void> => {
    try {
      await store.delete(runs, run.id);
      await deleteRunBlobs(parts, run);
    } catch (cause) {
      log.error({ run: run.id, err: cause }, 'a run could neither be submitted nor withdrawn; it starts soon');
      scheduleReconcile(run.id);
    }
  };

  return async ({ awaited = false, ...submitted }: RunSubmitted, internal: boolean): Promise<void> => {
    const definition = parts.definitionOf(submitted.workflow);
    const run: StoredRun = {
      ...{ uploadBytes: 0, repeatable: false, repeats: null, ...submitted },
      clockId: submitted.clockId ?? null,
      uploads: [...submitted.uploads],
      priority: submitted.priority ?? 0,
      patienceMs: awaited ? 0 : parts.retention.waitForProvidersMinutes * 60_000,
      ...(definition !== undefined && { definition }),
      createdAt: cluster.now(),
      traceparent: await submittedBy(submitted.workflow),
      ...{ internal, attempt: 1, retriedBy: null, signalledBy: null },
      ...{ status: 'open', end: null, steps: null, hold: null, settledAt: 0 },
    };
    const isNew = await save(run);
    try {
      const saved = isNew ? run : await store.get(runs, run.id);
      if (saved !== undefined) await engine.submit(engineSubmission(saved));
    } catch (thrown) {
      const state = await engine.state(run.id).catch(() => null);
      // Only the response of the engine was lost.
      if (state) return;
      // A run that the engine may have must not be forgotten here.
      if (state === null) scheduleReconcile(run.id);
      else if (isNew) await withdraw(run);
      throw thrown;
    }
  };
}

/** The span that a run belongs to: that of its request, or else one of its own, as for a run of a schedule. */
async function submittedBy(workflow: string): Promise<string | null> {
  const launched = () => trace(`launch ${workflow}`, { kind: 'producer' }, async () => activeTraceparent());
  return activeTraceparent() ?? (await launched()) ?? null;
}
