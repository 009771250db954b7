import { type Action, workflow } from 'chronoscribe';
import { type Ledger, NewEvent } from 'chronoscribe/kinds/ledger';
import type { z } from 'zod';
import { TimelineId } from './fields.ts';

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
