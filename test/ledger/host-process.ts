import { createInterface } from 'node:readline';
import { Cluster, Problem, Store } from 'chronoscribe';
import { Journal, type View } from 'chronoscribe/kinds/journal';
import { startProvider } from 'chronoscribe/testing';
import { z } from 'zod';
import { openLedger } from '../../plugins/timelines/ledger/ledger.ts';
import { createSafetyChecks } from '../../plugins/timelines/paradox/check/incremental-check.ts';
import { createPlanning } from '../../plugins/timelines/plan/planning.ts';
import { createSnapshotWorkers } from '../../plugins/timelines/worker/snapshot-workers.ts';
import postgres from '../../providers/store/postgres/index.ts';
import { account, left, meeting, place, range, right, single } from './rounds.ts';

/** The report of a process about one round. */
export const Report = z.object({
  /** The ids of the outcomes that it made; null if it was refused. */
  single: z.string().nullable(),
  meeting: z.string().nullable(),
  recorded: z.string(),
  /** A branch that it made, and what it showed immediately. */
  branch: z.string(),
  shown: z.array(z.string()),
  /** How many of its earlier views now show something else. */
  changedViews: z.number(),
});
export type Report = z.output<typeof Report>;

/**
 * The main function of a child process, with the settings of the store and the number of a host. For each line of its
 * input (the number of a round) it does what all hosts do at the same time, and prints a report.
 */
async function serve(settings: object, host: number): Promise<void> {
  const { provided } = await startProvider(Store, postgres, { with: settings });
  const journal = provided(Journal);
  const ledger = openLedger(
    journal,
    provided(Cluster),
    createSafetyChecks({ list: async () => [] }, { maxSpeedKmh: 1000 }),
    createPlanning(journal, { list: async () => [] }, createSnapshotWorkers()),
  );
  const request = (timelineId?: string) => ({ requestId: 'test', operationId: crypto.randomUUID(), timelineId });
  const seen: { readonly view: View; readonly shown: string }[] = [];
  const read = async (view: View) =>
    JSON.stringify(await journal.search(view, { place, from: range.start, to: range.end, limit: 10_000 }));

  const manipulate = async (eventId: string, participants: readonly string[] = []): Promise<string | null> => {
    const outcome = { description: `by host ${host}`, changes: [], participants: [...participants] };
    try {
      const { event } = await ledger.manipulate(account, { eventId, outcome, safetyCheck: true }, request());
      return event.event_id;
    } catch (thrown) {
      if (thrown instanceof Problem && ['event-superseded', 'paradox-detected'].includes(thrown.code)) return null;
      throw thrown;
    }
  };
  const round = async (number: number): Promise<Report> => {
    const view = await journal.view(account, 'primary');
    if (view !== undefined) seen.push({ view, shown: await read(view) });
    const [won, met, recorded, branch] = await Promise.all([
      manipulate(single(number)),
      manipulate(host % 2 === 0 ? left(number) : right(number), [meeting(number)]),
      ledger.record(account, { description: 'own', time: range.start, location: place }, request()),
      ledger.createTimeline(account, { base: 'primary', description: 'own' }, request()),
    ]);
    const pages = ledger.monitorPages(account, { timelineId: branch.timeline_id, location: place, range });
    const shown = (await Array.fromAsync(pages)).flat();
    const now = await Promise.all(seen.map((each) => read(each.view)));
    return {
      single: won,
      meeting: met,
      recorded: recorded.event_id,
      branch: branch.timeline_id,
      shown: shown.map(({ event }) => event.event_id),
      changedViews: now.filter((each, at) => each !== seen[at]?.shown).length,
    };
  };
  process.stdout.write('ready\n');
  for await (const line of createInterface(process.stdin))
    process.stdout.write(`${JSON.stringify(await round(Number(line)))}\n`);
}

if (import.meta.main) {
  await serve(JSON.parse(process.argv[2] ?? ''), Number(process.argv[3]));
  process.exit();
}
