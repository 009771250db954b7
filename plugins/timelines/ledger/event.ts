import { Duration, Instant } from 'chronoscribe/kinds/clock';
import { z } from 'zod';

/** What is ordered by when it happens. */
interface Placed {
  /** Milliseconds since 1970. */
  readonly time: number;
  /** The order of recording. */
  readonly recorded: number;
}

/** By time, then by order of recording: negative where `one` comes first. */
export function inOrder(one: Placed, other: Placed): number {
  return one.time - other.time || one.recorded - other.recorded;
}

/** Any value that JSON can hold. */
export type JsonValue = z.output<ReturnType<typeof z.json>>;

/**
 * What comes as JSON is JSON; `z.json()` would look into it again, and its schema refers to itself, which no OpenAPI document
 * takes.
 */
export const JsonValue = z.custom<JsonValue>((value) => value !== undefined);

export const EventId = z
  .string()
  .regex(/^\S(.*\S)?$/s, 'Begin and end with something other than a space')
  .max(200)
  .meta({ description: 'Names the event; unique in the account', examples: ['moon-landing'] });

const Location = z
  .string()
  .max(1000)
  .regex(/\S/, 'Name a place: it must not be blank')
  .meta({ description: 'Where it happened', examples: ['Berlin'] });

const Description = z.string().max(10_000).meta({ description: 'What happened' });

/** The event's own names for what it needs and sets: `{"door": "open"}`. Not `z.record`, which drops a key `__proto__` without a word. */
export const Facts = z
  .custom<Readonly<Record<string, JsonValue>>>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    'Expected an object',
  )
  .refine((facts) => Object.keys(facts).every((key) => key !== '' && key.length <= 200), 'A key has 1 to 200 characters')
  .refine((facts) => Object.keys(facts).length <= 100, 'At most 100 keys')
  .meta({ type: 'object', additionalProperties: {} });

const Participants = z
  .array(z.string().trim().min(1).max(200))
  .max(1000)
  .meta({ description: 'Who took part. Nobody can be in two places at once' });

/** A place on Earth (WGS 84). */
export const Degrees = {
  lat: z.number().min(-90).max(90).meta({ description: 'Degrees north' }),
  lon: z.number().min(-180).max(180).meta({ description: 'Degrees east' }),
};
const Geo = z.object(Degrees).meta({ description: 'Where on Earth' });

const Delay = Duration.optional().transform((delay) => delay ?? null);

const CauseFields = { event_id: EventId, min_delay: Delay, max_delay: Delay };

/** A cause as it is given: an id, or an id with limits on the delay from cause to effect. The cause may be recorded later. */
export const Cause = z
  .union([EventId.transform((event_id) => ({ event_id, min_delay: null, max_delay: null })), z.object(CauseFields)])
  .meta({ description: 'An event id, or `{event_id, min_delay?, max_delay?}` with delays such as `90m`' });
/** Delays in milliseconds; null where there is no limit. */
export type Cause = Readonly<z.output<typeof Cause>>;

const Causes = z.array(Cause).max(1000).meta({ description: 'What brought it about. A cause must be earlier than its effect' });

const Changes = z
  .array(
    z.object({
      action: z.string().max(10_000).meta({ description: 'What is done' }),
      time: Instant,
    }),
  )
  .max(1000)
  .meta({ description: 'What is done to it, and when' });

const Requires = Facts.meta({ description: 'What must be so at that time, by the effects of events up to then' });
const Effects = Facts.meta({ description: 'What it sets' });

/** The fields that an event is recorded from. */
export const NewEventFields = {
  description: Description,
  time: Instant,
  location: Location,
  event_id: EventId.optional(),
  end_time: Instant.optional().meta({ description: 'When it ended; not before `time`' }),
  causes: Causes.optional(),
  participants: Participants.optional(),
  requires: Requires.optional(),
  effects: Effects.optional(),
  geo: Geo.optional(),
};
/** The names of the fields that an event and its parts are written with. */
export const eventFieldNames: Readonly<Record<'event' | 'cause' | 'geo', readonly string[]>> = {
  event: Object.keys(NewEventFields),
  cause: Object.keys(CauseFields),
  geo: Object.keys(Degrees),
};

// One that was refused already is no number here: then there is nothing to compare.
export const NewEvent = z
  .object(NewEventFields)
  .refine(({ time, end_time }) => !(typeof time === 'number' && typeof end_time === 'number' && end_time < time), {
    path: ['end_time'],
    error: 'Must not be before `time`',
  });
/** An event that is to be recorded. Times in milliseconds since 1970. */
export type NewEvent = Readonly<z.output<typeof NewEvent>>;

/** What an event is to become. What it does not name is inherited; time and location always are. */
export const NewOutcomeFields = z.object({
  description: Description,
  changes: Changes,
  causes: Causes.optional(),
  requires: Requires.optional(),
  effects: Effects.optional(),
  participants: Participants.optional(),
  end_time: Instant.optional(),
  geo: Geo.optional(),
});
export type NewOutcome = Readonly<z.output<typeof NewOutcomeFields>>;

/** An event as a timeline shows it. Times in milliseconds since 1970, delays in milliseconds. */
export interface LedgerEvent {
  readonly event_id: string;
  readonly description: string;
  readonly time: number;
  readonly location: string;
  readonly end_time: number | null;
  readonly causes: readonly Cause[];
  readonly participants: readonly string[];
  readonly requires: Readonly<Record<string, JsonValue>>;
  readonly effects: Readonly<Record<string, JsonValue>>;
  readonly geo: { readonly lat: number; readonly lon: number } | null;
  /** How it came to be out of another; null for an event that was recorded. */
  readonly manipulation: Manipulation | null;
}

export interface Manipulation {
  /** The event that it was made from. */
  readonly of: string;
  readonly changes: readonly { readonly action: string; readonly time: number }[];
  /**
   * Whether `causes` were named by it, or by a manipulation before it that it inherits from, and not by whoever recorded the
   * event.
   */
  readonly namedCauses: boolean;
  /** The same of `requires`. */
  readonly namedRequires: boolean;
}

/** The form in which locations are compared: case folded beyond ASCII, without spaces at the ends. */
export function placeOf(location: string): string {
  // Up and down again: ß and ẞ, ſ and s, ς and σ then agree, as Unicode's full case folding has them.
  return location.normalize('NFC').trim().toUpperCase().toLowerCase().normalize('NFC');
}
