import { randomUUID } from 'node:crypto';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { scopes } from '../api/access.ts';
import { workflow } from '../api/workflow.ts';
import { runs, type StoredRun } from './stored-run.ts';
import { endpoint, type Parts, registryOver, startParts, submission } from './testing/parts.ts';

/** What was moved to another installation: the store and the blobs, and an engine that knows nothing. */
let parts: Parts;
beforeEach(async () => {
  parts = await startParts();
});

/** How often the work was done. */
let done = 0;
const echo = workflow<string>('echo')
  .step('only', ({ input }) => {
    done += 1;
    return `${input} again`;
  })
  .answer((body) => ({ body, location: '/there' }));
async function movedIn(run: Partial<StoredRun>) {
  done = 0;
  const id = randomUUID();
  const registry = await registryOver(parts);
  await parts.store.insert(runs, {
    ...submission,
    ...{ id, uploads: [], createdAt: Date.now(), status: 'open', settledAt: 0, attempt: 1, internal: false },
    ...{ uploadBytes: 0, patienceMs: 0, clockId: null, traceparent: null, retriedBy: null, signalledBy: null },
    ...{ end: null, steps: null, hold: null, repeatable: false, repeats: null, priority: 0 },
    ...run,
  });
  await registry.start([echo], [endpoint]);
  onTestFinished(() => registry.stop());
  return { registry, id, get: () => registry.get({ account: 'clinic', scopes }, id) };
}

const settled = { input: null, uploads: null, settledAt: Date.now() } as const;
const end = { status: 'done', step: 'only', output: 'work', problem: null } as const;

test('an open run starts again', async () => {
  const { get } = await movedIn({});
  await expect.poll(get).toMatchObject({ status: 'done', result: 'hello again' });
});

test('a run that was being finalized is finalized and not repeated', async () => {
  const { get, registry, id } = await movedIn({ uploads: [`uploads/${randomUUID()}`], end });
  await expect.poll(async () => (await parts.store.get(runs, id))?.status).toBe('done');
  expect(await get()).toMatchObject({ status: 'done', step: 'only', result: 'work' });
  expect(await registry.answer('clinic', id)).toEqual({ body: 'work', location: '/there' });
  expect([done, await parts.engine.state(id)]).toEqual([0, undefined]);
});

test('a run that was done keeps its result, and its events end at once', async () => {
  const { get, registry, id } = await movedIn({ ...settled, status: 'done', end });
  expect(await get()).toMatchObject({ status: 'done', step: 'only', result: 'work' });
  const events = await registry.watch(id, AbortSignal.timeout(10_000));
  expect(events && (await Array.fromAsync(events))).toEqual([{ type: 'end' }]);
});

test('a run that had failed keeps its problem', async () => {
  const problem = { code: 'provider-failed', status: 502, detail: 'The oracle spoke nonsense.' };
  const { get, registry, id } = await movedIn({
    ...settled,
    status: 'failed',
    uploads: [],
    end: { status: 'failed', step: 'only', output: null, problem },
  });
  expect(await get()).toMatchObject({ status: 'failed', problem });
  await expect(registry.answer('clinic', id)).rejects.toMatchObject({ code: 'provider-failed' });
  await expect(registry.retry({ account: 'clinic', scopes }, id)).rejects.toMatchObject({ code: 'run-not-retryable' });
});
