import type { Cluster } from 'chronoscribe';
import type { Journal } from 'chronoscribe/kinds/journal';
import type { Calendars } from '../calendars/repository.ts';
import type { ChangeRequest, ImportLine, Ledger, Planning } from '../kind.ts';
import { createSnapshotWorkers, type SnapshotWorkers } from '../worker/snapshot-workers.ts';
import {
  type Comparison,
  compareTimelines,
  createTimeline,
  deleteTimeline,
  listTimelines,
  type Timeline,
} from './branches.ts';
import { createEncodedSearch } from './encoded-search.ts';
import { manipulate, revert } from './manipulation.ts';
import { type MergeRequest, type MergeResult, mergeTimeline } from './merge.ts';
import { importEvents, record } from './recording.ts';
import type { PrepareSafetyCheck } from './safety-check.ts';
import { findNextInstant, findUpcoming, monitorPages } from './search.ts';
import { listVersions } from './views.ts';

/** The ledger with the operations that only the endpoints of this plugin use. */
export interface TimelineLedger extends Ledger {
  listTimelines(account: string): Promise<readonly Timeline[]>;
  createTimeline(
    account: string,
    branch: { readonly base: string; readonly description: string },
    request: Pick<ChangeRequest, 'requestId' | 'operationId'>,
  ): Promise<Timeline>;
  deleteTimeline(account: string, timelineId: string): Promise<void>;
  compare(account: string, first: string, second: string): Promise<Comparison>;
  merge(account: string, merge: MergeRequest, requestId: string): Promise<MergeResult>;
}

const noCalendars = { list: async () => [], add: async () => undefined, addDaysOff: async () => 0 };

/** A ledger over a journal. After each change, the hosts of a cluster are notified. */
export function openLedger(
  journal: Journal,
  cluster: Cluster,
  prepareCheck: PrepareSafetyCheck,
  planning: Planning,
  calendars: Pick<Calendars, 'list' | 'add' | 'addDaysOff'> = noCalendars,
  searching: SnapshotWorkers = createSnapshotWorkers(),
): TimelineLedger {
  const announced = async <T>(account: string, change: Promise<T>): Promise<T> => {
    const result = await change;
    cluster.send(topicFor(account), '');
    return result;
  };
  return {
    record: (account, ...of) => announced(account, record(journal, account, ...of)),
    import: (account, lines, request) => {
      const apart: ApartLine[] = [];
      const events = withoutApart(lines, apart);
      const importing = async () => {
        const result = await importEvents(journal, account, events, request);
        // Nothing was read, if an earlier attempt was interrupted here.
        for await (const _ of events);
        const { dryRun = false } = request;
        for (const each of apart) if ('calendar' in each && !dryRun) await calendars.add(account, each.calendar);
        const daysOff = apart.flatMap((each) => ('daysOff' in each ? [each.daysOff] : []));
        if (daysOff.length === 0) return result;
        let days_off = 0;
        for (const [name, all] of Map.groupBy(daysOff, ({ calendar }) => calendar)) {
          const days = new Set(all.flatMap((each) => each.days));
          days_off += await calendars.addDaysOff(account, name, days, dryRun);
        }
        return { ...result, days_off };
      };
      return announced(account, importing());
    },
    manipulate: (account, ...of) => announced(account, manipulate(journal, prepareCheck, account, ...of)),
    reschedule: (account, ...of) => announced(account, planning.reschedule(account, ...of)),
    revertReschedule: (account, ...of) => announced(account, planning.revertReschedule(account, ...of)),
    level: (account, ...of) => announced(account, planning.level(account, ...of)),
    saveBaseline: (account, ...of) => announced(account, planning.saveBaseline(account, ...of)),
    calendars: (account) => calendars.list(account),
    criticalPath: (...of) => planning.criticalPath(...of),
    revert: (account, ...of) => announced(account, revert(journal, account, ...of)),
    merge: (account, ...of) => announced(account, mergeTimeline(journal, prepareCheck, account, ...of)),
    createTimeline: (...of) => createTimeline(journal, ...of),
    deleteTimeline: (account, ...of) => announced(account, deleteTimeline(journal, account, ...of)),
    listTimelines: (...of) => listTimelines(journal, ...of),
    compare: (...of) => compareTimelines(journal, ...of),
    search: createEncodedSearch(journal, searching, 'search'),
    monitor: createEncodedSearch(journal, searching, 'monitor'),
    monitorPages: (...of) => monitorPages(journal, ...of),
    nextInstant: (...of) => findNextInstant(journal, ...of),
    upcoming: (...of) => findUpcoming(journal, ...of),
    history: (...of) => listVersions(journal, ...of),
    onChange: (account, listener) => cluster.listen(topicFor(account), () => listener()),
  };
}

/** What a file says that is no event. */
type ApartLine = Extract<ImportLine, { readonly calendar: unknown } | { readonly daysOff: unknown }>;
const isApart = (line: ImportLine): line is ApartLine => 'calendar' in line || 'daysOff' in line;

/** The lines of a file without its calendars and days off, which are collected. */
async function* withoutApart(lines: AsyncIterable<readonly ImportLine[]>, apart: ApartLine[]) {
  for await (const list of lines) {
    apart.push(...list.filter(isApart));
    yield list.filter((line) => !isApart(line));
  }
}

/** The topic under which hosts announce that a timeline of an account changed. */
const topicFor = (account: string): string => `ledger/${account}`;
