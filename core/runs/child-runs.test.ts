import { expect, test } from 'vitest';
import { workflow } from '../api/workflow.ts';
import { deleteOrphans } from './retention.ts';
import { childRuns, runs } from './stored-run.ts';
import { never, registryOver, startParts, submission, uploaded } from './testing/parts.ts';

test('the files of a child are kept while the submitted run is open, and it is erased by the id of the child', async () => {
  const parts = await startParts();
  const { store, blobs } = parts;
  const written = Promise.withResolvers<string>();
  const proceed = Promise.withResolvers<void>();
  const letter = workflow('letter')
    .step('write', async (_, { runId }) => {
      await uploaded(blobs, `runs/${runId}/page`);
      written.resolve(runId);
      await proceed.promise;
      return runId;
    })
    .answer((body) => ({ body, location: '/' }));
  const visit = workflow('visit')
    .child('letter', letter, () => null)
    .answer((body) => ({ body, location: '/' }));
  const registry = await registryOver(parts);
  await registry.start([visit, letter], []);
  const id = crypto.randomUUID();
  await registry.submit({ ...submission, id, workflow: 'visit' }, never);
  const child = await written.promise;
  const files = () => Array.fromAsync(blobs.list('runs/'), ({ name }) => name);

  await deleteOrphans(store, blobs);
  expect(await files()).toEqual([`runs/${child}/page`]);

  proceed.resolve();
  await expect.poll(() => store.get(runs, id)).toMatchObject({ status: 'done' });
  expect(await files()).toEqual([]);
  await registry.forget('another', child);
  expect(await store.get(runs, id)).toBeDefined();
  await registry.forget('clinic', child);
  expect(await store.get(runs, id)).toBeUndefined();
  expect(await store.get(childRuns, child)).toBeUndefined();
  await registry.stop();
});
