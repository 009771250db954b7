import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Cluster, Store } from 'chronoscribe';
import { Journal } from 'chronoscribe/kinds/journal';
import { startProvider, testDatabase } from 'chronoscribe/testing';
import { expect, onTestFinished, test } from 'vitest';
import { openLedger } from '../../plugins/timelines/ledger/ledger.ts';
import { createSafetyChecks } from '../../plugins/timelines/paradox/check/incremental-check.ts';
import { createTimelineChecks } from '../../plugins/timelines/paradox/check/timeline-checks.ts';
import { createPlanning } from '../../plugins/timelines/plan/planning.ts';
import { createSnapshotWorkers } from '../../plugins/timelines/worker/snapshot-workers.ts';
import postgres from '../../providers/store/postgres/index.ts';
import { Report } from './host-process.ts';
import { account, elsewhere, left, momentOf, place, range, right, single } from './rounds.ts';

const hosts = 3;
const rounds = 8;
const anchors = { list: async () => [] };

/** A child process that performs a round when it is sent its number. */
function startHost(settings: object, number: number) {
  const script = fileURLToPath(new URL('./host-process.ts', import.meta.url));
  const child = spawn(
    process.execPath,
    ['--conditions=chronoscribe-source', script, JSON.stringify(settings), `${number}`],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  onTestFinished(() => kill(child));
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const answer = async () => {
    const { value } = await lines.next();
    if (value === undefined) throw new Error('a host ended before it answered');
    return value;
  };
  return {
    ready: answer(),
    async round(number: number): Promise<Report> {
      child.stdin.write(`${number}\n`);
      return Report.parse(JSON.parse(await answer()));
    },
  };
}

function kill(child: ChildProcess): void {
  child.kill('SIGKILL');
}

test('concurrent changes by several hosts on one Postgres have one winner, no paradox and stable views', async () => {
  const database = await testDatabase();
  onTestFinished(database.stop);
  const settings = { url: database.url };
  const { provided, stop } = await startProvider(Store, postgres, { with: settings });
  onTestFinished(stop);
  const journal = provided(Journal);
  const ledger = openLedger(
    journal,
    provided(Cluster),
    createSafetyChecks(anchors, { maxSpeedKmh: 1000 }),
    createPlanning(journal, anchors, createSnapshotWorkers()),
  );
  const record = (event_id: string, location: string, time: number) =>
    ledger.record(
      account,
      { event_id, description: 'planned', time, location },
      { timelineId: undefined, requestId: 'test', operationId: crypto.randomUUID() },
    );
  for (let round = 0; round < rounds; round += 1) {
    await record(single(round), place, momentOf(round));
    await record(left(round), place, momentOf(round));
    await record(right(round), elsewhere, momentOf(round));
  }

  const processes = Array.from({ length: hosts }, (_, number) => startHost(settings, number));
  await Promise.all(processes.map(({ ready }) => ready));
  const reports: Report[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const done = await Promise.all(processes.map((each) => each.round(round)));
    expect(done.filter((report) => report.single !== null)).toHaveLength(1);
    expect(done.filter((report) => report.meeting !== null)).toHaveLength(1);
    expect(done.map(({ changedViews }) => changedViews)).toEqual(done.map(() => 0));
    // Each version has at most one successor.
    const versions = await journal.history(account, single(round));
    expect(versions.map(({ operation }) => operation)).toEqual(['record', 'manipulate']);
    expect(versions.map(({ recordedAt }) => recordedAt)).toEqual(
      versions.map(({ recordedAt }) => recordedAt).toSorted(),
    );
    reports.push(...done);
  }

  const shown = async (timelineId: string) =>
    (await Array.fromAsync(ledger.monitorPages(account, { timelineId, location: place, range })))
      .flat()
      .map(({ event }) => event.event_id);
  for (const { branch, shown: atFirst } of reports) expect(await shown(branch)).toEqual(atFirst);
  const primary = await shown('primary');
  expect(primary).toHaveLength(new Set(primary).size);
  for (const report of reports) {
    expect(primary).toContain(report.recorded);
    if (report.single !== null) expect(primary).toContain(report.single);
  }
  const check = createTimelineChecks(journal, anchors, createSnapshotWorkers(), { maxSpeedKmh: 1000 });
  const { findings, stability } = await check.check(account, 'primary', AbortSignal.timeout(60_000));
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(stability).not.toBe('Unknown');
});
