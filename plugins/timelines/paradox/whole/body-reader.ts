import type { JsonValue, LedgerEvent } from '../../event.ts';
import { eventOf } from '../../event-entry.ts';
import { factText } from '../facts.ts';
import { brief } from './brief.ts';
import { MentionReader } from './mentions.ts';

/** What the bodies of events tell that the columns of a snapshot do not. */
export class BodyReader {
  readonly attendances = new MentionReader();
  readonly settings = new MentionReader();
  readonly needs = new MentionReader();
  readonly late: number[] = [];
  readonly anchored: number[] = [];
  readonly needy: number[] = [];
  readonly #anchoredSeconds: ReadonlySet<number>;
  readonly #values = new Map<string, number>();

  /** @param anchoredInstants milliseconds since 1970 */
  constructor(anchoredInstants: readonly number[]) {
    this.#anchoredSeconds = new Set(anchoredInstants.map(secondOf));
  }

  /** @returns where the event is, in degrees; null where that is not known */
  read(row: number, body: string): LedgerEvent['geo'] {
    const event = eventOf({ body });
    for (const participant of new Set(event.participants)) this.attendances.add(participant, row);
    for (const [key, value] of Object.entries(event.effects)) this.settings.add(key, row, this.#numberOf(value));
    for (const [key, value] of Object.entries(event.requires)) this.needs.add(key, row, this.#numberOf(value));
    this.#readManipulation(row, event);
    return event.geo;
  }

  #readManipulation(row: number, { manipulation, time }: LedgerEvent): void {
    if (manipulation === null) return;
    const changes = manipulation.changes.map((change) => change.time);
    if (changes.some((change) => change > time)) this.late.push(row);
    if ([time, ...changes].some((instant) => this.#anchoredSeconds.has(secondOf(instant)))) this.anchored.push(row);
    if (manipulation.namedCauses || manipulation.namedRequires) this.needy.push(row);
  }

  #numberOf(value: JsonValue): number {
    const text = brief(factText(value));
    const number = this.#values.get(text) ?? this.#values.size;
    this.#values.set(text, number);
    return number;
  }
}

function secondOf(instant: number): number {
  return Math.floor(instant / 1000);
}
