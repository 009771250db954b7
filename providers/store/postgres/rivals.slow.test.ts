import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { silentLog } from 'chronoscribe/testing';
import { expect, test } from 'vitest';
import { events, ids } from '../contract/fixture.ts';
import { openStore } from './store.ts';
import { sharedDatabase } from './testing/database.ts';
import { rivalry } from './testing/rival.ts';

const shared = sharedDatabase();
const script = fileURLToPath(new URL('./testing/rival.ts', import.meta.url));
const names = ['one', 'two', 'three'];

/** Starts a process that waits for a word. */
async function startRival(name: string, settings: object) {
  const child = spawn(process.execPath, ['--conditions=chronoscribe-source', script, name, JSON.stringify(settings)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  expect((await lines.next()).value).toBe('ready');
  return {
    async compete() {
      child.stdin.write('go\n');
      return rivalry.parse(JSON.parse((await lines.next()).value ?? ''));
    },
  };
}

test('of three hosts that try the same at once, in processes of their own, one wins each time, and nothing is lost', async () => {
  const settings = shared().settings('rivals');
  const rivals = await Promise.all(names.map((name) => startRival(name, settings)));
  const results = await Promise.all(rivals.map((rival) => rival.compete()));
  const store = await openStore({ ...settings, log: silentLog });
  await store.prepare(events);

  for (const won of [results.flatMap(({ inserted }) => inserted), results.flatMap(({ claimed }) => claimed)]) {
    expect(won).toHaveLength(50);
    expect(new Set(won).size).toBe(50);
  }
  // What is kept is the winner's.
  for (const [at, { inserted, claimed }] of results.entries()) {
    for (const id of [...inserted, ...claimed]) expect((await store.get(events, id))?.account).toBe(names[at]);
  }
  const values = results.flatMap((result) => result.values);
  expect(new Set(values).size).toBe(150);
  expect(Math.max(...values)).toBe(150);

  expect((await store.get(events, 'sum'))?.time).toBe(300);
  const left = (await store.get(events, 'left'))?.time ?? Number.NaN;
  expect(left + ((await store.get(events, 'right'))?.time ?? 0)).toBe(0);
  expect(left).toBe(0);
  const list = ids((await store.find(events, { equals: { place: 'list' } })).items);
  expect(list.toSorted()).toEqual(Array.from({ length: 45 }, (_, at) => `l${at}`).toSorted());
  await store.stop();
});
