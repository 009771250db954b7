import { type Cause, type NewEvent, type NewOutcome, primary } from 'chronoscribe/kinds/ledger';
import fc from 'fast-check';
import { allStatements, type Ledger } from './model/state.ts';
import type { Operation } from './protocol.ts';

/**
 * Random scripts of operations. All alphabets are small, so that steps interact: ids are taken, causes are named before
 * they are recorded, participants are in two places.
 *
 * A step refers to generated ids by their age, because they are known only while the script runs. `operationOf`
 * resolves them.
 */
export type Step =
  | {
      readonly type: 'record';
      readonly timeline: Reference | undefined;
      readonly id: Reference | undefined;
      readonly event: EventStep;
    }
  | {
      readonly type: 'manipulate';
      readonly timeline: Reference | undefined;
      readonly event: Reference;
      readonly outcome: OutcomeStep;
      readonly safetyCheck: boolean | undefined;
      readonly keepEffects: boolean | undefined;
      readonly dryRun: boolean | undefined;
    }
  | {
      readonly type: 'reschedule';
      readonly timeline: Reference | undefined;
      readonly event: Reference;
      readonly time: number;
      readonly dryRun: boolean | undefined;
    }
  | (Omit<Of<'import'>, 'timeline' | 'event'> & {
      readonly timeline: Reference | undefined;
      readonly event: Reference;
      readonly fields: Omit<Of<'import'>['event'], 'event_id'>;
    })
  | { readonly type: 'critical-path'; readonly timeline: Reference | undefined }
  | { readonly type: 'revert'; readonly timeline: Reference | undefined; readonly event: Reference }
  | { readonly type: 'create-timeline'; readonly base: Reference }
  | { readonly type: 'delete-timeline'; readonly timeline: Reference }
  | {
      readonly type: 'merge-timeline';
      readonly timeline: Reference;
      readonly safetyCheck: boolean | undefined;
      readonly dryRun: boolean | undefined;
      readonly settled: { readonly event: Reference; readonly side: 'timeline' | 'base' } | undefined;
    }
  | Of<'set-anchor'>
  | (Omit<Of<'search'>, 'timeline' | 'asOf'> & {
      readonly timeline: Reference | undefined;
      /** How many operations ago. */
      readonly ago: number | undefined;
    })
  | { readonly type: 'history'; readonly event: Reference }
  | { readonly type: 'compare'; readonly timeline: Reference; readonly other: Reference }
  | { readonly type: 'check-paradox'; readonly timeline: Reference };

type Of<Type extends Operation['type']> = Extract<Operation, { type: Type }>;

/** A name, or the number of newer ones: 0 for the newest, modulo how many there are. */
type Reference = string | number;

type CauseStep = Omit<Cause, 'event_id'> & { readonly event: Reference };
/** `lasting`: milliseconds from its time to its end. */
type EventStep = Omit<NewEvent, 'event_id' | 'end_time' | 'causes'> & {
  readonly lasting: number | undefined;
  readonly causes: readonly CauseStep[] | undefined;
};
type OutcomeStep = Omit<NewOutcome, 'end_time' | 'causes'> & Pick<EventStep, 'lasting' | 'causes'>;

const hour = 3_600_000;
const morning = Date.UTC(2024, 4, 1, 8);
/** The last is in the same second as the third. */
const instants = [0, hour, 2 * hour, 4 * hour, 2 * hour + 500].map((since) => morning + since);
export const wholeDay = { start: morning - hour, end: morning + 24 * hour };

export const places = ['Rome', 'Straße'];
const spellings = ['Rome', 'rome', 'Straße', 'STRASSE'];

const perhaps = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 });
const seldom = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });

const instant = fc.constantFrom(...instants);
const wholeInstant = instant.map((time) => time - (time % 1000));
const newest = fc.nat(5);
const anId = fc.constantFrom('a', 'b', 'c', 'd', 'f', 'g');
const anEvent = fc.oneof({ weight: 5, arbitrary: newest }, { weight: 1, arbitrary: anId });
const aBranch = fc.oneof(
  { weight: 14, arbitrary: fc.nat(4) },
  { weight: 1, arbitrary: fc.constantFrom(primary, 'nowhere') },
);
const aTimeline = fc.oneof({ weight: 2, arbitrary: aBranch }, { weight: 1, arbitrary: fc.constant(primary) });

const delay = fc.option(fc.constantFrom(hour / 2, hour, 2 * hour, 4 * hour), { freq: 2 });
const aCause = fc.oneof(anId, newest);
const causes = fc.array(
  fc.oneof(
    { weight: 2, arbitrary: fc.record({ event: aCause, min_delay: fc.constant(null), max_delay: fc.constant(null) }) },
    {
      weight: 1,
      arbitrary: fc
        .record({ event: aCause, one: delay, other: delay, from: fc.constantFrom('start' as const, 'end' as const) })
        .map(({ one, other, ...cause }) => ({
          ...cause,
          min_delay: one !== null && other !== null ? Math.min(one, other) : one,
          max_delay: one !== null && other !== null ? Math.max(one, other) : other,
        })),
    },
  ),
  { maxLength: 3 },
);
/** The last two are equal: the order of keys does not matter in JSON. */
const values = ['open', 'shut', { by: ['ann'], at: 1 }, { at: 1, by: ['ann'] }];
const facts = fc.dictionary(fc.constantFrom('door', 'lamp'), fc.constantFrom(...values), {
  maxKeys: 2,
  noNullPrototype: true,
});
/** Rome, a walk of half a kilometre from there, and Oslo, two hours away. */
const geo = fc.constantFrom({ lat: 41.9, lon: 12.5 }, { lat: 41.9045, lon: 12.5 }, { lat: 59.91, lon: 10.75 });

const none = fc.constant(undefined);
/** The optional fields of an event. */
const rich = {
  causes: perhaps(causes),
  lasting: seldom(fc.constantFrom(0, hour / 2, hour, 2 * hour)),
  participants: perhaps(fc.uniqueArray(fc.constantFrom('ann', 'bob'), { maxLength: 2 })),
  requires: perhaps(facts),
  effects: perhaps(facts),
  geo: perhaps(geo),
  fixed: seldom(fc.boolean()),
  move: fc.record({ time: seldom(instant), location: seldom(fc.constantFrom(...spellings)) }),
  changes: fc.array(fc.record({ action: fc.constant('warn'), time: instant }), { maxLength: 1 }),
};
const bare: { readonly [Name in keyof typeof rich]: (typeof rich)[Name] } = {
  causes: none,
  lasting: none,
  participants: none,
  requires: none,
  effects: none,
  geo: none,
  fixed: none,
  move: fc.constant({ time: undefined, location: undefined }),
  changes: fc.constant([]),
};

const description = fc.constantFrom('fire', 'flood');
const safetyCheck = fc.constantFrom(undefined, true, false, false, false, false);
const keepEffects = fc.constantFrom(undefined, true);
const dryRun = fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fc.constant(true) });
const range = fc
  .tuple(instant, instant)
  .map(([one, other]) => ({ start: Math.min(one, other), end: Math.max(one, other) }));
const branch = fc.record({ type: fc.constant('create-timeline'), base: aBranch });

const looking: readonly fc.WeightedArbitrary<Step>[] = [
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('search'),
      timeline: perhaps(aTimeline),
      location: fc.constantFrom(...spellings.map((spelling) => ` ${spelling} `)),
      range,
      ago: perhaps(fc.nat(20)),
      pageSize: perhaps(fc.integer({ min: 1, max: 3 })),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('history'), event: anEvent }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('compare'), timeline: aTimeline, other: aTimeline }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('check-paradox'), timeline: aTimeline }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('critical-path'), timeline: perhaps(aTimeline) }) },
];

/** Some events, some branches, then any steps. */
function scriptsOf({ changes, move, ...details }: typeof rich): fc.Arbitrary<readonly Step[]> {
  const location = fc.constantFrom(...spellings);
  const event: fc.Arbitrary<EventStep> = fc.record({ ...details, description, time: instant, location });
  const outcome: fc.Arbitrary<OutcomeStep> = fc
    .record({ ...details, description, changes, move })
    .map(({ move: moved, ...rest }) => ({ ...rest, ...moved }));
  const on = { timeline: perhaps(aTimeline), event: anEvent };
  const settled = fc.oneof(
    { weight: 6, arbitrary: none },
    {
      weight: 1,
      arbitrary: fc.record({ event: anEvent, side: fc.constantFrom('timeline' as const, 'base' as const) }),
    },
  );
  const id = fc.oneof({ weight: 6, arbitrary: anId }, { weight: 1, arbitrary: newest }, { weight: 1, arbitrary: none });
  const record = fc.record({ type: fc.constant('record'), timeline: perhaps(aTimeline), id, event });
  const step: fc.Arbitrary<Step> = fc.oneof(
    ...looking,
    { weight: 5, arbitrary: record },
    {
      weight: 9,
      arbitrary: fc.record({ type: fc.constant('manipulate'), ...on, outcome, safetyCheck, keepEffects, dryRun }),
    },
    { weight: 4, arbitrary: fc.record({ type: fc.constant('reschedule'), ...on, time: instant, dryRun }) },
    { weight: 7, arbitrary: fc.record({ type: fc.constant('revert'), ...on }) },
    {
      // Each starts a process: a script with some takes longer than a short trial.
      weight: process.env.WHOLE === '1' ? 4 : 0,
      arbitrary: fc.record({
        type: fc.constant('import'),
        ...on,
        fields: fc.record({ description, time: wholeInstant, location }),
        sequence: fc.nat(2),
        cancels: fc.constantFrom(false, false, true),
      }),
    },
    { weight: 4, arbitrary: branch },
    { weight: 1, arbitrary: fc.record({ type: fc.constant('delete-timeline'), timeline: aBranch }) },
    {
      weight: 11,
      arbitrary: fc.record({ type: fc.constant('merge-timeline'), timeline: aBranch, safetyCheck, dryRun, settled }),
    },
    { weight: 1, arbitrary: fc.record({ type: fc.constant('set-anchor'), timestamp: instant, locked: fc.boolean() }) },
  );
  return fc
    .tuple(
      fc.array(record, { maxLength: 6, size: 'max' }),
      fc.array(branch, { maxLength: 3, size: 'max' }),
      fc.array(step, { maxLength: 40, size: 'max' }),
    )
    .map((parts) => parts.flat());
}

/**
 * Some scripts have simple events, of which few are refused, so that timelines diverge; the others have causes and
 * state, so that paradoxes arise.
 */
export const scripts: fc.Arbitrary<readonly Step[]> = fc.oneof(
  { weight: 1, arbitrary: scriptsOf(bare) },
  { weight: 2, arbitrary: scriptsOf(rich) },
);

/** The operation of a step on this ledger. An event is taken from the named timeline, if there is one. */
export function operationOf(step: Step, ledger: Ledger): Operation {
  const timelines = ledger.timelines.map(({ id }) => id).toReversed();
  const timelineNamed = (which: Reference) => named(which, timelines);
  const timeline = 'timeline' in step && step.timeline !== undefined ? timelineNamed(step.timeline) : undefined;
  const statements = ledger.timelines.find(({ id }) => id === timeline)?.statements ?? allStatements(ledger);
  const events = new Set(statements.map(({ version }) => version.event_id).toReversed());
  const eventNamed = (which: Reference) => named(which, [...events]);
  const causesNamed = (steps: readonly CauseStep[] | undefined) =>
    steps?.map(({ event: which, ...delays }) => ({ ...delays, event_id: eventNamed(which) }));

  switch (step.type) {
    case 'record': {
      const { lasting, causes: by, ...fields } = step.event;
      const event_id = step.id === undefined ? undefined : eventNamed(step.id);
      const end_time = lasting === undefined ? undefined : fields.time + lasting;
      return { type: 'record', timeline, event: { ...fields, event_id, end_time, causes: causesNamed(by) } };
    }
    case 'manipulate': {
      const { lasting, causes: by, ...fields } = step.outcome;
      const event = eventNamed(step.event);
      const original = allStatements(ledger).find(({ version }) => version.event_id === event)?.version;
      const time = fields.time ?? original?.time ?? morning;
      const end_time = lasting === undefined ? undefined : time + lasting;
      return { ...step, timeline, event, outcome: { ...fields, end_time, causes: causesNamed(by) } };
    }
    case 'reschedule':
    case 'revert':
      return { ...step, timeline, event: eventNamed(step.event) };
    case 'import': {
      const { fields, event, ...version } = step;
      return { ...version, timeline, event: { ...fields, event_id: eventNamed(event) } };
    }
    case 'critical-path':
      return { ...step, timeline };
    case 'create-timeline':
      return { ...step, base: timelineNamed(step.base) };
    case 'merge-timeline': {
      const { settled, ...merge } = step;
      const resolve = settled && { [eventNamed(settled.event)]: settled.side };
      return { ...merge, timeline: timelineNamed(step.timeline), resolve };
    }
    case 'delete-timeline':
    case 'check-paradox':
      return { ...step, timeline: timelineNamed(step.timeline) };
    case 'set-anchor':
      return step;
    case 'search': {
      const { ago, ...query } = step;
      return { ...query, timeline, asOf: ago === undefined ? undefined : Math.max(0, ledger.operationCount - ago) };
    }
    case 'history':
      return { ...step, event: eventNamed(step.event) };
    case 'compare':
      return { ...step, timeline: timelineNamed(step.timeline), other: timelineNamed(step.other) };
  }
}

function named(which: Reference, newestFirst: readonly string[]): string {
  return typeof which === 'string' ? which : (newestFirst[which % newestFirst.length] ?? 'z');
}
