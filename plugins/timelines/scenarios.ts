import { defineCollection, findAll, type Problem, type Route, route, type Store } from 'chronoscribe';
import { type Clock, ClockId, formatInstant, InstantText, Settled, waitFields } from 'chronoscribe/kinds/clock';
import { z } from 'zod';
import { primary } from './kind.ts';
import { TimelineId } from './ledger/branches.ts';
import type { TimelineLedger } from './ledger/ledger.ts';
import { notFound } from './ledger/problems.ts';

/** The state of a clock, and a branch that nobody changes. */
const scenarios = defineCollection({
  name: 'scenarios',
  schema: z.strictObject({
    /** The account and the name. */
    id: z.string(),
    account: z.string(),
    timeline: z.string(),
    now: z.int(),
    state: z.enum(['running', 'paused']),
    location: z.string().nullable(),
    rate: z.number().optional(),
    stopAt: z.int().optional(),
  }),
  indexes: [['account', 'id']],
});

const Name = z.string().max(200).regex(/\S/, 'Write a name').meta({ description: 'The name of the scenario' });

const answer = {
  status: z.string().meta({ description: 'What was done, for a person' }),
  name: Name,
  current_time: InstantText,
  state: z.enum(['running', 'paused']).meta({ description: 'Whether the clock ticks' }),
  kept: z.array(z.string()).meta({ description: 'What a scenario has', examples: [['clock', 'events']] }),
  not_kept: z.array(z.string()).meta({ description: 'What it does not have, and what stays as it is' }),
};

const told = (name: string, { now, state }: { readonly now: number; readonly state: 'running' | 'paused' }) => ({
  name,
  current_time: formatInstant(now),
  state,
  kept: ['clock', 'events'],
  not_kept: ['runs', 'sleeps', 'schedules', 'anchors'],
});

/** Scenarios: where a test starts from, however many do so at once. */
export async function scenarioRoutes(clock: Clock, store: Store, ledger: TimelineLedger): Promise<readonly Route[]> {
  await store.prepare(scenarios);
  return [
    route({
      method: 'POST',
      path: '/v1/clocks/{id}/save',
      summary: 'Save a scenario',
      description:
        'Saves what the clock shows, whether and how fast it ticks, and the events of a timeline, as a branch. Replaces ' +
        'a scenario of that name. Runs, what sleeps on the clock, schedules and anchors are not part of it.',
      request: z.object({ name: Name, timeline_id: TimelineId.optional() }),
      response: z.object({
        ...answer,
        timeline_id: TimelineId.meta({ description: 'The branch that has the events' }),
      }),
      problems: ['clock-not-found', 'timeline-not-found'],
      handle: async ({ account, path, input: { name, timeline_id: base = primary }, requestId, operationId }) => {
        const { timeZone: _, ...saved } = await clock.read({ account, clockId: path.id });
        const branch = { base, description: `Scenario: ${name}` };
        const { timeline_id } = await ledger.createTimeline(account, branch, { requestId, operationId });
        await store.put(scenarios, { id: `${account}/${name}`, account, timeline: timeline_id, ...saved });
        return { status: 'Scenario saved', ...told(name, saved), timeline_id };
      },
    }),
    route({
      method: 'POST',
      path: '/v1/clocks/{id}/restore',
      summary: 'Start from a scenario',
      description:
        'Sets the clock as it was when the scenario was saved, by whichever clock, and creates a branch with its events ' +
        'that is for the caller alone. What sleeps on the clock stays, and is passed as by any move.',
      request: z.object({ name: Name, ...waitFields }),
      query: Object.keys(waitFields),
      response: z.object({
        ...answer,
        clock_id: ClockId,
        timeline_id: TimelineId.meta({ description: 'A new branch with the events of the scenario' }),
        settled: Settled,
      }),
      problems: ['clock-not-found', 'scenario-not-found', 'timeline-not-found'],
      handle: async ({ account, path, input: { name, wait }, repeatable, requestId, operationId }) => {
        const which = { account, clockId: path.id };
        // First whether the clock is there.
        await clock.read(which);
        const saved = await store.get(scenarios, `${account}/${name}`);
        if (saved === undefined) throw scenarioNotFound(name);
        const restore = () => clock.restore(which, saved, repeatable ? operationId : undefined);
        const { settled, ...reading } = await clock.settle(which, wait, restore);
        const branch = { base: saved.timeline, description: `From the scenario: ${name}` };
        const { timeline_id } = await ledger.createTimeline(account, branch, { requestId, operationId });
        return { status: 'Scenario restored', ...told(name, reading), clock_id: path.id, timeline_id, settled };
      },
    }),
    route({
      method: 'GET',
      path: '/v1/list-scenarios',
      summary: 'List the scenarios',
      response: z.object({
        scenarios: z
          .array(
            z.object({
              name: Name,
              current_time: InstantText,
              timeline_id: TimelineId.meta({ description: 'The branch that has the events' }),
            }),
          )
          .meta({ description: 'By name' }),
      }),
      handle: async ({ account }) => {
        const all = await Array.fromAsync(findAll(store, scenarios, { equals: { account }, orderBy: 'id' }));
        return {
          scenarios: all.map(({ id, now, timeline }) => ({
            name: id.slice(account.length + 1),
            current_time: formatInstant(now),
            timeline_id: timeline,
          })),
        };
      },
    }),
    route({
      method: 'DELETE',
      path: '/v1/delete-scenario',
      summary: 'Delete a scenario',
      description: 'No test starts from it any more. Its branch stays, on which those rest that did.',
      request: z.object({ name: Name }),
      response: z.object({ status: answer.status }),
      problems: ['scenario-not-found'],
      handle: async ({ account, input: { name } }) => {
        if (!(await store.delete(scenarios, `${account}/${name}`))) throw scenarioNotFound(name);
        return { status: 'Scenario deleted' };
      },
    }),
  ];
}

const scenarioNotFound = (name: string): Problem =>
  notFound('scenario-not-found', `There is no scenario ${JSON.stringify(name)}. POST /v1/clocks/{id}/save makes one.`);
