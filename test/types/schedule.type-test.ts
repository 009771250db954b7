import { definePlugin, workflow } from 'chronoscribe';
import { z } from 'zod';

/** The input of a schedule is that of its workflow, also where the schedules follow from the settings. */

const digest = workflow<{ readonly of: string }>('digest').answer(() => ({ body: null, location: '' }));
const count = workflow<number>('count').answer(() => ({ body: null, location: '' }));
const cron = '0 2 * * *';

definePlugin({
  name: 'digests',
  auth: 'time',
  config: z.strictObject({ of: z.string() }),
  workflows: () => ({ digest }),
  schedules: ({ config, workflows }) => ({
    daily: { cron, run: workflows.digest, input: { of: config.of } },
    counted: { cron, clock: 'account', missed: 'all', timeZone: 'Europe/Berlin', run: count, input: 1 },
  }),
  routes: () => [],
});

definePlugin({
  name: 'digests',
  auth: 'time',
  schedules: {
    daily: { cron, run: digest, input: { of: 'day' } },
    // @ts-expect-error a number is not the input of this workflow
    wrong: { cron, run: digest, input: 3 },
  },
  routes: () => [],
});

definePlugin({
  name: 'digests',
  auth: 'time',
  // @ts-expect-error the input is missing
  schedules: () => ({ daily: { cron, run: digest } }),
  routes: () => [],
});

definePlugin({
  name: 'digests',
  auth: 'time',
  // @ts-expect-error there is no such clock
  schedules: { daily: { cron, clock: 'real', run: count, input: 1 } },
  routes: () => [],
});
