import type { Anchor } from 'chronoscribe/kinds/anchors';
import { causeName, type Snapshot, type SnapshotCause, type SnapshotRow } from 'chronoscribe/kinds/journal';
import { knotsOf } from '../causal-graph.ts';
import { Column, NumberTable } from './columns.ts';
import { graphOfShown, namesOf, type Rows, versionsOf, type WholeTimeline } from './full-timeline.ts';
import { BodyReader, type RowOrder } from './mentions.ts';

/** How long a check may take. */
export interface Budget {
  isSpent(): boolean;
}

/** A budget that is spent so many milliseconds from now. */
export function budgetOf(milliseconds: number): Budget {
  const end = performance.now() + milliseconds;
  return { isSpent: () => performance.now() >= end };
}

/** Reads all rows of a snapshot; undefined where the budget is spent before that. */
export async function readTimeline(
  snapshot: Pick<Snapshot, 'rows'>,
  anchors: readonly Anchor[],
  budget: Budget,
): Promise<WholeTimeline | undefined> {
  const reader = new TimelineReader(anchors);
  for await (const rows of snapshot.rows()) {
    for (const row of rows) reader.add(row);
    if (budget.isSpent()) return undefined;
  }
  return reader.finish();
}

class TimelineReader {
  readonly #seqs = new Column();
  readonly #subjects = new Column();
  readonly #subjectPlaces = new Column();
  readonly #subjectNumbers = new NumberTable();
  readonly #names = new Column();
  readonly #places = new Column();
  readonly #times = new Column();
  readonly #ends = new Column();
  readonly #recorded = new Column();
  readonly #latitudes = new Column();
  readonly #longitudes = new Column();
  /** Of each row, where the names of its causes begin. */
  readonly #firstCauses = new Column();
  readonly #causes = new Column();
  readonly #delays = { effects: new Column(), causes: new Column(), least: new Column(), most: new Column() };
  readonly #nameNumbers = new NumberTable();
  readonly #bodies: BodyReader;

  constructor(anchors: readonly Anchor[]) {
    this.#bodies = new BodyReader(anchors.map(({ timestamp }) => timestamp));
  }

  add([seq, subject, name, place, time, end, recorded, causes, body]: SnapshotRow): void {
    const row = this.#seqs.length;
    this.#seqs.push(seq);
    this.#subjects.push(subject);
    this.#subjectPlaces.push(this.#subjectNumbers.placeOf(subject));
    this.#names.push(this.#nameNumbers.placeOf(name));
    this.#places.push(place);
    this.#times.push(time);
    this.#ends.push(end);
    this.#recorded.push(recorded);
    this.#firstCauses.push(this.#causes.length);
    if (causes !== null) this.#addCauses(row, causes);
    const geo = body === null ? null : this.#bodies.read(row, body);
    this.#latitudes.push(geo?.lat ?? Number.NaN);
    this.#longitudes.push(geo?.lon ?? Number.NaN);
  }

  #addCauses(row: number, text: string): void {
    // The boundary to the journal, which wrote the list itself.
    const causes = JSON.parse(text) as readonly SnapshotCause[];
    for (const cause of causes) {
      const name = this.#nameNumbers.placeOf(causeName(cause));
      this.#causes.push(name);
      if (typeof cause === 'number') continue;
      const [, least, most] = cause;
      this.#delays.effects.push(row);
      this.#delays.causes.push(name);
      this.#delays.least.push(least ?? Number.NaN);
      this.#delays.most.push(most ?? Number.NaN);
    }
  }

  finish(): WholeTimeline {
    const rows = {
      seqs: this.#seqs.values(),
      subjects: this.#subjects.values(),
      names: this.#names.values(),
      places: this.#places.values(),
      times: this.#times.values(),
      ends: this.#ends.values(),
      recorded: this.#recorded.values(),
      latitudes: this.#latitudes.values(),
      longitudes: this.#longitudes.values(),
      ...versionsOf(this.#subjectPlaces.values(), this.#subjectNumbers.size),
    };
    const names = namesOf(this.#nameNumbers.numbers(), rows.names);
    const { effects, causes, least, most } = this.#delays;
    const isShown = (row: number) => rows.shown[row] === row;
    const order: RowOrder = { isShown, inOrder: inOrderOf(rows), endOf: (row) => rows.ends[row] ?? 0 };
    const { graph, causeNames } = graphOfShown(rows, names, this.#firstCauses.values(), this.#causes.values());
    return {
      rows,
      names,
      graph,
      causeNames,
      knots: knotsOf(graph),
      coincidences: coincidencesOf(rows),
      delays: { effects: effects.values(), causes: causes.values(), least: least.values(), most: most.values() },
      attendances: this.#bodies.attendances.finish(order),
      settings: this.#bodies.settings.finish(order),
      needs: this.#bodies.needs.finish(order),
      manipulations: {
        late: this.#bodies.late.filter(isShown),
        anchored: this.#bodies.anchored.filter(isShown),
        needy: this.#bodies.needy.filter(isShown),
      },
    };
  }
}

/** Compares rows by time, then by order of recording. */
function inOrderOf({ times, recorded }: Pick<WholeTimeline['rows'], 'times' | 'recorded'>) {
  return (one: number, other: number) => (times[one] ?? 0) - (times[other] ?? 0) || (recorded[one] ?? 0) - (recorded[other] ?? 0);
}

/**
 * The rows shown that have their time and place in common with others; those of one time and place together, by order of
 * recording.
 */
export function coincidencesOf({
  times,
  places,
  shown,
  recorded,
}: Pick<Rows, 'times' | 'places' | 'shown' | 'recorded'>): readonly (readonly number[])[] {
  // A hash table in two arrays: a `Map` with a key for each event would take longer than all the rest.
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

/** By multiplication (D. Knuth, “The Art of Computer Programming”, volume 3, 6.4): the upper bits are the good ones. */
function hash(time: number, place: number): number {
  const low = Math.imul(time % 2 ** 32, 0x9e3779b1);
  const high = Math.imul(Math.floor(time / 2 ** 32), 0x85ebca6b);
  return Math.imul(low ^ high ^ Math.imul(place, 0xc2b2ae35), 0x27d4eb2f);
}
