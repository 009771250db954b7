import type { Finding } from 'chronoscribe/kinds/transcripts';
import type { PlaceGroup, Side, SidedPlace } from './places/place-groups.ts';
import { jointOf, type SpinalPlace } from './places/spine.ts';
import { type PlacedScore, ScoreBook } from './scores/score-book.ts';
import type { LevelElement } from './signs/sign-words.ts';

/** What a visit tells of one place. Evidence is the ids of segments. */
export interface PlaceNotes {
  readonly place: SpinalPlace;
  readonly sides: Set<Side>;
  readonly signs: { readonly element: LevelElement; readonly words: string; readonly evidence: Set<string> }[];
  readonly mentioned: Set<string>;
  readonly adjusted: Set<string>;
  readonly announced: Set<string>;
  readonly techniques: Set<string>;
}

/** Everything that was read of a visit so far. */
export class Visit {
  readonly #notes = new Map<string, PlaceNotes>();
  readonly #scores = new ScoreBook();
  /** The techniques of what was adjusted without another: `I'll use the drop table today`. */
  usual: readonly string[] = [];

  /** All places that were spoken of. */
  get places(): readonly PlaceNotes[] {
    return [...this.#notes.values()];
  }

  /** Whether anything was adjusted so far. */
  get hasAdjustment(): boolean {
    return this.places.some(({ adjusted }) => adjusted.size > 0);
  }

  /** @returns the notes on a place; `the rib` is the one that was numbered last */
  at(place: SpinalPlace): PlaceNotes {
    const known = place.name === 'rib' ? this.places.findLast((each) => each.place.name.startsWith('rib ')) : undefined;
    const found = known ?? this.#notes.get(place.name);
    if (found !== undefined) return found;
    const [sides, mentioned, adjusted] = [new Set<Side>(), new Set<string>(), new Set<string>()];
    const [announced, techniques] = [new Set<string>(), new Set<string>()];
    const notes: PlaceNotes = { place, sides, signs: [], mentioned, adjusted, announced, techniques };
    this.#notes.set(place.name, notes);
    return notes;
  }

  /** `Both ribs` are those that were numbered. */
  withNumberedRibs(group: PlaceGroup, text: string): PlaceGroup {
    const numbered = this.places.filter(({ place }) => place.name.startsWith('rib ')).map(({ place }) => place);
    if (numbered.length < 2 || !/\b(?:both|these|those|the|all) ribs\b/i.test(text)) return group;
    const members = group.members.flatMap((member) =>
      member.place.name === 'rib' ? numbered.map((place) => ({ place, side: null })) : [member],
    );
    return { ...group, members };
  }

  /** Tells of a bone as of its joint where the joint is spoken of too, unless both were adjusted or their sides differ. */
  joinParts(): void {
    for (const part of this.places) {
      const joint = this.#notes.get(jointOf(part.place) ?? '');
      if (joint === undefined) continue;
      // `AC joint` is one by itself.
      if (joint.signs.length + joint.adjusted.size === 0 && part.place.name.endsWith('joint')) continue;
      // `left wrist, lunate`
      if (part.sides.size === 0) join(joint.sides, part.sides);
      if (part.adjusted.size > 0 && joint.adjusted.size > 0) continue;
      if (part.sides.size > 0 && joint.sides.size > 0 && ![...part.sides].every((side) => joint.sides.has(side)))
        continue;
      for (const { element, words, evidence } of part.signs) this.addSign(joint.place, element, words, [...evidence]);
      for (const kept of ['sides', 'mentioned', 'adjusted', 'announced', 'techniques'] as const)
        join(part[kept], joint[kept]);
      this.#notes.delete(part.place.name);
    }
  }

  addSign(place: SpinalPlace, element: LevelElement, words: string, segments: readonly string[]): void {
    const { signs } = this.at(place);
    const known = signs.find((each) => each.element === element && each.words.toLowerCase() === words.toLowerCase());
    if (known === undefined) signs.push({ element, words, evidence: new Set(segments) });
    else for (const segment of segments) known.evidence.add(segment);
  }

  addSide(members: readonly SidedPlace[], side: Side | null): void {
    for (const member of members) {
      const given = side ?? member.side;
      if (given !== null) this.at(member.place).sides.add(given);
    }
  }

  /** Keeps the pain scores of a clause, with what was adjusted when they were said. */
  addScores(scores: readonly PlacedScore[]): void {
    this.#scores.add(scores, this.#adjusted);
  }

  /** The pain at a place: what was said of it, and of its region. */
  scoresOf(place: SpinalPlace): ReturnType<ScoreBook['of']> {
    return this.#scores.of(place, this.#adjusted);
  }

  get #adjusted(): readonly SpinalPlace[] {
    return this.places.filter(({ adjusted }) => adjusted.size > 0).map(({ place }) => place);
  }
}

function join<T extends string>(part: ReadonlySet<T>, whole: Set<T>): void {
  for (const each of part) whole.add(each);
}

/** The segments that state something, by what they state. */
export function findingsOfPlaces(
  visit: Visit,
  element: string,
  evidence: (notes: PlaceNotes) => Iterable<string>,
): readonly Finding[] {
  return visit.places.flatMap((notes) => {
    const segments = [...evidence(notes)];
    return segments.length === 0 ? [] : [{ element, value: notes.place.name, evidence: segments }];
  });
}
