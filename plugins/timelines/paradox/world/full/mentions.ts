import { createHash } from 'node:crypto';
import type { JsonValue, LedgerEvent } from '../../../ledger/event.ts';
import { eventOf } from '../../../ledger/stored-event.ts';
import { factText } from '../state-over-time.ts';

/** The rows that mention one word, by time and then by order of recording. */
export interface Mentions {
  readonly rows: readonly number[];
  /** For each row, where the word is a key, which value it sets or requires: equal values have equal numbers. */
  readonly values: readonly number[];
  /** For each row, when the last of the events up to it ends. */
  readonly latestEnds: readonly number[];
}

export const noMentions: Mentions = { rows: [], values: [], latestEnds: [] };

/** A part of `rows`: from `from` up to and without `to`. */
export interface Part {
  readonly from: number;
  readonly to: number;
}

/** The mentions from one instant to another, both included. */
export function mentionsWithin({ rows }: Mentions, times: Float64Array, from: number, to: number): Part {
  return {
    from: countWhile(rows, (row) => (times[row] ?? 0) < from),
    to: countWhile(rows, (row) => (times[row] ?? 0) <= to),
  };
}

/**
 * The mentions at the latest instant up to and including `at` at which there is any but that of row `except`, which may be among
 * them.
 */
export function latestMentions(mentions: Mentions, times: Float64Array, at: number, except: number): Part {
  const last = mentionsWithin(mentions, times, at, at).to - 1;
  const instant = times[mentions.rows[last] ?? -1] ?? Number.NaN;
  const latest = mentionsWithin(mentions, times, instant, instant);
  const isException = latest.to - latest.from === 1 && mentions.rows[latest.from] === except;
  return isException ? latestMentions(mentions, times, instant - 1, -1) : latest;
}

/** How many items come before the first of which something does not hold, where it holds of none after that. */
function countWhile(items: readonly number[], holds: (item: number) => boolean): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(items[middle] ?? 0)) low = middle + 1;
    else high = middle;
  }
  return low;
}

interface Mention {
  readonly row: number;
  readonly value: number;
}

/** What a reader must know of its rows in the end. */
export interface RowOrder {
  isShown(row: number): boolean;
  /** By time, then by order of recording. */
  inOrder(one: number, other: number): number;
  /** Milliseconds since 1970. */
  endOf(row: number): number;
}

/** What is mentioned in one role, word by word. */
export class MentionReader {
  readonly #mentions = new Map<string, Mention[]>();

  add(word: string, row: number, value = 0): void {
    const others = this.#mentions.get(word);
    if (others === undefined) this.#mentions.set(word, [{ row, value }]);
    else others.push({ row, value });
  }

  /** What was mentioned by rows that are shown. */
  finish(rows: RowOrder): ReadonlyMap<string, Mentions> {
    const finished = new Map<string, Mentions>();
    for (const [word, mentions] of this.#mentions) {
      const shown = mentions.filter(({ row }) => rows.isShown(row)).sort((one, other) => rows.inOrder(one.row, other.row));
      let latest = Number.NEGATIVE_INFINITY;
      finished.set(word, {
        rows: shown.map(({ row }) => row),
        values: shown.map(({ value }) => value),
        latestEnds: shown.map(({ row }) => {
          latest = Math.max(latest, rows.endOf(row));
          return latest;
        }),
      });
    }
    return finished;
  }
}

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

/** What stands for a text where many are compared: itself, or its SHA-256 where it is long. */
export function brief(text: string): string {
  return text.length <= 64 ? text : createHash('sha256').update(text).digest('base64');
}
