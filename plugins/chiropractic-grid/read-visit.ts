import type { Segment } from 'chronoscribe/kinds/transcripts';
import { Adjustments, type Focus, nobody, placesPatient, takesBack } from './adjustments.ts';
import { ExaminationQuestions } from './examination-questions.ts';
import { onlyNamesPlaces, tellsOfAdjustment } from './narration.ts';
import { type FreeSide, type PlaceGroup, placeGroups, type Side, type SidedPlace } from './places/place-groups.ts';
import { isLimb } from './places/spine.ts';
import { ScoreReader, type SpokenClause } from './score-reader.ts';
import { denies } from './signs/asserted.ts';
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
      const named = isElsewhere(words, spoken) ? [] : spoken;
      const groups = named.map((group) => reader.visit.withNumberedRibs(group, words));
      const clause = { text: words, isQuestion, groups, role, segments: ids };
      reader.scores.read(clause, reader.focus);
      if (role === 'patient') reader.readAnswer(clause);
      else if (role === 'clinician' || role === 'unknown') {
        if (isQuestion) reader.questions.ask(words, groups, ids, reader.focus);
        else if (placesPatient(words)) reader.read({ ...clause, ...withoutLimbs(words, groups, free) });
        else reader.read({ ...clause, free, signs: levelSigns(words, groups) });
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

/** `Top knee bent, roll to your left` names no joint that is examined. */
function withoutLimbs(
  text: string,
  groups: readonly PlaceGroup[],
  free: readonly FreeSide[],
): Pick<Read, 'groups' | 'signs' | 'free'> {
  const joints = groups.filter(({ members }) => !members.every(({ place }) => isLimb(place) || place.name === 'jaw'));
  const signs = levelSigns(text, joints);
  return { groups: joints, signs, free: signs.length > 0 ? free : [] };
}

/** An operation, a nerve, a relative: what is told of a level there is no finding of today. */
const elsewhere =
  /\b(?:fus(?:ed|ion)|fixation screws?|laminectomy|discectomy|surgery|surgeries|surgical|reflex(?:es)?|dermatom\w*|myotom\w*|radicul\w*|nerve roots?|mother|father|brother|sister|wife|husband|son|daughter|uncle|aunt|grand\w+)\b/i;
/** `And the same at T9.` */
const sameSigns =
  /^\W*(?:and |also |i (?:have|feel|find|see) )*(?:the )?(?:same|likewise|ditto)(?: (?:thing|finding|story|restriction))?s? (?:at|for|with|over|in|is true)\b/i;
const too = /\b(?:too|as well|also)\W*$/i;
/** `L4 on the right is fine` finds nothing there. */
const isFine =
  /\b(?:free|fine|normal|clear|okay|ok|good|unremarkable|better|alright|all right|(?:moves?|moving|glides?) (?:well|freely|fine|better))\b/i;
/** `Tenderness at each segment` */
const everywhere =
  /\b(?:at|in|over|of|around) (?:each|all|every|both)(?: of)?(?: (?:the|these|those))? (?:segments?|levels?|sites?|joints?|of them)\b/i;
const isPast = /\b(?:last|previous\w*|ago|yesterday|not|don't|didn't)\b/i;
/** `L4 is stuck. On the left.` */
const sideAlone =
  /^\W*(?:(?:it's|that's|and) )?(?:on (?:the )?(?:left|right)(?: side)?|(?:left|right) side|side: (?:left|right))\W*$/i;
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
  /** Whether the last clause told of signs. */
  #hadSigns = false;
  /** The side that was named last. */
  #side: Side | null = null;

  readAnswer({ text, groups, segments }: SpokenClause): void {
    this.focus = this.questions.answer(text, groups, segments) ?? this.focus;
  }

  read(clause: Read): void {
    const { text, groups, signs, segments } = clause;
    const members = groups.flatMap((group) => group.members);
    for (const { place } of members) for (const segment of segments) this.visit.at(place).mentioned.add(segment);
    const told = { text, groups, segments, hasSigns: signs.length > 0 };
    for (const sign of signs) this.#addSign(clause, sign);
    if (signs.length > 0) this.#signs = signs;
    else if (sameSigns.test(text) || (this.#hadSigns && too.test(text) && onlyNamesPlaces(text, groups)))
      this.#addSameSigns(members, segments);
    this.#hadSigns = signs.length > 0;

    const { narration, targets } = this.#adjustments.read(told, this.focus);
    const isOfToday = narration === undefined || narration.status === 'done' || signs.length > 0 || !isPast.test(text);
    if (isOfToday && (narration !== undefined || signs.length > 0 || !isFine.test(text))) this.#addNamedSides(clause);
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

  #addSign(clause: Read, sign: LevelSign): void {
    const { segments } = clause;
    for (const { place } of this.#membersOf(clause, sign))
      this.visit.addSign(place, sign.element, sign.words, segments);
  }

  #addSameSigns(members: readonly SidedPlace[], segments: readonly string[]): void {
    for (const { element, words } of this.#signs) {
      for (const { place } of members) this.visit.addSign(place, element, words, segments);
    }
  }

  /** Sides beside places: `the right ilium`; also `the sacrum on that side`. */
  #addNamedSides({ text, groups }: Read): void {
    for (const group of groups) {
      const { members } = group;
      if (denies(text, group)) continue;
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
      const before = signs.filter((each) => each.start < start && (each.group?.start ?? 0) < start);
      const sign = before.at(-1) ?? signs[0];
      if (sign !== undefined) {
        this.visit.addSide(this.#membersOf(clause, sign), side);
      } else if (targets.members.length > 0) this.visit.addSide(targets.members, side);
      else if (groups.length === 0 && (/\b(?:same|also|too|likewise)\b/i.test(text) || sideAlone.test(text)))
        this.visit.addSide(this.focus.members, side);
    }
  }
}
