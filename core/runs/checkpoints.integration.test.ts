import { Blobs, stepCheckpoints } from 'chronoscribe';
import { startProvider, temporaryFolder } from 'chronoscribe/testing';
import type { Checkpoint } from 'chronoscribe/types';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import disk from '../../providers/blobs/disk/index.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let blobs: Blobs;
let started: Awaited<ReturnType<typeof startProvider<Blobs>>>;

beforeEach(async () => {
  folder = await temporaryFolder();
  started = await startProvider(Blobs, disk, { dataFolder: folder.path });
  blobs = started.instance;
});
afterEach(async () => {
  await started.stop();
  await folder.remove();
});

function checkpointsOf(runId: string, step = 'read', signal = new AbortController().signal): Checkpoint {
  return stepCheckpoints(blobs, step, { runId, signal });
}

test('a part of a step that was done is not done again when the step is repeated', async () => {
  const work = vi.fn(async () => ({ text: 'Page 1', lines: [1, 2] }));
  const first = await checkpointsOf('run-1')('page 1', work);
  const again = await checkpointsOf('run-1')('page 1', work);
  expect(again).toEqual(first);
  expect(work).toHaveBeenCalledTimes(1);
});

test('another key, another step and another run are done by themselves', async () => {
  const work = vi.fn(async () => 'done');
  await checkpointsOf('run-1')('page 1', work);
  await checkpointsOf('run-1')('page 2', work);
  await checkpointsOf('run-1', 'write')('page 1', work);
  await checkpointsOf('run-2')('page 1', work);
  expect(work).toHaveBeenCalledTimes(4);
});

test('a part that failed is done again', async () => {
  const work = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('away')).mockResolvedValue('done');
  await expect(checkpointsOf('run-1')('page 1', work)).rejects.toThrow('away');
  await expect(checkpointsOf('run-1')('page 1', work)).resolves.toBe('done');
});

test('what a part returns because it was aborted is not kept', async () => {
  const aborted = new AbortController();
  const cut = async () => {
    aborted.abort(new Error('stopping'));
    return 'half';
  };
  await expect(checkpointsOf('run-1', 'read', aborted.signal)('page 1', cut)).rejects.toThrow('stopping');
  await expect(checkpointsOf('run-1')('page 1', async () => 'whole')).resolves.toBe('whole');
});

test('what is kept lies among the files of its run, so that it is deleted with them', async () => {
  await checkpointsOf('run-1')('page 1', async () => 'done');
  const names = await Array.fromAsync(blobs.list('runs/run-1/'), ({ name }) => name);
  expect(names).toEqual([expect.stringMatching(/^runs\/run-1\/checkpoints\/[0-9a-f]{64}\.json$/)]);
});
