import { createHash } from 'node:crypto';
import type { Anchor } from 'chronoscribe/kinds/anchors';
import { isDuring, type JsonValue, type LedgerEvent } from '../../../ledger/event.ts';
import { countWhile } from '../../../sorted/count-while.ts';
import { canonicalJson } from '../state-over-time.ts';

/** The rows that mention one word (a participant or a key), by time, then by order of recording: a posting list. */
export interface Mentions {
  readonly rows: readonly number[];
  /**
   * For each row, if the word is a key, the number of the value that it sets or requires; equal values have equal
   * numbers.
   */
  readonly values: readonly number[];
  /** For each row, the latest end among the rows up to it. */
  readonly latestEnds: readonly number[];
}

export const noMentions: Mentions = { rows: [], values: [], latestEnds: [] };

/** A slice of `rows`: from `from` up to but not including `to`. */
interface Slice {
  readonly from: number;
  readonly to: number;
}

/** The mentions in a time range, both ends included. */
export function mentionsWithin({ rows }: Mentions, times: Float64Array, from: number, to: number): Slice {
  return {
    from: countWhile(rows.length, (at) => (times[rows[at] ?? -1] ?? 0) < from),
    to: countWhile(rows.length, (at) => (times[rows[at] ?? -1] ?? 0) <= to),
  };
}

/**
 * The mentions at the latest instant, up to and including `at`, with a mention by a row other than `except`. Those may be
 * among them.
 */
export function latestMentions(mentions: Mentions, times: Float64Array, at: number, except: readonly number[]): Slice {
  const last = mentionsWithin(mentions, times, at, at).to - 1;
  if (last < 0) return { from: 0, to: 0 };
  const instant = times[mentions.rows[last] ?? -1] ?? Number.NaN;
  const latest = mentionsWithin(mentions, times, instant, instant);
  for (let position = latest.from; position < latest.to; position += 1)
    if (!except.includes(mentions.rows[position] ?? -1)) return latest;
  return latestMentions(mentions, times, instant - 1, except);
}

interface Mention {
  readonly row: number;
  readonly value: number;
}

/** What the collector needs to know about its rows. */
export interface RowOrder {
  isShown(row: number): boolean;
  /** By time, then by order of recording. */
  compare(one: number, other: number): number;
  /** Milliseconds since 1970. */
  endTimeOf(row: number): number;
}

/** Collects the mentions in one role, by word. */
class MentionCollector {
  readonly #mentions = new Map<string, Mention[]>();

  add(word: string, row: number, value = 0): void {
    const others = this.#mentions.get(word);
    if (others === undefined) this.#mentions.set(word, [{ row, value }]);
    else others.push({ row, value });
  }

  /** The mentions by current rows. */
  finish(rows: RowOrder): ReadonlyMap<string, Mentions> {
    const finished = new Map<string, Mentions>();
    for (const [word, mentions] of this.#mentions) {
      const shown = mentions
        .filter(({ row }) => rows.isShown(row))
        .sort((one, other) => rows.compare(one.row, other.row));
      let latest = Number.NEGATIVE_INFINITY;
      finished.set(word, {
        rows: shown.map(({ row }) => row),
        values: shown.map(({ value }) => value),
        latestEnds: shown.map(({ row }) => {
          latest = Math.max(latest, rows.endTimeOf(row));
          return latest;
        }),
      });
    }
    return finished;
  }
}

/** Indexes what the bodies of events contain and the columns of a snapshot do not. */
export class BodyIndexer {
  readonly attendances = new MentionCollector();
  readonly assignments = new MentionCollector();
  readonly requirements = new MentionCollector();
  readonly retrocausal: number[] = [];
  readonly anchored: number[] = [];
  readonly withOwnNeeds: number[] = [];
  /** Those that set something, superseded ones too. */
  readonly setting = new Set<number>();
  readonly #anchoredSeconds: ReadonlySet<number>;
  /** Milliseconds since 1970. */
  readonly #locked: readonly number[];
  readonly #values = new Map<string, number>();

  constructor(anchors: readonly Anchor[]) {
    this.#anchoredSeconds = new Set(anchors.map(({ timestamp }) => secondOf(timestamp)));
    this.#locked = anchors.filter(({ locked }) => locked).map(({ timestamp }) => timestamp);
  }

  add(row: number, event: LedgerEvent): void {
    for (const participant of new Set(event.participants)) this.attendances.add(participant, row);
    if (Object.keys(event.effects).length > 0) this.setting.add(row);
    for (const [key, value] of Object.entries(event.effects)) this.assignments.add(key, row, this.#numberOf(value));
    for (const [key, value] of Object.entries(event.requires)) this.requirements.add(key, row, this.#numberOf(value));
    this.#readManipulation(row, event);
  }

  #readManipulation(row: number, { manipulation, time, end_time }: LedgerEvent): void {
    if (manipulation === null) return;
    const changes = manipulation.changes.map((change) => change.time);
    if (changes.some((change) => change > time)) this.retrocausal.push(row);
    const spans = [{ from: time, to: end_time ?? time }, ...(manipulation.was === undefined ? [] : [manipulation.was])];
    const isLocked = this.#locked.some((instant) => spans.some(({ from, to }) => isDuring(instant, from, to)));
    const isAnchored = [time, ...changes].some((instant) => this.#anchoredSeconds.has(secondOf(instant)));
    if (isLocked || isAnchored) this.anchored.push(row);
    if (manipulation.namedCauses || manipulation.namedRequires) this.withOwnNeeds.push(row);
  }

  #numberOf(value: JsonValue): number {
    const text = hashLongText(canonicalJson(value));
    const number = this.#values.get(text) ?? this.#values.size;
    this.#values.set(text, number);
    return number;
  }
}

const secondOf = (instant: number): number => Math.floor(instant / 1000);

/** A text of up to 64 characters, or the SHA-256 of a longer one: saves memory where many texts are compared. */
export function hashLongText(text: string): string {
  return text.length <= 64 ? text : createHash('sha256').update(text).digest('base64');
}
