import { agentTools, Cluster, definePlugin, Erasure, route, Store } from 'chronoscribe';
import { Anchors } from 'chronoscribe/kinds/anchors';
import { Clock } from 'chronoscribe/kinds/clock';
import { Journal } from 'chronoscribe/kinds/journal';
import { z } from 'zod';
import { openCalendars } from './calendars/repository.ts';
import { calendarRoutes } from './calendars/routes.ts';
import { Ledger, primary } from './kind.ts';
import { Purpose, Timeline, TimelineId } from './ledger/branches.ts';
import { openLedger } from './ledger/ledger.ts';
import { EventResponse, eventListSchema, toEventResponse } from './ledger/responses.ts';
import { Finding, FindingKind, safetyCheckFields, toSafetyCheckFields } from './ledger/safety-check.ts';
import { createSafetyChecks } from './paradox/check/incremental-check.ts';
import { createTimelineChecks } from './paradox/check/timeline-checks.ts';
import { createPlanning } from './plan/planning.ts';
import { scenarioRoutes } from './scenarios.ts';
import { createSnapshotWorkers } from './worker/snapshot-workers.ts';

const Status = z.string().meta({ description: 'What was done, for people' });

/** Alternate timelines and paradox checks. Provides the ledger that the plugin `events` reads and writes. */
export default definePlugin({
  name: 'timelines',
  auth: 'time',
  config: z.strictObject({
    maxSpeedKmh: z
      .number()
      .positive()
      .default(1000)
      .describe('The top speed of a participant between two events, in km/h. Faster is a `bilocation`.'),
  }),
  needs: { journal: Journal, anchors: Anchors, clock: Clock, store: Store, cluster: Cluster, erasure: Erasure },
  provides: { ledger: Ledger },
  start: async ({ config, needs: { journal, anchors, clock, store, cluster, erasure } }) => {
    erasure.onErase((account) => journal.transaction(account, (writes) => writes.erase()));
    // Apart, so that a search waits for no plan, and neither for long checks.
    const [checking, planning, searching] = [createSnapshotWorkers(), createSnapshotWorkers(), createSnapshotWorkers()];
    const calendars = await openCalendars(store);
    const plans = createPlanning(journal, anchors, planning, calendars);
    const ledger = openLedger(journal, cluster, createSafetyChecks(anchors, config), plans, calendars, searching);
    return {
      ledger,
      scenarios: await scenarioRoutes(clock, store, ledger),
      calendars: calendarRoutes(calendars),
      checks: createTimelineChecks(journal, anchors, checking, config),
      workers: [checking, planning, searching],
    };
  },
  stop({ workers }) {
    for (const each of workers) each.stop();
  },
  extends: [
    agentTools.add({
      name: 'create_branch',
      title: 'Branch a timeline',
      description:
        'Makes a timeline on which changes can be tried: nothing that happens on it reaches its base. Do this ' +
        'before manipulate_event unless the change is meant for the timeline itself.',
      endpoint: 'POST /v1/create-timeline',
      effect: 'adds',
    }),
    agentTools.add({
      name: 'check_paradox',
      title: 'Check a timeline for paradoxes',
      description:
        'Returns the stability of a timeline and every paradox on it, with the events that are involved and why.',
      endpoint: 'GET /v1/check-paradox',
      effect: 'reads',
    }),
    agentTools.add({
      name: 'compare_timelines',
      title: 'Compare two timelines',
      description:
        'Returns the events that only one of two timelines shows, and those of which they show different ' +
        'versions.',
      endpoint: 'GET /v1/compare-timelines',
      effect: 'reads',
    }),
  ],
  routes: ({ parts: { ledger, checks, scenarios, calendars } }) => [
    ...scenarios,
    ...calendars,
    route({
      method: 'POST',
      path: '/v1/create-timeline',
      summary: 'Create an alternate timeline',
      description:
        'The branch shows all that its base shows at this moment, and nothing that is recorded on the base later. Changes on the branch never reach the base unless it is merged. No event is copied.',
      request: z.object({ base_timeline_id: TimelineId, description: Purpose.max(10_000) }),
      response: z.object({ timeline_id: TimelineId, status: Status, description: Purpose }),
      problems: ['timeline-not-found'],
      handle: async ({ account, input, requestId, operationId }) => {
        const { timeline_id, description } = await ledger.createTimeline(
          account,
          { base: input.base_timeline_id, description: input.description },
          { requestId, operationId },
        );
        return { timeline_id, status: 'Timeline created', description };
      },
    }),
    route({
      method: 'GET',
      path: '/v1/list-timelines',
      summary: 'List the timelines',
      description: 'All of them, in order of creation, `primary` first.',
      response: z.object({ timelines: z.array(Timeline).meta({ description: 'In order of creation' }) }),
      handle: async ({ account }) => ({ timelines: [...(await ledger.listTimelines(account))] }),
    }),
    route({
      method: 'GET',
      path: '/v1/compare-timelines',
      summary: 'Compare two timelines',
      description:
        'The events that only `other_timeline_id` shows, those that only `timeline_id` shows, and those of which both show different versions.',
      request: z.object({ timeline_id: TimelineId, other_timeline_id: TimelineId }),
      response: z.object({
        status: Status,
        added: eventListSchema('Shown by `other_timeline_id` alone'),
        removed: eventListSchema('Shown by `timeline_id` alone'),
        changed: z
          .array(
            z.object({
              from: EventResponse.meta({ description: 'As `timeline_id` shows it' }),
              to: EventResponse.meta({ description: 'As `other_timeline_id` shows it' }),
              slip: z.string().exactOptional().meta({
                description: 'How much later it ends in `to`: `90m`, negative if earlier; absent if it ends as before',
              }),
            }),
          )
          .meta({ description: 'Manipulated on one of them, or on both' }),
      }),
      problems: ['timeline-not-found', 'result-too-large'],
      handle: async ({ account, input }) => {
        const { added, removed, changed } = await ledger.compare(account, input.timeline_id, input.other_timeline_id);
        const count = added.length + removed.length + changed.length;
        return {
          status:
            count === 0
              ? 'The timelines show the same'
              : `The timelines differ in ${count} event${count === 1 ? '' : 's'}`,
          added: added.map(toEventResponse),
          removed: removed.map(toEventResponse),
          changed: changed.map(({ from, to }) => {
            const slip = (to.end_time ?? to.time) - (from.end_time ?? from.time);
            return {
              from: toEventResponse(from),
              to: toEventResponse(to),
              ...(slip !== 0 && { slip: `${Math.floor(slip / 60_000)}m` }),
            };
          }),
        };
      },
    }),
    route({
      method: 'POST',
      path: '/v1/merge-timeline',
      summary: 'Merge a timeline into its base',
      description:
        'A three-way merge of all changes on the branch since it was created or last merged, and of merged ones that the base reverted since. If both timelines changed an event in different ways, nothing is merged, unless `resolve` says whose version counts. With `safety_check`, a merge that introduces a paradox is refused too.',
      request: z.object({
        timeline_id: TimelineId,
        safety_check: z.boolean().default(true).meta({ description: 'Whether a new paradox refuses the merge' }),
        dry_run: z.boolean().default(false).meta({ description: 'Whether to write nothing, and answer the same' }),
        resolve: z
          .record(z.string(), z.enum(['timeline', 'base']))
          .default({})
          .meta({
            description:
              'Whose version of an event counts, by its `event_id`, `on_timeline` or `on_base` of a conflict; also for a change without a conflict',
          }),
      }),
      response: z.object({
        status: Status,
        timeline_id: TimelineId.meta({ description: 'The base, which now shows the changes' }),
        merged: z.array(z.string()).meta({ description: 'The events that it shows now and did not before' }),
        ...safetyCheckFields,
      }),
      problems: ['timeline-not-found', 'timeline-is-primary', 'merge-conflict', 'paradox-detected', 'result-too-large'],
      handle: async ({ account, input, requestId }) => {
        const { timeline_id: timelineId, safety_check: safetyCheck, dry_run: dryRun } = input;
        const resolve = new Map(Object.entries(input.resolve));
        const { base, merged, ...result } = await ledger.merge(
          account,
          { timelineId, safetyCheck, dryRun, resolve },
          requestId,
        );
        return {
          status: merged.length === 0 ? 'There was nothing to merge' : 'Timeline merged',
          timeline_id: base,
          merged: [...merged],
          ...toSafetyCheckFields(result, safetyCheck),
        };
      },
    }),
    route({
      method: 'DELETE',
      path: '/v1/delete-timeline',
      summary: 'Delete a timeline',
      description: 'Deletes the branch and all changes on it. Changes that were merged into its base stay there.',
      request: z.object({ timeline_id: TimelineId }),
      response: z.object({ status: Status }),
      problems: ['timeline-not-found', 'timeline-is-primary', 'timeline-has-branches'],
      handle: async ({ account, input }) => {
        await ledger.deleteTimeline(account, input.timeline_id);
        return { status: 'Timeline deleted' };
      },
    }),
    route({
      method: 'GET',
      path: '/v1/check-paradox',
      summary: 'Check a timeline for paradoxes',
      description:
        '`Stable`: nothing above info. `Strained`: warnings. `Unstable`: errors. `Paradoxical`: a causal loop or a grandfather paradox. `Unknown`: the check stopped at its time budget. At most 1,000 findings are listed, the most severe first; `counts` counts all.',
      request: z.object({ timeline_id: TimelineId.default(primary) }),
      response: z.object({
        status: Status,
        timeline_stability: z
          .enum(['Stable', 'Strained', 'Unstable', 'Paradoxical', 'Unknown'])
          .meta({ description: 'The overall result' }),
        findings: z.array(Finding).meta({ description: 'At most 1,000, the most severe first' }),
        counts: z.partialRecord(FindingKind, z.int()).meta({ description: 'The number of findings of each kind' }),
      }),
      problems: ['timeline-not-found'],
      handle: async ({ account, input, signal }) => {
        const { status, stability, findings, counts } = await checks.check(account, input.timeline_id, signal);
        return { status, timeline_stability: stability, findings: [...findings], counts };
      },
    }),
  ],
});
