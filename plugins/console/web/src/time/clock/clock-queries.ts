import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { api, read, sendSignedIn } from '../../shared/api.ts';
import { ApiError } from '../../shared/api-error.ts';
import { queryClient } from '../../shared/query-client.ts';

const Reading = z.object({
  current_time: z.string(),
  state: z.enum(['running', 'paused']),
  location: z.nullable(z.string()),
  time_zone: z.optional(z.string()),
});

/** What a clock showed, and when this page learned of it. */
export interface ClockReading {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly state: 'running' | 'paused';
  /** Null before the first travel. */
  readonly location: string | null;
  readonly timeZone: string | undefined;
  /** `performance.now()` of the answer. */
  readonly readAt: number;
}

/** The clock with an id, or the account's own. */
export const clockQuery = (clockId: string | undefined) =>
  queryOptions({
    queryKey: ['time', 'clock', clockId ?? 'own'],
    queryFn: async (): Promise<ClockReading> => {
      const answer = await sendSignedIn('GET', `/v1/current-time${queryOf(clockId)}`);
      const { current_time, state, location, time_zone } = Reading.parse(answer);
      return { now: Date.parse(current_time), state, location, timeZone: time_zone, readAt: performance.now() };
    },
    refetchInterval: 10_000,
  });

const Clocks = z.object({
  clocks: z.array(z.object({ clock_id: z.string(), name: z.nullish(z.string()), time_zone: z.nullish(z.string()) })),
});

/** The clocks that the account made beside its own; null if the host has one clock for each account only. */
export const clocksQuery = queryOptions({
  queryKey: ['time', 'clocks'],
  queryFn: async () => {
    try {
      return Clocks.parse(await sendSignedIn('GET', '/v1/clocks')).clocks;
    } catch (error) {
      if (error instanceof ApiError && [404, 405].includes(error.status)) return null;
      throw error;
    }
  },
});

const CreatedClock = z.object({ clock_id: z.string() });

export async function createClock(clock: { readonly name: string; readonly time_zone?: string }): Promise<string> {
  const { clock_id } = CreatedClock.parse(await sendSignedIn('POST', '/v1/clocks', clock));
  return clock_id;
}

export async function deleteClock(clockId: string): Promise<void> {
  await sendSignedIn('DELETE', `/v1/clocks/${encodeURIComponent(clockId)}`);
}

/** What can be done with a clock, with the fields of each request. */
export type ClockOperation =
  | { readonly path: 'travel'; readonly destination_time: string; readonly location: string }
  | { readonly path: 'fast-forward' | 'rewind'; readonly duration: string }
  | { readonly path: 'return'; readonly anchor_id: string }
  | { readonly path: 'pause-time' | 'resume-time' };

export async function operateClock(clockId: string | undefined, { path, ...fields }: ClockOperation): Promise<void> {
  await sendSignedIn('POST', `/v1/${path}`, { ...fields, ...(clockId === undefined ? {} : { clock_id: clockId }) });
  await queryClient.invalidateQueries({ queryKey: ['time'] });
}

export const anchorsQuery = queryOptions({
  queryKey: ['time', 'anchors'],
  queryFn: async () => (await read(api.GET('/v1/list-anchors'))).anchors,
});
export type Anchor = Awaited<ReturnType<NonNullable<typeof anchorsQuery.queryFn & object>>>[number];

/** Something that happens when the clock gets there. */
export interface Upcoming {
  readonly key: string;
  readonly kind: 'event' | 'schedule' | 'sleep';
  readonly at: number;
  readonly text: string;
  /** The run that sleeps. */
  readonly run?: string;
}

/** The events after an instant, and the sleeps and schedules that follow the clock, which come next. */
export const upcomingQuery = (from: string, clockId: string | undefined) =>
  queryOptions({
    queryKey: ['time', 'upcoming', from, clockId ?? 'own'],
    queryFn: async (): Promise<readonly Upcoming[]> => {
      const range = `${from}/9999-12-31T23:59:59Z`;
      const [{ events }, { items }, { items: sleeps }] = await Promise.all([
        read(api.GET('/v1/list-events', { params: { query: { time_range: range, limit: 6 } } })),
        read(api.GET('/api/v1/schedules')),
        read(api.GET('/api/v1/sleeps', { params: { query: { limit: 6, ...(clockId && { clock_id: clockId }) } } })),
      ]);
      const schedules = items.flatMap(({ name, clock, next }) =>
        clockId === undefined && clock === 'account'
          ? next.map((at): Upcoming => ({ key: `${name} ${at}`, kind: 'schedule', at, text: name }))
          : [],
      );
      const occurring = events.map(
        ({ event_id, time, description }): Upcoming => ({
          ...{ key: event_id, kind: 'event', at: Date.parse(time), text: description || event_id },
        }),
      );
      const sleeping = sleeps.map(
        ({ run, step, name, workflow, until }): Upcoming => ({
          ...{
            key: `${run} ${step}`,
            kind: 'sleep',
            at: until,
            text: name === workflow ? name : `${workflow}: ${name}`,
            run,
          },
        }),
      );
      return [...schedules, ...sleeping, ...occurring].toSorted((one, other) => one.at - other.at).slice(0, 6);
    },
  });

function queryOf(clockId: string | undefined): string {
  return clockId === undefined ? '' : `?${new URLSearchParams({ clock_id: clockId })}`;
}
