import { heard } from './moments.ts';
import { isExcepted, type PlaceGroup } from './places/place-groups.ts';
import { asserted, denies, type Words } from './signs/asserted.ts';
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
/** Verbs that tell of it where the clause names a place. */
const placedVerb =
  /\b(?:treated|(?<=\b(?:i'm|we're) )treating|corrected|cracked|popped|set|did|doing)\b|\b9894[0-3]\b|\b(?:tx|cmt|treatments?|procedures?):?(?= (?:(?:to|of|at) )?(?:the )?(?:left |right |both )?(?:[CTLS]\d|SI\b|sacrum|occiput|atlas|ilium|rib))/i;
/** Right before the place or, with their subject, right after it: `got C6`, `took the left SI`, `C1 I moved`. */
const handled =
  '(?:got|took care of|takes care of|getting|took|taking|hit|hitting|pu(?:sh|ll)(?:ed|ing)|tapp(?:ed|ing)|thrusting|dropp(?:ed|ing)|released|correct(?:ed|ing)|fixed|moved)';
const handling = new RegExp(
  `\\b${handled}\\s+(?:(?:the|your|that|this|those|both|on|at|into)\\s+)*(?:(?:left|right)\\s+)?$`,
  'i',
);
const handledAfter = new RegExp(`^,? (?:i|we) (?:just |also |then )*${handled}\\b`, 'i');
/** `and just do the SI joint` */
const bidden = /^\W*(?:(?:and|so|okay|ok|then|all ?right)\W+)*(?:just|only|instead)\b/i;
/** Care without a thrust. */
const noThrustCare =
  /\b(?:soft[- ]tissue|stretch\w*|massag\w*|myofascial|trigger[- ]point|ultrasound|stim(?:ulation)?|e-?stim|laser|tap(?:e|ed|ing)|kinesio\w*|ice|heat|traction|cupping|needl\w+|dermatom\w*|exercis\w*)\b/i;
/** When something was, which narrates none: `after the adjustment`. */
const aside =
  /\b(?:after|since|following|post)[- ](?:(?:the|that|this|your|his|her|today's) )?(?:adjust(?:ment|ing)s?|manipulations?|treatment)\b(?! (?:of|to|at) (?:the )?(?:left |right )?(?:[CTLS]\d|SI|sacrum|atlas|axis|ilium))/gi;
/** What is announced of places: `do L3`, `get C7 first`. */
const intended =
  /\b(?:try|do|get|take|hit|treat|correct|fix|address|tap|move|start (?:with|at|on)|work on|go (?:to|after|for|easy)|give|loosen|free up|open up|unlock)\b/i;
const refusal =
  /\b(?:no thrust(?:s|ing)?\b|(?:sustained|static|ischemic) (?:\w+ )?(?:pressure|contact|hold)|(?:pressure|contact)\b[^.;]*\bheld|h[eo]ld(?:ing)?\b[^.;]* for (?:\w+[ -])?(?:\w+ )(?:seconds|minutes)|without (?:a |any |the )?thrust(?:ing)?|(?:didn't|did not|won't|not) thrust|declin\w+|refus\w+|tried (?:to )?(?=adjust|move|do\b|get)|(?:strike|scratch|delete) (?=the |[CTLS]\d)|leav(?:e|ing)|let(?:ting)? (?:it|that|this|them) be|(?:^|\b(?:i|we|i've|we've|just|so) )left (?=[CTLS]\d|the|it|that)|left (?:it |that |them )?alone|skip\w*|held off|hold(?:ing)? off|avoid\w*|not touching|didn't want to|did not want to|(?:wouldn't|won't|didn't|did not|doesn't|does not) (?:go|move|release|budge)|stay(?:ing)? (?:away|off)|contraindicated|omit\w*|passed on)\b/i;
const called = /\b(?:that|this|it) was(?: the| your)?\s*(?:left |right )?$/i;
/** `There is C6`, `that's C6`, while level after level is adjusted. */
const calledInRow =
  /\b(?:there(?: goes|'s| is| was)|(?:that|this|it)(?:'s|s| is))(?: the| your)?\s*(?:left |right )?$/i;

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
  const words = text.replace(aside, (said) => ' '.repeat(said.length));
  const act = actIn(words, groups);
  if (act !== undefined) {
    const named = placesOf(text, groups, act).filter((group) => !isExcepted(text, group));
    return { status: refusal.test(words) ? 'refused' : narrated(words, act), groups: named };
  }
  const meant = intended.exec(words);
  const status = meant === null ? 'done' : narrated(words, wordsOf(meant));
  if (groups.length > 0 && (refusal.test(words) || status === 'refused')) return { status: 'refused', groups };
  if (status === 'announced' && meant !== null) return { status, groups };
  if (hasSigns) return undefined;
  if (bidden.test(words) && groups.length > 0) return { status: 'announced', groups };
  const touched = groups.filter(
    ({ start, end }) => handling.test(text.slice(0, start)) || handledAfter.test(text.slice(end)),
  );
  if (touched.length > 0) return { status: 'done', groups: touched };
  return heard('thrust', words) || isConfirmed(text, groups, isAdjusting) ? { status: 'done', groups } : undefined;
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

/** A word that tells of an adjustment. */
interface Act extends Words {
  readonly isTechnique: boolean;
}

const wordsOf = ({ index, 0: words }: RegExpExecArray): Words => ({ start: index, end: index + words.length });

/** What tells of an adjustment in a clause: a verb, a technique, or a verb that needs a place. */
function actIn(words: string, groups: readonly PlaceGroup[]): Act | undefined {
  const spoken = verb.exec(words);
  if (spoken !== null) return { ...wordsOf(spoken), isTechnique: false };
  const isHeading = groups.length === 0 && /^\W*techniques?\b/i.test(words);
  const tellsOfSome = /\b(?:each|all|which|they|these|those|ga?ve|giving|did|us(?:ed|ing))\b/i.test(words);
  if (isHeading || (groups.length === 0 && !tellsOfSome)) return undefined;
  const technique = techniqueMentions(words).find(({ isAdjustment }) => isAdjustment);
  if (technique !== undefined) return { ...technique, isTechnique: true };
  const placed = noThrustCare.test(words) ? null : placedVerb.exec(words);
  return placed === null ? undefined : { ...wordsOf(placed), isTechnique: false };
}

const passive =
  /^[\s-]*(?:,? ?\b(?:was|were|is|are|got|being|have been|has been|all|both|also|then|(?:on the )?(?:left|right)|bilaterally|i|we)\b\s*)*$/i;

/** The lists that an adjustment is of: those right before the verb (`T4 and T5 were adjusted`), else those after it. */
function placesOf(text: string, groups: readonly PlaceGroup[], act: Act): readonly PlaceGroup[] {
  if (act.isTechnique) return groups;
  const { start, end } = act;
  const before = groups.findLast((group) => group.end <= start);
  const gap = before === undefined ? undefined : text.slice(before.end, start);
  const rest = text.slice(end);
  if (before !== undefined && gap !== undefined && passive.test(gap)) {
    // `C6 was adjusted supine, T4 prone`
    const shared = groups.filter(
      (each) => each.start >= end && /, (?:and )?(?:the )?$/i.test(text.slice(0, each.start)),
    );
    return [before, ...shared];
  }
  // What follows a denial is left out: `adjusted L5, not L4`.
  const after = groups.filter((group) => group.start >= end);
  const meant = after.filter((group) => !denies(rest, { start: group.start - end, end: group.end - end }));
  // `I adjusted that, and the neck is fine`
  const isOfPronoun = /^ (?:it|that|them|those)\b.*(?:,|\band\b)/i.test(rest.slice(0, (meant[0]?.start ?? end) - end));
  if (meant.length > 0 && !isOfPronoun) return meant;
  return before === undefined ? [] : [before];
}

/** A level that is called while it gives way: `C6, got it`, `that was L5`, `C1, there`. */
function isConfirmed(text: string, groups: readonly PlaceGroup[], isAdjusting: boolean): boolean {
  const [first] = groups;
  const last = groups.at(-1);
  if (first === undefined || last === undefined) return false;
  const [before, after] = [text.slice(0, first.start), text.slice(last.end)];
  // `C5 is moving well` and `T4 looks good` describe; they call nothing.
  if (/\b(?:is|are|looks?|feels?|seems?|checking|check)\b/i.test(after)) return false;
  if (heard('sounded', after) || called.test(before) || heard('released', text)) return true;
  if (isAdjusting && (calledInRow.test(before) || /\b(?:same(?: thing| way| again)?|likewise|ditto)\b/i.test(after)))
    return true;
  const isShort = before.trim().split(/\s+/).length <= 4;
  return isShort && (heard('gaveWay', after) || (isAdjusting && heard('confirmed', after)));
}

/** Tells whether a clause has a word of adjusting. */
export const tellsOfAdjustment = (text: string): boolean => verb.test(text);
