import { agentTools, Blobs, Cluster, definePlugin, eventImporters, Store, workflow } from 'chronoscribe';
import { Automations, Timers } from 'chronoscribe/host';
import { Clock } from 'chronoscribe/kinds/clock';
import { Ledger, NewEvent } from 'chronoscribe/kinds/ledger';
import type { Action } from 'chronoscribe/types';
import { z } from 'zod';
import { exportEvents } from './export-route.ts';
import { TimelineId } from './fields.ts';
import { ownImporters } from './import/in-child/read-in-child.ts';
import { importSeed, importWorkflow, seeds } from './import-workflow.ts';
import { EventTold, latestPassed, passedEvents } from './passed-events.ts';
import { criticalPath, levelResources, rescheduleEvent, revertReschedule, saveBaseline } from './plan-routes.ts';
import { eventHistory, listEvents, monitorEvents, searchEvents } from './read-routes.ts';
import { openTellingLedger } from './telling-ledger.ts';
import { importEvents, manipulateEvent, recordEvent, revertEvent } from './write-routes.ts';

/** The events of a timeline: record, import, search, monitor, manipulate and revert. */
export default definePlugin({
  name: 'events',
  auth: 'time',
  config: z.strictObject({
    seed: z
      .enum(seeds)
      .optional()
      .describe(
        'Events that are imported into the account "default" at the first start. `history`: some events of world history.',
      ),
  }),
  needs: {
    ledger: Ledger,
    clock: Clock,
    blobs: Blobs,
    store: Store,
    cluster: Cluster,
    timers: Timers,
    automations: Automations,
  },
  triggers: { 'event.recorded': EventTold, 'event.manipulated': EventTold, 'event.passed': EventTold },
  start: async ({ config, needs: { ledger, clock, store, cluster, timers, automations }, emit, log }) => {
    for (const trigger of ['event.recorded', 'event.manipulated', 'event.passed'])
      automations.remember(trigger, (account, limit) => latestPassed(ledger, clock, account, limit));
    timers.attachAlarms(passedEvents(ledger, emit));
    if (config.seed !== undefined) await importSeed(ledger, config.seed);
    return { telling: await openTellingLedger({ ledger, store, cluster, timers, emit, log }) };
  },
  workflows: ({ needs: { blobs }, parts: { telling }, extensions }) => ({
    importEvents: importWorkflow(telling, blobs, () => extensions(eventImporters).map(({ value }) => value)),
  }),
  actions: ({ parts: { telling } }) => ({ 'events.record': recordAction(telling) }),
  extends: [
    ...ownImporters.map(eventImporters.add),
    agentTools.add({
      name: 'search_events',
      title: 'Search events',
      description: 'Returns the events of one place within a range of time, on a timeline.',
      endpoint: 'GET /v1/search-events',
      effect: 'reads',
    }),
    agentTools.add({
      name: 'list_events',
      title: 'List events',
      description:
        'Returns the events of every place on a timeline, page by page, ordered by time. Use it to learn the ids ' +
        'of events and what causes what.',
      endpoint: 'GET /v1/list-events',
      effect: 'reads',
    }),
    agentTools.add({
      name: 'read_event_history',
      title: 'Read the history of an event',
      description: 'Returns every version of an event, on every timeline.',
      endpoint: 'GET /v1/event-history',
      effect: 'reads',
    }),
    agentTools.add({
      name: 'manipulate_event',
      title: 'Give an event a new outcome',
      description:
        'Changes what happened, when or where, on one timeline. Send `dry_run: true` first: it writes nothing ' +
        'and answers the same. With `safety_check`, the default, a change that makes a new paradox is refused ' +
        'with the paradox; without it the change is written, and check_paradox explains what it broke.',
      endpoint: 'POST /v1/manipulate-event',
      effect: 'replaces',
    }),
  ],
  routes: ({ needs: { ledger, clock }, parts: { telling }, workflows, extensions }) => [
    recordEvent(telling),
    importEvents(workflows.importEvents, extensions(eventImporters)),
    listEvents(ledger),
    searchEvents(ledger),
    exportEvents(ledger),
    monitorEvents(ledger, clock),
    manipulateEvent(telling),
    revertEvent(telling),
    eventHistory(ledger),
    rescheduleEvent(telling),
    revertReschedule(telling),
    levelResources(telling),
    saveBaseline(ledger),
    criticalPath(ledger),
  ],
  stop: ({ telling }) => telling.stop(),
});

const Record = NewEvent.safeExtend({ timeline_id: TimelineId.optional() });

/** `events.record`: records an event, as `POST /v1/record-event` does. */
export function recordAction(ledger: Pick<Ledger, 'record'>): Action<typeof Record> {
  const run = workflow<z.output<typeof Record>>('events-record')
    .step('record', async ({ input: { timeline_id: timelineId, ...event } }, { account, runId }) => {
      const operationId = `${runId}-record`;
      const { event_id } = await ledger.record(account, event, { timelineId, requestId: runId, operationId });
      return { event_id };
    })
    .answer((body) => ({ body, location: '/v1/search-events' }));
  return { input: Record, run };
}
