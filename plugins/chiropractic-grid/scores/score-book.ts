import { jointOf, type SpinalPlace } from '../places/spine.ts';
import type { PainScore } from './pain-scores.ts';

/** A score, where it was said and by whom, with the places that it is of; none if it is of the whole visit. */
export interface PlacedScore extends PainScore {
  readonly places: readonly SpinalPlace[];
  readonly isPatient: boolean;
  readonly segments: readonly string[];
}

type BeforeAndAfter = Readonly<Partial<Record<'before' | 'after', PlacedScore | undefined>>>;

interface Entry extends PlacedScore {
  /** Names of what was adjusted when it was said. */
  readonly adjustedThen: ReadonlySet<string>;
  /** Whether the clinician states an earlier score in the same clause. */
  readonly followsEarlier: boolean;
}

/** The pain scores of a visit. Before or after is decided when everything has been said. */
export class ScoreBook {
  readonly #entries: Entry[] = [];

  /** @param scores of one clause @param adjusted what had been adjusted by then */
  add(scores: readonly PlacedScore[], adjusted: readonly SpinalPlace[]): void {
    const adjustedThen = new Set(adjusted.flatMap((place) => [place.name, jointOf(place) ?? place.name]));
    for (const [index, score] of scores.entries()) {
      const followsEarlier = !score.isPatient && scores.slice(0, index).some(({ time }) => time === 'past');
      this.#entries.push({ ...score, adjustedThen, followsEarlier });
    }
  }

  /** @returns the scores of a place that were said last: of the place itself, and of its region */
  of(place: SpinalPlace, adjusted: readonly SpinalPlace[]): Readonly<Record<'own' | 'region', BeforeAndAfter>> {
    const isPlace = ({ name }: SpinalPlace) => name === place.name;
    // What is said of the whole visit is of what was adjusted, else of everything.
    const isCovered = adjusted.length === 0 || adjusted.some(isPlace);
    const isWhole = ({ places }: Entry) => isCovered && places.length === 0;
    const isOwn = ({ places }: Entry) => places.some((each) => isPlace(each) || each.name === jointOf(place));
    const isOfRegion = ({ places }: Entry) => places.some((each) => !each.isLevel && each.region === place.region);
    // Its own adjustment parts before and after, else the first of all.
    const relevant = adjusted.some(isPlace) ? [place] : adjusted;
    const last = (isOf: (entry: Entry) => boolean) => lastOf(this.#entries.filter(isOf), relevant);
    // What is said of the elbow is not said of the wrist.
    if (place.region.includes(' ')) return { own: last((entry) => isOwn(entry) || isWhole(entry)), region: {} };
    return { own: last(isOwn), region: last((entry) => isOfRegion(entry) || isWhole(entry)) };
  }
}

function lastOf(entries: readonly Entry[], relevant: readonly SpinalPlace[]): BeforeAndAfter {
  const isAfter = ({ time, adjustedThen, followsEarlier }: Entry) =>
    time === 'after' ||
    (time !== 'before' && time !== 'past' && (followsEarlier || relevant.some(({ name }) => adjustedThen.has(name))));
  const before = entries.filter((entry) => !isAfter(entry));
  // `It's a four today. It was a seven.` told by a patient on arrival: the second is of the days before the visit.
  const ofToday = before.findLast(({ time, isPatient }) => !(time === 'past' && isPatient));
  return { before: ofToday ?? before.at(-1), after: entries.findLast(isAfter) };
}
