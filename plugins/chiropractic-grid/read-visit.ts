import type { Segment } from 'chronoscribe/kinds/transcripts';
import { Adjustments, type Focus, nobody, takesBack } from './adjustments.ts';
import { ExaminationQuestions } from './examination-questions.ts';
import { heard, onlyNamesPlaces } from './moments.ts';
import { tellsOfAdjustment } from './narration.ts';
import {
  type FreeSide,
  isExcepted,
  type PlaceGroup,
  placeGroups,
  type Side,
  type SidedPlace,
} from './places/place-groups.ts';
import { isExtraspinal } from './places/spine.ts';
import { ScoreReader, type SpokenClause } from './score-reader.ts';
import { continuesLastPlaces, type LevelSign, levelSigns } from './signs/level-signs.ts';
import { clausesOf } from './speech/clauses.ts';
import { correctedSegments } from './speech/corrections.ts';
import { Visit } from './visit.ts';

/** A clause of the clinician with what was found in it. */
interface Read extends SpokenClause {
  readonly free: readonly FreeSide[];
  readonly signs: readonly LevelSign[];
}

/**
 * Reads a visit from its segments, clause by clause in the order of speaking. Only the clinician's words tell of levels;
 * the patient's tell of pain: its scores, and where it was asked for.
 */
export function readVisit(segments: readonly Segment[]): Visit {
  const reader = new VisitReader();
  for (const { text, role, ids } of correctedSegments(segments)) {
    for (const { text: words, isQuestion } of clausesOf(text)) {
      const { groups: spoken, free } = placeGroups(words);
      const isPlacing = heard('placed', words);
      const isNone = ({ members }: PlaceGroup) => isPlacing && members.every(({ place }) => isExtraspinal(place));
      const isAnswering = role === 'patient' || role === 'other';
      const isOther = (group: PlaceGroup) =>
        isNone(group) || (!isAnswering && isOfOther(text, words.slice(0, group.start), group));
      const named = isElsewhere(words, spoken) ? [] : spoken.filter((group) => !isOther(group));
      const groups = named.map((group) => reader.visit.withNumberedRibs(group, words));
      const signs = levelSigns(words, groups);
      const clause = { text: words, isQuestion, groups, role, segments: ids };
      reader.scores.read(clause, reader.focus);
      if (role === 'patient') reader.readAnswer(clause);
      else if (role === 'clinician' || role === 'unknown') {
        if (isQuestion) reader.questions.ask(words, groups, ids, reader.focus);
        else reader.read({ ...clause, free: isPlacing && signs.length === 0 ? [] : free, signs });
      }
    }
    reader.scores.endSegment(role);
  }
  reader.visit.joinParts();
  return reader.visit;
}

/** `An L5 radiculopathy`, `a fusion of L4-5` tells of no joint that is examined or adjusted today. */
function isElsewhere(text: string, groups: readonly PlaceGroup[]): boolean {
  return elsewhere.test(text) && !tellsOfAdjustment(text) && levelSigns(text, groups).length === 0;
}

/** `His C6 is fused, your C3 is stuck`; `my own L4`; `with my thumb` */
function isOfOther(said: string, before: string, { members }: PlaceGroup): boolean {
  if (/\bmy (?:own )?(?:left |right )?$/i.test(before) && members.every(({ place }) => place.isLevel)) return true;
  return /\b(?:his|her|their) (?:left |right )?$/i.test(before)
    ? ofListener.test(said)
    : /\b(?:with|using|of) my (?:\w+ )?$/i.test(before);
}

/** `Could you skip my neck?` */
const refuses = /\b(?:skip|leave|without|not|don't|rather|no)\b/i;
const ofListener = /\byour (?!son|daughter|boy|girl|child|kid|baby|little)|\b(?:on|in) you\b/i;
/** An operation, a nerve, a relative: what is told of a level there is no finding of today. */
const elsewhere =
  /\b(?:fus(?:ed|ion)|fixation screws?|laminectomy|discectomy|surg(?:ery|eries|ical)|reflex(?:es)?|dermatom\w*|myotom\w*|radicul\w*|nerve roots?|mother|father|brother|sister|wife|husband|son|daughter|uncle|aunt|grand\w+)\b/i;
/** `And the same at T9.` */
const sameSigns =
  /^\W*(?:and |also |i (?:have|feel|find|see) )*(?:the )?(?:same|likewise|ditto)(?: (?:thing|finding|story|restriction))?s? (?:at|for|with|over|in|is true)\b/i;
const too = /\b(?:too|as well|also)\W*$/i;
/** `L4 on the right is fine` finds nothing there, and a side of another day is none of today. */
const unfound =
  /\b(?:free|fine|normal|clear|unremarkable|okay|ok|good|better|al(?:l )?right|moves?|moving|last|previous\w*|ago|yesterday|not|don't|didn't)\b/i;
/** `Tenderness at each segment` */
const everywhere =
  /\b(?:at|in|over|of|around) (?:each|all|every|both)(?: of)?(?: (?:the|these|those))? (?:segments?|levels?|sites?|joints?|of them)\b/i;
/** `L4 is stuck. On the left.` */
const sideAlone =
  /^\W*(?:(?:it's|that's|and) )?(?:on (?:the )?(?:left|right)(?: side)?|(?:left|right) side|side: (?:left|right))\W*$|\b(?:same|also|too|likewise)\b/i;
const sameSide = /\b(?:that|the same|same) side\b/i;

class VisitReader {
  readonly visit = new Visit();
  readonly scores = new ScoreReader(this.visit);
  readonly questions = new ExaminationQuestions(this.visit);
  readonly #adjustments = new Adjustments(this.visit);
  /** The places that were named last. */
  focus: Focus = nobody;

  /** The signs that were told last. */
  #signs: readonly LevelSign[] = [];
  /** The side that was named last. */
  #side: Side | null = null;

  readAnswer({ text, groups, segments }: SpokenClause): void {
    if (groups.length > 0 && refuses.test(text)) this.#adjustments.refuse(groups);
    this.focus = this.questions.answer(text, groups, segments) ?? this.focus;
  }

  read(clause: Read): void {
    const { text, groups, signs, segments } = clause;
    const members = groups.flatMap((group) => group.members);
    for (const { place } of members) for (const segment of segments) this.visit.at(place).mentioned.add(segment);
    const told = { text, groups, segments, hasSigns: signs.length > 0 };
    for (const sign of signs) this.#addSign(sign, this.#membersOf(clause, sign), segments);
    if (signs.length > 0) this.#signs = signs;
    else if (sameSigns.test(text) || (too.test(text) && onlyNamesPlaces(text, groups)))
      for (const sign of this.#signs) this.#addSign(sign, members, segments);

    const { narration, targets } = this.#adjustments.read(told, this.focus);
    if (narration?.status === 'done' || signs.length > 0 || !unfound.test(text)) this.#addNamedSides(clause);
    this.#addFreeSides(clause, targets);
    this.#adjustments.endClause(told, narration);
    if (members.length > 0) this.focus = { members, segments };
  }

  /** The places that a sign is of: those beside it, those that the clause goes on about, or all: `spasm at each level`. */
  #membersOf({ text, groups }: Read, sign: LevelSign): readonly SidedPlace[] {
    if (sign.group !== null) return sign.group.members;
    if (groups.length > 0) return [];
    if (everywhere.test(text)) {
      const found = this.visit.places.filter(({ place, signs }) => place.isLevel && signs.length > 0);
      return found.map(({ place }) => ({ place, side: null }));
    }
    return continuesLastPlaces(text, sign) ? this.focus.members : [];
  }

  #addSign({ element, words }: LevelSign, members: readonly SidedPlace[], segments: readonly string[]): void {
    for (const { place } of members) this.visit.addSign(place, element, words, segments);
  }

  /** Sides beside places: `the right ilium`; also `the sacrum on that side`. */
  #addNamedSides({ text, groups }: Read): void {
    for (const group of groups) {
      // `The right SI, not the left SI`
      if (isExcepted(text, group)) continue;
      const { members } = group;
      const named = members.filter(({ side }) => side !== null);
      if (takesBack.test(text)) for (const { place } of named) this.visit.at(place).sides.clear();
      this.visit.addSide(members, named.length === 0 && sameSide.test(text) ? this.#side : null);
      this.#side = named.at(-1)?.side ?? this.#side;
    }
  }

  /** A side that stands beside no place is of the sign before it, of the adjustment, or of `the same`. */
  #addFreeSides(clause: Read, targets: Focus): void {
    const { text, free, signs, groups } = clause;
    for (const { side, start } of free) {
      this.#side = side;
      const sign = signs.findLast((each) => each.start < start && (each.group?.start ?? 0) < start) ?? signs[0];
      const told = sign === undefined ? targets.members : this.#membersOf(clause, sign);
      // `L5, and the joint on the right, the SI`: whose side it is is not sure.
      const isBetween = groups.some((group) => group.end <= start) && groups.some((group) => group.start > start);
      if (sign === undefined && isBetween) continue;
      const goesOn = sign === undefined && told.length + groups.length === 0 && sideAlone.test(text);
      this.visit.addSide(goesOn ? this.focus.members : told, side);
    }
  }
}
