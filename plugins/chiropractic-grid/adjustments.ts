import { heard, onlyNamesPlaces } from './moments.ts';
import { type Narration, narrationOf, tellsOfAdjustment } from './narration.ts';
import { isExcepted, type PlaceGroup, type SidedPlace } from './places/place-groups.ts';
import { isJoint, type SpinalPlace } from './places/spine.ts';
import { techniquesTold } from './signs/techniques-told.ts';
import type { PlaceNotes, Visit } from './visit.ts';

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

const otherTime = /\b(?:next|tomorrow|last|ago|previous\w*|yesterday|later|if|another|\w+day)\b(?<!\btoday)/i;
const notNow = /\bwas (?:going|about) to\b/i;
const soon =
  /\b(?:want|like|need|going|about|ready|have) to\b|\b(?:gonna|let's|let me|i'll|we'll|i can|will|ill|(?<!as )well|start with)\b|^\W*(?:(?:and|so|okay|ok|then|all ?right)\W+)*(?:just|only|instead) /i;
const pronoun =
  /\b(?:it|that|there|this|here|ones?|them|those|these|both|which)\b|^\W*(?:(?:and|also|then|okay|ok)\W+)*(?:(?:adjustment|manipulation)s? (?:with|by|using|in)|adjusted|manipulated|mobili[sz]ed|corrected|treated)\b/i;
const both = /\b(?:both(?! sides?)|the two|those two)\b/i;
const everything = /\b(?:all|everything|each|them|those|these|both(?! sides?))\b/i;
/** Takes back what was said before it. */
export const takesBack =
  /\b(?:no,? wait|wait,? no|sorry|actually|correction|scratch that|strike that|i mean|correct that)\b/i;
const noThrust = /^\W*(?:(?:so|but|just|and|with) )*(?:no thrust(?:s|ing)?|without (?:a |any )?thrust)\b/i;
const again =
  /^\W*(?:and )?(?:also|plus|as well as)\b|\b(?:same(?=\W*$)|same (?:thing|way|move|adjustment|again)|likewise|ditto)\b/i;

interface Told {
  readonly narration: Narration | undefined;
  /** The places that it is of. */
  readonly targets: Focus;
}

/** Follows the adjustments of a visit from their announcement to the thrust, clause by clause. */
export class Adjustments {
  readonly #visit: Visit;
  /** Announced to be adjusted at once. */
  #pending = nobody;
  /** What was announced last, and how: of several, each may be called by itself. */
  #planned: Focus & { readonly techniques: readonly string[] } = { ...nobody, techniques: [] };
  /** Whether the patient was placed or told to breathe for a thrust that is to come. */
  #isReady = false;
  /** Whether level after level is being adjusted. */
  #isRow = false;
  #last: Focus = nobody;
  /** The two places that were named last. */
  #named: readonly SidedPlace[] = [];
  /** What was only named, as the next of a row of adjustments. */
  #called: readonly SidedPlace[] = [];
  /** What was said to be left out last. */
  #leftOut: Focus = nobody;

  constructor(visit: Visit) {
    this.#visit = visit;
  }

  /** @param focus what was named last before this clause */
  read(clause: ToldClause, focus: Focus): Told {
    const { text } = clause;
    const narration = this.#narrationOf(clause, focus);
    const targets = narration === undefined ? nobody : this.#targetsOf(clause, narration, focus);
    if (heard('breath', text) || heard('placed', text)) [this.#isRow, this.#isReady] = [true, true];
    if (narration !== undefined) this.#apply(narration, targets, clause);
    this.#addTechniques(clause, { narration, targets });
    return { narration, targets };
  }

  /** The patient has a say: what was announced needs to be named anew, and what was only called was not done. */
  refuse(groups: readonly PlaceGroup[]): void {
    this.#pending = nobody;
    const regions = groups.flatMap(({ members }) => members.map(({ place }) => place.region));
    for (const { place } of this.#called) if (regions.includes(place.region)) this.#clear(place);
  }

  #clear(place: SpinalPlace): void {
    this.#visit.at(place).adjusted.clear();
    this.#visit.at(place).techniques.clear();
  }

  /** Notes what the clause named: bare places are next to be adjusted, places with signs end a row of adjustments. */
  endClause({ text, groups, segments }: ToldClause, narration: Narration | undefined): void {
    const members = groups.flatMap((group) => group.members);
    const names = members.map(({ place }) => place.name);
    this.#named = [...this.#named.filter(({ place }) => !names.includes(place.name)), ...members].slice(-2);
    if (narration !== undefined || !onlyNamesPlaces(text, groups)) return;
    if (!this.#isRow && !(heard('turned', text) && members.every(({ place }) => isJoint(place)))) return;
    // `I'll do L3. And L4.`
    const known = this.#pending;
    this.#pending = { members: [...known.members, ...members], segments: [...known.segments, ...segments] };
  }

  #narrationOf({ text, groups, hasSigns }: ToldClause, focus: Focus): Narration | undefined {
    const narration = narrationOf(text, groups, { hasSigns, isAdjusting: this.#isRow });
    const done: Narration = { status: 'done', groups };
    const isMoment = heard('ended', text) && (narration?.status === 'announced' || heard('breath', text));
    if (groups.length > 0 && isMoment && !hasSigns) return done;
    if (narration !== undefined) return narration;
    if (groups.length === 0) return this.#gaveWay(text, focus) ? done : undefined;
    // `I'm adjusting T4. And T5.`
    const isAlone = this.#isRow && this.#pending.members.length === 0;
    return isAlone && onlyNamesPlaces(text, groups) ? done : undefined;
  }

  /** Whether what was announced, or named last, is said to be done: `Good release.`, `Big breath. Good.` */
  #gaveWay(text: string, focus: Focus): boolean {
    const isPraised = heard('praised', text) && (this.#isReady || heard('now', text));
    const isMoved = heard('released', text) || isPraised;
    if (this.#pending.members.length > 0) return isMoved;
    if (isSame(focus, this.#leftOut)) return false;
    return heard('moved', text) || (this.#isReady && isMoved && !this.#isLater(focus));
  }

  /** Whether an adjustment was spoken of that is not to be made at once. */
  #isLater({ members }: Focus): boolean {
    return members.some(({ place }) => this.#visit.at(place).announced.size > 0);
  }

  #targetsOf({ text, segments }: ToldClause, { groups, status }: Narration, focus: Focus): Focus {
    if (groups.length > 0) return { members: groups.flatMap((group) => group.members), segments };
    if (status === 'done' && this.#pending.members.length > 0 && this.#gaveWay(text, focus)) return this.#pending;
    // `It's the SI and T12. T12 is rotated. I'm going to adjust both.`
    if (status !== 'done' && focus.members.length === 1 && both.test(text)) return { members: this.#named, segments };
    if (everything.test(text)) return this.#everythingFound(text, segments, focus);
    if (status === 'refused' && noThrust.test(text)) return this.#last;
    if (status === 'done' && !tellsOfAdjustment(text) && this.#isLater(focus)) return nobody;
    return pronoun.test(text) || this.#gaveWay(text, focus) ? focus : nobody;
  }

  /** All levels with signs, but for those that the clause excepts; without any, what was named last. */
  #everythingFound(text: string, segments: readonly string[], focus: Focus): Focus {
    const members = this.#visit.places
      .filter(({ signs, place }) => signs.length > 0 && !text.includes(place.name))
      .map(({ place }) => ({ place, side: null }));
    return members.length > 0 ? { members, segments } : focus;
  }

  #apply({ status }: Narration, targets: Focus, { text, segments, groups }: ToldClause): void {
    const notes = targets.members.map(({ place }) => this.#visit.at(place));
    switch (status) {
      case 'done':
        this.#adjust(targets, text, segments, onlyNamesPlaces(text, groups));
        return;
      case 'announced':
        for (const { announced } of notes) for (const segment of segments) announced.add(segment);
        if (!soon.test(text) || otherTime.test(text) || notNow.test(text)) return;
        this.#pending = targets;
        this.#planned = { ...targets, techniques: techniquesTold(text).names };
        this.#isRow = true;
        return;
      case 'refused': {
        // `All adjusted, except I left T2 alone.`
        const isTakenBack = ({ place, adjusted }: PlaceNotes) =>
          segments.some((segment) => adjusted.has(segment)) ||
          this.#called.some((each) => each.place.name === place.name);
        for (const each of notes)
          if (!heard('stayed', text) && (noThrust.test(text) || isTakenBack(each))) this.#clear(each.place);
        this.#pending = nobody;
        this.#leftOut = targets;
        return;
      }
      default:
        status satisfies never;
    }
  }

  #adjust(targets: Focus, text: string, segments: readonly string[], isCalled: boolean): void {
    const planned = this.#planned.members.map(({ place }) => place.name);
    const isPlanned = targets.members.every(({ place }) => planned.includes(place.name));
    const announced = isPlanned ? this.#planned.techniques : [];
    const last = this.#last.members.map(({ place }) => this.#visit.at(place).techniques);
    const common = [...(last[0] ?? [])].filter((name) => last.every((names) => names.has(name)));
    const repeated = again.test(text) ? common : [];
    for (const { place } of targets.members) {
      const { adjusted, techniques } = this.#visit.at(place);
      for (const segment of [...targets.segments, ...segments]) adjusted.add(segment);
      for (const name of [...announced, ...repeated]) techniques.add(name);
    }
    this.#visit.addSide(targets.members, null);
    if (targets.members.length > 0) [this.#last, this.#isRow] = [targets, true];
    this.#called = isCalled ? targets.members : [];
    this.#pending = nobody;
    this.#isReady = false;
  }

  #addTechniques({ text }: ToldClause, { narration, targets }: Told): void {
    const { names, end, ofRest, placesWith } = techniquesTold(text);
    if (names.length > 0 && targets.members.length === 0)
      this.#addGeneral(text, names, narration?.status, text.slice(0, end));
    if (narration?.status === 'done') {
      for (const { name, members } of placesWith(narration.groups.filter((group) => !isExcepted(text, group))))
        for (const { place } of members.length > 0 ? members : targets.members)
          this.#visit.at(place).techniques.add(name);
    }
    const others = this.#visit.places.filter((notes) => notes.adjusted.size > 0 && notes.techniques.size === 0);
    for (const notes of others) for (const name of ofRest) notes.techniques.add(name);
  }

  /**
   * A technique that is announced or told of all is that of everything without another; else it is that of the last
   * adjustments.
   */
  #addGeneral(text: string, names: readonly string[], status: Narration['status'] | undefined, said: string): void {
    if (status === 'refused' || otherTime.test(said)) return;
    const isGeneral = /^\W*techniques?\b|\b(?:all|every\w*|throughout|today)\b/i.test(text);
    // `Let's do L5. Side posture.`
    if (this.#pending.members.length > 0) this.#planned = { ...this.#planned, techniques: names };
    if (soon.test(said) || isGeneral) this.#visit.usual = names;
    if (status === 'announced' || isGeneral || this.#pending.members.length > 0) return;
    for (const { place } of this.#last.members) {
      const known = this.#visit.at(place).techniques;
      if (takesBack.test(text)) known.clear();
      if (known.size === 0) for (const name of names) known.add(name);
    }
  }
}

function isSame(one: Focus, other: Focus): boolean {
  const names = ({ members }: Focus) => members.map(({ place }) => place.name).join();
  return names(one) === names(other);
}
