import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { scopes } from '../api/access.ts';
import { Problem } from '../api/problem.ts';
import { workflow } from '../api/workflow.ts';
import type { Blobs } from '../kinds/blobs.ts';
import { callsOf, endpoint, never, registryOver, startParts, submission, uploaded } from './testing/parts.ts';

/** What is waited for before anything is said. */
let silence = Promise.resolve();
const echo = workflow<string>('echo')
  .step('say', async ({ input }) => {
    await silence;
    if (input === '') throw new Problem('provider-failed', { status: 502, detail: 'There is nothing to say.' });
    return input;
  })
  .answer((body) => ({ body, location: '/' }));
const mine = 'clinic';

/** A registry over real parts, of which tests make one fail or wait. */
async function registry() {
  const parts = await startParts();
  const { blobs: disk } = parts;
  const engine = callsOf(parts.engine);
  let beforeListing = async (): Promise<void> => undefined;
  const blobs: Blobs = {
    ...disk,
    async *list(prefix) {
      await beforeListing();
      yield* disk.list(prefix);
    },
  };
  const runs = await registryOver({ ...parts, engine, blobs });
  await runs.start([echo], [endpoint]);
  onTestFinished(() => runs.stop());
  const upload = await uploaded(disk);
  return {
    runs,
    engine,
    /** What happens from now on before files are listed, which booking the end of a run begins with. */
    beforeListing(happens: () => Promise<void>) {
      beforeListing = happens;
    },
    uploads: async () => (await Array.fromAsync(disk.list('uploads/'))).map(({ name }) => name),
    list: async () => (await runs.list({ account: mine, scopes }, {})).items,
    async submit(input = 'hello') {
      const id = randomUUID();
      await runs.submit({ ...submission, id, input, uploads: [upload] }, never);
      return id;
    },
  };
}

/** A run that has failed, and what is told of the ends of its attempts. */
async function failedRun() {
  const { runs, engine, submit } = await registry();
  const told: number[] = [];
  runs.onSettled(async ({ attempt }) => void told.push(attempt));
  const id = await submit('');
  await expect.poll(() => told).toEqual([1]);
  return { runs, engine, id, told };
}

const full = () => Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });

test('a run whose submission succeeded although the response was lost is started', async () => {
  const { engine, list, submit } = await registry();
  const take = engine.submit.bind(engine);
  engine.submit = async (run) => {
    await take(run);
    throw full();
  };
  await submit();
  await expect.poll(list).toMatchObject([{ status: 'done' }]);
});

test('a run is kept and started later if it is unknown whether the engine has it', async () => {
  const { engine, list, submit } = await registry();
  const { submit: take, state } = { submit: engine.submit.bind(engine), state: engine.state.bind(engine) };
  engine.submit = () => Promise.reject(full());
  engine.state = () => Promise.reject(full());
  await expect(submit()).rejects.toThrow('no space left');
  Object.assign(engine, { submit: take, state });
  await expect.poll(list).toMatchObject([{ status: 'done' }]);
});

test('a single host asks the engine once how a run has ended', async () => {
  const { runs, engine, submit } = await registry();
  const asked = vi.spyOn(engine, 'state');
  const settled = vi.fn(async () => undefined);
  runs.onSettled(settled);
  await submit();
  await expect.poll(() => settled.mock.calls.length).toBe(1);
  expect(asked).toHaveBeenCalledTimes(1);
});

test('a run that could not be finalized is finalized soon after', async () => {
  const { beforeListing, list, submit, uploads } = await registry();
  let tries = 0;
  beforeListing(async () => {
    tries += 1;
    if (tries === 1) throw full();
  });
  await submit();
  await expect.poll(uploads).toEqual([]);
  await expect.poll(() => tries).toBeGreaterThan(1);
  expect(await list()).toMatchObject([{ status: 'done' }]);
});

test('a run whose retry failed is finalized again, and can be retried', async () => {
  const { runs, engine, id, told } = await failedRun();
  const retry = engine.retry.bind(engine);
  engine.retry = () => Promise.reject(full());
  await expect(runs.retry({ account: mine, scopes }, id)).rejects.toThrow('no space left');
  await expect.poll(() => told).toEqual([1, 2]);
  engine.retry = retry;
  await runs.retry({ account: mine, scopes }, id);
  await expect.poll(() => told).toEqual([1, 2, 3]);
});

test('a repeated request to retry is the same operation if the first response was lost', async () => {
  const { runs, engine, id, told } = await failedRun();
  const retry = engine.retry.bind(engine);
  engine.retry = async (run) => {
    await retry(run);
    throw full();
  };
  const again = (operationId: string) => runs.retry({ account: mine, scopes }, id, { operationId });
  const spoken = Promise.withResolvers<void>();
  silence = spoken.promise;
  onTestFinished(() => spoken.resolve());
  await expect(again('request')).rejects.toThrow('no space left');
  engine.retry = retry;
  expect(await again('request')).toMatchObject({ id, status: expect.stringMatching(/^(?:queued|running)$/) });
  await expect(again('another')).rejects.toMatchObject({ code: 'run-not-retryable' });
  spoken.resolve();
  await expect.poll(() => told).toEqual([1, 2]);
});

test('a run that the engine refuses leaves nothing, and does not start later', async () => {
  const { runs, engine, uploads, list, submit } = await registry();
  const take = engine.submit.bind(engine);
  engine.submit = async () => {
    throw full();
  };
  await expect(submit()).rejects.toThrow('no space left');
  engine.submit = take;
  await runs.sweep(Date.now());
  expect([await list(), await uploads()]).toEqual([[], []]);
});

test('a run that could not be finalized is finalized by the next sweep', async () => {
  const { runs, list, submit, beforeListing } = await registry();
  const booking = Promise.withResolvers<void>();
  beforeListing(async () => {
    booking.resolve();
    throw full();
  });
  await submit();
  await booking.promise;
  beforeListing(async () => undefined);
  await runs.sweep(Date.now());
  // Only a run that was finalized is ever forgotten.
  await runs.sweep(Date.now() + 31 * 86_400_000);
  expect(await list()).toEqual([]);
});

test('a run that is deleted while it is finalized stays deleted', async () => {
  const { runs, list, submit, beforeListing } = await registry();
  const [booking, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  beforeListing(async () => {
    beforeListing(async () => undefined);
    booking.resolve();
    await goOn.promise;
  });
  const id = await submit();
  await booking.promise;
  const forgotten = runs.forget(mine, id);
  // Time enough to be forgotten before the booking goes on, if it did not wait for that.
  await Promise.race([forgotten, new Promise((resolve) => setTimeout(resolve, 300))]);
  goOn.resolve();
  await forgotten;
  await runs.stop();
  expect(await list()).toEqual([]);
});

test('listeners are called with each settled run, and again if they failed', async () => {
  const { runs, list, submit } = await registry();
  const told: unknown[] = [];
  let failing = true;
  runs.onSettled(async (run) => {
    told.push(run);
    if (failing) throw new Error('cannot listen now');
  });
  const id = await submit();
  await expect.poll(() => told.length).toBe(1);
  failing = false;
  await runs.sweep(Date.now());
  const end = { id, account: mine, workflow: 'echo', status: 'done', attempt: 1 };
  expect(told).toEqual([end, end]);
  await runs.sweep(Date.now());
  expect(told).toHaveLength(2);
  expect(await list()).toHaveLength(1);
});

test('an internal run is visible to nobody, reported to nobody and erased', async () => {
  const { runs, engine, list } = await registry();
  const told: unknown[] = [];
  runs.onSettled(async (run) => {
    told.push(run);
  });
  const id = randomUUID();
  const end = Array.fromAsync(engine.watch(id, AbortSignal.timeout(30_000)));
  await runs.launch({ id, account: mine, workflow: echo, input: 'quietly' });
  expect(await list()).toEqual([]);
  await expect(runs.get({ account: mine, scopes }, id)).rejects.toMatchObject({ code: 'not-found' });
  expect((await end).at(-1)).toEqual({ type: 'end' });
  await expect.poll(() => engine.state(id)).toBeUndefined();
  expect(told).toEqual([]);
});
