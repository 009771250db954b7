import { formatInstant } from 'chronoscribe/kinds/clock';
import type { JsonValue, LedgerEvent } from '../../ledger/event.ts';
import { canonicalJson } from '../world/state-over-time.ts';

/** `“Moon landing” (moon-landing)`; the id alone if there is no description. */
export function formatEvent({ description, event_id }: LedgerEvent): string {
  const words = truncate(description);
  return words === '' ? event_id : `“${words}” (${event_id})`;
}

/** `“Moon landing” (moon-landing, 1969-07-20T20:17:40Z)`. */
export function formatEventWithTime(event: LedgerEvent): string {
  const words = truncate(event.description);
  return `${words === '' ? '' : `“${words}” `}(${event.event_id}, ${formatInstant(event.time)})`;
}

/** `door = "open"`. */
export const formatFact = (key: string, value: JsonValue): string => `${key} = ${truncate(canonicalJson(value))}`;

/** One line of at most `maxLength` characters. */
export function truncate(text: string, maxLength = 60): string {
  const line = text.replace(/\s+/g, ' ').trim();
  // By code points, so that no surrogate pair is split.
  const characters = [...line.slice(0, 2 * maxLength + 2)];
  return characters.length <= maxLength ? line : `${characters.slice(0, maxLength - 1).join('')}…`;
}

/** `a → b → c`; of a long path, its beginning and its end. */
export function formatPath(eventIds: readonly string[]): string {
  const [head, tail] = [5, 3];
  if (eventIds.length <= head + tail) return eventIds.join(' → ');
  const between = `${eventIds.length - head - tail} more`;
  return [...eventIds.slice(0, head), between, ...eventIds.slice(-tail)].join(' → ');
}

const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
] as const;

/** A duration in the largest unit in which it is a whole number: `90m`, `2h`, `7d`, `1500ms`. */
export function formatDelay(milliseconds: number): string {
  const [unit, length] = units.find(([, each]) => milliseconds % each === 0) ?? ['ms', 1];
  return milliseconds === 0 ? '0m' : `${milliseconds / length}${unit}`;
}
