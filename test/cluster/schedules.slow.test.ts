import { afterEach, beforeEach, expect, it } from 'vitest';
import { type CountingService, startCountingService } from './counting-service.ts';
import { type Hosts, hosts } from './hosts.ts';

let service: CountingService;
let cluster: Hosts;

beforeEach(async () => {
  service = await startCountingService(1);
  const plugin = new URL('../fixtures/scheduled-count/index.ts', import.meta.url).pathname;
  cluster = await hosts({
    config: { plugins: { 'scheduled-count': { use: plugin, with: { service: service.url } } } },
  });
});
afterEach(async () => {
  await cluster.stop();
  await service.stop();
});

/** How often each firing of a schedule did its work. */
const firings = (schedule: string): readonly number[] =>
  [...service.answered].filter(([work]) => work.startsWith(`${schedule}/`)).map(([, times]) => times);

interface Schedule {
  readonly name: string;
  readonly last: number | null;
}

it('two hosts fire a schedule once at each of its times, also when one of them is killed', async () => {
  const startedAt = Date.now();
  const [doomed, survivor] = await Promise.all([cluster.start('one'), cluster.start('two')]);
  const readyAt = Date.now();
  await expect.poll(() => firings('every-second').length, { timeout: 60_000 }).toBeGreaterThan(5);
  doomed.process.kill('SIGKILL');
  await doomed.finished;
  const before = firings('every-second').length;
  // Of the clock that the dead host followed, another one takes over when its lease is over.
  await expect.poll(() => firings('every-second').length, { timeout: 90_000 }).toBeGreaterThan(before + 40);
  await cluster.call(survivor, 'POST', '/api/v1/schedules/every-second/pause');
  const { items } = (await (await cluster.call(survivor, 'GET', '/api/v1/schedules')).json()) as { items: Schedule[] };
  const last = items.find(({ name }) => name === 'every-second')?.last ?? 0;
  const secondsSince = (instant: number) => Math.floor(last / 1000) - Math.floor(instant / 1000);
  await expect.poll(() => firings('every-second').length).toBeGreaterThanOrEqual(secondsSince(readyAt));
  expect(firings('every-second').length).toBeLessThanOrEqual(secondsSince(startedAt));
  // Only a step that its host had begun when it was killed is repeated.
  expect(firings('every-second').filter((times) => times > 1).length).toBeLessThanOrEqual(8);
}, 300_000);

it('a jump of a clock fires each day once, though the host that was asked for it is killed at once', async () => {
  const [doomed, survivor] = await Promise.all([cluster.start('one'), cluster.start('two')]);
  await cluster.call(survivor, 'POST', '/v1/pause-time');
  await cluster.call(survivor, 'POST', '/v1/travel', { destination_time: '2026-03-01T00:00:00Z', location: 'Rome' });
  const count = await settledCount();
  expect((await cluster.call(doomed, 'POST', '/v1/fast-forward', { duration: '60d' })).status).toBe(200);
  doomed.process.kill('SIGKILL');
  await doomed.finished;
  await expect.poll(() => firings('daily').length, { timeout: 120_000 }).toBe(count + 60);
  expect(await settledCount()).toBe(count + 60);
}, 300_000);

/** The count of daily firings once it has not changed for a second. */
async function settledCount(): Promise<number> {
  let last = -1;
  await expect
    .poll(
      () => {
        const now = firings('daily').length;
        const isStill = now === last;
        last = now;
        return isStill;
      },
      { interval: 1000 },
    )
    .toBe(true);
  return last;
}
