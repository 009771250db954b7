import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { definePlugin, workflow } from 'chronoscribe';
import { WorkflowEngine } from 'chronoscribe/host';
import { startHost } from '../../../core/host/host.ts';

/**
 * `node waiting-host FOLDER SLEEPERS SCHEDULES`: a whole host on a new SQLite database in FOLDER, whose runs sleep for a
 * month. Sends its figures to its parent.
 */
const [folder = '', sleepers = '', schedules = ''] = process.argv.slice(2);
const [count, scheduled] = [Number(sleepers), Number(schedules)];
const account = 'default';
const idleMs = 20_000;
const minute = 60_000;
const month = 30 * 24 * 60 * minute;
/** How many runs are submitted at the same time. */
const batch = 100;
/** How many sleeps a jump passes. */
const jumpedSleeps = 500;
const probes = 50;

/** What is measured. Latenesses are in milliseconds. */
export interface WaitingFigures {
  /** Processor time per second of waiting, in milliseconds. */
  readonly idleMs: number;
  /** Resident memory in MB, before there were any sleepers and with all of them. */
  readonly memory: readonly [before: number, after: number];
  /** How late runs woke up that slept for some seconds. */
  readonly late: Readonly<Record<string, readonly number[]>>;
  /** Milliseconds for each thing that a clock passed in one jump. */
  readonly jumps: Readonly<Record<string, number>>;
}

const late: Record<string, number[]> = {};
const noteLate = (what: string, due: number): null => {
  late[what] = [...(late[what] ?? []), Date.now() - due];
  return null;
};

interface Sleeper {
  readonly what: string;
  readonly until: number;
}

interface Waiting {
  /** Starts a run that sleeps. */
  submit(clock: 'wall' | 'account', sleeper: Sleeper): Promise<void>;
  /** Resolves when as many runs sleep. */
  asleep(runs: number): Promise<void>;
  jumps(): Promise<Readonly<Record<string, number>>>;
}

const { submit, asleep, jumps } = await startHosting();
const memory = () => process.memoryUsage.rss() / 1e6;
await wait(2_000);
const before = memory();
const clocks = ['wall', 'account'] as const;
const startedAt = Date.now();
// Each at an instant of its own, so that a jump has as many instants to pass.
const submitOne = (run: number) =>
  submit(clocks[run % clocks.length] ?? 'wall', { what: '', until: startedAt + month + run * minute });
for (let run = 0; run < count; run += batch)
  await Promise.all(Array.from({ length: Math.min(batch, count - run) }, (_, at) => submitOne(run + at)));
await asleep(count);
await wait(5_000);
const used = process.cpuUsage();
await wait(idleMs);
const { user, system } = process.cpuUsage(used);
const waiting = { idleMs: (user + system) / idleMs, memory: [before, memory()] as const };
for (const clock of clocks)
  for (let probe = 0; probe < probes; probe += 1)
    await submit(clock, { what: `a sleep on the ${clock} clock`, until: Date.now() + 3_000 });
while (clocks.some((clock) => (late[`a sleep on the ${clock} clock`]?.length ?? 0) < probes)) await wait(100);
const figures: WaitingFigures = { ...waiting, late, jumps: await jumps() };
process.send?.(figures, () => process.exit(0));

async function startHosting(): Promise<Waiting> {
  let hourly = 0;
  const sleeping = (clock: 'wall' | 'account') =>
    workflow<Sleeper>(`sleeper-${clock}`)
      .sleep('pause', ({ input }) => input.until, { clock })
      .step('late', ({ input: { what, until } }) => (what === '' ? null : noteLate(what, until)))
      .answer(() => ({ body: null, location: '' }));
  const sleepersOn = { wall: sleeping('wall'), account: sleeping('account') };
  const tick = workflow<string>('tick')
    .step('tick', ({ input }) => {
      if (input === 'second') noteLate('a schedule', Math.floor(Date.now() / 1000) * 1000);
      if (input === 'hour') hourly += 1;
      return null;
    })
    .answer(() => ({ body: null, location: '' }));
  // On days of the year after next, so that none fires while it is measured.
  const year = new Date().getUTCFullYear() + 2;
  const yearly = Array.from({ length: scheduled }, (_, at) => [
    `schedule-${at}`,
    { cron: `0 ${at % 60} ${at % 24} 1 1 * ${year}`, run: tick, input: 'year' },
  ]);
  const engines: WorkflowEngine[] = [];
  const plugin = definePlugin({
    name: 'waiting',
    auth: 'time',
    needs: { engine: WorkflowEngine },
    start: ({ needs }) => {
      engines.push(needs.engine);
      return {};
    },
    workflows: () => sleepersOn,
    schedules: {
      ...(Object.fromEntries(yearly) as Record<string, { cron: string; run: typeof tick; input: string }>),
      second: { cron: '* * * * * *', run: tick, input: 'second' },
      hour: { cron: '0 * * * *', clock: 'account', run: tick, input: 'hour' },
    },
    routes: () => [],
  });
  const file = join(folder, 'config.yaml');
  await writeFile(file, JSON.stringify({ log: { level: 'error' }, http: { rateLimit: { perMinute: 0 } } }));
  const host = await startHost({
    file,
    environment: { CHRONOSCRIBE_API_KEY: 'a-key-for-benchmarks-that-is-long' },
    flags: { port: '0', data: join(folder, 'data') },
    workingDirectory: folder,
    extraPlugins: [{ plugin }],
  });
  const { runs, timers } = host.services;
  const admin = { account, scopes: ['admin'] } as const;
  await host.services.schedules.pause(admin, 'second');
  await host.services.schedules.pause(admin, 'hour');
  const post = (path: string, body: object) =>
    fetch(host.url + path, {
      method: 'POST',
      headers: { 'x-api-key': 'a-key-for-benchmarks-that-is-long', 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const ids: string[] = [];

  /** Milliseconds until all that hangs on a move of the clock is done. */
  const jump = async (duration: string): Promise<number> => {
    const startedAt = performance.now();
    await post('/v1/fast-forward', { duration });
    if (!(await timers.whenSettled({ account }, 3_600_000))) throw new Error(`a jump of ${duration} did not settle`);
    return performance.now() - startedAt;
  };

  return {
    async submit(clock, input) {
      const id = crypto.randomUUID();
      ids.push(id);
      await runs.launch({ id, account, workflow: sleepersOn[clock], input });
    },
    async asleep() {
      for (const id of ids) while ((await engines[0]?.state(id))?.isWaiting !== true) await wait(20);
    },
    async jumps() {
      await host.services.schedules.resume(admin, 'second');
      await wait(20_000);
      await host.services.schedules.pause(admin, 'second');
      await post('/v1/pause-time', {});
      const pausedAt = Date.now();
      await host.services.schedules.resume(admin, 'hour');
      const hours = (await jump('25d')) / hourly;
      await host.services.schedules.pause(admin, 'hour');
      // Every other run sleeps on this clock.
      const last = startedAt + month + 2 * jumpedSleeps * minute;
      const sleeps = (await jump(`${Math.ceil((last - pausedAt) / minute) - 25 * 24 * 60}m`)) / jumpedSleeps;
      return { 'runs that sleep until an instant each': sleeps, 'firings of an hourly schedule': hours };
    },
  };
}
