import type { Emit } from 'chronoscribe';
import type { AlarmSource } from 'chronoscribe/host';
import type { Clock } from 'chronoscribe/kinds/clock';
import { EventId, type Ledger, type LedgerEvent, primary } from 'chronoscribe/kinds/ledger';
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

const dayMs = 86_400_000;
/** How far back it is looked for the latest events, one after the other until there are enough. */
const windowsMs = [dayMs, 30 * dayMs, 900 * dayMs, Number.POSITIVE_INFINITY];
/** The year 0, before which there are no events. */
const firstInstant = Date.parse('0000-01-01T00:00:00Z');

/** The latest events of the main timeline that the account's clock has passed, newest first, as they are told. */
export async function latestPassed(ledger: Pick<Ledger, 'monitorPages'>, clock: Clock, account: string, limit: number) {
  const { now: end } = await clock.read({ account });
  let found: LedgerEvent[] = [];
  for (const windowMs of windowsMs) {
    found = [];
    const range = { start: Math.max(firstInstant, end - windowMs), end };
    for await (const page of ledger.monitorPages(account, { location: null, range }))
      found = [...found, ...page.map(({ event }) => event)].slice(-limit);
    if (found.length === limit) break;
  }
  return found.toReversed().map((event) => ({ at: event.time, payload: toEventTold(event, primary) }));
}

/** How many events are told in one transaction. */
const pageSize = 200;

/** The events of each account as alarms of its clock: automations are told of each one that the clock passes. */
export function passedEvents(
  ledger: Pick<Ledger, 'upcoming'>,
  emit: Emit<{ readonly 'event.passed': typeof EventTold }>,
): AlarmSource {
  return {
    isWanted: () => emit.hasListeners('event.passed'),
    async read(account, { at, order }, until) {
      const limit = at > until ? 1 : pageSize + 1;
      const found = await ledger.upcoming(account, { time: at, order }, limit);
      const passed = found.slice(0, pageSize).filter(({ event }) => event.time <= until);
      const next = found[passed.length];
      return {
        next: next === undefined ? null : { at: next.event.time, order: next.order },
        async fire(documents) {
          for (const { event, timelineId } of passed) {
            await emit(documents, 'event.passed', { account, payload: toEventTold(event, timelineId) });
          }
        },
      };
    },
  };
}
