import { agentTools, Cluster, definePlugin, route, Store, workflow } from 'chronoscribe';
import { Timers } from 'chronoscribe/host';
import { z } from 'zod';
import { ClockMoved, type ControllableClock, openClocks } from './clock.ts';
import { clockRoutes } from './clock-routes.ts';
import { LocalTime, pace, paceShown, showPace } from './fields.ts';
import {
  CalendarDuration,
  Clock,
  ClockId,
  formatInstant,
  formatLocalTime,
  Instant,
  InstantText,
  Settled,
  waitFields,
} from './kind.ts';
import { openNamedClocks } from './named-clocks.ts';

const Status = z.string().meta({ description: 'What was done, for a person' });

const Location = z.string().max(1000).regex(/\S/, 'Name a place: it must not be blank');

/** Which clock: a field of each request. */
const clockFields = { clock_id: ClockId.optional() };

/** The clocks of each account: travel, pause, resume, fast-forward, rewind, and what they show. */
export default definePlugin({
  name: 'time-flow',
  auth: 'time',
  needs: { store: Store, cluster: Cluster, timers: Timers },
  provides: { clock: Clock },
  triggers: { 'clock.moved': ClockMoved },
  start: async ({ needs: { store, cluster, timers }, emit, log }) => {
    const clock = await openClocks(store, cluster, timers, emit);
    timers.attach(clock);
    const named = await openNamedClocks({ store, cluster, timers, log, changed: clock.changed });
    return { clock, named };
  },
  actions: ({ parts: { clock } }) => clockActions(clock),
  stop: ({ named }) => named.stop(),
  extends: [
    agentTools.add({
      name: 'read_clock',
      title: 'Read the clock',
      description: 'Returns the time and the place that the account is at. It need not be the real time.',
      endpoint: 'GET /v1/current-time',
      effect: 'reads',
    }),
    agentTools.add({
      name: 'move_clock',
      title: 'Move the clock forward',
      description:
        'Adds a duration to the time that the clock shows. Schedules, sleeping runs and automations that come ' +
        'due on the way really happen.',
      endpoint: 'POST /v1/fast-forward',
      effect: 'replaces',
    }),
  ],
  routes: ({ parts: { clock, named } }) => [
    route({
      method: 'POST',
      path: '/v1/travel',
      summary: 'Travel to a time and a place',
      description:
        'Sets the clock to `destination_time`. A running clock continues from there; a paused one stays paused.',
      request: z.object({
        destination_time: Instant,
        location: Location.meta({ description: 'Where to' }),
        ...clockFields,
        ...waitFields,
      }),
      query: Object.keys(waitFields),
      response: z.object({
        status: Status,
        current_time: InstantText,
        location: z.string().meta({ description: 'Where the clock is now' }),
        settled: Settled,
      }),
      problems: ['invalid-timestamp', 'time-out-of-range', 'clock-not-found'],
      handle: async ({ account, input, repeatable, operationId }) => {
        const { destination_time, location, clock_id: clockId, wait } = input;
        const by = { location, operationId: repeatable ? operationId : undefined };
        const which = { account, clockId };
        const { now, settled } = await clock.settle(which, wait, () => clock.moveTo(which, destination_time, by));
        return { status: 'Travel successful', current_time: formatInstant(now), location, settled };
      },
    }),
    route({
      method: 'POST',
      path: '/v1/pause-time',
      summary: 'Pause time',
      description: 'Stops the clock. Pausing a paused clock answers with the moment at which it was paused.',
      request: z.object(clockFields),
      response: z.object({ status: Status, paused_at: InstantText }),
      problems: ['clock-not-found'],
      handle: async ({ account, input: { clock_id: clockId }, repeatable, operationId }) => {
        const { now } = await clock.pause({ account, clockId }, repeatable ? operationId : undefined);
        return { status: 'Time paused', paused_at: formatInstant(now) };
      },
    }),
    route({
      method: 'POST',
      path: '/v1/resume-time',
      summary: 'Resume time',
      description:
        'Continues from the exact moment of the pause. A running clock is not affected, but for `rate` and `pause_at`, ' +
        'which stay as they are without these fields.',
      request: z.object({ ...clockFields, ...pace }),
      response: z.object({ status: Status, current_time: InstantText }),
      problems: ['clock-not-found', 'invalid-timestamp', 'time-out-of-range'],
      handle: async ({ account, input, repeatable, operationId }) => {
        const { clock_id: clockId, rate, pause_at: stopAt } = input;
        const { now } = await clock.resume(
          { account, clockId },
          { rate, stopAt },
          repeatable ? operationId : undefined,
        );
        return { status: 'Time resumed', current_time: formatInstant(now) };
      },
    }),
    route({
      method: 'POST',
      path: '/v1/fast-forward',
      summary: 'Move the clock forward',
      description: 'Adds `duration` to the time that the clock shows. A paused clock stays paused.',
      request: z.object({ duration: CalendarDuration, ...clockFields, ...waitFields }),
      query: Object.keys(waitFields),
      response: z.object({ status: Status, new_time: InstantText, settled: Settled }),
      problems: ['invalid-duration', 'time-out-of-range', 'clock-not-found'],
      handle: async ({ account, input: { duration, clock_id: clockId, wait }, repeatable, operationId }) => {
        const which = { account, clockId };
        const { now, settled } = await clock.settle(which, wait, () =>
          clock.fastForward(which, duration, repeatable ? operationId : undefined),
        );
        return { status: 'Fast-forward successful', new_time: formatInstant(now), settled };
      },
    }),
    route({
      method: 'POST',
      path: '/v1/rewind',
      summary: 'Move the clock back',
      description:
        'Subtracts `duration` from the time that the clock shows. A paused clock stays paused. Events do not change.',
      request: z.object({ duration: CalendarDuration, ...clockFields }),
      response: z.object({ status: Status, new_time: InstantText }),
      problems: ['invalid-duration', 'time-out-of-range', 'clock-not-found'],
      handle: async ({ account, input: { duration, clock_id: clockId }, repeatable, operationId }) => {
        const { now } = await clock.rewind({ account, clockId }, duration, repeatable ? operationId : undefined);
        return { status: 'Rewind successful', new_time: formatInstant(now) };
      },
    }),
    route({
      method: 'GET',
      path: '/v1/current-time',
      summary: 'Read the clock',
      description:
        'A clock that was never operated runs and shows the real time. `location` is null before the first travel.',
      request: z.object(clockFields),
      response: z.object({
        status: Status,
        current_time: InstantText,
        local_time: LocalTime.optional(),
        time_zone: z.string().optional().meta({ description: 'IANA name; absent if none was set' }),
        state: z.enum(['running', 'paused']).meta({ description: 'Whether the clock ticks' }),
        ...paceShown,
        location: z.string().nullable().meta({ description: 'Where the last travel went; null before the first' }),
      }),
      problems: ['clock-not-found'],
      handle: async ({ account, input: { clock_id: clockId } }) => {
        const { now, state, location, timeZone, ...pace } = await clock.read({ account, clockId });
        return {
          status: `Time is ${state}`,
          current_time: formatInstant(now),
          ...(timeZone !== undefined && { local_time: formatLocalTime(now, timeZone), time_zone: timeZone }),
          state,
          ...showPace(pace),
          location,
        };
      },
    }),
    ...clockRoutes(named),
  ],
});

const FastForward = z.object({ duration: CalendarDuration, ...clockFields });
const Pause = z.object(clockFields);

/** What automations can do with the clock of an account. */
export const clockActions = (clock: ControllableClock) => ({
  'clock.fast-forward': {
    input: FastForward,
    run: workflow<z.output<typeof FastForward>>('clock-fast-forward')
      .step('move', async ({ input: { duration, clock_id: clockId } }, { account, runId }) => {
        const { now } = await clock.fastForward({ account, clockId }, duration, `${runId}/fast-forward`);
        return { new_time: formatInstant(now) };
      })
      .answer((body) => ({ body, location: '/v1/current-time' })),
  },
  'clock.pause': {
    input: Pause,
    run: workflow<z.output<typeof Pause>>('clock-pause')
      .step('pause', async ({ input: { clock_id: clockId } }, { account, runId }) => {
        const { now } = await clock.pause({ account, clockId }, `${runId}/pause`);
        return { paused_at: formatInstant(now) };
      })
      .answer((body) => ({ body, location: '/v1/current-time' })),
  },
});
