import type { Segment } from 'chronoscribe/kinds/transcripts';
import { boundedTexts, clausesOf, denies } from './clauses.ts';
import { withCorrections } from './corrections.ts';
import { continuesLastPlaces, type LevelSign, levelSigns } from './level-signs.ts';
import { type Narration, narrationOf, onlyNamesPlaces, tellsOfRelease } from './narration.ts';
import { asksForScore, painScoresOf, pointsAtLevel } from './pain-scores.ts';
import { type FreeSide, type PlaceGroup, placeGroups, type SidedPlace } from './place-groups.ts';
import { scoredPlaces } from './scored-places.ts';
import type { SpinalPlace } from './spine.ts';
import { shortLevels } from './spoken-levels.ts';
import { techniqueMentions } from './techniques.ts';
import { Visit } from './visit.ts';

/** A clause with what was found in it. */
interface Read {
  readonly text: string;
  readonly groups: readonly PlaceGroup[];
  readonly free: readonly FreeSide[];
  readonly signs: readonly LevelSign[];
  readonly segments: readonly string[];
}

/** The places that were named last, and where. */
interface Focus {
  readonly members: readonly SidedPlace[];
  readonly segments: readonly string[];
}

const nobody: Focus = { members: [], segments: [] };

/** Starts a row of adjustments, in which `C6, good.` says that C6 is done. */
const beginsAdjusting = /\bhere we go\b|\b(?:deep|big) breath\b|\bbreathe (?:in|out)\b|\bbig exhale\b/i;
/** Said after the breath that goes with a thrust: it is made. */
const confirms = /^\W*(?:(?:and|okay|very|oh|yeah)\W+)*(?:good|great|nice|perfect|excellent|beautiful|there)\W*$/i;
const soon = /\b(?:going to|gonna|let's|let me|'ll|will|ill|well)\b/i;
const otherTime = /\b(?:next|tomorrow|last|ago|previous\w*|yesterday|later|if)\b/i;
const pronoun = /\b(?:it|that|there|this|here|ones?)\b/i;
const everything = /\b(?:all|everything|them|those|these|each|both(?! sides?))\b/i;

/**
 * Reads a visit from its segments, clause by clause in the order of speaking. Only the clinician's words tell of levels;
 * pain scores are the patient's too.
 */
export function readVisit(segments: readonly Segment[]): Visit {
  const reader = new VisitReader();
  for (const { text, role, ids } of correctedSegments(segments)) {
    for (const clause of clausesOf(text)) {
      const { groups, free } = placeGroups(clause.text);
      const isClinician = role === 'clinician' || role === 'unknown';
      if (role === 'patient' || role === 'unknown') reader.noteComplaint(clause.text, groups, role);
      if (isClinician && clause.isQuestion) reader.noteQuestion(clause.text, groups);
      reader.readScores({ text: clause.text, groups, segments: ids, isClinician, isQuestion: clause.isQuestion });
      if (!isClinician || clause.isQuestion) continue;
      reader.read({ text: clause.text, groups, free, signs: levelSigns(clause.text, groups), segments: ids });
    }
    reader.endSegment(role);
  }
  return reader.visit;
}

interface CorrectedSegment extends Pick<Segment, 'text' | 'role'> {
  /** The segment, and the next one if that corrects it. */
  readonly ids: readonly string[];
}

/** Segments with levels in short form and corrections applied, also where one corrects the one before. */
function correctedSegments(segments: readonly Segment[]): readonly CorrectedSegment[] {
  const short = segments.flatMap(({ id, role, text }) =>
    boundedTexts(text).map((piece) => ({ id, role, text: shortLevels(piece) })),
  );
  const corrected: CorrectedSegment[] = [];
  for (const { id, role, text } of short) {
    const last = corrected.at(-1);
    const own = withCorrections(text);
    if (last?.role === role) {
      const joined = `${last.text}\n${own}`;
      const together = withCorrections(joined);
      if (together !== joined) {
        const [first = '', rest = ''] = together.split('\n');
        corrected.pop();
        corrected.push({ ...last, text: first, ids: [...new Set([...last.ids, id])] }, { role, text: rest, ids: [id] });
        continue;
      }
    }
    corrected.push({ role, text: own, ids: [id] });
  }
  return corrected;
}

class VisitReader {
  readonly visit = new Visit();
  #focus: Focus = nobody;
  /** Announced to be adjusted at once. */
  #pending: Focus = nobody;
  /** How it was announced to be adjusted. */
  #pendingTechniques: readonly string[] = [];
  /** Whether the breath was asked for that goes with a thrust. */
  #pendingBreath = false;
  #adjustedLast: Focus = nobody;
  /** Whether level after level is being adjusted. */
  #adjusting = false;
  #complaint: readonly SpinalPlace[] = [];
  #asked: readonly SpinalPlace[] | undefined;

  /** The first region that the patient speaks of, or that a dictation calls painful, is what the visit is about; else the first whose
   * pain is asked for. */
  noteComplaint(text: string, groups: readonly PlaceGroup[], role: Segment['role']): void {
    if (role === 'unknown' && !/\b(?:pain|ache|aching|hurt\w*|complain\w*)\b/i.test(text)) return;
    const areas = placesOf(groups).filter(({ isLevel }) => !isLevel);
    if (this.#complaint.length === 0) this.#complaint = areas;
    if (role === 'patient' && areas.length > 0) this.#asked ??= areas;
  }

  noteQuestion(text: string, groups: readonly PlaceGroup[]): void {
    if (!asksForScore(text, groups.length > 0)) return;
    const pointed = pointsAtLevel(text) ? this.#focus.members.map(({ place }) => place) : [];
    this.#asked = groups.length > 0 ? placesOf(groups) : pointed;
    if (this.#complaint.length === 0) this.#complaint = placesOf(groups).filter(({ isLevel }) => !isLevel);
  }

  endSegment(role: Segment['role']): void {
    if (role === 'patient') this.#asked = undefined;
  }

  readScores({
    text,
    groups,
    segments,
    isClinician,
    isQuestion,
  }: Pick<Read, 'text' | 'groups' | 'segments'> & {
    readonly isClinician: boolean;
    readonly isQuestion: boolean;
  }): void {
    if (isQuestion) return;
    const asked = this.#asked !== undefined && !isClinician;
    const scores = painScoresOf(text, { asked, names: groups.length > 0 });
    if (scores.length === 0) return;
    const pointed = isClinician && pointsAtLevel(text) ? this.#focus.members.map(({ place }) => place) : [];
    const known = [pointed, this.#asked ?? [], this.#complaint, isClinician ? this.#treated(segments) : []];
    const places = scoredPlaces(text, scores, groups, {
      unnamed: known.find((each) => each.length > 0) ?? [],
      complaint: this.#complaint,
    });
    const isPatient = !isClinician;
    this.visit.addScores(
      scores.map((score, index) => ({ ...score, places: places[index] ?? [] })),
      { isPatient, segments },
    );
  }

  /** What was adjusted in the same segment, else all that was adjusted. */
  #treated(segments: readonly string[]): readonly SpinalPlace[] {
    const adjusted = this.visit.places.filter((notes) => notes.adjusted.size > 0);
    const here = adjusted.filter((notes) => segments.some((segment) => notes.adjusted.has(segment)));
    return (here.length > 0 ? here : adjusted).map(({ place }) => place);
  }

  read(clause: Read): void {
    const { text, groups, signs, segments } = clause;
    const members = groups.flatMap((group) => group.members);
    for (const { place } of members) for (const segment of segments) this.visit.at(place).mentioned.add(segment);
    for (const sign of signs) this.#addSign(clause, sign);

    const narration = this.#narrationOf(clause);
    const targets = narration === undefined ? nobody : this.#targetsOf(text, narration, segments);
    if (narration?.status === undefined || narration.status === 'done') {
      for (const group of groups) {
        if (!denies(text.slice(0, group.start))) this.visit.addSide(group.members, null);
      }
    }
    this.#addFreeSides(clause, targets);
    if (beginsAdjusting.test(text)) [this.#adjusting, this.#pendingBreath] = [true, this.#pending.members.length > 0];
    if (narration !== undefined) this.#apply(narration, targets, text, segments);
    this.#addTechniques(clause, narration, targets);
    if (members.length > 0) this.#focus = { members, segments };
    if (narration === undefined && onlyNamesPlaces(text, groups) && this.#adjusting)
      [this.#pending, this.#pendingTechniques] = [this.#focus, []];
    if (signs.length > 0 && members.length > 0 && narration === undefined) this.#adjusting = false;
  }

  #narrationOf({ text, groups, signs }: Read): Narration | undefined {
    const narration = narrationOf(text, groups, { hasSigns: signs.length > 0, isAdjusting: this.#adjusting });
    if (narration !== undefined) return narration;
    if (groups.length === 0) {
      return this.#gaveWay(text) ? { status: 'done', groups: [] } : undefined;
    }
    // `I'm adjusting T4. And T5.`
    const goesOn = this.#adjusting && /^\s*(?:and|then|also|plus)\b/i.test(text) && onlyNamesPlaces(text, groups);
    return goesOn ? { status: 'done', groups } : undefined;
  }

  /** Whether what was announced is said to be done: `Good release.`, `Big breath. Good.` */
  #gaveWay(text: string): boolean {
    return this.#pending.members.length > 0 && (tellsOfRelease(text) || (this.#pendingBreath && confirms.test(text)));
  }

  #targetsOf(text: string, { groups, status }: Narration, segments: readonly string[]): Focus {
    if (groups.length > 0) return { members: groups.flatMap((group) => group.members), segments };
    if (everything.test(text) && status === 'done') {
      const found = this.visit.places.filter(({ signs, place }) => signs.length > 0 && place.isLevel);
      return { members: found.map(({ place }) => ({ place, side: null })), segments };
    }
    if (this.#gaveWay(text)) return this.#pending;
    return pronoun.test(text) ? this.#focus : nobody;
  }

  #apply(narration: Narration, targets: Focus, text: string, segments: readonly string[]): void {
    switch (narration.status) {
      case 'done':
        for (const { place } of targets.members) {
          for (const segment of [...targets.segments, ...segments]) this.visit.at(place).adjusted.add(segment);
        }
        if (targets.members.length > 0 && isSame(targets, this.#pending)) {
          for (const { place } of targets.members) {
            for (const name of this.#pendingTechniques) this.visit.at(place).techniques.add(name);
          }
        }
        if (targets.members.length > 0) [this.#adjustedLast, this.#adjusting] = [targets, true];
        this.#pending = nobody;
        return;
      case 'announced':
        for (const { place } of targets.members) {
          for (const segment of segments) this.visit.at(place).announced.add(segment);
        }
        if (soon.test(text) && !otherTime.test(text)) {
          [this.#pending, this.#adjusting, this.#pendingBreath] = [targets, true, beginsAdjusting.test(text)];
          this.#pendingTechniques = techniqueMentions(text).map(({ name }) => name);
        }
        return;
      case 'refused':
        this.#pending = nobody;
        return;
      default:
        narration.status satisfies never;
    }
  }

  #addSign({ text, groups, segments }: Read, sign: LevelSign): void {
    const goesOn = groups.length === 0 && continuesLastPlaces(text, sign);
    const members = sign.group?.members ?? (goesOn ? this.#focus.members : []);
    for (const { place } of members) this.visit.addSign(place, sign.element, sign.words, segments);
  }

  /** A side that stands beside no place is of the sign before it, of the adjustment, or of `the same`. */
  #addFreeSides({ text, free, signs, groups }: Read, targets: Focus): void {
    for (const { side, start } of free) {
      const sign = signs.findLast((each) => each.start < start) ?? signs[0];
      if (sign !== undefined) {
        const goesOn = groups.length === 0 && continuesLastPlaces(text, sign);
        this.visit.addSide(sign.group?.members ?? (goesOn ? this.#focus.members : []), side);
      } else if (targets.members.length > 0) this.visit.addSide(targets.members, side);
      else if (groups.length === 0 && /\b(?:same|also|too|likewise)\b/i.test(text))
        this.visit.addSide(this.#focus.members, side);
    }
  }

  #addTechniques({ text, groups }: Read, narration: Narration | undefined, targets: Focus): void {
    const techniques = techniqueMentions(text).filter(({ start }) => !denies(text.slice(0, start)));
    if (narration === undefined && groups.length === 0 && this.visit.hasAdjustment) {
      const isGeneral = /\b(?:all|every\w*|throughout|today)\b/i.test(text);
      const members = isGeneral
        ? this.visit.places.filter(({ adjusted }) => adjusted.size > 0)
        : this.#adjustedLast.members;
      for (const { place } of members) {
        const known = this.visit.at(place).techniques;
        if (known.size === 0) for (const { name } of techniques) known.add(name);
      }
    }
    if (narration?.status !== 'done') return;
    techniques.forEach(({ name, start, end }, index) => {
      const next = techniques[index + 1]?.start ?? text.length;
      const last = techniques[index - 1]?.end ?? 0;
      const following = groups.filter((group) => group.start >= end && group.end <= next);
      const preceding = groups.filter((group) => group.start >= last && group.end <= start);
      const leads =
        following[0] !== undefined &&
        /^\s*(?:\w+ ){0,2}(?:for|on|at|to|of|in)\b/i.test(text.slice(end, following[0].start));
      const chosen = leads || preceding.length === 0 ? following : preceding;
      const members = chosen.length > 0 ? chosen.flatMap((group) => group.members) : targets.members;
      for (const { place } of members) this.visit.at(place).techniques.add(name);
    });
  }
}

function isSame(one: Focus, other: Focus): boolean {
  const names = ({ members }: Focus) => members.map(({ place }) => place.name).join();
  return names(one) === names(other);
}

function placesOf(groups: readonly PlaceGroup[]): readonly SpinalPlace[] {
  return groups.flatMap(({ members }) => members.map(({ place }) => place));
}
