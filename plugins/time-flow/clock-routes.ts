import { Problem, type Route, route } from 'chronoscribe';
import { z } from 'zod';
import { instantAfter } from './calendar-duration.ts';
import { LocalTime, pace, paceShown, showPace } from './fields.ts';
import {
  CalendarDuration,
  ClockId,
  formatInstant,
  formatLocalTime,
  Instant,
  InstantText,
  isWithinTime,
  TimeZone,
} from './kind.ts';
import type { CreatedClock, NamedClocks } from './named-clocks.ts';

const Status = z.string().meta({ description: 'What was done, for a person' });

const ClockResponse = z.object({
  clock_id: ClockId,
  name: z.string().nullable().meta({ description: 'For people; null if it has none' }),
  current_time: InstantText,
  local_time: LocalTime.optional(),
  state: z.enum(['running', 'paused']).meta({ description: 'Whether the clock ticks' }),
  ...paceShown,
  location: z.string().nullable().meta({ description: 'Where the last travel went; null before the first' }),
  time_zone: z.string().nullable().meta({ description: 'IANA name; null if none was set' }),
  created_at: InstantText.meta({ description: 'The real time' }),
  expires_at: InstantText.nullable().meta({
    description: 'The real time from which on it is deleted unless it is used before; null: never',
  }),
});

function toClockResponse(clock: CreatedClock): z.input<typeof ClockResponse> {
  const { clockId, name, timeZone, createdAt, expiresAt, reading } = clock;
  return {
    clock_id: clockId,
    name,
    current_time: formatInstant(reading.now),
    ...(timeZone !== null && { local_time: formatLocalTime(reading.now, timeZone) }),
    state: reading.state,
    ...showPace(reading),
    location: reading.location,
    time_zone: timeZone,
    created_at: formatInstant(createdAt),
    expires_at: expiresAt === null ? null : formatInstant(expiresAt),
  };
}

/**
 * How long a clock is kept, in milliseconds; null: until it is deleted. A month is as long as the one that begins now.
 *
 * @throws Problem `invalid-duration` if that is no time at all, or more than there is
 */
function lifetime(ttl: CalendarDuration | undefined, timeZone: string | null): number | null {
  if (ttl === undefined) return null;
  const now = Date.now();
  const ttlMs = instantAfter(now, 1, ttl, timeZone ?? 'UTC') - now;
  if (ttlMs >= 1 && isWithinTime(now + ttlMs)) return ttlMs;
  const detail = ttlMs < 1 ? 'A clock needs some time to live' : 'Leave ttl out: a clock without it is kept';
  throw new Problem('invalid-duration', {
    status: 422,
    detail: `ttl: ${detail}`,
    errors: [{ in: 'body', path: ['ttl'], detail, type: 'custom' }],
  });
}

/** The page size if none is asked for. */
const defaultLimit = 100;

/** `POST /v1/clocks`, `GET /v1/clocks` and `DELETE /v1/clocks/{id}`. */
export function clockRoutes(clocks: NamedClocks): readonly Route[] {
  return [
    route({
      method: 'POST',
      path: '/v1/clocks',
      summary: 'Create a clock',
      description:
        "A clock beside the account's own, moved by itself: requests name it by `clock_id`. It runs, and shows the " +
        "real time or `now`. Anchors, events and timelines stay the account's.",
      request: z.object({
        name: z.string().max(200).regex(/\S/, 'Write a name, or leave it out').optional().meta({
          description: 'For people; several clocks can have the same',
        }),
        now: Instant.optional().meta({ description: 'What it shows first; default: the real time' }),
        time_zone: TimeZone.optional(),
        ttl: CalendarDuration.optional().meta({
          description: 'How long it is kept after its last use, in real time; default: until it is deleted',
        }),
        ...pace,
      }),
      response: z.object({ status: Status, ...ClockResponse.shape }),
      status: 201,
      problems: ['invalid-timestamp', 'time-out-of-range', 'invalid-time-zone', 'invalid-duration'],
      handle: async ({ account, operationId, input }) => {
        const { name, now, time_zone, ttl, rate, pause_at: stopAt } = input;
        const timeZone = time_zone ?? null;
        const wanted = { name: name ?? null, timeZone, ttlMs: lifetime(ttl, timeZone), now, rate, stopAt };
        return { status: 'Clock created', ...toClockResponse(await clocks.create(account, operationId, wanted)) };
      },
    }),
    route({
      method: 'GET',
      path: '/v1/clocks',
      summary: 'List the clocks',
      description: "Those that were created, in order of creation. The account's own clock is not among them.",
      request: z.object({
        limit: z.int().min(1).max(1000).optional().meta({ description: 'The most clocks that a page holds' }),
        cursor: z.string().optional().meta({ description: '`next_cursor` of the page before' }),
      }),
      response: z.object({
        clocks: z.array(ClockResponse).meta({ description: 'In order of creation' }),
        next_cursor: z.string().optional().meta({ description: 'Absent on the last page' }),
      }),
      problems: ['invalid-cursor'],
      handle: async ({ account, input: { limit = defaultLimit, cursor } }) => {
        const { items, next } = await clocks.list(account, { limit, cursor });
        return { clocks: items.map(toClockResponse), ...(next !== null && { next_cursor: next }) };
      },
    }),
    route({
      method: 'DELETE',
      path: '/v1/clocks/{id}',
      summary: 'Delete a clock',
      description:
        'Ends the monitors and the schedules on it. While runs sleep on it, it is deleted only with `force`, which ' +
        'cancels them. A run that comes to a sleep on it later fails as `clock-not-found`.',
      request: z.object({
        force: z.boolean().default(false).meta({ description: 'Whether to cancel the runs that sleep on it' }),
      }),
      response: z.object({ status: Status }),
      problems: ['clock-not-found', 'clock-in-use'],
      handle: async ({ account, path, input }) => {
        await clocks.delete({ account, clockId: path.id }, input.force);
        return { status: 'Clock deleted' };
      },
    }),
  ];
}
