import { randomUUID } from 'node:crypto';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { Problem } from '../api/problem.ts';
import { workflow } from '../api/workflow.ts';
import type { RunQuery } from '../kinds/runs.ts';
import type { RunRegistry } from './registry.ts';
import { registryOver, startParts } from './testing/parts.ts';

const reader = { account: 'clinic', scopes: ['time'] } as const;
const visible = { auth: 'time', name: 'nightly' } as const;

const note = workflow<string>('note')
  .step('write', ({ input }) => {
    if (input === '') throw new Problem('provider-failed', { detail: 'There is nothing to write.' });
    return input;
  })
  .answer((text) => ({ body: { text }, location: '/notes' }));
const letter = workflow<string>('letter')
  .step('write', ({ input }) => input)
  .answer((text) => ({ body: { text }, location: '/letters' }));

let registry: RunRegistry;
/** What the clock of the hosts shows. */
let now: number;
beforeEach(async () => {
  now = 1_000;
  const parts = await startParts();
  registry = await registryOver({ ...parts, cluster: { ...parts.cluster, now: () => now } });
  await registry.start([note, letter], []);
  onTestFinished(() => registry.stop());
});

async function run(which: typeof note, input: string, at: number): Promise<string> {
  now = at;
  const id = randomUUID();
  await registry.launch({ id, account: 'clinic', workflow: which, input, visible });
  await settled(id);
  return id;
}

async function settled(id: string): Promise<void> {
  const events = await registry.watch(id, AbortSignal.timeout(30_000));
  for await (const _event of events ?? []);
}

const found = async (query: RunQuery) => (await registry.list(reader, query)).items.map(({ id }) => id);

test('the runs of a workflow, of a status and of a time are found, newest first', async () => {
  const first = await run(note, 'a', 1_000);
  const failed = await run(note, '', 2_000);
  const other = await run(letter, 'b', 3_000);
  expect(await found({})).toEqual([other, failed, first]);
  expect(await found({ workflow: 'note' })).toEqual([failed, first]);
  expect(await found({ status: 'failed' })).toEqual([failed]);
  expect(await found({ status: 'done' })).toEqual([other, first]);
  expect(await found({ workflow: 'note', status: 'done' })).toEqual([first]);
  expect(await found({ status: 'running' })).toEqual([]);
  expect(await found({ from: 2_000 })).toEqual([other, failed]);
  expect(await found({ from: 1_000, to: 3_000 })).toEqual([failed, first]);
  expect(await found({ workflow: 'letter', from: 1_000, to: 3_000 })).toEqual([]);
});

test('a list goes on at its cursor, past runs that the filter leaves out', async () => {
  const first = await run(note, 'a', 1_000);
  await run(letter, 'b', 2_000);
  const last = await run(note, 'c', 3_000);
  const page = await registry.list(reader, { workflow: 'note', limit: 1 });
  expect(page.items.map(({ id }) => id)).toEqual([last]);
  expect(await found({ workflow: 'note', limit: 1, cursor: page.next ?? '' })).toEqual([first]);
});

test('a visible run that the host launched is shown with its name and its result', async () => {
  const id = await run(note, 'good morning', 1_000);
  expect(await registry.get(reader, id)).toMatchObject({
    workflow: 'note',
    name: 'nightly',
    status: 'done',
    result: { text: 'good morning' },
  });
  await expect(registry.get({ ...reader, scopes: ['clinical'] }, id)).rejects.toMatchObject({ code: 'not-found' });
});

test('listeners are told the end of a visible run that the host launched, and of no internal one', async () => {
  const told: string[] = [];
  registry.onSettled(async ({ id }) => void told.push(id));
  const internal = randomUUID();
  await registry.launch({ id: internal, account: 'clinic', workflow: note, input: 'quietly' });
  await settled(internal);
  const id = await run(note, 'aloud', 1_000);
  expect(told).toEqual([id]);
  expect(await found({})).toEqual([id]);
});
