import { jointOf, type SpinalPlace } from '../places/spine.ts';
import type { PainScore } from './pain-scores.ts';

/** A score with the places that it is of; none if it is of the whole visit. */
export interface PlacedScore extends PainScore {
  readonly places: readonly SpinalPlace[];
}

export interface ScoreSource {
  readonly isPatient: boolean;
  readonly segments: readonly string[];
}

/** A value of 0 to 10, and the segments that say it. */
interface Said {
  readonly value: number;
  readonly segments: readonly string[];
}

export interface BeforeAndAfter {
  readonly before?: Said | undefined;
  readonly after?: Said | undefined;
}

/** What was said of the place itself, and of its region. */
export interface VisitScores {
  readonly own: BeforeAndAfter;
  readonly region: BeforeAndAfter;
}

interface Entry extends PlacedScore, ScoreSource {
  /** Names of what was adjusted when it was said. */
  readonly adjustedThen: ReadonlySet<string>;
  /** Whether the same clause states another score of the same places, of an earlier time. */
  readonly followsEarlier: boolean;
  /** The same, of a later time. */
  readonly precedesLater: boolean;
}

/** The pain scores of a visit. Before or after is decided when everything has been said. */
export class ScoreBook {
  readonly #entries: Entry[] = [];

  add(scores: readonly PlacedScore[], source: ScoreSource, adjusted: readonly SpinalPlace[]): void {
    const adjustedThen = new Set(adjusted.map(({ name }) => name));
    const isEarlier = ({ time }: PainScore) => time === 'past' || time === 'before';
    scores.forEach((score, index) => {
      const ofSame = (other: PlacedScore) => namesOf(other) === namesOf(score);
      this.#entries.push({
        ...score,
        ...source,
        adjustedThen,
        followsEarlier: scores.slice(0, index).some((other) => ofSame(other) && isEarlier(other)),
        precedesLater: scores.slice(index + 1).some((other) => ofSame(other) && !isEarlier(other)),
      });
    });
  }

  /** @returns the scores of a place, those that were said last */
  of(place: SpinalPlace, adjusted: readonly SpinalPlace[]): VisitScores {
    // What is said of the whole visit is of what was adjusted, else of everything.
    const isCovered = adjusted.length === 0 || adjusted.some(({ name }) => name === place.name);
    const own = this.#entries.filter(
      ({ places }) =>
        (places.length === 0 && isCovered && hasOwnRegion(place)) ||
        places.some(({ name }) => name === place.name || name === jointOf(place)),
    );
    const region = this.#entries.filter(
      ({ places }) =>
        (places.length === 0 && isCovered) ||
        places.some((each) => !hasOwnScores(each) && each.region === place.region),
    );
    const relevant = adjustedFor(place, adjusted);
    return { own: lastOf(own, relevant), region: hasOwnRegion(place) ? {} : lastOf(region, relevant) };
  }
}

function namesOf({ places }: PlacedScore): string {
  return places.map(({ name }) => name).join();
}

/** A level, a rib and a joint of a limb have scores of their own, which are not those of the region. */
function hasOwnScores(place: SpinalPlace): boolean {
  return place.isLevel || hasOwnRegion(place);
}

/** What is said of the elbow is not said of the wrist. */
function hasOwnRegion({ region }: SpinalPlace): boolean {
  return region.includes(' ');
}

/** What parts before and after for a place: its own adjustment, else any in its region, else the first of all. */
function adjustedFor(place: SpinalPlace, adjusted: readonly SpinalPlace[]): readonly SpinalPlace[] {
  const same = adjusted.filter(({ name }) => name === place.name);
  const near = adjusted.filter(({ region }) => region === place.region);
  return [same, near].find((found) => found.length > 0) ?? adjusted;
}

function lastOf(entries: readonly Entry[], relevant: readonly SpinalPlace[]): BeforeAndAfter {
  const before = entries.filter((entry) => timeOf(entry, relevant) === 'before');
  // `It's a four today. It was a seven.` told on arrival: the second is of earlier days.
  const ofToday = before.filter((entry) => !(entry.time === 'past' && isOnArrival(entry, relevant)));
  return {
    before: ofToday.at(-1) ?? before.at(-1),
    after: entries.findLast((entry) => timeOf(entry, relevant) === 'after'),
  };
}

/** Whether the patient says it before the treatment. */
function isOnArrival({ isPatient, adjustedThen }: Entry, relevant: readonly SpinalPlace[]): boolean {
  return isPatient && !relevant.some(({ name }) => adjustedThen.has(name));
}

function timeOf(entry: Entry, relevant: readonly SpinalPlace[]): 'before' | 'after' | null {
  const { time, followsEarlier, precedesLater, adjustedThen } = entry;
  const isTreated = relevant.some(({ name }) => adjustedThen.has(name));
  // `It was an eight, now it's a five`, said on arrival, tells of the days before the visit.
  const tellsOfEarlierDays = isOnArrival(entry, relevant);
  switch (time) {
    case 'before':
    case 'after':
      return time;
    case 'past':
      return precedesLater && tellsOfEarlierDays ? null : 'before';
    case 'present':
    case null:
      return isTreated || (followsEarlier && !tellsOfEarlierDays) ? 'after' : 'before';
    default:
      return time satisfies never;
  }
}
