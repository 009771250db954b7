import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CliHost } from '../../core/cli/testing.ts';
import { type CountingService, startCountingService } from './counting-service.ts';
import { type Hosts, hosts } from './hosts.ts';

const steps = ['first', 'second', 'third'] as const;
const concurrency = 8;
/** A result is saved within milliseconds, and on a machine that is very busy within this. */
const savedWithinMs = 2_000;

interface Case {
  readonly count: number;
  readonly runs: number;
}

const cases: readonly Case[] = [
  { count: 2, runs: 300 },
  { count: 4, runs: 300 },
];

/** PGlite works in the process of this test and serves one connection at a time: there, fewer runs show the same. */
const mostOnPglite = 100;

describe.each(cases)('$count hosts that share their work', ({ count, runs }) => {
  let service: CountingService;
  let cluster: Hosts;

  beforeEach(async () => {
    service = await startCountingService(5);
    const plugin = new URL('../fixtures/counted-work/index.ts', import.meta.url).pathname;
    cluster = await hosts({ config: { plugins: { 'counted-work': { use: plugin, with: { service: service.url } } } } });
  });
  afterEach(async () => {
    await cluster.stop();
    await service.stop();
  });

  it('finish what was asked of them, though one is killed in the middle, and no step that was finished twice', async () => {
    const all = await Promise.all(Array.from({ length: count }, (_, at) => cluster.start(`host-${at}`)));
    const [doomed, ...others] = all;
    if (doomed === undefined) throw new Error('no host was started');
    const works = Array.from(
      { length: cluster.onServer ? runs : Math.min(runs, mostOnPglite) },
      (_, at) => `work-${at}`,
    );
    const accepted = new Map<string, string>();
    const submit = async (host: CliHost, work: string): Promise<void> => {
      const answer = await cluster.call(host, 'POST', '/v1/counted-work', { work }, { prefer: 'respond-async' });
      expect(answer.status).toBe(202);
      accepted.set(work, ((await answer.json()) as { id: string }).id);
    };

    for (const [at, work] of works.entries()) {
      await submit(all[at % count] ?? doomed, work);
      if (service.answered.size > works.length) break;
    }
    const killedAt = performance.now();
    doomed.process.kill('SIGKILL');
    await doomed.finished;
    for (const [at, work] of works.entries()) {
      if (!accepted.has(work)) await submit(others[at % others.length] ?? doomed, work);
    }

    const [survivor] = others;
    if (survivor === undefined) throw new Error('no host is left');
    for (const id of accepted.values()) {
      await expect
        .poll(async () => (await cluster.call(survivor, 'GET', `/api/v1/runs/${id}`)).json(), {
          timeout: 120_000,
          interval: 50,
        })
        .toMatchObject({ status: 'done' });
    }
    await wait(100);
    const expected = works.flatMap((work) => steps.map((step) => `${work}/${step}`));
    expect([...service.answered.keys()].toSorted()).toEqual(expected.toSorted());
    // Of a step that was answered in the moment of the kill, the answer may not have been saved.
    const twice = [...service.answered].filter(([, times]) => times > 1);
    expect(twice.length).toBeLessThanOrEqual(concurrency);
    expect(twice.every(([, times]) => times === 2)).toBe(true);
    // What was answered earlier had long been saved.
    const early = twice.filter(([work]) => (service.firstAnswered.get(work) ?? 0) < killedAt - savedWithinMs);
    expect(early).toEqual([]);
  }, 300_000);
});
