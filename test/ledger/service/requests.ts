import type { Operation } from '../protocol.ts';
import type { Names } from './names.ts';

export interface Request {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly json: object;
  /** A calendar in place of `json`. */
  readonly calendar?: string;
}

type Of<Type extends Operation['type']> = Extract<Operation, { type: Type }>;
type Fields = Pick<
  Of<'manipulate'>['outcome'],
  'description' | 'end_time' | 'causes' | 'participants' | 'requires' | 'effects' | 'geo' | 'fixed'
>;

/**
 * The request of the contract that asks for an operation.
 *
 * @param instants when as many operations were done as the place in the list says, in milliseconds since 1970
 */
export function requestFor(operation: Operation, names: Names, instants: readonly number[]): Request {
  const { idOf } = names;
  const timeline_id =
    'timeline' in operation && operation.timeline !== undefined ? idOf(operation.timeline) : undefined;
  switch (operation.type) {
    case 'record': {
      const { time, location, event_id, ...fields } = operation.event;
      const own = { event_id: event_id && idOf(event_id), time: isoOf(time), location };
      return { method: 'POST', path: '/v1/record-event', json: { ...written(fields, names), ...own, timeline_id } };
    }
    case 'manipulate': {
      const { event, outcome, safetyCheck: safety_check, keepEffects: keep_effects, dryRun: dry_run } = operation;
      const changes = outcome.changes.map(({ action, time }) => ({ action, time: isoOf(time) }));
      const { location } = outcome;
      const time = outcome.time === undefined ? undefined : isoOf(outcome.time);
      const new_outcome = { ...written(outcome, names), changes, time, location };
      const asked = { event_id: idOf(event), new_outcome, safety_check, keep_effects, dry_run };
      return { method: 'POST', path: '/v1/manipulate-event', json: { ...asked, timeline_id } };
    }
    case 'reschedule': {
      const { event, time, dryRun: dry_run } = operation;
      const json = { event_id: idOf(event), time: isoOf(time), dry_run, timeline_id };
      return { method: 'POST', path: '/v1/reschedule', json };
    }
    case 'import': {
      const { event, sequence, cancels } = operation;
      const query = new URLSearchParams(timeline_id === undefined ? {} : { timeline_id });
      const lines = [
        `BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:${idOf(event.event_id)}\nSEQUENCE:${sequence}`,
        `DTSTART:${isoOf(event.time).replaceAll(/[-:]|\.000/g, '')}\nSUMMARY:${event.description}`,
        `LOCATION:${event.location}${cancels ? '\nSTATUS:CANCELLED' : ''}\nEND:VEVENT\nEND:VCALENDAR\n`,
      ];
      return { method: 'POST', path: `/v1/import-events?${query}`, json: {}, calendar: lines.join('\n') };
    }
    case 'critical-path':
      return { method: 'GET', path: '/v1/critical-path', json: { timeline_id } };
    case 'revert':
      return { method: 'POST', path: '/v1/revert-event', json: { event_id: idOf(operation.event), timeline_id } };
    case 'create-timeline': {
      const json = { base_timeline_id: idOf(operation.base), description: 'What if' };
      return { method: 'POST', path: '/v1/create-timeline', json };
    }
    case 'delete-timeline':
      return { method: 'DELETE', path: '/v1/delete-timeline', json: { timeline_id } };
    case 'merge-timeline': {
      const { safetyCheck: safety_check, dryRun: dry_run, resolve = {} } = operation;
      const settled = Object.fromEntries(Object.entries(resolve).map(([event, side]) => [idOf(event), side]));
      const json = { timeline_id, safety_check, dry_run, resolve: settled };
      return { method: 'POST', path: '/v1/merge-timeline', json };
    }
    case 'set-anchor': {
      const { timestamp, locked } = operation;
      return {
        method: 'POST',
        path: '/v1/set-anchor',
        json: { timestamp: isoOf(timestamp), description: 'Here', locked },
      };
    }
    case 'search': {
      const { location, range, asOf, pageSize: limit } = operation;
      const time_range = `${isoOf(range.start)}/${isoOf(range.end)}`;
      const as_of = asOf === undefined ? undefined : isoOf(instants[asOf] ?? Number.NaN);
      return { method: 'GET', path: '/v1/search-events', json: { location, time_range, timeline_id, as_of, limit } };
    }
    case 'history':
      return { method: 'GET', path: '/v1/event-history', json: { event_id: idOf(operation.event) } };
    case 'compare': {
      const json = { timeline_id, other_timeline_id: idOf(operation.other) };
      return { method: 'GET', path: '/v1/compare-timelines', json };
    }
    case 'check-paradox':
      return { method: 'GET', path: '/v1/check-paradox', json: { timeline_id } };
  }
}

function written(
  { description, end_time, causes, participants, requires, effects, geo, fixed }: Fields,
  { idOf }: Names,
): object {
  const causesGiven = causes?.map(({ event_id, min_delay, max_delay, from }) =>
    min_delay === null && max_delay === null
      ? idOf(event_id)
      : { event_id: idOf(event_id), min_delay: durationOf(min_delay), max_delay: durationOf(max_delay), from },
  );
  const end = end_time === undefined ? undefined : isoOf(end_time);
  return { description, end_time: end, causes: causesGiven, participants, requires, effects, geo, fixed };
}

function isoOf(instant: number): string {
  return new Date(instant).toISOString();
}

function durationOf(delay: number | null): string | undefined {
  return delay === null ? undefined : `${delay / 60_000}m`;
}
