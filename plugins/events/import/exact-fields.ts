import { isObject, parseJsonObject } from './event-line.ts';

/** The name of an event without one. */
export const noTitle = '(no title)';

/** Where an export keeps the fields of an event: a property of a calendar, and the number of `Text30` in MS Project. */
export const exactProperty = 'X-CHRONOSCRIBE-EVENT';
export const exactField = '188744016';

type Fields = Readonly<Record<string, unknown>>;

/** The fields of an event as JSON for a property of ours in a foreign format, which other programs keep or ignore. */
export const exactText = (fields: Fields): string =>
  // What XML does not have, and JSON does not escape.
  JSON.stringify(fields).replace(/[\ufffe\uffff]/g, (text) => `\\u${text.charCodeAt(0).toString(16)}`);

/** The fields that not every format gives back as they are. */
export const notPlain = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => !isPlain(value)));

/** Whether a value is a text, or a list of different ones, that every format gives back. */
function isPlain(value: unknown): boolean {
  if (!Array.isArray(value)) return typeof value === 'string' && value !== '' && value === gistOf(value);
  return new Set(value).size === value.length && value.every(isPlain);
}

/**
 * The fields of an event with those that an export has kept, except where another program has changed the event.
 *
 * @param held the names of fields that the format has in its own way
 * @param isKnown whether the format can name a cause
 */
export function withExact(
  fields: Fields,
  exact: Fields,
  held: readonly string[],
  isKnown = (_id: unknown) => true,
): Fields {
  const kept = Object.entries(exact).filter(([name, value]) => {
    const read = fields[name];
    if (!held.includes(name)) return true;
    if (!['causes', 'links'].includes(name) || !Array.isArray(value)) return gistOf(value) === gistOf(read);
    const known = value
      .map((cause) => (isObject(cause) ? cause : { event_id: cause }))
      .filter(({ event_id }) => isKnown(event_id));
    // A format that has no delays names causes only.
    const isNamed = Array.isArray(read) && typeof read[0] === 'string';
    return gistOf(isNamed ? known.map(({ event_id }) => event_id) : known) === gistOf(read);
  });
  return { ...fields, ...Object.fromEntries(kept) };
}

/** What `exactText` has kept; nothing if another program has changed that. */
export function parseExact(text: string): Fields {
  const read = parseJsonObject(text);
  return 'object' in read ? read.object : {};
}

/** What every format has of a value: printable text, whole seconds, six decimals, the names in a list in any order. */
function gistOf(value: unknown): string {
  if (Array.isArray(value)) return [...new Set(value.map(gistOf))].filter(Boolean).sort().join('\n');
  if (typeof value === 'number') return String(Number(value.toFixed(6)) + 0);
  if (isObject(value)) {
    const { event_id, min_delay = '0m', from, to, lag, working } = value;
    if (event_id !== undefined) return [event_id, min_delay, from, to, lag, working].map(gistOf).join(';');
    return Object.keys(value)
      .sort()
      .map((name) => `${name}=${gistOf(value[name])}`)
      .join(';');
  }
  const text = printable(value ?? '').trim();
  return text === noTitle ? '' : text.replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.\d+Z$/, '$1Z');
}

/** A text without the characters that XML and calendars do not have. */
export const printable = (text: unknown): string =>
  String(text)
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is removed
    .replace(/[\0-\x08\x0b-\x1f\x7f\ufffe\uffff]/g, '');
