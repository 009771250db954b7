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
  /** Whether the same clause states another score of the same places, of an earlier time. */
  readonly followsEarlier: boolean;
}

/** The pain scores of a visit. Before or after is decided when everything has been said. */
export class ScoreBook {
  readonly #entries: Entry[] = [];

  /** @param scores of one clause @param adjusted what had been adjusted by then */
  add(scores: readonly PlacedScore[], adjusted: readonly SpinalPlace[]): void {
    const adjustedThen = new Set(adjusted.map(({ name }) => name));
    const namesOf = ({ places }: PlacedScore) => places.map(({ name }) => name).join();
    for (const [index, score] of scores.entries()) {
      const earlier = scores.slice(0, index).filter(({ time }) => time === 'past' || time === 'before');
      const followsEarlier = earlier.some((other) => namesOf(other) === namesOf(score));
      this.#entries.push({ ...score, adjustedThen, followsEarlier });
    }
  }

  /** @returns the scores of a place that were said last: of the place itself, and of its region */
  of(
    place: SpinalPlace,
    adjusted: readonly SpinalPlace[],
  ): { readonly own: BeforeAndAfter; readonly region: BeforeAndAfter } {
    const isPlace = ({ name }: SpinalPlace) => name === place.name;
    // What is said of the whole visit is of what was adjusted, else of everything.
    const isCovered = adjusted.length === 0 || adjusted.some(isPlace);
    const whole = isCovered ? this.#entries.filter(({ places }) => places.length === 0) : [];
    const own = this.#entries.filter(
      (entry) =>
        (hasOwnRegion(place) && whole.includes(entry)) ||
        entry.places.some((each) => isPlace(each) || each.name === jointOf(place)),
    );
    const ofRegion = (each: SpinalPlace) => !each.isLevel && !hasOwnRegion(each) && each.region === place.region;
    const region = this.#entries.filter((entry) => whole.includes(entry) || entry.places.some(ofRegion));
    // Its own adjustment parts before and after, else the first of all.
    const relevant = adjusted.some(isPlace) ? [place] : adjusted;
    return { own: lastOf(own, relevant), region: hasOwnRegion(place) ? {} : lastOf(region, relevant) };
  }
}

/** What is said of the elbow is not said of the wrist. */
function hasOwnRegion({ region }: SpinalPlace): boolean {
  return region.includes(' ');
}

function lastOf(entries: readonly Entry[], relevant: readonly SpinalPlace[]): BeforeAndAfter {
  const isTreated = ({ adjustedThen }: Entry) => relevant.some(({ name }) => adjustedThen.has(name));
  const isAfter = (entry: Entry) =>
    entry.time === 'after' ||
    (entry.time !== 'before' &&
      entry.time !== 'past' &&
      (isTreated(entry) || (entry.followsEarlier && !entry.isPatient)));
  const before = entries.filter((entry) => !isAfter(entry));
  // `It's a four today. It was a seven.` told by a patient on arrival: the second is of the days before the visit.
  const ofToday = before.filter((entry) => !(entry.time === 'past' && entry.isPatient && !isTreated(entry)));
  return { before: ofToday.at(-1) ?? before.at(-1), after: entries.findLast(isAfter) };
}
