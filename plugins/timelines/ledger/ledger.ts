import type { Cluster } from 'chronoscribe';
import type { Journal } from 'chronoscribe/kinds/journal';
import type { ChangeRequest, Ledger } from '../kind.ts';
import { type Comparison, compareTimelines, createTimeline, deleteTimeline, listTimelines, type Timeline } from './branches.ts';
import { manipulate, revert } from './manipulation.ts';
import { type Merge, mergeTimeline } from './merge.ts';
import { importEvents, record } from './recording.ts';
import type { PrepareSafetyCheck } from './safety-check.ts';
import { nextInstant, searchAll, searchPage, watchlist, watchlistPage, watchlistPages } from './search.ts';
import { historyOf } from './views.ts';

/** The ledger with what only the endpoints of timelines do. */
export interface Timelines extends Ledger {
  listTimelines(account: string): Promise<readonly Timeline[]>;
  createTimeline(
    account: string,
    branch: { readonly base: string; readonly description: string },
    request: Pick<ChangeRequest, 'requestId' | 'operationId'>,
  ): Promise<Timeline>;
  deleteTimeline(account: string, timelineId: string): Promise<void>;
  compare(account: string, first: string, second: string): Promise<Comparison>;
  merge(
    account: string,
    merge: { readonly timelineId: string; readonly safetyCheck: boolean },
    requestId: string,
  ): Promise<Merge>;
}

/** The ledger that a journal keeps. Each of its operations is a file of its own. */
export function openLedger(journal: Journal, cluster: Cluster, prepareCheck: PrepareSafetyCheck): Timelines {
  const announced = async <T>(account: string, change: Promise<T>): Promise<T> => {
    const result = await change;
    cluster.send(topicOf(account), '');
    return result;
  };
  return {
    record: (account, ...of) => announced(account, record(journal, account, ...of)),
    import: (account, ...of) => announced(account, importEvents(journal, account, ...of)),
    manipulate: (account, ...of) => announced(account, manipulate(journal, prepareCheck, account, ...of)),
    revert: (account, ...of) => announced(account, revert(journal, account, ...of)),
    merge: (account, ...of) => announced(account, mergeTimeline(journal, prepareCheck, account, ...of)),
    createTimeline: (...of) => createTimeline(journal, ...of),
    deleteTimeline: (account, ...of) => announced(account, deleteTimeline(journal, account, ...of)),
    listTimelines: (...of) => listTimelines(journal, ...of),
    compare: (...of) => compareTimelines(journal, ...of),
    search: (...of) => searchAll(journal, ...of),
    searchPage: (...of) => searchPage(journal, ...of),
    watchlist: (...of) => watchlist(journal, ...of),
    watchlistPage: (...of) => watchlistPage(journal, ...of),
    watchlistPages: (...of) => watchlistPages(journal, ...of),
    nextInstant: (...of) => nextInstant(journal, ...of),
    history: (...of) => historyOf(journal, ...of),
    onChange: (account, listener) => cluster.listen(topicOf(account), () => listener()),
  };
}

/** Under this topic hosts say that a timeline of the account was changed. */
function topicOf(account: string): string {
  return `ledger/${account}`;
}
