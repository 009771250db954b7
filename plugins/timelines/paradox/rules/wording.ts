import { writeInstant } from 'chronoscribe/kinds/clock';
import type { JsonValue, LedgerEvent } from '../../ledger/event.ts';
import { factText } from '../world/state-over-time.ts';

/** `“Moon landing” (moon-landing)`; the id alone where there is no description. */
export function named({ description, event_id }: LedgerEvent): string {
  const words = shortened(description);
  return words === '' ? event_id : `“${words}” (${event_id})`;
}

/** `“Moon landing” (moon-landing, 1969-07-20T20:17:40Z)`. */
export function dated(event: LedgerEvent): string {
  const words = shortened(event.description);
  return `${words === '' ? '' : `“${words}” `}(${event.event_id}, ${writeInstant(event.time)})`;
}

/** `door = "open"`. */
export function fact(key: string, value: JsonValue): string {
  return `${key} = ${shortened(factText(value))}`;
}

/** One line of at most `most` characters. */
export function shortened(text: string, most = 60): string {
  const line = text.replace(/\s+/g, ' ').trim();
  // By code points: half of a surrogate pair is no text.
  const characters = [...line.slice(0, 2 * most + 2)];
  return characters.length <= most ? line : `${characters.slice(0, most - 1).join('')}…`;
}

/** `a → b → c`; of a long trail its beginning and its end. */
export function trail(eventIds: readonly string[]): string {
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

/** A length of time in the largest unit in which it is whole: `90m`, `2h`, `7d`, `1500ms`. */
export function writeDelay(milliseconds: number): string {
  const [unit, length] = units.find(([, each]) => milliseconds % each === 0) ?? ['ms', 1];
  return milliseconds === 0 ? '0m' : `${milliseconds / length}${unit}`;
}
