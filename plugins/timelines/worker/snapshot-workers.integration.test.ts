import { writeFile } from 'node:fs/promises';
import { getPriority } from 'node:os';
import { temporaryFolder } from 'chronoscribe/testing';
import { expect, test } from 'vitest';
import { snapshotOf } from '../paradox/testing/plain-snapshot.ts';
import { createSnapshotWorkers } from './snapshot-workers.ts';

const worker = new URL('./testing/dying-worker.ts', import.meta.url);

/** Runs a task whose thread ends: once, or each time. */
async function runDying(once: boolean): Promise<unknown> {
  await using folder = await openFolder();
  const dies = `${folder.path}/dies`;
  await writeFile(dies, '');
  const workers = createSnapshotWorkers();
  try {
    return await workers.run({ account: 'ann', worker, snapshot: async () => snapshotOf([]), options: { dies, once } });
  } finally {
    workers.stop();
  }
}

async function openFolder() {
  const folder = await temporaryFolder();
  return { path: folder.path, [Symbol.asyncDispose]: () => folder.remove() };
}

test('a task whose thread died is given to another one', async () => {
  expect(await runDying(true)).toBeTypeOf('number');
});

test('a task with which each thread dies fails with 503 and says what to do', async () => {
  await expect(runDying(false)).rejects.toMatchObject({
    code: 'provider-unavailable',
    status: 503,
    transient: true,
    detail: expect.stringContaining('Try again'),
  });
});

test.runIf(process.platform === 'linux')(
  'its thread leaves the processors to the one that answers requests',
  async () => {
    expect(await runDying(true)).toBeGreaterThan(getPriority());
  },
);
