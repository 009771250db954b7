import type { Blobs, Store } from 'chronoscribe';
import type { WorkflowEngine } from 'chronoscribe/host';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { workflow } from '../api/workflow.ts';
import { runs } from './stored-run.ts';
import { callsOf, never, type Parts, registryOver, startParts, uploaded } from './testing/parts.ts';

let parts: Parts;
let store: Store;
let blobs: Blobs;
let engine: WorkflowEngine;
beforeEach(async () => {
  parts = await startParts();
  ({ store, blobs, engine } = parts);
});

const registryOf = (changed: Partial<Parts>) => registryOver({ ...parts, ...changed });

const submission = {
  id: '3f0c2a9e-6d1b-4c7e-9a54-0b8f7d2e1c66',
  account: 'clinic',
  workflow: 'work',
  name: 'a.wav',
  endpoint: 'POST /work',
  auth: 'time',
  input: 'what the patient asked for',
  uploads: ['uploads/a'],
} as const;

test('the uploads of a run that cannot be saved are deleted', async () => {
  const full = new Error('the disk is full');
  const registry = await registryOf({
    store: {
      ...store,
      insert: async () => {
        throw full;
      },
    },
  });
  await uploaded(blobs, 'uploads/a');
  await expect(registry.submit(submission, never)).rejects.toBe(full);
  expect(await Array.fromAsync(blobs.list(''))).toEqual([]);
});

test('a run that was saved although the response was lost is started with its uploads', async () => {
  const read = workflow<string>('work')
    .step('only', () => Array.fromAsync(blobs.read('uploads/a'), (part) => new TextDecoder().decode(part)))
    .answer((body) => ({ body, location: '/' }));
  const registry = await registryOf({
    store: {
      ...store,
      async insert(...given) {
        await store.insert(...given);
        throw new Error('the connection was lost');
      },
    },
  });
  await registry.start([read], []);
  await uploaded(blobs, 'uploads/a');
  await registry.submit(submission, never);
  await expect
    .poll(() => registry.get({ account: 'clinic', scopes: ['time'] }, submission.id))
    .toMatchObject({ status: 'done' });
});

test('the uploads of a run that may be saved are kept until that is known', async () => {
  let isAway = true;
  const unlessAway = async <T>(work: () => Promise<T>) => {
    if (isAway) throw new Error('the store is away');
    return work();
  };
  const registry = await registryOf({
    store: {
      ...store,
      insert: (...given) => unlessAway(() => store.insert(...given)),
      get: (...given) => unlessAway(() => store.get(...given)),
    },
  });
  onTestFinished(() => registry.stop());
  await uploaded(blobs, 'uploads/a');
  await expect(registry.submit(submission, never)).rejects.toThrow('the store is away');
  const names = () => Array.fromAsync(blobs.list(''), ({ name }) => name);
  expect(await names()).toEqual(['uploads/a']);
  isAway = false;
  await expect.poll(names).toEqual([]);
});

describe('a submission', () => {
  const work = workflow<string>('work')
    .step('first', (_state, { text }) => text('said at once'))
    .step('second', () => 'done')
    .answer((body) => ({ body, location: '/' }));

  test('gives the events of the run from its first step on, until it is finalized', async () => {
    const registry = await registryOf({});
    await registry.start([work], []);
    const { id, events } = await registry.submit({ ...submission, uploads: [] }, never);
    const seen = await Array.fromAsync(events);
    expect(id).toBe(submission.id);
    expect(seen.slice(0, 2)).toEqual([
      { type: 'progress', step: 'first', index: 1, of: 2, fraction: 0 },
      { type: 'text', text: 'said at once' },
    ]);
    expect(seen.at(-1)).toEqual({ type: 'end' });
    expect(await store.get(runs, id)).toMatchObject({ status: 'done' });
  });

  test('that fails stops watching the run', async () => {
    const watched: AbortSignal[] = [];
    const registry = await registryOf({
      engine: {
        ...callsOf(engine),
        watch(id, signal) {
          watched.push(signal);
          return engine.watch(id, signal);
        },
        submit: () => Promise.reject(new Error('the engine is away')),
      },
    });
    await expect(registry.submit({ ...submission, uploads: [] }, never)).rejects.toThrow('the engine is away');
    expect(watched.map(({ aborted }) => aborted)).toEqual([true]);
  });
});

test('an upload that belongs to no run is deleted after a day', async () => {
  const registry = await registryOf({});
  await uploaded(blobs, 'uploads/a');
  const hours = 3_600_000;
  await registry.sweep(Date.now() + 23 * hours);
  expect(await Array.fromAsync(blobs.list(''))).toHaveLength(1);
  await registry.sweep(Date.now() + 25 * hours);
  expect(await Array.fromAsync(blobs.list(''))).toEqual([]);
});

test('a run that settles during a request to retry it stays settled, without its input', async () => {
  const gate = Promise.withResolvers<void>();
  const work = workflow<string>('work')
    .step('only', () => gate.promise.then(() => 'done'))
    .answer((body) => ({ body, location: '/' }));
  const registry = await registryOf({
    engine: {
      ...callsOf(engine),
      async retry(id) {
        await ended();
        return engine.retry(id);
      },
    },
  });
  const ended = async () => {
    const events = await registry.watch(submission.id, never);
    gate.resolve();
    for await (const _event of events ?? []);
  };
  await registry.start([work], []);
  await registry.submit({ ...submission, uploads: [] }, never);
  await expect(registry.retry({ account: 'clinic', scopes: ['time'] }, submission.id)).rejects.toMatchObject({
    code: 'run-not-retryable',
  });
  await ended();
  expect(await store.get(runs, submission.id)).toMatchObject({ status: 'done', input: null });
});
