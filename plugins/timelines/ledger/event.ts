import { Duration, formatInstant, Instant } from 'chronoscribe/kinds/clock';
import { z } from 'zod';

/** What has a position in time. */
interface Timed {
  /** Milliseconds since 1970. */
  readonly time: number;
  /** The order of recording. */
  readonly recorded: number;
}

/** Compares by time, then by order of recording: negative if `one` comes first. */
export function compareByTime(one: Timed, other: Timed): number {
  return one.time - other.time || one.recorded - other.recorded;
}

/** Any value that JSON can hold. */
export type JsonValue = z.output<ReturnType<typeof z.json>>;

/** Not `z.json()`: the request body is parsed JSON already, and a recursive schema has no OpenAPI form. */
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

/** State keys with their values: `{"door": "open"}`. Not `z.record`, which silently drops a key `__proto__`. */
export const Facts = z
  .custom<Readonly<Record<string, JsonValue>>>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    'Expected an object',
  )
  .refine(
    (facts) => Object.keys(facts).every((key) => key !== '' && key.length <= 200),
    'A key has 1 to 200 characters',
  )
  .refine((facts) => Object.keys(facts).length <= 100, 'At most 100 keys')
  .meta({ type: 'object', additionalProperties: {} });

const Participants = z
  .array(z.string().trim().min(1).max(200).meta({ pattern: '\\S' }))
  .max(1000)
  .meta({ description: 'Who took part. Nobody can be in two places at once' });

/** A place on Earth (WGS 84). */
export const Degrees = {
  lat: z.number().min(-90).max(90).meta({ description: 'Degrees north' }),
  lon: z.number().min(-180).max(180).meta({ description: 'Degrees east' }),
};
const Geo = z.object(Degrees).meta({ description: 'Where on Earth' });

const Delay = Duration.optional().transform((delay) => delay ?? null);

const CauseFields = {
  event_id: EventId,
  min_delay: Delay,
  max_delay: Delay,
  from: z
    .enum(['start', 'end'])
    .optional()
    .meta({ description: 'Whether the delays count from the start of the cause, the default, or from its end' }),
};

const DelayedCause = z
  .object(CauseFields)
  .refine(({ min_delay, max_delay }) => !(min_delay !== null && max_delay !== null && min_delay > max_delay), {
    path: ['max_delay'],
    error: 'Must not be less than `min_delay`',
  });

/**
 * A cause in a request: an id, or an id with limits on the delay from cause to effect. The cause may be recorded later.
 */
export const Cause = z
  .union([EventId.transform((event_id): Cause => ({ event_id, min_delay: null, max_delay: null })), DelayedCause])
  .meta({ description: 'An event id, or `{event_id, min_delay?, max_delay?, from?}` with delays such as `90m`' });
/** Delays in milliseconds, from the start of the cause unless `from` is `end`; null if there is no limit. */
export interface Cause {
  readonly event_id: string;
  readonly min_delay: number | null;
  readonly max_delay: number | null;
  readonly from?: 'start' | 'end' | undefined;
  /** The superseded events that it named before, the latest last: each manipulation kept its effects. */
  readonly instead_of?: readonly string[];
}

/**
 * Whether an effect may begin at the instant of a cause: it waits for no more than its end, and that cause, such as a
 * milestone, takes no time.
 *
 * @param lasting how long the cause lasts, in milliseconds
 */
export function isMilestoneOf({ min_delay, from }: Pick<Cause, 'min_delay' | 'from'>, lasting: number): boolean {
  return from === 'end' && min_delay === 0 && lasting === 0;
}

const Causes = z
  .array(Cause)
  .max(1000)
  .meta({ description: 'The events that caused it. A cause must be earlier than its effect' });

const minutesOf = { m: 1, h: 60, d: 1440 } as const;

/** A lag of a plan in whole minutes; negative for a lead. */
const Lag = z
  .string()
  .regex(/^-?\d{1,9}[mhd]$/, 'Write `4h`, or `-4h` for a lead')
  .default('0m')
  .transform((text) => `${Number.parseInt(text, 10) * minutesOf[text.at(-1) as keyof typeof minutesOf]}m`);

const side = (fallback: 'start' | 'end', description: string) =>
  z.enum(['start', 'end']).default(fallback).meta({ description });

/** A link of a plan: finish-to-start unless it says otherwise. */
const Link = z.object({
  event_id: EventId.meta({ description: 'The predecessor' }),
  from: side('end', 'Of the predecessor: what the link counts from'),
  to: side('start', 'Of this event: what comes no earlier than that'),
  lag: Lag.meta({ description: 'How much later; `-4h` is a lead', examples: ['-4h'] }),
  working: z.literal(true).exactOptional().meta({ description: 'The lag counts the working time of this event' }),
});

/** An instant in whole seconds, as it is shown. */
const moment = (description: string) => Instant.transform(formatInstant).meta({ description });

const PlanFields = z.strictObject({
  calendar: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .exactOptional()
    .meta({ description: 'The calendar that rules it, by name' }),
  links: z.array(Link).max(1000).exactOptional().meta({
    description: 'What ties its dates and is no cause: to an end, with a lead, or with a lag in working time',
  }),
  not_before: moment('It does not begin earlier').exactOptional(),
  not_after: moment('It does not end later').exactOptional(),
  as_late_as_possible: z
    .literal(true)
    .exactOptional()
    .meta({ description: 'It stands as late as what follows lets it' }),
  deadline: moment('When it is to be done: told where it is not, and never enforced').exactOptional(),
  percent_complete: z.int().min(0).max(100).exactOptional().meta({ description: 'How much of it is done' }),
  part_of: EventId.meta({ description: 'The summary whose dates are those of its parts' }).exactOptional(),
  units: z
    .record(z.string().trim().min(1).max(200), z.number().positive().max(1e6))
    .exactOptional()
    .meta({ description: 'How much of a participant it takes; default 1 of each' }),
  baseline: z
    .object({ time: moment('When it was to begin'), end_time: moment('When it was to end').exactOptional() })
    .exactOptional()
    .meta({ description: 'When it was to begin and to end' }),
});
/** What only planning reads: no paradox follows from it. Instants and lags are text, as they are shown. */
export type PlanFields = Readonly<z.output<typeof PlanFields>>;
export const Plan = PlanFields.meta({
  description: 'How it is planned: its calendar, constraints, links and progress',
});

const Changes = z
  .array(z.object({ action: z.string().max(10_000).meta({ description: 'What is done' }), time: Instant }))
  .max(1000)
  .meta({ description: 'What is changed, and when' });

const Requires = Facts.meta({ description: 'The state that it needs, as set by the effects of events up to its time' });
const Fixed = z.boolean().meta({ description: 'Whether rescheduling other events leaves it at its time' });
const Effects = Facts.meta({ description: 'The state that it sets' });

/** The fields of a new event. */
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
  fixed: Fixed.optional(),
  plan: Plan.optional(),
};
/** The field names of a new event, of its causes and of its position. */
export const eventFieldNames: Readonly<Record<'event' | 'cause' | 'geo', readonly string[]>> = {
  event: Object.keys(NewEventFields),
  cause: Object.keys(CauseFields),
  geo: Object.keys(Degrees),
};

// A field with an error of its own is not a number here: then there is nothing to compare.
export const NewEvent = z
  .object(NewEventFields)
  .refine(({ time, end_time }) => !(typeof time === 'number' && typeof end_time === 'number' && end_time < time), {
    path: ['end_time'],
    error: 'Must not be before `time`',
  });
/** A new event. Times in milliseconds since 1970. */
export type NewEvent = Readonly<z.output<typeof NewEvent>>;

/**
 * The new outcome of an event. Fields that are left out are inherited; an event that moves keeps its duration, and one
 * that is elsewhere now does not keep its `geo`.
 */
export const NewOutcomeFields = z.object({
  description: Description,
  changes: Changes,
  time: Instant.optional(),
  location: Location.optional(),
  causes: Causes.optional(),
  requires: Requires.optional(),
  effects: Effects.optional(),
  participants: Participants.optional(),
  end_time: Instant.optional(),
  geo: Geo.optional(),
  fixed: Fixed.optional(),
  plan: Plan.optional(),
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
  /** Whether rescheduling other events leaves it at its time. */
  readonly fixed: boolean;
  /** Absent where nothing is planned but its times. */
  readonly plan?: PlanFields | undefined;
  /** Null for an event that was recorded. */
  readonly manipulation: Manipulation | null;
  /** Absent unless a file that has versions of its events, such as a calendar, was imported. */
  readonly imported?: ImportedVersion | undefined;
}

/** The version of an event that a calendar has (RFC 5545: SEQUENCE, LAST-MODIFIED). */
export interface FileVersion {
  readonly sequence: number;
  /** Milliseconds since 1970; undefined if the file does not say. */
  readonly modified?: number | undefined;
  /** The event of a calendar; of one that recurs, also when the occurrence begins, in milliseconds since 1970. */
  readonly series?: { readonly id: string; readonly at?: number | undefined } | undefined;
}

/** The version that was imported last, and the hash of what it says: changes made here since do not count. */
export interface ImportedVersion extends FileVersion {
  readonly hash: string;
  /** Whether the file said that it is cancelled, or had it no more. */
  readonly cancelled?: 'named' | 'missing' | undefined;
}

/** How an event was made from another one. */
export interface Manipulation {
  /** The event that it was made from. */
  readonly of: string;
  readonly changes: readonly { readonly action: string; readonly time: number }[];
  /** Whether this manipulation, or an earlier one that it inherits from, named `causes`. */
  readonly namedCauses: boolean;
  /** The same for `requires`. */
  readonly namedRequires: boolean;
  /** From when to when that event was, in milliseconds since 1970, if this one is at another time. */
  readonly was?: { readonly from: number; readonly to: number };
}

/** The field `plan` of an event; none where nothing is planned. */
export const planOf = (plan: PlanFields | undefined): Pick<LedgerEvent, 'plan'> =>
  plan === undefined || Object.keys(plan).length === 0 ? {} : { plan };

/** A location as it is compared: full case folding, without surrounding whitespace. */
export function normalizeLocation(location: string): string {
  // Upper case, then lower case: so ß and ẞ, ſ and s, ς and σ agree, as in Unicode's full case folding.
  return location.normalize('NFC').trim().toUpperCase().toLowerCase().normalize('NFC');
}

/** Whether an instant lies within a time span, by whole seconds, as anchors are shown. */
export function isDuring(instant: number, from: number, to: number): boolean {
  const second = (ms: number) => Math.floor(ms / 1000);
  return second(from) <= second(instant) && second(instant) <= second(to);
}
