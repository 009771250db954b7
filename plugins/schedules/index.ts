import { definePlugin, route } from 'chronoscribe';
import { Schedules, ScheduleView } from 'chronoscribe/host';
import { ClockId } from 'chronoscribe/kinds/clock';
import { z } from 'zod';

const problems = ['not-found', 'forbidden', 'clock-not-found'];

const instant = z.int().min(0);

const which = z.object({ clock_id: ClockId.optional() });

/** The schedules of all plugins: their next times; pausing, resuming, and running one now. */
export default definePlugin({
  name: 'schedules',
  auth: 'any',
  needs: { schedules: Schedules },
  routes: ({ needs: { schedules } }) => [
    route({
      method: 'GET',
      path: '/api/v1/schedules',
      summary: 'List schedules, by name',
      description:
        "The schedules of the installation, and those on the account's own clock; with `clock_id` those on that clock instead.",
      request: which,
      response: z.object({ items: z.array(ScheduleView).readonly().describe('By name') }),
      problems: ['clock-not-found'],
      handle: async ({ account, scopes, input }) => ({
        items: await schedules.list({ account, scopes }, input.clock_id),
      }),
    }),
    route({
      method: 'POST',
      path: '/api/v1/schedules/{name}/pause',
      summary: 'Keep a schedule from firing',
      description:
        "One on the wall clock needs a key with the scope admin. One on the account's clock is paused for the account.",
      request: which,
      response: ScheduleView,
      problems,
      handle: ({ account, scopes, path, input }) => schedules.pause({ account, scopes }, path.name, input.clock_id),
    }),
    route({
      method: 'POST',
      path: '/api/v1/schedules/{name}/resume',
      summary: 'Let a schedule fire again, from its next time on',
      description:
        'What passed while it was paused is not made up for. On a clock of `clock_id` a schedule is paused at first.',
      request: which,
      response: ScheduleView,
      problems,
      handle: ({ account, scopes, path, input }) => schedules.resume({ account, scopes }, path.name, input.clock_id),
    }),
    route({
      method: 'POST',
      path: '/api/v1/schedules/{name}/run',
      summary: 'Start now what a schedule starts',
      description: 'Its times stay as they are. `GET /api/v1/runs/{id}` follows the run.',
      request: which,
      response: z.object({ id: z.string().describe('The id of the run') }),
      status: 202,
      problems,
      handle: async ({ account, scopes, path, input, operationId }) => ({
        id: await schedules.run({ account, scopes }, path.name, operationId, input.clock_id),
      }),
    }),
    route({
      method: 'POST',
      path: '/api/v1/schedules/{name}/backfill',
      summary: 'Start what a schedule starts for each of its times in a range',
      description:
        'Those that the clock has passed, at most 100, whatever `overlap` says. Its next times stay as they are.',
      request: which.extend({
        from: instant.describe('The first instant, on the clock of the schedule; milliseconds since 1970'),
        to: instant.describe('The instant before which the times lie; milliseconds since 1970'),
      }),
      response: z.object({
        runs: z
          .array(z.object({ id: z.string().describe('The id of the run'), at: z.int().describe('For which time') }))
          .readonly()
          .describe('In the order of the times'),
      }),
      status: 202,
      problems,
      handle: async ({ account, scopes, path, input: { clock_id, ...range }, operationId }) => ({
        runs: await schedules.backfill({ account, scopes }, path.name, range, operationId, clock_id),
      }),
    }),
  ],
});
