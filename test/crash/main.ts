import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { table } from '../bench/table.ts';
import { houses } from './houses/index.ts';
import { plannedKills, runCampaign } from './run.ts';
import { walkCalls } from './store/every-call.ts';
import { isStoreInFiles } from './store/life.ts';
import { callsCanBeMet } from './system-calls.ts';

const usage = `Usage: npm run test:crash -- [OPTIONS]

Kills processes at each call by which a store in files writes, and hosts at work, again and again, and looks each
time at what is left. Ends with 1 where a promise was not kept.

  --kills N      how many of hosts, over all stores (default 240)
  --minutes N    no longer than about so long (default 30)
  --store NAME   one store alone: ${houses.map(({ name }) => name).join(', ')}
  --seed N       the same choices as in the run that printed it
`;

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '240' },
    minutes: { type: 'string', default: '30' },
    store: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    help: { type: 'boolean', default: false },
  },
});
const chosen = houses.filter(({ name }) => values.store === undefined || name === values.store);
const numbers = [values.kills, values.minutes, values.seed].map(Number);
if (values.help || chosen.length === 0 || numbers.some((number) => !(number > 0))) {
  console.error(usage);
  process.exit(values.help ? 0 : 1);
}
const [kills = 0, minutes = 0, seed = 0] = numbers;

/**
 * A host is to listen again so soon. On a busy machine it waits for others too, so only computing for far longer is a
 * fault.
 */
const boundMs = 2_000;
const hopelessMs = 5 * boundMs;
const seconds = (ms = 0) => `${(ms / 1000).toFixed(2)} s`;

// The hosts go with this process, however it is ended.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const begun = Date.now();
const minute = 60_000;
const same = [`--kills ${kills}`, `--seed ${seed}`, ...(values.store === undefined ? [] : [`--store ${values.store}`])];
console.log(`seed ${seed}; the same again: npm run test:crash -- ${same.join(' ')}`);
if (!callsCanBeMet())
  console.log('SKIPPED: kills at system calls, since strace is missing or may not watch processes here.');
const folder = await mkdtemp(join(tmpdir(), 'chronoscribe-crash-'));
const rows: string[][] = [];
let broken = 0;
if (callsCanBeMet()) {
  const stores = chosen.map(({ name }) => name).filter(isStoreInFiles);
  for (const [at, name] of stores.entries()) {
    // Half of the time, which leaves as much for the hosts.
    const until = begun + ((at + 1) / stores.length) * (minutes / 2) * minute;
    const walk = await walkCalls(name, join(folder, `calls-${name}`), { until });
    console.log(
      `${name}: a process that lives with the store alone was killed at ${walk.kills} of its ${walk.calls} calls that write`,
    );
    for (const fault of walk.broken) console.log(`NOT KEPT: ${fault}`);
    broken += walk.broken.length;
  }
}
const left = begun + minutes * minute - Date.now();
const first = Date.now();
for (const [at, house] of chosen.entries()) {
  const result = await runCampaign({
    house,
    folder,
    seed: seed + at,
    kills: plannedKills(Math.ceil(kills / chosen.length), house, callsCanBeMet()),
    // What one house leaves of its time is for those after it.
    until: first + ((at + 1) / chosen.length) * left,
    say: (line) => console.log(`${house.name}: ${line}`),
  });
  broken += result.broken.length;
  const counted = (kind: string) => String(result.broken.filter((each) => each.kind === kind).length);
  const starts = result.starts.map(({ milliseconds }) => milliseconds).toSorted((a, b) => a - b);
  const computed = result.starts.flatMap(({ computed = 0 }) => computed).toSorted((a, b) => a - b);
  broken += computed.filter((ms) => ms > hopelessMs).length;
  rows.push([
    house.name,
    ...[result.kills.work, result.kills.start, result.kills.call, result.kills.database].map(String),
    ...['lost', 'twice', 'half', 'redone', 'fault'].map(counted),
    seconds(starts[Math.floor(starts.length / 2)]),
    seconds(starts.at(-1)),
    `${starts.filter((ms) => ms > boundMs).length} of ${starts.length}`,
    seconds(computed.at(-1)),
    String([...result.done.values()].reduce((sum, times) => sum + times, 0)),
  ]);
}
table(
  `kill -9: what it cost (seed ${seed}, ${((Date.now() - begun) / minute).toFixed(1)} minutes)`,
  [
    'store',
    'at work',
    'at start',
    'at calls',
    'of database',
    'lost',
    'twice',
    'half',
    'redone',
    'faults',
    'median start',
    'slowest',
    'over 2 s',
    'most computed',
    'answers',
  ],
  rows,
);
if (broken === 0) await rm(folder, { recursive: true, force: true });
else console.log(`\n${broken} promises were not kept. What is left of those hosts is in ${folder}`);
process.exit(broken === 0 ? 0 : 1);
