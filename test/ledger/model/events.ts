import { type NewOutcome, primary } from 'chronoscribe/kinds/ledger';
import { type OperationOf, type OperationResult, unchecked, unlessParadox } from './result.ts';
import {
  allStatements,
  currentVersionOf,
  findTimeline,
  formatTime,
  type Ledger,
  Refused,
  type Timeline,
  type Version,
  withStatements,
} from './state.ts';

/** Ids are unique in the account. Ids that exist only on deleted timelines are free again. */
export function record(
  ledger: Ledger,
  { timeline: timelineId = primary, event }: OperationOf<'record'>,
): OperationResult {
  const timeline = findTimeline(ledger, timelineId);
  const taken = allStatements(ledger).some(({ version }) => version.event_id === event.event_id);
  if (taken) throw new Refused(409, 'event-exists');
  const event_id = event.event_id ?? `e${ledger.generatedEvents + 1}`;
  const version: Version = {
    event_id,
    subject: `${event_id} of operation ${ledger.operationCount}`,
    recorded: ledger.operationCount,
    description: event.description,
    time: event.time,
    location: event.location,
    end_time: event.end_time ?? null,
    causes: event.causes ?? [],
    participants: event.participants ?? [],
    requires: event.requires ?? {},
    effects: event.effects ?? {},
    geo: event.geo ?? null,
    manipulation: null,
  };
  const named = { ...ledger, generatedEvents: ledger.generatedEvents + (event.event_id === undefined ? 1 : 0) };
  return unchecked(withStatements(named, timeline.id, [{ version, how: 'record' }]), { status: 201, event_id });
}

/**
 * Without a timeline: the one on which the id was recorded, made by manipulation, or merged, if there is exactly one;
 * otherwise `primary`.
 */
function timelineOf(ledger: Ledger, named: string | undefined, eventId: string): Timeline {
  if (named !== undefined) return findTimeline(ledger, named);
  const makings = allStatements(ledger).filter(({ version, how }) => version.event_id === eventId && how !== 'revert');
  const [only = primary, ...others] = new Set(makings.map(({ timeline }) => timeline));
  return findTimeline(ledger, others.length === 0 ? only : primary);
}

/** An id that was written on the timeline and is not shown was superseded there, even if by a revert. */
export function manipulate(
  ledger: Ledger,
  { timeline: timelineId, event, outcome, safetyCheck = true }: OperationOf<'manipulate'>,
): OperationResult {
  const timeline = timelineOf(ledger, timelineId, event);
  const known = timeline.statements.find(({ version }) => version.event_id === event)?.version;
  const original = known && currentVersionOf(timeline.statements, known.subject);
  if (original === undefined) throw new Refused(404, 'event-not-found');
  if (original.event_id !== event) {
    throw new Refused(409, 'event-superseded', { superseded_by: original.event_id });
  }
  const version = manipulated(ledger, original, outcome);
  const named = { ...ledger, generatedEvents: ledger.generatedEvents + 1 };
  const after = withStatements(named, timeline.id, [{ version, how: 'manipulate' }]);
  const { event_id: new_event_id, description, time } = version;
  return unlessParadox(ledger, after, timeline.id, safetyCheck, {
    status: 200,
    new_event_id,
    description,
    time: formatTime(time),
  });
}

function manipulated(ledger: Ledger, original: Version, outcome: NewOutcome): Version {
  return {
    ...original,
    event_id: `e${ledger.generatedEvents + 1}`,
    recorded: ledger.operationCount,
    description: outcome.description,
    end_time: outcome.end_time ?? original.end_time,
    causes: outcome.causes ?? original.causes,
    participants: outcome.participants ?? original.participants,
    requires: outcome.requires ?? original.requires,
    effects: outcome.effects ?? original.effects,
    geo: outcome.geo ?? original.geo,
    manipulation: {
      of: original.event_id,
      changes: outcome.changes,
      namedCauses: outcome.causes !== undefined || original.manipulation?.namedCauses === true,
      namedRequires: outcome.requires !== undefined || original.manipulation?.namedRequires === true,
    },
  };
}

/**
 * Restores the version before the event was first written on this timeline, under its id and at its original position
 * in the order of recording. Nothing is checked.
 */
export function revert(ledger: Ledger, { timeline: timelineId, event }: OperationOf<'revert'>): OperationResult {
  const timeline = timelineOf(ledger, timelineId, event);
  const { statements } = timeline;
  const first = statements.findIndex(({ version }) => version.event_id === event);
  const made = statements[first];
  if (made === undefined) throw new Refused(404, 'event-not-found');
  const { subject } = made.version;
  const original = currentVersionOf(statements.slice(0, first), subject);
  if (original === undefined) throw new Refused(409, 'event-not-manipulated');
  const latest = statements.findLastIndex(({ version }) => version.event_id === event);
  const next = statements.slice(latest + 1).find(({ version }) => version.subject === subject);
  if (next !== undefined) {
    throw new Refused(409, next.how === 'revert' ? 'event-already-reverted' : 'event-has-successor');
  }
  const after = withStatements(ledger, timeline.id, [{ version: original, how: 'revert' }]);
  return unchecked(after, { status: 200, original_event_id: original.event_id });
}
