import { InstantText } from 'chronoscribe/kinds/clock';
import { z } from 'zod';

/** How a timeline is levelled. */
export interface LevelRequest {
  /** How much there is of each participant, and of each place. */
  readonly capacities: ReadonlyMap<string, number>;
  readonly places: ReadonlyMap<string, number>;
  /** Of the random numbers. */
  readonly seed: number;
  /** How long a better schedule is looked for. */
  readonly seconds: number;
  readonly dryRun: boolean;
}

/** Why an event stays where the delays do not need it. */
const planHolds = z.enum([
  ...(['fixed', 'anchor', 'contradiction', 'target', 'later'] as const),
  ...(['not_before', 'not_after', 'no_working_time'] as const),
]);
export type PlanHold = z.output<typeof planHolds>;

/** Which event is moved, and when to. */
export interface RescheduleRequest {
  readonly eventId: string;
  /** Milliseconds since 1970. */
  readonly time: number;
  /** Whether nothing is to be written. */
  readonly dryRun: boolean;
}

const endingAfter = <Limit extends z.ZodRawShape>(limit: Limit, description: string) =>
  z
    .array(
      z.object({
        event_id: z.string().meta({ description: 'The event that is late' }),
        ...limit,
        ends: InstantText.meta({ description: 'When it ends' }),
      }),
    )
    .exactOptional()
    .meta({ description });

/** The critical path of a plan, as a response has it. */
export const PlanPath = z.object({
  critical_path: z.array(z.string()).meta({
    description: 'The longest path through the delays to the event that ends last, the first event first',
  }),
  slack: z
    .array(
      z.object({
        event_id: z.string().meta({ description: 'Which event it is' }),
        slack: z.string().meta({
          description: 'Whole minutes, rounded down: `90m`; `-90m` where a delay is broken by that much',
          examples: ['90m'],
        }),
      }),
    )
    .meta({
      description:
        'How far each event can move later before it moves the end or a fixed event: at most 1,000 events, those with the least slack first',
    }),
  late: endingAfter(
    { deadline: InstantText.meta({ description: 'When it was to be done' }) },
    'What ends after its deadline, at most 1,000 events; absent if none does',
  ),
  slipped: endingAfter(
    { baseline: InstantText.meta({ description: 'When it ends by its baseline' }) },
    'What ends after its baseline, at most 1,000 events; absent if none does',
  ),
  more_slack: z.boolean().meta({ description: 'Whether more events have slack than are listed' }),
});
export type PlanPath = Readonly<z.output<typeof PlanPath>>;

/** What a move changes, and the plan after it: of the events that causes link with the one that is moved. */
export const Rescheduled = z.object({
  moved: z
    .array(
      z.object({
        event_id: z.string().meta({ description: 'The event that moves' }),
        from: InstantText.meta({ description: 'When it began' }),
        to: InstantText.meta({ description: 'When it begins then' }),
        ended: InstantText.exactOptional().meta({
          description: 'When it ended, if calendars make it longer or shorter',
        }),
        ends: InstantText.exactOptional().meta({
          description: 'When it ends then, if calendars make it longer or shorter',
        }),
      }),
    )
    .meta({ description: 'All events that move, with the times at which they begin; by the new times' }),
  ...PlanPath.shape,
  conflicts: z
    .array(
      z.object({
        event_id: z.string().meta({ description: 'The event that would have to move' }),
        reason: planHolds.meta({
          description:
            '`fixed`: it has `fixed: true`. `anchor`: a locked anchor is at its moment, or at that to which it was moved. `contradiction`: no times keep the delays around it. `target`: it was to be moved to this time. `later`: of a move that is taken back, it was recorded or changed since. `not_before`, `not_after`: its own limits. `no_working_time`: its calendars have no hour in common',
        }),
        time: InstantText.meta({ description: 'When it begins' }),
        needed: InstantText.meta({ description: 'When it would have to begin' }),
        pushed_by: z.string().meta({ description: 'The event whose delay is broken; its own id if there is none' }),
      }),
    )
    .meta({ description: 'What stays although the delays need it elsewhere, by time' }),
});
export type Rescheduled = Readonly<z.output<typeof Rescheduled>>;
