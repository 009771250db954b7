import { isDeepStrictEqual } from 'node:util';

/**
 * How a foreign format gives a field back that was written into it; undefined if it does not. Of values that came back
 * from another program: any.
 */
export type PlainFields = Readonly<Record<string, (value: unknown) => unknown>>;

type Fields = Readonly<Record<string, unknown>>;

/**
 * What a foreign format cannot hold of an event, as JSON for a property of ours, which other programs keep or ignore.
 *
 * @returns undefined if there is nothing
 */
export function exactText(fields: object, plain: PlainFields): string | undefined {
  const lost = Object.entries(fields).filter(([name, value]) => !isSame(plain[name]?.(value), value));
  return lost.length === 0 ? undefined : JSON.stringify(Object.fromEntries(lost));
}

/** The fields of an event with those that `exactText` has kept, except where another program has changed the event. */
export function withExact(fields: Fields, text: string, plain: PlainFields): Fields {
  const kept = Object.entries(parseObject(text)).filter(
    ([name, value]) => plain[name] === undefined || isSame(plain[name](value), fields[name]),
  );
  return { ...fields, ...Object.fromEntries(kept) };
}

function parseObject(text: string): Fields {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}

const isSame = (one: unknown, other: unknown): boolean => isDeepStrictEqual(one, other);

/** A text without the characters that XML and calendars do not have. */
export const printable = (text: unknown): string =>
  String(text)
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is removed
    .replace(/[\0-\x08\x0b-\x1f\x7f\ufffe\uffff]/g, '');

/** A time in whole seconds. */
export const wholeSeconds = (time: unknown): string => String(time).replace(/\.\d+Z$/, 'Z');

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The ids of causes, with or without delays. */
export const causeIds = (causes: unknown): readonly string[] =>
  listOf(causes).map((cause) => String(typeof cause === 'string' ? cause : Object(cause).event_id));
