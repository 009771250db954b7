import { Problem, type Route, route } from 'chronoscribe';
import { Instant } from 'chronoscribe/kinds/clock';
import { EventId, type Ledger, PlanPath, Rescheduled } from 'chronoscribe/kinds/ledger';
import { z } from 'zod';
import { Status, TimelineId } from './fields.ts';

const dryRunField = z.boolean().default(false).meta({ description: 'Whether to write nothing, and answer the same' });
const timelineText = 'Default: the timeline on which the event was made, if there is exactly one, else `primary`';
const options = { dry_run: dryRunField, timeline_id: TimelineId.optional().meta({ description: timelineText }) };
const response = z.object({ status: Status, ...Rescheduled.shape });
const commonProblems = [...(['event-not-found', 'event-superseded', 'timeline-not-found', 'timeline-busy'] as const)];

const counted = (count: number): string => `${count} event${count === 1 ? '' : 's'}`;

async function answerOf(dryRun: boolean, moving: Promise<Rescheduled>) {
  const result = await moving;
  return { status: `${counted(result.moved.length)} ${dryRun ? 'would move' : 'moved'}`, ...result };
}

/** `POST /v1/reschedule` */
export function rescheduleEvent(ledger: Pick<Ledger, 'reschedule'>): Route {
  return route({
    method: 'POST',
    path: '/v1/reschedule',
    summary: 'Move an event and what depends on its time',
    description:
      'Moves an event, and by the delays of causes what must move with it: later events to the earliest dates that keep every delay, and earlier ones to the latest, if it moves back. What need not move stays. An event with `fixed: true`, or at the moment of a locked anchor, always stays; where the delays need it elsewhere it is a conflict, and the move is made all the same. Events keep their ids and durations.',
    request: z.object({
      event_id: EventId.meta({ description: 'The event that is moved' }),
      time: Instant.meta({ description: 'When it begins then' }),
      ...options,
    }),
    response,
    problems: [...commonProblems, 'invalid-timestamp', 'time-out-of-range'],
    handle: ({ account, input, requestId, operationId }) => {
      const { event_id: eventId, time, dry_run: dryRun, timeline_id: timelineId } = input;
      const request = { timelineId, requestId, operationId };
      return answerOf(dryRun, ledger.reschedule(account, { eventId, time, dryRun }, request));
    },
  });
}

const Capacities = z.record(z.string().trim().min(1).max(1000), z.number().min(0).max(1e6)).default({});

/** `POST /v1/level-resources` */
export function levelResources(ledger: Pick<Ledger, 'level'>): Route {
  return route({
    method: 'POST',
    path: '/v1/level-resources',
    summary: 'Level people and places',
    description:
      'Proposes a schedule in which nobody is needed for more at once than there is of them, and no place that is named holds more; with `dry_run: false` it is made. Events move later, none earlier; what is fixed stays, and others go around it. Of many schedules, by priority rules, samples and improvement, the one that ends first. With one seed, a plan comes to the same schedule, if `seconds` are enough for 1,000. POST /v1/revert-reschedule of an event that moved takes all back.',
    request: z.object({
      timeline_id: TimelineId.optional(),
      capacities: Capacities.meta({
        description: 'How much there is of participants; 1 of each that is not named',
        examples: [{ movers: 2 }],
      }),
      places: Capacities.meta({ description: 'How many events fit into a place at once; any number, if not named' }),
      seconds: z.number().min(0).max(10).default(1).meta({ description: 'How long a better schedule is looked for' }),
      seed: z
        .int()
        .min(0)
        .max(2 ** 32 - 1)
        .default(1)
        .meta({ description: 'Of the random numbers' }),
      dry_run: dryRunField.default(true),
    }),
    response,
    problems: ['timeline-not-found', 'timeline-busy', 'time-out-of-range'],
    handle: ({ account, input, requestId, operationId }) => {
      const { timeline_id: timelineId, dry_run: dryRun, seed, seconds } = input;
      const capacities = new Map(Object.entries(input.capacities));
      const level = { capacities, places: new Map(Object.entries(input.places)), seed, seconds, dryRun };
      return answerOf(dryRun, ledger.level(account, level, { timelineId, requestId, operationId }));
    },
  });
}

/** `POST /v1/save-baseline` */
export function saveBaseline(ledger: Pick<Ledger, 'saveBaseline'>): Route {
  return route({
    method: 'POST',
    path: '/v1/save-baseline',
    summary: 'Save the baseline of a plan',
    description:
      'Keeps when events begin and end as their `plan.baseline`, in place of an earlier one: of all that the timeline shows, or of those that are named. No date changes. What ends later than its baseline is `slipped` in the answers about plans, and a file of MS Project has the baseline, too.',
    request: z.object({
      timeline_id: TimelineId.optional(),
      event_ids: z.array(EventId).min(1).max(1000).optional().meta({ description: 'The events; default all' }),
      clear: z.boolean().default(false).meta({ description: 'Whether they have no baseline any more' }),
    }),
    response: z.object({
      status: Status,
      saved: z.int().meta({ description: 'The number of events that have another baseline than before' }),
    }),
    problems: ['event-not-found', 'event-superseded', 'timeline-not-found'],
    handle: async ({ account, input, requestId, operationId }) => {
      const { timeline_id: timelineId, event_ids: eventIds, clear } = input;
      const saved = await ledger.saveBaseline(account, { eventIds, clear }, { timelineId, requestId, operationId });
      return { status: `Baseline ${clear ? 'cleared' : 'saved'} of ${counted(saved)}`, saved };
    },
  });
}

/** `POST /v1/revert-reschedule` */
export function revertReschedule(ledger: Pick<Ledger, 'revertReschedule'>): Route {
  return route({
    method: 'POST',
    path: '/v1/revert-reschedule',
    summary: 'Take a move back',
    description:
      'Takes back the move that is the last change of an event: all events that it moved go back to when they began before. Those that have changed since stay, and are conflicts, as is each event whose delay breaks by that; the rest goes back all the same. A move that took another one back can be taken back too.',
    request: z.object({
      event_id: EventId.meta({ description: 'One of the events that were moved' }),
      ...options,
    }),
    response,
    problems: [...commonProblems, 'event-not-manipulated', 'time-out-of-range'],
    handle: ({ account, input, requestId, operationId }) => {
      const { event_id: eventId, dry_run: dryRun, timeline_id: timelineId } = input;
      const request = { timelineId, requestId, operationId };
      return answerOf(dryRun, ledger.revertReschedule(account, { eventId, dryRun }, request));
    },
  });
}

/** `GET /v1/critical-path` */
export function criticalPath(ledger: Pick<Ledger, 'criticalPath'>): Route {
  return route({
    method: 'GET',
    path: '/v1/critical-path',
    summary: 'Find what decides when a plan ends',
    description:
      'The critical path of a timeline, and the slack of its events; with `from` and `to`, of the chains of causes between these two events, where the end that counts is the start of `to`. Empty where no chain of causes leads from one to the other.',
    request: z.object({
      timeline_id: TimelineId.optional(),
      from: EventId.optional().meta({ description: 'The event at which the path begins; only with `to`' }),
      to: EventId.optional().meta({ description: 'The event at which it ends; only with `from`' }),
    }),
    response: z.object({ status: Status, ...PlanPath.shape }),
    problems: ['event-not-found', 'event-superseded', 'timeline-not-found'],
    handle: async ({ account, input: { timeline_id, from, to } }) => {
      const between = from !== undefined && to !== undefined ? { from, to } : undefined;
      if (between === undefined && (from ?? to) !== undefined) throw halfSection(from === undefined ? 'from' : 'to');
      const path = await ledger.criticalPath(account, timeline_id, between);
      return { status: `${counted(path.critical_path.length)} on the critical path`, ...path };
    },
  });
}

function halfSection(missing: 'from' | 'to'): Problem {
  const detail = 'Give both `from` and `to`, or neither for the whole timeline';
  return new Problem('invalid-request', {
    detail: `${missing}: ${detail}`,
    errors: [{ in: 'query', path: [missing], detail, type: 'custom' }],
  });
}
