import { formatInstant, InstantText } from 'chronoscribe/kinds/clock';
import type { Journal, JournalReads, View } from 'chronoscribe/kinds/journal';
import { z } from 'zod';
import { primary } from '../kind.ts';
import { compareByTime, type LedgerEvent } from './event.ts';
import { resultTooLarge, timelineHasBranches, timelineIsPrimary, timelineNotFound } from './problems.ts';
import { isSameVersion, toLedgerEvent } from './stored-event.ts';
import { findBySubject, resolveView } from './views.ts';

export const TimelineId = z
  .string()
  .min(1)
  .max(200)
  .meta({ description: 'Id of a timeline; `primary` is the main one' });

export const Purpose = z.string().meta({ description: 'What the timeline is for' });

/** A timeline of an account, as a response has it. */
export const Timeline = z.object({
  timeline_id: TimelineId,
  description: Purpose,
  base_timeline_id: TimelineId.optional().meta({
    description: 'The timeline that it branched from; absent for `primary`',
  }),
  created_at: InstantText.optional().meta({ description: 'The real time' }),
});
export type Timeline = Readonly<z.output<typeof Timeline>>;

const primaryTimeline: Timeline = { timeline_id: primary, description: 'The main timeline' };

/** All timelines of an account, in order of creation. */
export async function listTimelines(journal: JournalReads, account: string): Promise<readonly Timeline[]> {
  const timelines = await journal.timelines(account);
  const branches = timelines.flatMap(({ id, parent, description, createdAt }) =>
    parent === null ? [] : [branchOf(id, parent, description, createdAt)],
  );
  return [primaryTimeline, ...branches];
}

function branchOf(timeline_id: string, base_timeline_id: string, description: string, createdAt: number): Timeline {
  return { timeline_id, description, base_timeline_id, created_at: formatInstant(createdAt) };
}

/**
 * Creates a branch of a timeline as it is now. Writes one row and copies no events.
 *
 * @throws Problem `timeline-not-found`.
 */
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
      // A retry of the same operation.
      const made = (await listTimelines(writes, account)).find((timeline) => timeline.timeline_id === timeline_id);
      if (made !== undefined) return made;
    }
    const { createdAt } = await writes.addTimeline({
      id: timeline_id,
      parent: branch.base,
      description: branch.description,
      requestId,
    });
    return branchOf(timeline_id, branch.base, branch.description, createdAt);
  });
}

/**
 * Deletes a branch and all changes on it.
 *
 * @throws Problem `timeline-is-primary`, `timeline-not-found`, `timeline-has-branches`.
 */
export function deleteTimeline(journal: Journal, account: string, timelineId: string): Promise<void> {
  if (timelineId === primary) throw timelineIsPrimary('deleted');
  return journal.transaction(account, async (writes) => {
    const timelines = await writes.timelines(account);
    if (!timelines.some(({ id }) => id === timelineId)) throw timelineNotFound(timelineId);
    const branches = timelines.filter(({ parent }) => parent === timelineId).map(({ id }) => id);
    if (branches.length > 0) throw timelineHasBranches(timelineId, branches);
    await writes.deleteTimeline(timelineId);
  });
}

/** The differences between two timelines. Each list by time, then by order of recording. */
export interface Comparison {
  /** Shown by the second timeline alone. */
  readonly added: readonly LedgerEvent[];
  /** Shown by the first timeline alone. */
  readonly removed: readonly LedgerEvent[];
  /** Events of which both show different versions. */
  readonly changed: readonly { readonly from: LedgerEvent; readonly to: LedgerEvent }[];
}

const maxSubjects = 10_000;

/** Compares two timelines. @throws Problem `timeline-not-found`, `result-too-large`. */
export async function compareTimelines(
  journal: JournalReads,
  account: string,
  first: string,
  second: string,
): Promise<Comparison> {
  const from = await resolveView(journal, account, first);
  const to = await resolveView(journal, account, second);
  const pairs = await findDifferences(journal, from, to);
  const added = pairs.flatMap(({ before, after }) => (before === undefined && after !== undefined ? [after] : []));
  const removed = pairs.flatMap(({ before, after }) => (before !== undefined && after === undefined ? [before] : []));
  const changed = pairs.flatMap(({ before, after }) => (before && after ? [{ before, after }] : []));
  return {
    added: added.toSorted(compareByTime).map(toLedgerEvent),
    removed: removed.toSorted(compareByTime).map(toLedgerEvent),
    changed: changed
      .toSorted((one, other) => compareByTime(one.before, other.before))
      .map(({ before, after }) => ({ from: toLedgerEvent(before), to: toLedgerEvent(after) })),
  };
}

/** The subjects of which two views show different versions, or only one shows any. */
async function findDifferences(journal: JournalReads, from: View, to: View) {
  const subjects = new Set([
    ...(await journal.changed(from, to, maxSubjects + 1)),
    ...(await journal.changed(to, from, maxSubjects + 1)),
  ]);
  if (subjects.size > maxSubjects)
    throw resultTooLarge(maxSubjects, 'Compare timelines that are closer to each other.');
  const before = await findBySubject(journal, from, [...subjects]);
  const after = await findBySubject(journal, to, [...subjects]);
  return [...subjects]
    .map((subject) => ({ before: before.get(subject), after: after.get(subject) }))
    .filter(({ before: one, after: other }) => !isSameVersion(one, other));
}
