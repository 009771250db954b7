import { Problem, type Route, route } from 'chronoscribe';
import { formatInstant, Instant, InstantText } from 'chronoscribe/kinds/clock';
import { EventId, type Ledger, type PlanPath } from 'chronoscribe/kinds/ledger';
import { z } from 'zod';
import { Status, TimelineId } from './fields.ts';

const planFields = {
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
  more_slack: z.boolean().meta({ description: 'Whether more events have slack than are listed' }),
};

function toPlanFields({ criticalPath, slack, moreSlack }: PlanPath) {
  return {
    critical_path: [...criticalPath],
    slack: slack.map((each) => ({ event_id: each.event_id, slack: `${Math.floor(each.slack / 60_000)}m` })),
    more_slack: moreSlack,
  };
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
      dry_run: z.boolean().default(false).meta({ description: 'Whether to write nothing, and answer the same' }),
      timeline_id: TimelineId.optional().meta({
        description: 'Default: the timeline on which the event was made, if there is exactly one, else `primary`',
      }),
    }),
    response: z.object({
      status: Status,
      moved: z
        .array(
          z.object({
            event_id: z.string().meta({ description: 'The event that moves' }),
            from: InstantText.meta({ description: 'When it began' }),
            to: InstantText.meta({ description: 'When it begins then' }),
          }),
        )
        .meta({ description: 'All events that move, with the times at which they begin; by the new times' }),
      ...planFields,
      conflicts: z
        .array(
          z.object({
            event_id: z.string().meta({ description: 'The event that would have to move' }),
            reason: z.enum(['fixed', 'anchor', 'contradiction', 'target']).meta({
              description:
                '`fixed`: it has `fixed: true`. `anchor`: a locked anchor is at its moment, or at that to which it was moved. `contradiction`: no times keep the delays around it. `target`: it was to be moved to this time',
            }),
            time: InstantText.meta({ description: 'When it begins' }),
            needed: InstantText.meta({ description: 'When it would have to begin' }),
            pushed_by: z.string().meta({ description: 'The event whose delay is broken; its own id if there is none' }),
          }),
        )
        .meta({ description: 'What stays although the delays need it elsewhere, by time' }),
    }),
    problems: [
      'event-not-found',
      'event-superseded',
      'timeline-not-found',
      'timeline-busy',
      'invalid-timestamp',
      'time-out-of-range',
    ],
    handle: async ({ account, input, requestId, operationId }) => {
      const { event_id: eventId, time, dry_run: dryRun, timeline_id: timelineId } = input;
      const result = await ledger.reschedule(
        account,
        { eventId, time, dryRun },
        { timelineId, requestId, operationId },
      );
      const { moved, conflicts } = result;
      const count = `${moved.length} event${moved.length === 1 ? '' : 's'}`;
      return {
        status: dryRun ? `${count} would move` : `${count} moved`,
        moved: moved.map(({ event_id, from, to }) => ({ event_id, from: formatInstant(from), to: formatInstant(to) })),
        ...toPlanFields(result),
        conflicts: conflicts.map((conflict) => ({
          ...conflict,
          time: formatInstant(conflict.time),
          needed: formatInstant(conflict.needed),
        })),
      };
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
    response: z.object({ status: Status, ...planFields }),
    problems: ['event-not-found', 'event-superseded', 'timeline-not-found'],
    handle: async ({ account, input: { timeline_id, from, to } }) => {
      const between = from !== undefined && to !== undefined ? { from, to } : undefined;
      if (between === undefined && (from ?? to) !== undefined) throw halfSection(from === undefined ? 'from' : 'to');
      const path = await ledger.criticalPath(account, timeline_id, between);
      const { length } = path.criticalPath;
      return { status: `${length} event${length === 1 ? '' : 's'} on the critical path`, ...toPlanFields(path) };
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
