import { listOf, type PlainFields, printable, wholeSeconds } from '../exact-fields.ts';

/** The number of `Text30`, in which an export keeps what MS Project does not know: JSON. */
export const exactField = '188744016';

export const noName = '(no name)';

/** A link from the start or the end of a cause. */
export function linkOf(cause: unknown) {
  const {
    event_id,
    min_delay = '0m',
    from,
  }: { event_id: string; min_delay?: string; from?: string } = typeof cause === 'string'
    ? { event_id: cause }
    : Object(cause);
  return { event_id, min_delay, ...(from === 'end' && { from }) };
}

/** The fields of an event as `projectLines` reads what an export writes. XML has no carriage return. */
export const plainFields: PlainFields = {
  description: (value) => printable(value).trim() || noName,
  time: wholeSeconds,
  end_time: (value) => (value === undefined ? undefined : wholeSeconds(value)),
  participants: (value) => {
    const names = [...new Set(listOf(value).map((name) => printable(name).trim()))];
    return names.length === 0 ? undefined : names;
  },
  fixed: (value) => (value === true ? true : undefined),
};
