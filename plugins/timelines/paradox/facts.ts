import type { JsonValue } from '../event.ts';

/** A value as JSON in one form only, the keys of objects in order: two values are equal where their texts are. */
export function factText(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(factText).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${entries.map(([key, each]) => `${JSON.stringify(key)}:${factText(each)}`).join(',')}}`;
}

export function isSameFact(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  return one !== undefined && other !== undefined && factText(one) === factText(other);
}
