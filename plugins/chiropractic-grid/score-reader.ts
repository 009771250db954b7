import type { Role } from 'chronoscribe/kinds/transcripts';
import type { Focus } from './adjustments.ts';
import { type PlaceGroup, placesOf } from './places/place-groups.ts';
import type { SpinalPlace } from './places/spine.ts';
import { asksForScore, painScoresOf, pointsAtLevel } from './scores/pain-scores.ts';
import { scoredPlaces } from './scores/scored-places.ts';
import type { Visit } from './visit.ts';

/** A clause of anybody. */
export interface SpokenClause {
  readonly text: string;
  readonly isQuestion: boolean;
  readonly groups: readonly PlaceGroup[];
  readonly role: Role;
  readonly segments: readonly string[];
}

/** `Give me a number for the neck.` */
const requests =
  /^\W*(?:(?:okay|so|and|now)\W+)*(?:give me (?:a|your|the) (?:number|score)|rate |tell me (?:a|your|the) (?:number|pain|score)|put a number)/i;

/** `It's an eight, and my thumb goes numb`: the thumb is not what hurts so much. */
const furtherPart = /,? and (?:my|the|his|her) (?:left |right )?(?:thumb|hand|arm|leg|foot|fingers?|toes?)\b/i;

/** Reads the pain scores of a visit, clause by clause, each with the places that it is of. */
export class ScoreReader {
  readonly #visit: Visit;
  /** What the visit is about. */
  #complaint: readonly SpinalPlace[] = [];
  /** Whose pain was asked for; undefined if none was. */
  #asked: readonly SpinalPlace[] | undefined;
  /** Whether another number was asked for last. */
  #isCounting = false;
  /** Where a score was said last. */
  #scoredIn: readonly string[] = [];

  constructor(visit: Visit) {
    this.#visit = visit;
  }

  /** @param focus the levels that were named last */
  read(spoken: SpokenClause, focus: Focus): void {
    const { text, role, isQuestion } = spoken;
    const further = text.search(furtherPart);
    const groups = spoken.groups.filter(({ start }) => further < 0 || start < further);
    const clause = { ...spoken, groups };
    this.#noteComplaint(clause);
    if (!isAnswering(role)) this.#isCounting = /\bhow (?:many|long|often|old|far|much)\b/i.test(text);
    if (!isQuestion && (isAnswering(role) || !requests.test(text))) this.#readScores(clause);
    else if (!isAnswering(role)) this.#noteQuestion(text, groups, focus);
  }

  /** After the patient's turn a question is answered. */
  endSegment(role: Role): void {
    if (role === 'patient') this.#asked = undefined;
  }

  /**
   * The first region that the patient speaks of, or that a dictation calls painful, is what the visit is about; else the
   * first whose pain is asked for.
   */
  #noteComplaint({ text, groups, role }: SpokenClause): void {
    const isTold =
      role === 'patient' || (role === 'unknown' && /\b(?:pain|ache|aching|hurt\w*|complain\w*)\b/i.test(text));
    if (!isTold || /\b(?:chiropract\w+|adjusted|cracked|manipulated|chiropraktik\w*)\b/i.test(text)) return;
    const areas = placesOf(groups);
    if (this.#complaint.length === 0) this.#complaint = areas;
    if (role === 'patient' && areas.length > 0) this.#asked ??= areas;
  }

  #noteQuestion(text: string, groups: readonly PlaceGroup[], focus: Focus): void {
    const states = painScoresOf(text, { asked: false }).length > 0;
    if (!states && !asksForScore(text, groups.length > 0)) return;
    const pointed = pointsAtLevel(text) ? focus.members.map(({ place }) => place) : [];
    this.#asked = groups.length > 0 ? placesOf(groups) : pointed;
    if (this.#complaint.length === 0) this.#complaint = placesOf(groups).filter(({ isLevel }) => !isLevel);
  }

  #readScores({ text, groups, role, segments }: SpokenClause): void {
    const isPatient = isAnswering(role);
    const scores = painScoresOf(text, {
      asked: this.#asked !== undefined && isPatient,
      continues: segments.some((segment) => this.#scoredIn.includes(segment)),
      isPatient: isPatient && !this.#isCounting,
    });
    if (scores.length === 0) return;
    const adjusted = this.#visit.places.filter((notes) => notes.adjusted.size > 0).map(({ place }) => place);
    const known = [this.#asked ?? [], this.#complaint, adjusted];
    const places = scoredPlaces(text, scores, groups, {
      unnamed: known.find((each) => each.length > 0) ?? [],
      complaint: this.#complaint,
    });
    this.#visit.addScores(
      scores.map((score, index) => ({ ...score, places: places[index] ?? [], isPatient, segments })),
    );
    this.#scoredIn = segments;
  }
}

/** The patient, or whoever speaks for them. */
const isAnswering = (role: Role): boolean => role === 'patient' || role === 'other';
