import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { childHosts } from '../contract/children.ts';
import { recordedSteps } from '../contract/crash-workflows.ts';
import { testBeds } from '../contract/test-bed.ts';
import { openDatabaseOfTest } from '../testing/database-of-test.ts';
import { hasTemporal, openTemporalOfTest } from './testing/server.ts';

const count = 200;

/** How many runs a host works on at the same time. */
const concurrency = 2;

const patient = { timeout: 170_000, interval: 100 };

const isBuilt = hasTemporal();

describe.skipIf(!isBuilt)('200 runs at two hosts on Temporal', async () => {
  if (!isBuilt) return;
  const [database, server] = [await openDatabaseOfTest(), await openTemporalOfTest()];
  afterAll(() => Promise.all([database.stop(), server.remove()]));
  const beds = testBeds(new URL('./testing/opened-for-contract.ts', import.meta.url));
  const children = childHosts(beds);

  it('are all done when a host and the server are killed, and repeat only the steps in progress', async () => {
    const folder = await beds.folder();
    const [first] = [children.start(folder, 'first'), children.start(folder, 'second')];
    const { engine } = await beds.open([], folder, 'reader');
    const ids = Array.from({ length: count }, () => randomUUID());
    for (const id of ids) await engine.submit({ id, account: 'clinic', workflow: 'brief', input: null });
    const steps = async () => (await recordedSteps(folder)).filter((line) => !line.startsWith('settled'));
    const isBegun = (most: number) =>
      vi.waitFor(async () => expect((await steps()).length).toBeGreaterThan(most), patient);

    await isBegun(80);
    first.kill('SIGKILL');
    await once(first, 'exit');
    children.start(folder, 'third');
    await isBegun(200);
    await server.kill();
    await wait(1000);
    await server.start();

    const isLeft = async () =>
      (await Promise.all(ids.map((id) => engine.state(id)))).filter((run) => run?.status !== 'done');
    await vi.waitFor(async () => expect((await isLeft()).length).toBe(0), patient);
    const all = Map.groupBy(
      (await steps()).map((line) => line.split(' ')),
      ([id]) => id,
    );
    const courses = ids.map((id) => (all.get(id) ?? []).map(([, step]) => step).join(' '));
    const repeated = courses.filter((course) => course !== 'first second');
    expect(
      repeated.length,
      'one for each place of the host, and of the hosts that lost the server',
    ).toBeLessThanOrEqual(3 * concurrency);
    for (const course of repeated) expect(['first first second', 'first second second']).toContain(course);
  }, 240_000);
});
