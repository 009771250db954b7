import { Problem } from 'chronoscribe';
import type { Journal, JournalReads, JournalTimeline, JournalWrites, Revision, View } from 'chronoscribe/kinds/journal';
import { primary } from '../kind.ts';
import { changeAsPlanned, type PlannedChange, showsTheSame } from './planned-change.ts';
import { resultTooLarge, timelineIsPrimary, timelineNotFound } from './problems.ts';
import type { PrepareSafetyCheck, SafetyCheckResult } from './safety-check.ts';
import { isSameChange, isSameVersion, toJournalEntry, toLedgerEvent } from './stored-event.ts';
import { findBySubject, resolveView } from './views.ts';

export interface MergeRequest {
  readonly timelineId: string;
  readonly safetyCheck: boolean;
  /** Whether nothing is to be written. Default: false. */
  readonly dryRun?: boolean | undefined;
  /** Whose version counts, by the id that the event had before, or has on either side. Default: none is settled. */
  readonly resolve?: ReadonlyMap<string, Side> | undefined;
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

/** Whose version of an event a merge takes. */
export type Side = 'timeline' | 'base';

const maxChanges = 10_000;

/**
 * Merges a branch into its base: a three-way merge, event by event, of all changes since the branch was created or last
 * merged, and of those that the base reverted since. An event that both changed in different ways is a conflict; unless
 * `resolve` settles all conflicts, nothing is merged.
 *
 * @throws Problem `timeline-not-found`, `timeline-is-primary`, `merge-conflict`, `invalid-request`, `paradox-detected`
 */
export async function mergeTimeline(
  journal: Journal,
  prepareCheck: PrepareSafetyCheck,
  account: string,
  { timelineId, safetyCheck, dryRun = false, resolve = new Map() }: MergeRequest,
  requestId: string,
): Promise<MergeResult> {
  if (timelineId === primary) throw timelineIsPrimary('merged');
  const check = await prepareCheck(account, safetyCheck);
  return changeAsPlanned(journal, account, async (reads): Promise<PlannedChange<MergeResult>> => {
    const timeline = await findBranch(reads, account, timelineId);
    const base = timeline.parent;
    const baseView = await resolveView(reads, account, base);
    const branchView = await resolveView(reads, account, timelineId);
    const changes = await findChanges(reads, timeline, branchView, baseView);
    refuseUnknown(resolve, changes);
    refuseConflicts(
      timelineId,
      base,
      changes.filter((change) => isConflict(change) && sideOf(change, resolve) === undefined),
    );

    const applied = changes.filter((change) => !isDoneAlike(change) && sideOf(change, resolve) !== 'base');
    const added = applied.map(({ branch }) => {
      const event = toLedgerEvent(branch);
      const { subject, recorded } = branch;
      return {
        event,
        entry: toJournalEntry(event, { timelineId: base, operation: 'merge', subject, recorded, requestId }),
      };
    });
    const result = await check({
      journal: reads,
      view: baseView,
      removed: applied.flatMap((change) => change.base ?? []),
      added,
    });
    const write = async (writes: JournalWrites) => {
      await writes.append(added.map(({ entry }) => entry));
      await writes.markMerged(timelineId);
    };
    return {
      isCurrent: async (now) =>
        (await showsTheSame(now, base, baseView)) &&
        (await showsTheSame(now, timelineId, branchView)) &&
        (await findBranch(now, account, timelineId)).mergedAt === timeline.mergedAt,
      write: dryRun ? undefined : write,
      result: { base, merged: added.map(({ event }) => event.event_id), ...result },
    };
  });
}

/** @throws Problem `timeline-not-found` */
async function findBranch(
  journal: JournalReads,
  account: string,
  timelineId: string,
): Promise<JournalTimeline & { readonly parent: string }> {
  const timeline = (await journal.timelines(account)).find(({ id }) => id === timelineId);
  if (timeline?.parent == null) throw timelineNotFound(timelineId);
  return { ...timeline, parent: timeline.parent };
}

/** Both changed it, and not to the same. What the base reverted is not a conflict: the change is offered again. */
function isConflict(change: BranchChange): boolean {
  return !isSameVersion(change.base, change.ancestor) && !isDoneAlike(change);
}

/** The base shows the change already, or has made one like it. */
function isDoneAlike({ ancestor, branch, base }: BranchChange): boolean {
  return isSameVersion(branch, base) || (!isSameVersion(base, ancestor) && isSameChange(branch, base));
}

function idsOf({ ancestor, branch, base }: BranchChange): readonly string[] {
  return [ancestor, branch, base].flatMap((revision) => revision?.eventId ?? []);
}

function sideOf(change: BranchChange, resolve: ReadonlyMap<string, Side>): Side | undefined {
  return idsOf(change)
    .map((id) => resolve.get(id))
    .find((side) => side !== undefined);
}

/** The changes that a merge can take over, in the order in which they were made. */
async function findChanges(
  journal: JournalReads,
  { branchedAt, mergedAt }: JournalTimeline,
  now: View,
  baseView: View,
): Promise<readonly BranchChange[]> {
  const [own, ...ancestors] = now.lineage;
  if (own === undefined) return [];
  const at = (seq: number): View => ({ ...now, lineage: [{ ...own, upTo: Math.min(own.upTo, seq) }, ...ancestors] });
  const subjects = await journal.changed(now, at(branchedAt), maxChanges + 1);
  if (subjects.length > maxChanges)
    throw resultTooLarge(maxChanges, 'Make a new branch for further changes, or record the events on the base itself.');
  const branch = await findBySubject(journal, now, subjects);
  const merged = await findBySubject(journal, at(mergedAt), subjects);
  const first = await findBySubject(journal, at(branchedAt), subjects);
  const base = await findBySubject(journal, baseView, subjects);
  return [...branch.values()]
    .flatMap((revision): readonly BranchChange[] => {
      const { subject } = revision;
      const change = { branch: revision, base: base.get(subject) };
      const ancestor = merged.get(subject);
      if (!isSameVersion(revision, ancestor)) return [{ ...change, ancestor }];
      // What was merged, and what the base shows instead since it was reverted there.
      const isReverted = change.base?.operation === 'revert' && change.base.seq > mergedAt;
      return isReverted && !isSameVersion(revision, first.get(subject)) ? [{ ...change, ancestor: change.base }] : [];
    })
    .toSorted((one, other) => one.branch.seq - other.branch.seq);
}

/** @throws Problem `invalid-request` if an id that is to be settled names no change. */
function refuseUnknown(resolve: ReadonlyMap<string, Side>, changes: readonly BranchChange[]): void {
  const known = new Set(changes.flatMap(idsOf));
  const unknown = [...resolve.keys()].find((id) => !known.has(id));
  if (unknown === undefined) return;
  const detail = 'There is no such event among the changes of the timeline. A merge with dry_run lists its conflicts.';
  throw new Problem('invalid-request', {
    detail: `resolve.${unknown}: ${detail}`,
    errors: [{ in: 'body', path: ['resolve', unknown], detail, type: 'custom' }],
  });
}

function refuseConflicts(timelineId: string, base: string, conflicts: readonly BranchChange[]): void {
  if (conflicts.length === 0) return;
  const named = conflicts.slice(0, 3).map(({ ancestor, branch }) => `"${ancestor?.eventId ?? branch.eventId}"`);
  throw new Problem('merge-conflict', {
    status: 409,
    detail:
      `Both "${timelineId}" and "${base}" changed ${named.join(', ')}${conflicts.length > 3 ? ` and ${conflicts.length - 3} more` : ''}. ` +
      'Nothing was merged. Say in `resolve` whose version of each counts, `timeline` or `base`, or revert one of the two.',
    members: {
      conflicts: conflicts.map((change) => ({
        event_id: change.ancestor?.eventId ?? null,
        on_timeline: change.branch.eventId,
        on_base: change.base?.eventId ?? null,
      })),
    },
  });
}
