import { isExcepted, type Narration, narrationOf, onlyNamesPlaces, tells } from './narration.ts';
import type { PlaceGroup, SidedPlace } from './places/place-groups.ts';
import { denies } from './signs/asserted.ts';
import { type TechniqueMention, techniqueMentions } from './signs/techniques.ts';
import type { Visit } from './visit.ts';

/** Places that were named together, and the segments that name them. */
export interface Focus {
  readonly members: readonly SidedPlace[];
  readonly segments: readonly string[];
}

export const nobody: Focus = { members: [], segments: [] };

/** A clause of the clinician that may tell of an adjustment. */
export interface ToldClause {
  readonly text: string;
  readonly groups: readonly PlaceGroup[];
  readonly segments: readonly string[];
  readonly hasSigns: boolean;
}

/** Starts a row of adjustments, in which `C6, good.` says that C6 is done. */
const breath =
  /\bhere we go\b|\bjust let go\b|\b(?:deep|big) breath\b|\bbreathe (?:in|out)\b|\b(?:big )?exhale\b|\bblow (?:it )?out\b/i;
/** How a patient is placed for a thrust. */
const posture =
  /^\W*(?:you )?ready\W*$|\bover you go\b|\b(?:keep breathing|relax|let (?:it|yourself|your \w+) (?:go|drop|hang)|face (?:down|up)|on your (?:left |right |other )?(?:side|back|stomach|belly)|arms crossed|head (?:this way|to|over)|(?:left|right) side (?:up|down)|cross your arms|knee up|chin (?:down|tucked)|hold (?:still|on)|(?:lie|lay|roll|turn|flip|look|scoot|drop|tuck|hug|bend|bring|sit|stay) (?:your|away|onto|on|over|down|up|to|still|right here|back|toward\w*|forward|loose|nice))\b/i;
const soon =
  /\b(?:want to|like to|need to|going to|gonna|let's|let me|i'll|we'll|i can adjust|will|ill|well|start with|about to|ready to)\b|^\W*(?:just|only|instead) (?:do|adjust|get|take|work|treat)\b/i;
const otherTime =
  /\b(?:next|tomorrow|last|ago|previous\w*|yesterday|later|if|(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:next|another) (?:time|visit|day|week))\b/i;
const pronoun =
  /\b(?:it|that|there|this|here|ones?|them|those|these|both|which)\b|^\W*(?:(?:and|also|then|okay|ok)\W+)*(?:adjusted|manipulated|mobili[sz]ed|corrected|treated)\b/i;
const everything = /\b(?:all|everything|each)\b/i;
const several = /\b(?:them|those|these|both(?! sides?)|all (?:two|three|four|five|of them))\b/i;
/** Takes back what was said before it. */
export const takesBack =
  /\b(?:no,? wait|wait,? no|sorry|actually|correction|scratch that|strike that|i mean|correct that)\b/i;
const noThrust = /^\W*(?:(?:so|but|just|and|with) )*(?:no thrust|without (?:a |any )?thrust)\b/i;
/** It was tried. */
const stayed = /\b(?:didn't|did not|wouldn't) (?:move|go|release|budge)\b(?!.*\b(?:leave|left|let)\b)/i;
const strongPraise = /\b(?:beautiful|perfect|nice|great|excellent|lovely|wonderful)\b/i;
/** `diversified for the rest` */
const ofTheRest = /^ ?(?:for|on|at) (?:all )?(?:the )?(?:rest|others?|remaining|everything else)\b/i;
const also = /^\W*(?:and )?(?:also|plus|as well as)\b/i;
const likewise = /\b(?:same(?=\W*$)|same (?:thing|way|move|adjustment|again)|likewise|ditto)\b/i;

interface Told {
  readonly narration: Narration | undefined;
  /** The places that it is of. */
  readonly targets: Focus;
}

/** Follows the adjustments of a visit from their announcement to the thrust, clause by clause. */
export class Adjustments {
  readonly #visit: Visit;
  /** Announced to be adjusted at once, and how. */
  #pending: Focus & { readonly techniques: readonly string[] } = { ...nobody, techniques: [] };
  /** Whether the patient was placed or told to breathe for a thrust that is to come. */
  #isReady = false;
  /** Whether level after level is being adjusted. */
  #isRow = false;
  #last: Focus = nobody;
  /** What was said to be left out last. */
  #leftOut: Focus = nobody;
  /** The two places that were named last. */
  #named: readonly SidedPlace[] = [];
  /** What was said to be used today. */
  #usual: readonly string[] = [];

  constructor(visit: Visit) {
    this.#visit = visit;
  }

  /** @param focus what was named last before this clause */
  read(clause: ToldClause, focus: Focus): Told {
    const { text } = clause;
    const narration = this.#narrationOf(clause, focus);
    const targets = narration === undefined ? nobody : this.#targetsOf(clause, narration, focus);
    const isPlaced = placesPatient(text);
    if (breath.test(text) || (isPlaced && /\band\W*$/i.test(text))) this.#isRow = true;
    if (breath.test(text) || isPlaced) this.#isReady = true;
    if (narration !== undefined) this.#apply(narration, targets, clause);
    this.#addTechniques(clause, { narration, targets });
    return { narration, targets };
  }

  /** Notes what the clause named: bare places are next to be adjusted, places with signs end a row of adjustments. */
  endClause({ text, groups, segments, hasSigns }: ToldClause, narration: Narration | undefined): void {
    const members = groups.flatMap((group) => group.members);
    const names = members.map(({ place }) => place.name);
    this.#named = [...this.#named.filter(({ place }) => !names.includes(place.name)), ...members].slice(-2);
    if (narration !== undefined || groups.length === 0) return;
    if (hasSigns) this.#isRow = false;
    if (hasSigns || !(this.#isRow || (tells('turned', text) && members.every(isOneJoint)))) return;
    // `Now roll over, T4.`
    const words = text.replace(posture, (placing) => ' '.repeat(placing.length));
    if (!onlyNamesPlaces(words, groups)) return;
    // `I'll do L3. And L4.`
    const known = /^\W*(?:and|also|plus)\b/i.test(text) ? this.#pending : { ...nobody, techniques: [] };
    this.#pending = { ...known, members: [...known.members, ...members], segments: [...known.segments, ...segments] };
  }

  #narrationOf({ text, groups, hasSigns }: ToldClause, focus: Focus): Narration | undefined {
    const narration = narrationOf(text, groups, { hasSigns, isAdjusting: this.#isRow });
    if (narration?.status === 'announced' && tells('ended', text)) return { ...narration, status: 'done' };
    const done: Narration = { status: 'done', groups };
    if (groups.length > 0 && breath.test(text) && tells('ended', text) && !hasSigns) return done;
    if (narration !== undefined) return narration;
    if (groups.length === 0) return this.#gaveWay(text, focus) ? done : undefined;
    // `I'm adjusting T4. And T5.`
    const isAlone = this.#isRow && this.#pending.members.length === 0;
    return isAlone && onlyNamesPlaces(text, groups) && !tells('turned', text) ? done : undefined;
  }

  /** Whether what was announced is said to be done: `Good release.`, `Big breath. Good.` */
  #gaveWay(text: string, focus: Focus): boolean {
    const isPraise = tells('praised', text);
    if (this.#pending.members.length > 0) {
      const isPlaced = (breath.test(text) || placesPatient(text)) && tells('ended', text);
      const isMoment = this.#isReady || /^\W*(?:a+nd|there|click|pop|tap|done|all done)\b/i.test(text);
      const isStrong = this.#visit.hasAdjustment && strongPraise.test(text);
      return tells('released', text) || isPlaced || (isPraise && (isMoment || isStrong));
    }
    if (focus.members.length === 0 || isSame(focus, this.#leftOut)) return false;
    const isLater = focus.members.some(({ place }) => this.#visit.at(place).announced.size > 0);
    const isThere = isPraise && !isLater && (this.#isRow || /^\W*(?:and )?there\b/i.test(text));
    return tells('moved', text) || (this.#isReady && (isThere || tells('released', text)));
  }

  #targetsOf({ text, segments }: ToldClause, { groups, status }: Narration, focus: Focus): Focus {
    if (groups.length > 0) return { members: groups.flatMap((group) => group.members), segments };
    const isDone = status === 'done';
    // `It's the SI and T12. T12 is rotated. I'm going to adjust both.`
    if (!isDone && focus.members.length === 1 && /\b(?:both(?! sides?)|the two|those two)\b/i.test(text))
      return { members: this.#named, segments };
    if (isDone && this.#pending.members.length > 0 && this.#gaveWay(text, focus)) return this.#pending;
    const isSeveral = several.test(text) && focus.members.length > 1;
    if (isDone && !isSeveral && (everything.test(text) || several.test(text)))
      return this.#everythingFound(text, segments, focus);
    if (status === 'refused' && noThrust.test(text)) return this.#last;
    return isSeveral || pronoun.test(text) || this.#gaveWay(text, focus) ? focus : nobody;
  }

  /** All levels with signs, but for those that the clause excepts; without any, what was named last. */
  #everythingFound(text: string, segments: readonly string[], focus: Focus): Focus {
    const members = this.#visit.places
      .filter(({ signs, place, mentioned }) => {
        const isNamed = text.includes(place.name) && segments.some((id) => mentioned.has(id));
        return signs.length > 0 && isOneJoint({ place }) && !isNamed;
      })
      .map(({ place }) => ({ place, side: null }));
    return members.length > 0 ? { members, segments } : focus;
  }

  #apply({ status }: Narration, targets: Focus, { text, segments }: ToldClause): void {
    const notes = targets.members.map(({ place }) => this.#visit.at(place));
    switch (status) {
      case 'done':
        this.#adjust(targets, text, segments);
        return;
      case 'announced':
        for (const { announced } of notes) for (const segment of segments) announced.add(segment);
        if (!soon.test(text) || otherTime.test(text) || /\bwas (?:going|about) to\b/i.test(text)) return;
        this.#pending = { ...targets, techniques: techniqueMentions(text).map(({ name }) => name) };
        this.#isRow = true;
        this.#isReady = breath.test(text) || placesPatient(text);
        return;
      case 'refused': {
        // `All adjusted, except I left T2 alone.`
        const isTakenBack = (adjusted: ReadonlySet<string>) => segments.some((segment) => adjusted.has(segment));
        for (const { adjusted, techniques, usual } of notes) {
          if (stayed.test(text) || !(noThrust.test(text) || isTakenBack(adjusted))) continue;
          for (const said of [adjusted, techniques, usual]) said.clear();
        }
        this.#pending = { ...nobody, techniques: [] };
        this.#leftOut = targets;
        return;
      }
      default:
        status satisfies never;
    }
  }

  #adjust(targets: Focus, text: string, segments: readonly string[]): void {
    const announced = isSame(targets, this.#pending) ? this.#pending.techniques : [];
    const last = this.#last.members.map(({ place }) => this.#visit.at(place).techniques);
    const ofLast = [...new Set(last.flatMap((names) => [...names]))];
    const common = ofLast.filter((name) => last.every((names) => names.has(name)));
    const repeated = likewise.test(text) ? ofLast : also.test(text) ? common : [];
    for (const { place } of targets.members) {
      const { adjusted, techniques, usual } = this.#visit.at(place);
      for (const segment of [...targets.segments, ...segments]) adjusted.add(segment);
      for (const name of [...announced, ...repeated]) techniques.add(name);
      for (const name of this.#usual) usual.add(name);
    }
    this.#visit.addSide(targets.members, null);
    if (targets.members.length > 0) [this.#last, this.#isRow] = [targets, true];
    this.#pending = { ...nobody, techniques: [] };
    this.#isReady = false;
  }

  #addTechniques({ text, groups: named }: ToldClause, { narration, targets }: Told): void {
    const told = techniqueMentions(text).filter(
      ({ start, end }) =>
        !denies(text, { start, end }, 'procedure') && !/^ (?:no\b(?=\W*$|,)|not today)/i.test(text.slice(end)),
    );
    const ofRest = told.filter(({ end }) => ofTheRest.test(text.slice(end)));
    const techniques = told.filter((each) => !ofRest.includes(each));
    if (techniques.length > 0 && named.length === 0 && targets.members.length === 0)
      this.#addGeneral(text, techniques, narration);
    if (narration?.status === 'done' && targets.members.length > 0) {
      const narrated = narration.groups.length > 0 ? narration.groups : named;
      const groups = narrated.filter((group) => !isExcepted(text, group));
      for (const technique of techniques) {
        const chosen = groupsOf(technique, techniques, text, groups).flatMap((group) => membersWith(text, group));
        for (const { place } of chosen.length > 0 ? chosen : targets.members)
          this.#visit.at(place).techniques.add(technique.name);
      }
    }
    const others = this.#visit.places.filter((notes) => notes.adjusted.size > 0 && notes.techniques.size === 0);
    for (const notes of others) for (const { name } of ofRest) notes.techniques.add(name);
  }

  /**
   * A technique that is told before the adjustments is used today; after them it is that of the last ones, `diversified
   * throughout` of all.
   */
  #addGeneral(text: string, techniques: readonly TechniqueMention[], narration: Narration | undefined): void {
    if (narration?.status === 'refused') return;
    const names = techniques.map(({ name }) => name);
    const said = text.slice(0, techniques.at(-1)?.end);
    if (
      (soon.test(said) || /^\W*(?:everything|all of it)\b|^\W*[\w -]+ today\W*$/i.test(text)) &&
      !otherTime.test(said)
    )
      this.#usual = names;
    if (narration?.status === 'announced' || !this.#visit.hasAdjustment) return;
    const isGeneral = /^\W*techniques?\b|\b(?:all|every\w*|throughout|today)\b/i.test(text);
    const adjusted = this.#visit.places.filter((notes) => notes.adjusted.size > 0);
    for (const { place } of isGeneral ? adjusted : this.#last.members) {
      const known = this.#visit.at(place).techniques;
      if (takesBack.test(text)) known.clear();
      if (known.size === 0) for (const name of names) known.add(name);
    }
  }
}

/** The lists of places in a clause that a technique is of: those after it in `Activator for C5`, else those before it. */
function groupsOf(
  { start, end }: TechniqueMention,
  techniques: readonly TechniqueMention[],
  text: string,
  groups: readonly PlaceGroup[],
): readonly PlaceGroup[] {
  // `diversified side posture adjustment` is of both.
  const isApart = (from: number, to: number) => /\w/.test(text.slice(from, to));
  const next = techniques.find(
    (each, index) => each.start > start && isApart(techniques[index - 1]?.end ?? 0, each.start),
  );
  const last = techniques.findLast((each) => each.end <= start)?.end ?? 0;
  const following = groups.filter((group) => group.start >= end && group.end <= (next?.start ?? text.length));
  const preceding = groups.filter(
    (group) => group.start >= last && group.end <= start && !isLeftBehind(text.slice(group.end, start)),
  );
  const gap = text.slice(end, following[0]?.start ?? end);
  const isPrefix = groups.every((group) => group.start > (techniques[0]?.start ?? 0)) && !gap.includes(',');
  const leads = following.length > 0 && (isPrefix || /^\s*(?:\w+ ){0,4}(?:for|on|at|to|of|in)\b/i.test(gap));
  return leads || preceding.length === 0 ? following : preceding;
}

/** In `T4 prone and L1 in side posture` the position parts the first place from what is said of the second. */
function isLeftBehind(gap: string): boolean {
  return /\b(?:prone|supine|seated|sitting|standing)\b.*\b(?:[CTLS]\d|and )/i.test(gap);
}

/** Of `the knee, and the elbow with the Activator` only the second; of a longer list, all. */
function membersWith(text: string, { members, start, end }: PlaceGroup): readonly SidedPlace[] {
  return members.length === 2 && /,\s*and\b/i.test(text.slice(start, end)) ? members.slice(1) : members;
}

function isOneJoint({ place: { isLevel, name, region } }: Pick<SidedPlace, 'place'>): boolean {
  return isLevel || name.startsWith('rib ') || region.endsWith('extremity');
}

function isSame(one: Focus, other: Focus): boolean {
  const names = ({ members }: Focus) => members.map(({ place }) => place.name).join();
  return names(one) === names(other);
}

/** Tells whether a clause tells the patient how to lie, so that a knee in it is no place of the examination. */
export function placesPatient(text: string): boolean {
  return posture.test(text);
}
