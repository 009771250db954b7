import { type PlaceGroup, placeGroups } from '../places/place-groups.ts';
import { scorePattern } from '../places/spoken-levels.ts';
import { ofPlace } from '../signs/level-signs.ts';
import { anySign } from '../signs/sign-words.ts';
import { techniqueMentions } from '../signs/techniques.ts';

/** What a list of places has before it as the subject of a statement: `and the right` */
const determiner =
  /(?:,? ?\b(?:and|then|also|while|with)\b ?)*(?:\b(?:the|your|his|her)\b ?)?(?:\b(?:left|right|both) )?$/i;
const preposition = /\b(?:at|of|over|in|on|to|from|around|for|near|about|adjust\w*|did|do)\s*$/i;
const copula =
  /^\s*(?:side |,? ?on (?:the |your )?(?:left|right)(?: side)? |both sides |bilaterally )?(?:(?:is|are|was|were|isn't|aren't|wasn't|has|have|had|feels?|shows?|seems?|looks?|still|(?:too|also)(?!\W*$))\b|'s\b)/i;
/** `T5 i left alone`, `the jaw on the right mobilized` */
const leftOut =
  /^\s*(?:(?:on the )?(?:left|right) )?(?:(?:i|we) )?(?:left (?=alone|out|it|that|as)|leave|leaving|skip\w*|did(?: not|n't)|won't|(?:no|not) (?:adjusted|manipulated|mobili[sz]ed|treated)\b|(?:free|fine|clear|unremarkable)\b|(?:was |were )?(?:adjusted|manipulated|mobili[sz]ed)(?= ?[,.]|$| (?:with|in|by|using|via)\b))/i;
/** `the neck is a one` stays with the scores of other places. */
const scored = new RegExp(`^\\s*(?:\\S+ ){0,4}${scorePattern}\\b`, 'i');
const bareSign = new RegExp(
  `^\\s*(?:on the (?:left|right) )?(?:very |a (?:bit|little) |quite )?(?:${anySign.source})`,
  'i',
);
const signThenSide = new RegExp(`(?:${anySign.source})\\s+(?:left|right) $`, 'i');
/**
 * Splits a sentence where it begins to speak of other places: `C5 is tender on the left T4 is restricted` are two
 * statements, `C5 and T4 are restricted` is one.
 */
export function statementsOf(sentence: string): readonly string[] {
  const { groups } = placeGroups(sentence);
  if (groups.length === 0) return [sentence];
  const starts = [
    ...groups.flatMap((group) => subjectStart(sentence, group)),
    ...signStarts(sentence, groups),
    ...adjustmentStarts(sentence, groups),
    ...techniqueStarts(sentence, groups),
  ].toSorted((a, b) => a - b);
  const statements: string[] = [];
  let from = 0;
  for (const start of starts) {
    const isOwn =
      groups.some((group) => group.start >= from && group.start < start) ||
      /\ball\b.*\b(?:adjusted|manipulated)\b/i.test(sentence.slice(from, start));
    if (!isOwn) continue;
    statements.push(sentence.slice(from, start));
    from = start;
  }
  return [...statements, sentence.slice(from)];
}

/** Where the statement begins of which a list of places is the subject. */
function subjectStart(text: string, group: PlaceGroup): readonly number[] {
  const [before, after] = [text.slice(0, group.start), text.slice(group.end)];
  const own = determiner.exec(before);
  const start = own?.index ?? group.start;
  const depends = preposition.test(before.slice(0, start));
  const isSubject = leftOut.test(after) || (copula.test(after) && !scored.test(after)) || bareSign.test(after);
  if (!isSubject) return [];
  const last = text.slice(0, group.end).lastIndexOf(' and ');
  // `tenderness at C5 and L4 is restricted`, but not `C5 and L4 are restricted`.
  if (last > group.start && depends && isComplete(before))
    return isComplete(after) || leftOut.test(after) ? [last] : [];
  // `C7 tender right T4 fixated`: of a vertebra the side is told after the sign.
  if (!depends) return [signThenSide.test(before) && /^[CTLS]\d/.test(text.slice(group.start)) ? group.start : start];
  // `fixated on the right T6 is restricted`: the side is of what was said before.
  return /\bon (?:the )?(?:left|right) $/i.test(before) ? [group.start] : [];
}

/** Where a sign begins a statement that names its place: `C5 is tender, spasm at C6` */
function signStarts(text: string, groups: readonly PlaceGroup[]): readonly number[] {
  return [...text.matchAll(anySign)].flatMap(({ index, 0: words }) => {
    const end = index + words.length;
    const next = groups.find((group) => group.start >= end);
    if (next === undefined || !ofPlace.test(text.slice(end, next.start)) || subjectStart(text, next).length > 0)
      return [];
    return groups.some((group) => group.end <= index) && isComplete(text.slice(0, index)) ? [index] : [];
  });
}

/** `corrected the ilium and adjusted the sacrum`; `C5 tender, adjusted right, C6 tender, adjusted` */
const furtherAdjustment =
  /(?:,? and|,) (?:then |also )?(?:(?:i |we )?(?:(?:did not|didn't|did) adjust|adjusted|manipulated|mobili[sz]ed|corrected|treated|gave|tapped|toggled|thrust(?:ed)?)|an? (?:[\w-]+ ){0,3}(?:adjustment|manipulation|thrust|drop) (?:to|of|at|on)) |(?<=, (?:adjusted|manipulated|mobilized)(?: (?:on the )?(?:left|right|bilaterally|prone|supine|seated))?),? (?:and )?/gi;

/** Where an adjustment begins that a list of places follows at once. */
function adjustmentStarts(text: string, groups: readonly PlaceGroup[]): readonly number[] {
  return [...text.matchAll(furtherAdjustment)].flatMap(({ index, 0: matched }) => {
    const end = index + matched.length;
    const next = groups.find(({ start }) => start >= end);
    return next !== undefined && determined.test(text.slice(end, next.start)) ? [index] : [];
  });
}

const determined = /^(?:the |your |his |her )?(?:left |right )?$/i;

/** `T7 adjusted, drop table on the right SI`; what is planned stays one statement. */
function techniqueStarts(text: string, groups: readonly PlaceGroup[]): readonly number[] {
  if (/\b(?:will|going to|gonna|want|plan\w*|next|let's)\b|'ll\b/i.test(text)) return [];
  return techniqueMentions(text).flatMap(({ start, end, isAdjustment }) => {
    const next = groups.find((group) => group.start >= end);
    const isOfNext =
      next !== undefined && /^ (?:for|on|at|to) (?:the |your )?(?:left |right )?$/i.test(text.slice(end, next.start));
    return isAdjustment && isOfNext && /, (?:and )?$/i.test(text.slice(0, start)) ? [start] : [];
  });
}

const isComplete = (words: string): boolean => words.search(anySign) >= 0;
