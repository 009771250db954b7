import type { PlaceGroup } from './places/place-groups.ts';
import { asserted, asserts, denies, type Words } from './signs/asserted.ts';
import { techniqueMentions } from './signs/techniques.ts';

/**
 * What a clause narrates of an adjustment.
 *
 * - `done`: it is made now, or was in this session
 * - `announced`: planned, recommended, recalled from an earlier visit
 * - `refused`: declined or left out
 */
export type Narrated = 'done' | 'announced' | 'refused';

export interface Narration {
  readonly status: Narrated;
  /** The places that the clause names for it; empty if it says `it`, `them`, `there`. */
  readonly groups: readonly PlaceGroup[];
}

const verb = /\b(?:adjust(?:ed|ing|ments?)?|manipulat(?:ed|ing|ions?|e)|thrusts?|mobili[sz](?:ed|ing|ations?|e))\b/i;
/** Verbs that tell of it where they have a place. */
const placedVerb =
  /\b(?:treated|corrected|cracked|popped|set|did|doing)\b|\b9894[0-3]\b|\b(?:tx|cmt|treatments?|procedures?):?(?= (?:(?:to|of|at) )?(?:the )?(?:left |right |both )?(?:[CTLS]\d|SI\b|sacrum|occiput|atlas|ilium|rib))/i;
/** `and just do the SI joint` */
const bidden = /^\W*(?:and |so )?(?:just|only|instead) (?:do|adjust|get|take|work|treat)\b/i;
/** Care without a thrust. */
const noThrustCare =
  /\b(?:soft[- ]tissue|stretch\w*|massag\w*|myofascial|trigger[- ]point|ultrasound|stim(?:ulation)?|e-?stim|laser|tap(?:e|ed|ing)|kinesio\w*|ice|heat|traction|cupping|needl\w+|dermatom\w*|exercis\w*)\b/i;
/** What tells of no other time and of no adjustment: `same as last time`, `let me correct that`, `after the adjustment`. */
const aside =
  /\ba (?:second|moment|minute) ago\b|\b(?:the )?(?:same|just|much|exactly)? ?(?:as|like) (?:(?:the |we did )?(?:last|previous) (?:time|visit|week)|before|always|usual)\b|\blet me correct (?:that|myself)\b|\b(?:after|since|following|post)[- ](?:(?:the|that|this|your|his|her|today's) )?(?:adjust(?:ment|ing)s?|manipulations?|treatment)\b(?! (?:of|to|at) (?:the )?(?:left |right )?(?:[CTLS]\d|SI|sacrum|atlas|axis|ilium))/gi;
/** Said right before the places that are adjusted: `got C6`, `took the left SI`. */
const handling =
  /\b(?:got|took care of|takes care of|getting|took|taking|hit|hitting|pushed|pushing|tapped|tapping|thrusting|dropped|dropping|released|corrected|correcting|fixed)\s+(?:(?:the|your|that|this|those|both|on|at|into)\s+)*(?:(?:left|right)\s+)?$/i;
/** The thrust as a thing: `here's the click at C2`, `one more drop`. */
const thrust =
  /\b(?:here's|here comes|here is|one(?: more| last)?|another|quick|gentle|light|little|two|three|a few|a couple(?: of)?) (?:\w+ )?(?:clicks?|taps?|thrusts?|drops?|pulses?|impulses?|pulls?|push(?:es)?|nudges?)\b/i;
/** What is announced of places: `do L3`, `get C7 first`. */
const intended =
  /\b(?:try|do|get|take|hit|treat|correct|fix|address|tap|move|start (?:with|at|on)|work on|go (?:to|after|for|easy)|give|loosen|free up|open up|unlock)\b/i;
const refusal =
  /\b(?:no thrust|(?:sustained|static|ischemic) (?:\w+ )?(?:pressure|contact|hold)|(?:pressure|contact)\b[^.;]*\bheld|h[eo]ld(?:ing)?\b[^.;]* for (?:\w+[ -])?(?:\w+ )(?:seconds|minutes)|without (?:a |any |the )?thrust(?:ing)?|(?:didn't|did not|won't|not) thrust|declin\w+|refus\w+|leav(?:e|ing)|let(?:ting)? (?:it|that|this|them) be|(?:^|\b(?:i|we|i've|we've|just|so) )left (?=[CTLS]\d|the|it|that)|left (?:it |that |them )?alone|skip\w*|held off|hold(?:ing)? off|avoid\w*|not touching|didn't want to|did not want to|(?:wouldn't|won't|didn't|did not|doesn't|does not) (?:go|move|release|budge)|stay(?:ing)? (?:away|off)|contraindicated|omit\w*|passed on)\b/i;
/** A level that is called while it gives way: `C6, got it`, `that was L5`, `C1, there`. */
const confirmed =
  /\b(?:got it|got that|there(?: it (?:is|goes|went)| you go| we go)?|nice(?:ly)?|perfect|done|beautiful|excellent|released|let go|moved|popped|cleared|good)\b/i;
const gaveWay =
  /\b(?:went(?=\W*$)|went (?:with it|too|as well|along|(?:very |really |quite )?(?:nicely|well|easily))|got it|got that|released|let go|moved|popped|cleared)\b/i;
const called = /\b(?:that|this|it) was(?: the| your)?\s*(?:left |right )?$/i;
/** `There is C6`, `that's C6`, while level after level is adjusted. */
const calledInRow =
  /\b(?:there(?: goes|'s| is| was)|(?:that|this|it)(?:'s|s| is))(?: the| your)?\s*(?:left |right )?$/i;
const release =
  /\b(?:(?:good|nice|great|big|clean|audible|beautiful|excellent|perfect|lovely|wonderful) (?:release|cavitation|pop|movement|motion|correction|one)|there (?:we|you) go|there it (?:is|goes|went)|(?:that(?: one)?|it|both|all|they|those)(?: of (?:them|those))?(?: (?:just|really|all|both))? (?:moved|went(?! nowhere)|released|popped|cleared|gave|let go|opened up)|got (?:it|that(?: one)?|them|both|those|all|'em)\b|let go (?:nicely|well)|(?:moved|released|went) (?:nicely|well|easily|great))\b/i;
const praise =
  '(?:good|great|nice|perfect|excellent|beautiful|wonderful|awesome|lovely|fantastic|super|there|done|all done|that.s it|nailed it|yep|yes)(?: (?:one|job|work|girl|man|stuff|and easy))?';
const noise = '(?:click|pop|tap|pow|boom)';
/** Said after the thrust: `Good.`, `And there.` */
const confirmation = new RegExp(
  `^\\W*(?:(?:and|a+nd|okay|ok|very|oh|yeah|so)\\W+)*(?:${praise}|${noise})(?:\\W+(?:${praise}|${noise}|again|and))*\\W*$`,
  'i',
);
/** The moment of the thrust ends a sentence: `look away from me, and there.` */
const momentAtEnd = new RegExp(
  `(?:,|\\band\\b|^[^,.;]+(?<!\\b(?:be|feels?|is|it's|looks?|sounds?|pretty|so|really|very|doing|was|over|in|out|right))\\s)\\s*(?:and |a+nd )?(?:there(?: (?:it (?:is|goes|went)|we go|you go))?|${praise})\\W*$`,
  'i',
);

/** The bare words of a place in a row: `And T5.`, `now the left SI`, `On to L4.` */
const bare =
  /^(?:[\s,.…]|\b(?:and|then|now|next|also|so|okay|ok|alright|all right|the|your|left|right|plus|on|to|up|over|down|back|moving|just|first|last|finally|today|other|side|sides|both|too|as well|yes|yeah|same|with|for)\b)*$/i;
/**
 * Reads what a clause narrates of an adjustment; undefined if nothing. Left out comes before planned, planned before
 * done.
 *
 * @param text a clause with its levels in short form
 * @param context whether the clause tells of signs, and whether level after level is being adjusted
 */
export function narrationOf(
  text: string,
  groups: readonly PlaceGroup[],
  { hasSigns, isAdjusting }: { readonly hasSigns: boolean; readonly isAdjusting: boolean },
): Narration | undefined {
  const words = text.replace(aside, ' ');
  const spoken = verbOf(words, groups);
  const said = (spoken ?? intended).exec(words);
  const status = said === null ? 'done' : narrated(words, { start: said.index, end: said.index + said[0].length });
  if (spoken !== undefined) {
    const named = placesOf(text, groups, spoken).filter((group) => !isExcepted(text, group));
    return { status: refusal.test(words) ? 'refused' : status, groups: named };
  }
  const isPlanned = status === 'announced' || bidden.test(words);
  const isAnnounced = isPlanned && intended.test(words);
  if (groups.length === 0) return isAnnounced ? { status: 'announced', groups } : undefined;
  if (refusal.test(words) || status === 'refused') return { status: 'refused', groups };
  if (isPlanned) return isAnnounced ? { status: 'announced', groups } : undefined;
  if (hasSigns || groups.every((group) => denies(words, group, 'procedure'))) return undefined;
  const handled = groups.filter(({ start }) => handling.test(text.slice(0, start)));
  if (handled.length > 0) return { status: 'done', groups: handled };
  return thrust.test(words) || isConfirmed(text, groups, isAdjusting) ? { status: 'done', groups } : undefined;
}

function narrated(text: string, words: Words): Narrated {
  const status = asserted(text, words, 'procedure');
  switch (status) {
    case 'present':
      return 'done';
    case 'absent':
    case 'declined':
    case 'stopped':
      return 'refused';
    case 'possible':
    case 'conditional':
    case 'historical':
    case 'planned':
      return 'announced';
    default:
      return status satisfies never;
  }
}

/** The pattern of the word that tells of an adjustment, in this clause. */
function verbOf(words: string, groups: readonly PlaceGroup[]): RegExp | undefined {
  if (verb.test(words)) return verb;
  if (groups.length === 0 && /^\W*techniques?\b/i.test(words)) return undefined;
  if (groups.length === 0 && !/\b(?:each|all|which|they|these|those|ga?ve|giving|did|us(?:ed|ing))\b/i.test(words))
    return undefined;
  const technique = techniqueMentions(words).find(({ isAdjustment }) => isAdjustment);
  return technique?.pattern ?? (placedVerb.test(words) && !noThrustCare.test(words) ? placedVerb : undefined);
}

/** The lists that an adjustment is of: those right before the verb (`T4 and T5 were adjusted`), else those after it. */
function placesOf(text: string, groups: readonly PlaceGroup[], pattern: RegExp): readonly PlaceGroup[] {
  const at = text.search(pattern);
  if (at < 0 || techniqueMentions(text).some((technique) => technique.pattern === pattern)) return groups;
  const end = at + (pattern.exec(text)?.[0].length ?? 0);
  const before = groups.findLast((group) => group.end <= at);
  const after = groups.filter((group) => group.start >= end);
  const gap = before === undefined ? undefined : text.slice(before.end, at);
  // `left wrist, adjusted, and …`
  const closes = /^\s*(?:[,.;]|$)/.test(text.slice(end));
  const passive =
    /^[\s-]*(?:,? ?\b(?:was|were|is|are|got|being|have been|has been|all|both|also|then|(?:on the )?(?:left|right)|bilaterally|i|we)\b\s*)*$/i;
  if (before !== undefined && gap !== undefined && passive.test(gap) && (!/,\s*$/.test(gap) || closes)) return [before];
  // What follows a denial is left out: `adjusted L5, not L4`.
  const rest = text.slice(end);
  const meant = after.filter((group) => !denies(rest, { start: group.start - end, end: group.end - end }, 'procedure'));
  if (meant.length > 0) return meant;
  return before === undefined ? [] : [before];
}

function isConfirmed(text: string, groups: readonly PlaceGroup[], isAdjusting: boolean): boolean {
  const [first] = groups;
  const last = groups.at(-1);
  if (first === undefined || last === undefined) return false;
  const [before, after] = [text.slice(0, first.start), text.slice(last.end)];
  // `C5 is moving well` and `T4 looks good` describe; they call nothing.
  if (/\b(?:is|are|looks?|feels?|seems?|checking|check)\b/i.test(after) || /\b(?:check\w*|look\w*)\b/i.test(before))
    return false;
  if (/^[\s,]*(?:(?:on the )?(?:left|right)[\s,]+)?(?:and )?(?:click|tap|pop|pow|boom)\W*$/i.test(after)) return true;
  if (called.test(before) || release.test(text) || (isAdjusting && calledInRow.test(before))) return true;
  if (isAdjusting && /\b(?:same(?: thing| way| again)?|likewise|ditto)\b/i.test(after)) return true;
  const isShort = before.trim().split(/\s+/).length <= 4;
  return isShort && (gaveWay.test(after) || (isAdjusting && confirmed.test(after)));
}

const excepted =
  /\b(?:except|excluding|save|other than|apart from|aside from|besides|but)(?: for)?(?: (?:the|your|at))*(?: (?:left|right))?\s*$/i;

/** Tells whether a clause leaves a place out: `all but C1`. */
export function isExcepted(text: string, { start }: PlaceGroup): boolean {
  return excepted.test(text.slice(0, start));
}

const moments = {
  /** Says of what was spoken of last that it was moved: `Nice release.` Needs no announcement. */
  moved:
    /\b(?:good|nice|great|big|clean|audible|beautiful|excellent|perfect|lovely) (?:release|cavitation|pop)\b|\b(?:it|that|they) (?:just )?(?:let go|released|popped|gave way)\b/i,
  /** Says it of what was announced: `Good release there.`, `One more tap.` */
  released: new RegExp(`${release.source}|${thrust.source}`, 'i'),
  /** Says no more than that it went well: `And there.`, `Good.` */
  praised: confirmation,
  /** Ends with the moment of it: `look away, and there.` */
  ended: momentAtEnd,
  /** Turns to the next place: `Now the sacrum.` */
  turned:
    /^\W*(?:the )?(?:left |right )?\S+ (?:first|next)\W*$|^\W*(?:(?:okay|ok|alright|all right|and|so)\W+)*(?:now|next|so|then|first|last|finally|today|(?:moving |going |over )?on to|moving to)\b/i,
};

/** Tells whether a clause tells of a moment of an adjustment that is under way. */
export function tells(moment: keyof typeof moments, text: string): boolean {
  const isDenied = (moment === 'moved' || moment === 'released') && !asserts(text, moments[moment]);
  return moments[moment].test(text) && !isDenied;
}

/** Tells whether a clause has a word of adjusting. */
export function tellsOfAdjustment(text: string): boolean {
  return verb.test(text);
}

/** Tells whether a clause only names places, so that it goes on with what was said before it: `And T5.` */
export function onlyNamesPlaces(text: string, groups: readonly PlaceGroup[]): boolean {
  const rest = groups.toReversed().reduce((left, { start, end }) => left.slice(0, start) + left.slice(end), text);
  return groups.length > 0 && bare.test(rest);
}
