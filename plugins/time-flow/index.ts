import { Cluster, definePlugin, route, Store, Timers } from 'chronoscribe';
import { z } from 'zod';
import { clockActions } from './automation-actions.ts';
import { ClockMoved, openClocks } from './clock.ts';
import { Clock, Duration, formatInstant, Instant, InstantText } from './kind.ts';

const Status = z.string().meta({ description: 'What was done, for a person' });

const Location = z.string().max(1000).regex(/\S/, 'Name a place: it must not be blank');

/** The clock of each account: travel, pause, resume, fast-forward, rewind, and what it shows. */
export default definePlugin({
  name: 'time-flow',
  auth: 'time',
  needs: { store: Store, cluster: Cluster, timers: Timers },
  provides: { clock: Clock },
  triggers: { 'clock.moved': ClockMoved },
  start: async ({ needs: { store, cluster, timers }, emit }) => {
    const clock = await openClocks(store, cluster, timers, emit);
    timers.attach(clock);
    return { clock };
  },
  actions: ({ parts: { clock } }) => clockActions(clock),
  routes: ({ parts: { clock } }) => [
    route({
      method: 'POST',
      path: '/v1/travel',
      summary: 'Travel to a time and a place',
      description:
        'Sets the clock to `destination_time`. A running clock continues from there; a paused one stays paused.',
      request: z.object({ destination_time: Instant, location: Location.meta({ description: 'Where to' }) }),
      response: z.object({
        status: Status,
        current_time: InstantText,
        location: z.string().meta({ description: 'Where the clock is now' }),
      }),
      problems: ['invalid-timestamp', 'time-out-of-range'],
      handle: async ({ account, input: { destination_time, location }, repeatable, operationId }) => {
        const { now } = await clock.moveTo(account, destination_time, {
          location,
          operationId: repeatable ? operationId : undefined,
        });
        return { status: 'Travel successful', current_time: formatInstant(now), location };
      },
    }),
    route({
      method: 'POST',
      path: '/v1/pause-time',
      summary: 'Pause time',
      description: 'Stops the clock. Pausing a paused clock answers with the moment at which it was paused.',
      response: z.object({ status: Status, paused_at: InstantText }),
      handle: async ({ account, repeatable, operationId }) => {
        const { now } = await clock.pause(account, repeatable ? operationId : undefined);
        return { status: 'Time paused', paused_at: formatInstant(now) };
      },
    }),
    route({
      method: 'POST',
      path: '/v1/resume-time',
      summary: 'Resume time',
      description: 'Continues from the exact moment of the pause. A running clock is not affected.',
      response: z.object({ status: Status, current_time: InstantText }),
      handle: async ({ account, repeatable, operationId }) => {
        const { now } = await clock.resume(account, repeatable ? operationId : undefined);
        return { status: 'Time resumed', current_time: formatInstant(now) };
      },
    }),
    route({
      method: 'POST',
      path: '/v1/fast-forward',
      summary: 'Move the clock forward',
      description: 'Adds `duration` to the time that the clock shows. A paused clock stays paused.',
      request: z.object({ duration: Duration }),
      response: z.object({ status: Status, new_time: InstantText }),
      problems: ['invalid-duration', 'time-out-of-range'],
      handle: async ({ account, input, repeatable, operationId }) => {
        const { now } = await clock.fastForward(account, input.duration, repeatable ? operationId : undefined);
        return { status: 'Fast-forward successful', new_time: formatInstant(now) };
      },
    }),
    route({
      method: 'POST',
      path: '/v1/rewind',
      summary: 'Move the clock back',
      description:
        'Subtracts `duration` from the time that the clock shows. A paused clock stays paused. Events do not change.',
      request: z.object({ duration: Duration }),
      response: z.object({ status: Status, new_time: InstantText }),
      problems: ['invalid-duration', 'time-out-of-range'],
      handle: async ({ account, input, repeatable, operationId }) => {
        const { now } = await clock.rewind(account, input.duration, repeatable ? operationId : undefined);
        return { status: 'Rewind successful', new_time: formatInstant(now) };
      },
    }),
    route({
      method: 'GET',
      path: '/v1/current-time',
      summary: 'Read the clock',
      description:
        'A clock that was never operated runs and shows the real time. `location` is null before the first travel.',
      response: z.object({
        status: Status,
        current_time: InstantText,
        state: z.enum(['running', 'paused']).meta({ description: 'Whether the clock ticks' }),
        location: z.string().nullable().meta({ description: 'Where the last travel went; null before the first' }),
      }),
      handle: async ({ account }) => {
        const { now, state, location } = await clock.read(account);
        return { status: `Time is ${state}`, current_time: formatInstant(now), state, location };
      },
    }),
  ],
});
