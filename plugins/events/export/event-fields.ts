import { formatInstant } from 'chronoscribe/kinds/clock';
import { type LedgerEvent, toEventResponse } from 'chronoscribe/kinds/ledger';

/** The fields of an event as an import reads them, to the millisecond. */
export function fieldsOf(event: LedgerEvent) {
  const { manipulation: _, causes, ...fields } = toEventResponse(event);
  const { time, end_time } = event;
  return {
    ...fields,
    time: exactTime(time),
    ...(end_time !== null && { end_time: exactTime(end_time) }),
    ...(causes !== undefined && {
      causes: causes.map((cause) => (Object.keys(cause).length === 1 ? cause.event_id : cause)),
    }),
  };
}
export type EventFields = ReturnType<typeof fieldsOf>;

const exactTime = (instant: number): string =>
  instant % 1000 === 0 ? formatInstant(instant) : new Date(instant).toISOString();
