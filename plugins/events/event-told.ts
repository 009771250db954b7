import { EventId, type LedgerEvent } from 'chronoscribe/kinds/ledger';
import { z } from 'zod';

/** What automations learn of an event. */
export const EventTold = z.object({
  event: z.object({
    event_id: EventId,
    description: z.string().describe('What happened'),
    time: z.int().describe('Milliseconds since 1970'),
    location: z.string().describe('Where it happened'),
  }),
  timeline_id: z.string().describe('The timeline that the event is on; `primary` is the main one'),
});

export function toEventTold(
  { event_id, description, time, location }: LedgerEvent,
  timelineId: string,
): z.output<typeof EventTold> {
  return { event: { event_id, description, time, location }, timeline_id: timelineId };
}
