import { Blobs, definePlugin } from 'chronoscribe';
import { Clock } from 'chronoscribe/kinds/clock';
import { Ledger } from 'chronoscribe/kinds/ledger';
import { z } from 'zod';
import { importSeed, importWorkflow, seeds } from './import-workflow.ts';
import { eventHistory, monitorEvents, searchEvents } from './read-routes.ts';
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
  needs: { ledger: Ledger, clock: Clock, blobs: Blobs },
  start: async ({ config, needs: { ledger } }) => {
    if (config.seed !== undefined) await importSeed(ledger, config.seed);
    return {};
  },
  workflows: ({ needs: { ledger, blobs } }) => ({ importEvents: importWorkflow(ledger, blobs) }),
  routes: ({ needs: { ledger, clock }, workflows }) => [
    recordEvent(ledger),
    importEvents(workflows.importEvents),
    searchEvents(ledger),
    monitorEvents(ledger, clock),
    manipulateEvent(ledger),
    revertEvent(ledger),
    eventHistory(ledger),
  ],
});
