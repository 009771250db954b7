import type { Journal, JournalReads, Revision, View } from 'chronoscribe/kinds/journal';
import type { ChangeRequest, ManipulationRequest, ManipulationResult } from '../kind.ts';
import type { LedgerEvent } from './event.ts';
import { relinkToPredecessor, relinkToSuccessor } from './kept-effects.ts';
import { applyOutcome } from './outcome.ts';
import { changeAsPlanned, type PlannedChange, showsTheSame } from './planned-change.ts';
import {
  eventAlreadyReverted,
  eventHasSuccessor,
  eventNotFound,
  eventNotManipulated,
  eventSuperseded,
} from './problems.ts';
import { type PrepareSafetyCheck, uncheckedResult } from './safety-check.ts';
import { isWrittenBy, toJournalEntry, toLedgerEvent } from './stored-event.ts';
import { findTimelineOf, resolveView } from './views.ts';

/**
 * Gives an event a new outcome: a new event supersedes it. What is written rests on what the timeline shows at that
 * moment, so of two concurrent manipulations one finds the event superseded.
 *
 * @throws Problem `event-not-found`, `event-superseded`, `timeline-not-found`; `paradox-detected`, and then nothing is
 * written.
 */
export async function manipulate(
  journal: Journal,
  prepareCheck: PrepareSafetyCheck,
  account: string,
  { eventId, outcome, safetyCheck, keepEffects = false, dryRun = false }: ManipulationRequest,
  request: ChangeRequest,
): Promise<ManipulationResult> {
  const { requestId, operationId } = request;
  const newId = `evt_${operationId}`;
  const check = await prepareCheck(account, safetyCheck);
  return changeAsPlanned(journal, account, async (reads): Promise<PlannedChange<ManipulationResult>> => {
    const timelineId = request.timelineId ?? (await findTimelineOf(reads, account, eventId));
    const view = await resolveView(reads, account, timelineId);
    const isCurrent = (now: JournalReads) => showsTheSame(now, timelineId, view);
    const made = await findOwnOutcome(reads, view, newId, operationId);
    if (made !== undefined) return { isCurrent, write: undefined, result: { event: made, ...uncheckedResult } };

    const original = await findCurrent(reads, view, eventId, timelineId);
    const replaced = toLedgerEvent(original);
    const event = applyOutcome(replaced, outcome, newId);
    const { subject } = original;
    const origin = { timelineId, requestId, operationId };
    const entry = toJournalEntry(event, { ...origin, operation: 'manipulate', subject });
    const kept = keepEffects ? await relinkToSuccessor(reads, view, { ...replaced, subject }, event, origin) : [];
    const removed = [original, ...kept.map(({ before }) => before)];
    const added = [{ entry, event }, ...kept];
    const result = await check({ journal: reads, view, removed, added });
    return {
      isCurrent,
      write: dryRun ? undefined : (writes) => writes.append(added.map((each) => each.entry)),
      result: { event, ...result },
    };
  });
}

/** The revision that a timeline shows for an event id. @throws Problem `event-not-found`, `event-superseded`. */
export async function findCurrent(
  journal: Pick<JournalReads, 'current' | 'versions'>,
  view: View,
  eventId: string,
  timelineId: string,
): Promise<Revision> {
  const [current] = await journal.current(view, [eventId]);
  if (current !== undefined) return current;
  const latest = (await journal.versions(view, [eventId])).at(-1);
  throw latest === undefined ? eventNotFound(eventId, timelineId) : eventSuperseded(eventId, latest.eventId);
}

/** The event that an earlier attempt of the same operation made. */
async function findOwnOutcome(
  journal: JournalReads,
  view: View,
  newId: string,
  operationId: string,
): Promise<LedgerEvent | undefined> {
  const versions = await journal.versions(view, [newId]);
  const own = versions.find((revision) => revision.eventId === newId && isWrittenBy(revision, operationId));
  return own && toLedgerEvent(own);
}

/**
 * Restores what a manipulated event superseded on that timeline: its direct predecessor, under its own id and at its
 * original position in the order of recording. Effects that the manipulation kept rest on the predecessor again.
 *
 * @throws Problem `event-not-found`, `event-not-manipulated`, `event-already-reverted`, `event-has-successor`,
 * `timeline-not-found`
 */
export function revert(
  journal: Journal,
  account: string,
  eventId: string,
  request: ChangeRequest,
): Promise<LedgerEvent> {
  const { requestId, operationId } = request;
  return journal.transaction(account, async (writes) => {
    const timelineId = request.timelineId ?? (await findTimelineOf(writes, account, eventId));
    const view = await resolveView(writes, account, timelineId);
    const versions = await writes.versions(view, [eventId]);
    const first = versions.findIndex((revision) => revision.eventId === eventId);
    if (first < 0) throw eventNotFound(eventId, timelineId);
    const shown = versions.at(-1);
    if (shown !== undefined && isWrittenBy(shown, operationId)) return toLedgerEvent(shown);
    // An import changes an event under its id.
    const isImported = shown?.operation === 'import' && shown.eventId === eventId;
    const predecessor = isImported ? versions.at(-2) : versions[first - 1];
    if (predecessor === undefined) throw eventNotManipulated(eventId);

    const successor = versions[versions.findLastIndex((revision) => revision.eventId === eventId) + 1];
    if (successor !== undefined) {
      if (isWrittenBy(successor, operationId)) return toLedgerEvent(successor);
      throw notRevertible(eventId, successor, versions);
    }
    const event = toLedgerEvent(predecessor);
    const { subject, recorded } = predecessor;
    const origin = { timelineId, requestId, operationId };
    const relinked = isImported ? [] : await relinkToPredecessor(writes, view, eventId, origin);
    await writes.append([
      toJournalEntry(event, { ...origin, operation: 'revert', subject, recorded }),
      ...relinked.map(({ entry }) => entry),
    ]);
    return event;
  });
}

/** The problem of an event that is no longer shown and so cannot be reverted. */
function notRevertible(eventId: string, successor: Revision, versions: readonly Revision[]) {
  const shown = versions.at(-1) ?? successor;
  return successor.operation === 'revert'
    ? eventAlreadyReverted(eventId, shown.eventId)
    : eventHasSuccessor(eventId, shown.eventId);
}
