import type { Cluster } from 'chronoscribe';
import type { Journal } from 'chronoscribe/kinds/journal';
import type { Calendar } from '../calendars/calendar.ts';
import type { Calendars } from '../calendars/repository.ts';
import type { ChangeRequest, ImportLine, Ledger } from '../kind.ts';
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
  planning: Pick<Ledger, 'reschedule' | 'revertReschedule' | 'level' | 'criticalPath'>,
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
      const found: Calendar[] = [];
      const off = new Map<string, Set<string>>();
      const events = withoutCalendars(lines, found, off);
      const importing = async () => {
        const result = await importEvents(journal, account, events, request);
        // Nothing was read, if an earlier attempt was interrupted here.
        for await (const _ of events);
        const { dryRun = false } = request;
        if (!dryRun) for (const each of found) await calendars.add(account, each);
        let days_off = 0;
        for (const [name, days] of off) days_off += await calendars.addDaysOff(account, name, days, dryRun);
        return off.size === 0 ? result : { ...result, days_off };
      };
      return announced(account, importing());
    },
    manipulate: (account, ...of) => announced(account, manipulate(journal, prepareCheck, account, ...of)),
    reschedule: (account, ...of) => announced(account, planning.reschedule(account, ...of)),
    revertReschedule: (account, ...of) => announced(account, planning.revertReschedule(account, ...of)),
    level: (account, ...of) => announced(account, planning.level(account, ...of)),
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

/** The lines of a file without its calendars and days off, which are collected. */
async function* withoutCalendars(
  lines: AsyncIterable<readonly ImportLine[]>,
  found: Calendar[],
  off: Map<string, Set<string>>,
): AsyncGenerator<readonly ImportLine[]> {
  for await (const list of lines) {
    for (const line of list) {
      if ('calendar' in line) found.push(line.calendar);
      if (!('daysOff' in line)) continue;
      const { calendar, days } = line.daysOff;
      off.set(calendar, new Set([...(off.get(calendar) ?? []), ...days]));
    }
    yield list.filter((line) => !('calendar' in line || 'daysOff' in line));
  }
}

/** The topic under which hosts announce that a timeline of an account changed. */
const topicFor = (account: string): string => `ledger/${account}`;
