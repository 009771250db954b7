import { isDeepStrictEqual } from 'node:util';
import { type Cause, type NewOutcome, primary } from 'chronoscribe/kinds/ledger';
import { type OperationOf, type OperationResult, unchecked, unlessParadox } from './result.ts';
import {
  allStatements,
  currentVersionOf,
  currentVersions,
  findTimeline,
  formatTime,
  type Ledger,
  normalizeLocation,
  Refused,
  type Statement,
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
    fixed: event.fixed ?? false,
    manipulation: null,
  };
  const named = { ...ledger, generatedEvents: ledger.generatedEvents + (event.event_id === undefined ? 1 : 0) };
  return unchecked(withStatements(named, timeline.id, [{ version, how: 'record' }]), { status: 201, event_id });
}

/**
 * Without a timeline: the one on which the id was recorded, made by manipulation, or merged, if there is exactly one;
 * otherwise `primary`.
 */
export function timelineOf(ledger: Ledger, named: string | undefined, eventId: string): Timeline {
  if (named !== undefined) return findTimeline(ledger, named);
  const makings = allStatements(ledger).filter(
    ({ version, how }) => version.event_id === eventId && ['record', 'manipulate', 'merge'].includes(how),
  );
  const [only = primary, ...others] = new Set(makings.map(({ timeline }) => timeline));
  return findTimeline(ledger, others.length === 0 ? only : primary);
}

/** @throws Refused `event-not-found`, `event-superseded`. */
export function shownOn(timeline: Timeline, event: string): Version {
  const known = timeline.statements.find(({ version }) => version.event_id === event)?.version;
  const shown = known && currentVersionOf(timeline.statements, known.subject);
  if (shown === undefined) throw new Refused(404, 'event-not-found');
  if (shown.event_id !== event) throw new Refused(409, 'event-superseded', { superseded_by: shown.event_id });
  return shown;
}

/** An id that was written on the timeline and is not shown was superseded there, even if by a revert. */
export function manipulate(
  ledger: Ledger,
  { timeline: timelineId, event, outcome, safetyCheck = true, keepEffects = false }: OperationOf<'manipulate'>,
): OperationResult {
  const timeline = timelineOf(ledger, timelineId, event);
  const original = shownOn(timeline, event);
  const version = manipulated(ledger, original, outcome);
  if (version.end_time !== null && version.end_time < version.time) throw new Refused(422, 'invalid-request');
  const kept = keepEffects ? keptEffects(timeline, original, version) : [];
  const named = { ...ledger, generatedEvents: ledger.generatedEvents + 1 };
  const after = withStatements(named, timeline.id, [{ version, how: 'manipulate' }, ...kept]);
  const { event_id: new_event_id, description, time } = version;
  return unlessParadox(ledger, after, timeline.id, safetyCheck, {
    status: 200,
    new_event_id,
    description,
    time: formatTime(time),
  });
}

/**
 * The events that name the original as a cause, naming the new one instead. An event that requires what the original
 * set and the new one does not set is left as it is.
 */
function keptEffects(timeline: Timeline, original: Version, version: Version): readonly Relinked[] {
  const effects = currentVersions(timeline.statements).filter((effect) => effect.subject !== original.subject);
  const isKept = ({ requires }: Version) =>
    Object.entries(requires).every(
      ([key, value]) =>
        !(Object.hasOwn(original.effects, key) && isDeepStrictEqual(original.effects[key], value)) ||
        (Object.hasOwn(version.effects, key) && isDeepStrictEqual(version.effects[key], value)),
    );
  return effects
    .filter(isKept)
    .flatMap((effect) =>
      relinked(effect, (cause) =>
        cause.event_id === original.event_id
          ? { ...cause, event_id: version.event_id, instead_of: [...(cause.instead_of ?? []), original.event_id] }
          : cause,
      ),
    );
}

/** The events that were kept by a manipulation name what they named before. */
function releasedEffects(timeline: Timeline, undone: string): readonly Relinked[] {
  return currentVersions(timeline.statements).flatMap((effect) =>
    relinked(effect, (cause) => {
      const before = cause.instead_of ?? [];
      const last = before.at(-1);
      return cause.event_id === undone && last !== undefined
        ? { ...cause, event_id: last, instead_of: before.slice(0, -1) }
        : cause;
    }),
  );
}

type Relinked = Pick<Statement, 'version' | 'how'>;

function relinked(effect: Version, rename: (cause: Cause) => Cause): readonly Relinked[] {
  const causes = effect.causes.map(rename);
  const isSame = causes.every(({ event_id }, index) => event_id === effect.causes[index]?.event_id);
  return isSame ? [] : [{ version: { ...effect, causes }, how: 'relink' }];
}

function manipulated(ledger: Ledger, original: Version, outcome: NewOutcome): Version {
  const time = outcome.time ?? original.time;
  const location = outcome.location?.trim() ?? original.location;
  const stays = normalizeLocation(location) === normalizeLocation(original.location);
  const end_time = outcome.end_time ?? (original.end_time === null ? null : original.end_time - original.time + time);
  const was = { from: original.time, to: original.end_time ?? original.time };
  const isElsewhen = time !== original.time || end_time !== original.end_time;
  return {
    ...original,
    event_id: `e${ledger.generatedEvents + 1}`,
    recorded: ledger.operationCount,
    description: outcome.description,
    time,
    location,
    end_time,
    causes: outcome.causes ?? original.causes,
    participants: outcome.participants ?? original.participants,
    requires: outcome.requires ?? original.requires,
    effects: outcome.effects ?? original.effects,
    geo: outcome.geo ?? (stays ? original.geo : null),
    fixed: outcome.fixed ?? original.fixed,
    manipulation: {
      of: original.event_id,
      changes: outcome.changes,
      namedCauses: outcome.causes !== undefined || original.manipulation?.namedCauses === true,
      namedRequires: outcome.requires !== undefined || original.manipulation?.namedRequires === true,
      ...(isElsewhen && { was }),
    },
  };
}

/**
 * Restores the version before the event was first written on this timeline, under its id and at its original position
 * in the order of recording, and what was kept by the manipulation rests on it again. Of an event that an import has
 * just changed, the version before that. Nothing is checked.
 */
export function revert(ledger: Ledger, { timeline: timelineId, event }: OperationOf<'revert'>): OperationResult {
  const timeline = timelineOf(ledger, timelineId, event);
  const { statements } = timeline;
  const first = statements.findIndex(({ version }) => version.event_id === event);
  const made = statements[first];
  if (made === undefined) throw new Refused(404, 'event-not-found');
  const versions = statements.filter(({ version }) => version.subject === made.version.subject);
  const [before, last] = versions.slice(-2);
  if (before !== undefined && last?.how === 'import' && last.version.event_id === event) {
    const undone = withStatements(ledger, timeline.id, [{ version: before.version, how: 'revert' }]);
    return unchecked(undone, { status: 200, original_event_id: before.version.event_id });
  }
  const { subject } = made.version;
  const original = currentVersionOf(statements.slice(0, first), subject);
  if (original === undefined) throw new Refused(409, 'event-not-manipulated');
  const latest = statements.findLastIndex(({ version }) => version.event_id === event);
  const next = statements.slice(latest + 1).find(({ version }) => version.subject === subject);
  if (next !== undefined) {
    throw new Refused(409, next.how === 'revert' ? 'event-already-reverted' : 'event-has-successor');
  }
  const after = withStatements(ledger, timeline.id, [
    { version: original, how: 'revert' },
    ...releasedEffects(timeline, event),
  ]);
  return unchecked(after, { status: 200, original_event_id: original.event_id });
}
