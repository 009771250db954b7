import { causeIds, listOf, type PlainFields, printable, wholeSeconds } from '../exact-fields.ts';

/** The property of an exported calendar with what calendars cannot hold: JSON. */
export const exactProperty = 'X-CHRONOSCRIBE-EVENT';

/** The name of an event without one. */
export const noTitle = '(no title)';

const text = (value: unknown): string | undefined => {
  const plain = printable(value);
  return plain.trim() === '' ? undefined : plain;
};

/** SUMMARY and DESCRIPTION of a description. */
export function titleAndText(description: unknown): readonly (string | undefined)[] {
  const [title = '', ...rest] = printable(description).split('\n');
  return [text(title), text(rest.join('\n'))];
}

export const nameOf = (participant: unknown): string => printable(participant).replaceAll('\n', ' ').trim();
const named = (values: readonly string[]) => {
  const names = [...new Set(values)].filter((name) => name !== '');
  return names.length === 0 ? undefined : names;
};

/** GEO has decimal fractions. */
export const degrees = (value: unknown): string => Number(value).toFixed(6);

/** The fields of an event as `readCalendarEvent` reads what an export writes. */
export const plainFields: PlainFields = {
  event_id: (value) => text(value)?.trim(),
  description: (value) =>
    titleAndText(value)
      .filter((part) => part !== undefined)
      .join('\n') || noTitle,
  time: wholeSeconds,
  end_time: (value) => (value === undefined ? undefined : wholeSeconds(value)),
  location: text,
  participants: (value) => named(listOf(value).map(nameOf)),
  causes: (value) => named(causeIds(value).map((id) => text(id) ?? '')),
  geo: (value) => ({ lat: Number(degrees(Object(value).lat)), lon: Number(degrees(Object(value).lon)) }),
};
