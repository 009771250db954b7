import { parseInstant } from 'chronoscribe/kinds/clock';
import type { Cause, LedgerEvent, Manipulation } from '../../ledger/event.ts';
import type { WorldEvent } from '../world/world.ts';

/** The fields of an event that matter for a test; the others have defaults. */
interface Told extends Partial<Omit<LedgerEvent, 'event_id' | 'causes' | 'manipulation'>> {
  /** On the day of the story, such as `09:00` or `09:00:30.5`. */
  readonly at?: string;
  readonly until?: string;
  readonly causes?: readonly (string | (Partial<Cause> & Pick<Cause, 'event_id'>))[];
}

interface NewOutcome extends Told {
  readonly changes?: Manipulation['changes'];
}

/** One change to a timeline. */
export type StoryStep =
  | { readonly act: 'record'; readonly id: string; readonly told: Told }
  | { readonly act: 'manipulate'; readonly of: string; readonly id: string; readonly told: NewOutcome }
  | { readonly act: 'revert'; readonly id: string };

export const record = (id: string, told: Told = {}): StoryStep => ({ act: 'record', id, told });

/** Manipulates `of` into the event `id`. Fields that are left out are inherited. */
export const manipulate = (of: string, id: string, told: NewOutcome = {}): StoryStep => ({
  act: 'manipulate',
  of,
  id,
  told,
});

/** Restores what the manipulated event `id` superseded. */
export const revert = (id: string): StoryStep => ({ act: 'revert', id });

/** An instant on the day of the story, 2025-03-01. */
export function clock(time: string): number {
  const reading = parseInstant(`2025-03-01T${time.length === 5 ? `${time}:00` : time}Z`);
  if (!reading.ok) throw new Error(reading.detail);
  return reading.value;
}

/** All versions of the events of a story, in the order in which they were recorded. */
export function versionsOf(...acts: readonly StoryStep[]): readonly WorldEvent[] {
  const versions: WorldEvent[] = [];
  for (const act of acts) versions.push(versionBy(act, versions));
  return versions;
}

function versionBy(act: StoryStep, versions: readonly WorldEvent[]): WorldEvent {
  const number = numberAt(versions.length);
  switch (act.act) {
    case 'record':
      return recorded(number, number, { ...unremarkable(act.id), ...fieldsOf(act.told) });
    case 'manipulate': {
      const original = latest(versions, act.of);
      const { changes = [], ...told } = act.told;
      const manipulation = {
        of: act.of,
        changes,
        namedCauses: told.causes !== undefined || original.manipulation?.namedCauses === true,
        namedRequires: told.requires !== undefined || original.manipulation?.namedRequires === true,
      };
      const fields = fieldsOf(told);
      const moved = (fields.time ?? original.time) - original.time;
      const end_time = original.end_time === null ? null : original.end_time + moved;
      const outcome = { ...original, end_time, event_id: act.id, description: act.id, ...fields };
      const isMoved = outcome.time !== original.time || outcome.end_time !== original.end_time;
      const was = { from: original.time, to: original.end_time ?? original.time };
      return recorded(number, original.subject, {
        ...outcome,
        manipulation: isMoved ? { ...manipulation, was } : manipulation,
      });
    }
    case 'revert': {
      const undone = latest(versions, act.id);
      const { recorded: first, ...original } = latest(versions, undone.manipulation?.of ?? '');
      return { ...recorded(number, original.subject, original), recorded: first };
    }
  }
}

/** The number of a version, by its place: no place, so that a test notices if it is used as such. */
export function numberAt(place: number): number {
  return 10 + 3 * place;
}

function recorded(number: number, subject: number, event: LedgerEvent): WorldEvent {
  return {
    ...event,
    subject,
    recorded: number,
    timelineId: 'primary',
    recordedAt: clock('23:00') + number,
    requestId: `request-${number}`,
  };
}

function latest(versions: readonly WorldEvent[], id: string): WorldEvent {
  const version = versions.findLast(({ event_id }) => event_id === id);
  if (version === undefined) throw new Error(`The story has no ${id} up to here`);
  return version;
}

function unremarkable(id: string): LedgerEvent {
  return {
    event_id: id,
    description: id,
    time: clock('12:00'),
    location: 'Berlin',
    end_time: null,
    causes: [],
    participants: [],
    requires: {},
    effects: {},
    geo: null,
    fixed: false,
    manipulation: null,
  };
}

function fieldsOf({ at, until, causes, ...fields }: Told): Partial<LedgerEvent> {
  return {
    ...fields,
    ...(at !== undefined && { time: clock(at) }),
    ...(until !== undefined && { end_time: clock(until) }),
    ...(causes !== undefined && { causes: causes.map(causeOf) }),
  };
}

function causeOf(cause: string | (Partial<Cause> & Pick<Cause, 'event_id'>)): Cause {
  const limits = { min_delay: null, max_delay: null };
  return typeof cause === 'string' ? { event_id: cause, ...limits } : { ...limits, ...cause };
}
