import { hash } from 'node:crypto';
import { undefinedIfNotFound } from '../api/problem.ts';
import type { StepContext } from '../api/workflow-graph.ts';
import type { Blobs } from '../kinds/blobs.ts';
import { checkpointsFolder, runBlobs } from './stored-run.ts';

/**
 * Does a part of a step once: what `work` returned under `key` is saved with the run, and returned without doing the
 * work again when the step is repeated after a crash, an abort or a failed attempt. What fails is not saved.
 *
 * The key names the part and all that its result depends on (the model, the text that it is asked), so that a changed
 * setting is not answered by an old result.
 */
export type Checkpoint = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/**
 * Checkpoints of a step, as JSON in blobs of its run: they are deleted with the run's files, and when the run is retried
 * from a step that is named.
 *
 * @param step a name that is unique in the run
 * @example
 * ```ts
 * const checkpoint = stepCheckpoints(blobs, 'transcript', { runId: id, signal });
 * const words = await checkpoint('page 1 by tesseract', async () => ['Dear', 'doctor']);
 * ```
 */
export function stepCheckpoints(
  blobs: Blobs,
  step: string,
  { runId, signal }: Pick<StepContext, 'runId' | 'signal'>,
): Checkpoint {
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const blob = `${runBlobs(runId)}${checkpointsFolder}${hash('sha256', JSON.stringify([step, key]))}.json`;
    const saved = await undefinedIfNotFound(Array.fromAsync(blobs.read(blob)));
    // The boundary where its type is given back: what was saved under this key is what `work` has returned.
    if (saved !== undefined) return JSON.parse(Buffer.concat(saved).toString()) as T;
    const result = await work();
    signal.throwIfAborted();
    await blobs.write(blob, ReadableStream.from([Buffer.from(JSON.stringify(result))]), { signal });
    return result;
  };
}
