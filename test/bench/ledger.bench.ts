import { Store } from 'chronoscribe';
import { singleHostCluster } from 'chronoscribe/concurrency';
import { Journal } from 'chronoscribe/kinds/journal';
import { silentLog, startProvider, temporaryFolder } from 'chronoscribe/testing';
import { openLedger } from '../../plugins/timelines/ledger/ledger.ts';
import { createSafetyChecks } from '../../plugins/timelines/paradox/check/incremental-check.ts';
import { createPlanning } from '../../plugins/timelines/plan/planning.ts';
import { createSnapshotWorkers } from '../../plugins/timelines/worker/snapshot-workers.ts';
import sqlite from '../../providers/store/sqlite/index.ts';
import { checkWhileServing } from './ledger/check.ts';
import { compareCheckouts } from './ledger/compare.ts';
import { eventId, madeUpHistory, town } from './ledger/history.ts';
import { importOverHttp } from './ledger/import.ts';
import { medianMs } from './ledger/measure.ts';
import { benchPlan } from './ledger/plan.ts';
import { rawSql } from './ledger/raw.ts';
import { table } from './table.ts';

const account = 'default';
const branches = 1_000;
const depths = [0, 1, 10, 100];
const range = { start: Date.UTC(2000, 0, 1), end: Date.UTC(2100, 0, 1) };

/**
 * The ledger with 10^6 events, 2·10^6 causes and 1,000 branches, beside the same work as prepared statements over
 * `node:sqlite` on the same file. `CHRONOSCRIBE_BENCH_EVENTS` makes it smaller.
 *
 * @param against the folder of another checkout with its packages, beside which this one is measured instead, with 10^5
 *   events
 */
export async function benchLedger(against?: string): Promise<void> {
  const chosen = process.env.CHRONOSCRIBE_BENCH_EVENTS;
  if (against !== undefined) return compareCheckouts(against, Number(chosen ?? 100_000));
  const events = Number(chosen ?? 1_000_000);
  const folder = await temporaryFolder();
  const [small, large] = [`${folder.path}/small`, `${folder.path}/large`];
  await importOverHttp(small, madeUpHistory(1_000));
  const imported = await importOverHttp(large, madeUpHistory(events));
  table(
    `Import of ${events.toLocaleString('en')} events as NDJSON over HTTP, all or nothing`,
    ['seconds', 'events per second', 'resident before, MB', 'highest, MB'],
    [[imported.seconds.toFixed(1), (events / imported.seconds).toFixed(0), mb(imported.before), mb(imported.peak)]],
  );

  const smallBranchMs = await withLedger(small, ({ branch }) => medianMs(500, () => branch('primary')));
  await withLedger(large, async (ledger) => {
    const timelines = await grow(ledger);
    await compareSearch(ledger, timelines);
    const largeBranchMs = await medianMs(500, () => ledger.branch('primary'));
    const manipulateMs = await medianMs(200, (run) => ledger.manipulate(eventId(Math.floor(events / 2) + run)));
    table(
      'Changes, each on the disk before it is acknowledged (medians)',
      ['what', 'ms', `with ${events.toLocaleString('en')} events / with 1,000`],
      [
        ['create a branch, 1,000 events', smallBranchMs.toFixed(3), '1.00'],
        [
          `create a branch, ${events.toLocaleString('en')} events`,
          largeBranchMs.toFixed(3),
          (largeBranchMs / smallBranchMs).toFixed(2),
        ],
        ['manipulate with safety check', manipulateMs.toFixed(2), ''],
      ],
    );
  });
  await checkWhileServing(large, madeUpHistory(events));
  await withLedger(`${folder.path}/plan`, ({ plans }) => benchPlan(plans));
  await folder.remove();
}

const mb = (bytes: number): string => (bytes / 1e6).toFixed(0);

type OpenLedger = Awaited<ReturnType<typeof openIn>>;

async function withLedger<T>(dataFolder: string, use: (ledger: OpenLedger) => Promise<T>): Promise<T> {
  const ledger = await openIn(dataFolder);
  try {
    return await use(ledger);
  } finally {
    await ledger.stop();
  }
}

/** The ledger as the host composes it, in this process. */
async function openIn(dataFolder: string) {
  const { provided, stop } = await startProvider(Store, sqlite, { dataFolder });
  const journal = provided(Journal);
  const ledger = openLedger(
    journal,
    singleHostCluster(silentLog),
    createSafetyChecks({ list: async () => [] }, { maxSpeedKmh: 1000 }),
    createPlanning(journal, { list: async () => [] }, createSnapshotWorkers()),
  );
  const request = () => ({ requestId: 'bench', operationId: crypto.randomUUID() });
  return {
    file: `${dataFolder}/chronoscribe.db`,
    search: async (timelineId: string, location: string) =>
      (await Array.fromAsync(ledger.monitorPages(account, { timelineId, location, range }))).flat(),
    branch: async (base: string) =>
      (await ledger.createTimeline(account, { base, description: 'What if' }, request())).timeline_id,
    record: (timelineId: string, location: string, time: number) =>
      ledger.record(
        account,
        { description: 'A branch goes its own way', time, location },
        { timelineId, ...request() },
      ),
    plans: ledger,
    manipulate: (id: string, timelineId = 'primary') =>
      ledger.manipulate(
        account,
        { eventId: id, outcome: { description: 'Otherwise', changes: [] }, safetyCheck: true },
        { timelineId, ...request() },
      ),
    stop,
  };
}

/**
 * A chain of branches as deep as the deepest that is measured, and the rest beside each other; each with changes of its
 * own. @returns a timeline of each depth
 */
async function grow(ledger: OpenLedger): Promise<ReadonlyMap<number, string>> {
  const timelines = new Map([[0, 'primary']]);
  const deepest = Math.max(...depths);
  let parent = 'primary';
  for (let number = 1; number <= branches; number += 1) {
    const inChain = number <= deepest;
    const timeline = await ledger.branch(inChain ? parent : 'primary');
    await ledger.record(timeline, town(0), range.start + number);
    await ledger.manipulate(eventId(number * 7), timeline);
    if (inChain) timelines.set(number, timeline);
    if (inChain) parent = timeline;
  }
  return timelines;
}

async function compareSearch(ledger: OpenLedger, timelines: ReadonlyMap<number, string>): Promise<void> {
  const raw = rawSql(ledger.file);
  const rows: string[][] = [];
  for (const depth of depths) {
    const timeline = timelines.get(depth) ?? 'primary';
    const found = await ledger.search(timeline, town(3));
    const same = raw.rows(timeline, town(3), range.start, range.end);
    if (found.length !== same.length)
      throw new Error(`at depth ${depth} the two find ${found.length} and ${same.length} events`);
    const rowsMs = await medianMs(2_000, () => raw.rows(timeline, town(3), range.start, range.end));
    const eventsMs = await medianMs(2_000, () => raw.events(timeline, town(3), range.start, range.end));
    const oursMs = await medianMs(2_000, () => ledger.search(timeline, town(3)));
    const ratios = [oursMs / rowsMs, oursMs / eventsMs];
    rows.push([
      String(depth),
      String(found.length),
      ...[oursMs, rowsMs, eventsMs].map((ms) => ms.toFixed(3)),
      ...ratios.map((ratio) => ratio.toFixed(2)),
    ]);
  }
  raw.close();
  table(
    'Search (medians)',
    ['depth', 'events', 'ours, ms', 'raw rows, ms', 'raw rows as events, ms', 'ours / rows', 'ours / events'],
    rows,
  );
}
