import { Problem } from 'chronoscribe';
import type { Journal, JournalReads, JournalTimeline, Revision, View } from 'chronoscribe/kinds/journal';
import { primary } from '../kind.ts';
import { resultTooLarge, timelineIsPrimary, timelineNotFound } from './problems.ts';
import type { PrepareSafetyCheck, SafetyCheckResult } from './safety-check.ts';
import { toJournalEntry, toLedgerEvent } from './stored-event.ts';
import { findBySubject, resolveView } from './views.ts';

export interface MergeRequest {
  readonly timelineId: string;
  readonly safetyCheck: boolean;
  /** Whether nothing is to be written. Default: false. */
  readonly dryRun?: boolean | undefined;
}

export interface MergeResult extends SafetyCheckResult {
  /** The timeline that received the changes. */
  readonly base: string;
  /** The events that it shows now and did not before. */
  readonly merged: readonly string[];
}

/** The three versions of one event that a three-way merge compares. */
interface BranchChange {
  readonly ancestor: Revision | undefined;
  readonly branch: Revision;
  readonly base: Revision | undefined;
}

const maxChanges = 10_000;

/**
 * Merges a branch into its base: a three-way merge, event by event, of all changes since the branch was created or last
 * merged. An event that both changed in different ways is a conflict; with a conflict, nothing is merged.
 *
 * @throws Problem `timeline-not-found`, `timeline-is-primary`, `merge-conflict`, `paradox-detected`
 */
export async function mergeTimeline(
  journal: Journal,
  prepareCheck: PrepareSafetyCheck,
  account: string,
  { timelineId, safetyCheck, dryRun = false }: MergeRequest,
  requestId: string,
): Promise<MergeResult> {
  if (timelineId === primary) throw timelineIsPrimary('merged');
  const check = await prepareCheck(account, safetyCheck);
  return journal.transaction(account, async (writes) => {
    const timeline = (await writes.timelines(account)).find(({ id }) => id === timelineId);
    if (timeline?.parent == null) throw timelineNotFound(timelineId);
    const base = timeline.parent;
    const baseView = await resolveView(writes, account, base);
    const changes = await findChanges(writes, account, timeline, baseView);
    refuseConflicts(timelineId, base, changes);

    const applied = changes.filter((change) => change.base?.eventId !== change.branch.eventId);
    const added = applied.map(({ branch }) => {
      const event = toLedgerEvent(branch);
      const { subject, recorded } = branch;
      return {
        event,
        entry: toJournalEntry(event, { timelineId: base, operation: 'merge', subject, recorded, requestId }),
      };
    });
    const result = await check({
      journal: writes,
      view: baseView,
      removed: applied.flatMap((change) => change.base ?? []),
      added,
    });
    if (!dryRun) {
      await writes.append(added.map(({ entry }) => entry));
      await writes.markMerged(timelineId);
    }
    return { base, merged: added.map(({ event }) => event.event_id), ...result };
  });
}

/** The events that the branch shows now and did not at the last merge. */
async function findChanges(
  journal: JournalReads,
  account: string,
  { id, mergedAt }: JournalTimeline,
  baseView: View,
): Promise<readonly BranchChange[]> {
  const now = await resolveView(journal, account, id);
  const [own, ...ancestors] = now.lineage;
  if (own === undefined) return [];
  const then: View = { account, lineage: [{ ...own, upTo: Math.min(own.upTo, mergedAt) }, ...ancestors] };
  const subjects = await journal.changed(now, then, maxChanges + 1);
  if (subjects.length > maxChanges)
    throw resultTooLarge(maxChanges, 'Merge more often, or record the events on the base itself.');
  const branch = await findBySubject(journal, now, subjects);
  const ancestor = await findBySubject(journal, then, subjects);
  const base = await findBySubject(journal, baseView, subjects);
  return [...branch.values()]
    .map((revision) => ({
      branch: revision,
      ancestor: ancestor.get(revision.subject),
      base: base.get(revision.subject),
    }))
    .filter((change) => change.branch.eventId !== change.ancestor?.eventId)
    .toSorted((one, other) => one.branch.seq - other.branch.seq);
}

function refuseConflicts(timelineId: string, base: string, changes: readonly BranchChange[]): void {
  const conflicts = changes.filter(
    (change) => change.base?.eventId !== change.branch.eventId && change.base?.eventId !== change.ancestor?.eventId,
  );
  if (conflicts.length === 0) return;
  const named = conflicts.slice(0, 3).map(({ ancestor, branch }) => `"${ancestor?.eventId ?? branch.eventId}"`);
  throw new Problem('merge-conflict', {
    status: 409,
    detail:
      `Both "${timelineId}" and "${base}" changed ${named.join(', ')}${conflicts.length > 3 ? ` and ${conflicts.length - 3} more` : ''}. ` +
      'Nothing was merged. Revert the change on one of them, then merge again.',
    members: {
      conflicts: conflicts.map((change) => ({
        event_id: change.ancestor?.eventId ?? null,
        on_timeline: change.branch.eventId,
        on_base: change.base?.eventId ?? null,
      })),
    },
  });
}
