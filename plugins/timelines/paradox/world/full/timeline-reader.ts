import type { Anchor } from 'chronoscribe/kinds/anchors';
import { causeName, type Snapshot, type SnapshotCause, type SnapshotRow } from 'chronoscribe/kinds/journal';
import type { LedgerEvent } from '../../../ledger/event.ts';
import { toLedgerEvent } from '../../../ledger/stored-event.ts';
import { stronglyConnectedComponents } from '../causal-graph.ts';
import { Column, createColumns, NumberDictionary, valuesOf } from './columns.ts';
import { buildDictionary, buildGraph, type FullTimeline, linkVersions, type Rows } from './full-timeline.ts';
import { BodyIndexer, type RowOrder } from './mentions.ts';

/** How long a check may take. */
export interface TimeBudget {
  isSpent(): boolean;
}

/** Starts a budget that is spent after some milliseconds. */
export function startTimeBudget(milliseconds: number): TimeBudget {
  const end = performance.now() + milliseconds;
  return { isSpent: () => performance.now() >= end };
}

/** Reads all rows of a snapshot; undefined if the budget is spent before the end. */
export async function readTimeline(
  snapshot: Pick<Snapshot, 'rows'>,
  anchors: readonly Anchor[],
  budget: TimeBudget,
): Promise<FullTimeline | undefined> {
  const reader = new TimelineReader(anchors);
  for await (const rows of snapshot.rows()) {
    for (const row of rows) reader.add(row);
    if (budget.isSpent()) return undefined;
  }
  return reader.finish();
}

class TimelineReader {
  readonly #rows = createColumns(
    ...(['seqs', 'subjects', 'idCodes', 'places', 'times', 'ends', 'recorded', 'latitudes', 'longitudes'] as const),
  );
  /** Of each row, the position of its first cause in `#causes`. */
  readonly #firstCauses = new Column();
  readonly #causes = new Column();
  readonly #delays = createColumns('effects', 'causes', 'minMs', 'maxMs', 'fromEnd');
  readonly #dictionary = new NumberDictionary();
  readonly #bodies: BodyIndexer;

  constructor(anchors: readonly Anchor[]) {
    this.#bodies = new BodyIndexer(anchors);
  }

  add([seq, subject, id, place, time, end, recorded, causes, body]: SnapshotRow): void {
    const row = this.#rows.seqs.length;
    this.#rows.seqs.push(seq);
    this.#rows.subjects.push(subject);
    this.#rows.idCodes.push(this.#dictionary.codeOf(id));
    this.#rows.places.push(place);
    this.#rows.times.push(time);
    this.#rows.ends.push(end);
    this.#rows.recorded.push(recorded);
    this.#firstCauses.push(this.#causes.length);
    const event = body === null ? null : toLedgerEvent({ time, until: end, body });
    if (causes !== null) this.#addCauses(row, causes, event);
    if (event !== null) this.#bodies.add(row, event);
    this.#rows.latitudes.push(event?.geo?.lat ?? Number.NaN);
    this.#rows.longitudes.push(event?.geo?.lon ?? Number.NaN);
  }

  /** @param event null if nothing but its time, place and causes matters */
  #addCauses(row: number, text: string, event: LedgerEvent | null): void {
    // The boundary to the journal, which wrote the list.
    const causes = JSON.parse(text) as readonly SnapshotCause[];
    for (const [at, cause] of causes.entries()) {
      const code = this.#dictionary.codeOf(causeName(cause));
      this.#causes.push(code);
      if (typeof cause === 'number') continue;
      const [, least, most] = cause;
      this.#delays.effects.push(row);
      this.#delays.causes.push(code);
      this.#delays.minMs.push(least ?? Number.NaN);
      this.#delays.maxMs.push(most ?? Number.NaN);
      this.#delays.fromEnd.push(event?.causes[at]?.from === 'end' ? 1 : 0);
    }
  }

  finish(): FullTimeline {
    const columns = valuesOf(this.#rows);
    const rows = { ...columns, ...linkVersions(columns.seqs, columns.subjects) };
    const dictionary = buildDictionary(this.#dictionary.numbers(), rows.idCodes);
    const isShown = (row: number) => rows.shown[row] === row;
    const order: RowOrder = { isShown, compare: compareRows(rows), endTimeOf: (row) => rows.ends[row] ?? 0 };
    const { graph, causeCodes } = buildGraph(rows, dictionary, this.#firstCauses.values(), this.#causes.values());
    return {
      rows,
      dictionary,
      graph,
      causeCodes,
      components: stronglyConnectedComponents(graph),
      coincidences: findCoincidences(rows),
      delays: valuesOf(this.#delays),
      attendances: this.#bodies.attendances.finish(order),
      assignments: this.#bodies.assignments.finish(order),
      requirements: this.#bodies.requirements.finish(order),
      setting: this.#bodies.setting,
      manipulations: {
        retrocausal: this.#bodies.retrocausal.filter(isShown),
        anchored: this.#bodies.anchored.filter(isShown),
        withOwnNeeds: this.#bodies.withOwnNeeds.filter(isShown),
      },
    };
  }
}

/** Compares rows by time, then by order of recording. */
function compareRows({ times, recorded }: Pick<FullTimeline['rows'], 'times' | 'recorded'>) {
  return (one: number, other: number) =>
    (times[one] ?? 0) - (times[other] ?? 0) || (recorded[one] ?? 0) - (recorded[other] ?? 0);
}

/** Groups of current rows with the same time and location, each of at least two rows, by order of recording. */
function findCoincidences({
  times,
  places,
  shown,
  recorded,
}: Pick<Rows, 'times' | 'places' | 'shown' | 'recorded'>): readonly (readonly number[])[] {
  // A hash table in two arrays: a `Map` with a key for each event would take longer than everything else.
  const bits = Math.max(1, Math.ceil(Math.log2(times.length + 1)));
  const firstOfBucket = new Int32Array(2 ** bits).fill(-1);
  const nextInBucket = new Int32Array(times.length);
  const groups = new Map<number, number[]>();
  for (let row = 0; row < times.length; row += 1) {
    if (shown[row] !== row) continue;
    const time = times[row] ?? 0;
    const place = places[row] ?? 0;
    const bucket = hash(time, place) >>> (32 - bits);
    let other = firstOfBucket[bucket] ?? -1;
    while (other !== -1 && (times[other] !== time || places[other] !== place)) other = nextInBucket[other] ?? -1;
    if (other === -1) {
      nextInBucket[row] = firstOfBucket[bucket] ?? -1;
      firstOfBucket[bucket] = row;
      continue;
    }
    const group = groups.get(other);
    if (group === undefined) groups.set(other, [other, row]);
    else group.push(row);
  }
  for (const group of groups.values()) group.sort((one, other) => (recorded[one] ?? 0) - (recorded[other] ?? 0));
  return [...groups.values()];
}

/**
 * Multiplicative hashing (D. Knuth, “The Art of Computer Programming”, volume 3, section 6.4): the upper bits are well
 * mixed.
 */
function hash(time: number, place: number): number {
  const low = Math.imul(time % 2 ** 32, 0x9e3779b1);
  const high = Math.imul(Math.floor(time / 2 ** 32), 0x85ebca6b);
  return Math.imul(low ^ high ^ Math.imul(place, 0xc2b2ae35), 0x27d4eb2f);
}
