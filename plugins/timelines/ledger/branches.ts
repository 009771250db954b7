import type { Journal, JournalReads, View } from 'chronoscribe/kinds/journal';
import { primary } from '../kind.ts';
import { inOrder, type LedgerEvent } from './event.ts';
import { resultTooLarge, timelineHasBranches, timelineIsPrimary, timelineNotFound } from './problems.ts';
import { eventOf } from './stored-event.ts';
import { bySubject, viewOf } from './views.ts';

/** A timeline as its account sees it. */
export interface Timeline {
  readonly timeline_id: string;
  readonly description: string;
  /** Null for the primary one. */
  readonly base_timeline_id: string | null;
  /** Wall time, milliseconds since 1970; null for the primary one. */
  readonly created_at: number | null;
}

const primaryTimeline: Timeline = {
  timeline_id: primary,
  description: 'The main timeline',
  base_timeline_id: null,
  created_at: null,
};

/** All timelines of an account, in order of creation. */
export async function listTimelines(journal: JournalReads, account: string): Promise<readonly Timeline[]> {
  const timelines = await journal.timelines(account);
  const branches = timelines.flatMap(({ id, parent, description, createdAt }) =>
    parent === null ? [] : [{ timeline_id: id, description, base_timeline_id: parent, created_at: createdAt }],
  );
  return [primaryTimeline, ...branches];
}

/** Branches from a timeline as it is now. Costs one row, whatever it holds. @throws Problem `timeline-not-found`. */
export function createTimeline(
  journal: Journal,
  account: string,
  branch: { readonly base: string; readonly description: string },
  { requestId, operationId }: { readonly requestId: string; readonly operationId: string },
): Promise<Timeline> {
  const timeline_id = `tl_${operationId}`;
  return journal.transaction(account, async (writes) => {
    if ((await writes.view(account, branch.base)) === undefined) throw timelineNotFound(branch.base);
    if ((await writes.view(account, timeline_id)) !== undefined) {
      // The same operation for the second time.
      const made = (await listTimelines(writes, account)).find((timeline) => timeline.timeline_id === timeline_id);
      if (made !== undefined) return made;
    }
    const { createdAt } = await writes.addTimeline({
      id: timeline_id,
      parent: branch.base,
      description: branch.description,
      requestId,
    });
    return { timeline_id, description: branch.description, base_timeline_id: branch.base, created_at: createdAt };
  });
}

/**
 * Deletes a branch, and what was done on it. @throws Problem `timeline-is-primary`, `timeline-not-found`,
 * `timeline-has-branches`.
 */
export function deleteTimeline(journal: Journal, account: string, timelineId: string): Promise<void> {
  if (timelineId === primary) throw timelineIsPrimary('deleted');
  return journal.transaction(account, async (writes) => {
    const timelines = await writes.timelines(account);
    if (!timelines.some(({ id }) => id === timelineId)) throw timelineNotFound(timelineId);
    const branches = timelines.filter(({ parent }) => parent === timelineId).map(({ id }) => id);
    if (branches.length > 0) throw timelineHasBranches(timelineId, branches);
    await writes.removeTimeline(timelineId);
  });
}

/**
 * What a second timeline shows that a first one does not, and the other way round. Each list by time, then by order of recording.
 */
export interface Comparison {
  readonly added: readonly LedgerEvent[];
  readonly removed: readonly LedgerEvent[];
  /** What is one event, in two versions. */
  readonly changed: readonly { readonly from: LedgerEvent; readonly to: LedgerEvent }[];
}

const mostSubjects = 10_000;

/** @throws Problem `timeline-not-found`, `result-too-large`. */
export async function compareTimelines(
  journal: JournalReads,
  account: string,
  first: string,
  second: string,
): Promise<Comparison> {
  const from = await viewOf(journal, account, first);
  const to = await viewOf(journal, account, second);
  const pairs = await differences(journal, from, to);
  const added = pairs.flatMap(({ before, after }) => (before === undefined && after !== undefined ? [after] : []));
  const removed = pairs.flatMap(({ before, after }) => (before !== undefined && after === undefined ? [before] : []));
  const changed = pairs.flatMap(({ before, after }) => (before && after ? [{ before, after }] : []));
  return {
    added: added.toSorted(inOrder).map(eventOf),
    removed: removed.toSorted(inOrder).map(eventOf),
    changed: changed
      .toSorted((one, other) => inOrder(one.before, other.before))
      .map(({ before, after }) => ({ from: eventOf(before), to: eventOf(after) })),
  };
}

/** The subjects of which two views show different events, or only one shows any. */
async function differences(journal: JournalReads, from: View, to: View) {
  const subjects = new Set([
    ...(await journal.changed(from, to, mostSubjects + 1)),
    ...(await journal.changed(to, from, mostSubjects + 1)),
  ]);
  if (subjects.size > mostSubjects) throw resultTooLarge(mostSubjects, 'Compare timelines that are closer to each other.');
  const before = await bySubject(journal, from, [...subjects]);
  const after = await bySubject(journal, to, [...subjects]);
  return [...subjects]
    .map((subject) => ({ before: before.get(subject), after: after.get(subject) }))
    .filter((pair) => pair.before?.eventId !== pair.after?.eventId);
}
