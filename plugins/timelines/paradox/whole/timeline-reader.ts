import type { Anchor } from 'chronoscribe/kinds/anchors';
import { causeName, type Snapshot, type SnapshotCause, type SnapshotRow } from 'chronoscribe/kinds/journal';
import type { Budget } from '../budget.ts';
import { knotsOf } from '../knots.ts';
import { BodyReader } from './body-reader.ts';
import { coincidencesOf } from './coincidences.ts';
import { Column } from './column.ts';
import type { RowOrder } from './mentions.ts';
import { NumberTable } from './number-table.ts';
import { graphOfShown, namesOf, versionsOf } from './packing.ts';
import type { WholeTimeline } from './whole-timeline.ts';

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
