import { remembered } from '../remembered.ts';
import { rightWayRound, withoutDenied } from './denied-sides.ts';
import { denied, hasMarker, isApology, isCommand, isWeak, marker, trailing } from './markers.ts';
import { cutMark } from './marks.ts';
import { begunAgain, byArticle, byValue, byVerb, isLastValue } from './replacements.ts';
import { endOfSentence, longestSentence, seamsIn, startOfSentence, wordsOf } from './said.ts';

/**
 * Speech as it was meant: what its speaker took back is left out, what stands for it stays, for everything that reads it.
 * Only what is surely corrected is: a value by one of its sort, words that are begun again, a name after the same article.
 * Anything else stays as it was said, with its correction.
 *
 * @param text of one speaker; between two passages stands a seam, and what is said in a later one keeps behind it
 * @returns `My left knee hurts.` for `My right knee hurts. No, sorry, left.`
 */
export const asMeant = remembered((text: string): string => {
  const said = markerFirst(text);
  if (!hasMarker.test(said)) return text;
  let meant = rightWayRound(said);
  let from = 0;
  while (true) {
    marker.lastIndex = from;
    const found = marker.exec(meant);
    if (found === null) return withoutDenied(meant);
    const at = found.index + found[0].length;
    const resolved = resolve(meant.slice(0, found.index), found[0], meant.slice(at));
    if (resolved === undefined) from = at;
    else {
      from = Math.max(0, found.index - 1);
      meant = resolved;
    }
  }
});

/** `25, or 50, sorry, twice a day`, and `25 and thir ... or 50, sorry`: the marker stands behind what is meant. */
function markerFirst(text: string): string {
  return text.replace(markerBehind, ', sorry, $1').replace(hesitated, '$1, sorry, ');
}

/** `Two tablets, uh, one tablet twice a day`, against `5 milligrams, uh, 4 milligrams on Sundays`, where both hold. */
const hesitated =
  /((?:\b(?:half|one|two|three|four|five|six|eight|ten)|\d+) (tablet|puff|capsule|pill|drop|unit|milligram|mg)s?)\s?,?\s(?:uh|um|er)\b,? (?=(?:half an?|one|two|three|four|five|six|eight|ten|\d+) \2s?(?:[.!]|$| (?:once|twice|(?:two|three|four|\d+) times|daily|a day|per day)\b))/giu;
const value =
  /(?:\d|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\p{L}+(?:teen|ty)|half|left|right|upper|lower)\b)(?:[^,.;?!‖¶]|[,.](?=\d)){0,40}?/u
    .source;
/** `10 or 20, sorry, I can't remember` and `left or right, sorry?` take nothing back. */
const markerBehind = new RegExp(
  `(?:\\s?,? and (?:[\\p{L}-]+ ){1,3}(?:\\.{2,}|…)\\s?|\\s?,\\s?)or (${value})\\s?,\\s?(?:excuse me|sorry|my mistake|correction)\\b(?!\\s*\\?|\\s?,? (?:i|we|to|about|for|that|if|you|not|can't|don't|which)\\b)`,
  'giu',
);

/** A text with what its marker takes back replaced; undefined if that is not sure. */
function resolve(before: string, mark: string, after: string): string | undefined {
  const isSure = isCommand.test(mark) || isApology.test(mark);
  if (!isSure && !isWeak.test(mark)) return undefined;
  const start = startOfSentence(before);
  const said = wordsOf(before.slice(start));
  const stop = endOfSentence(after);
  const again = wordsOf(after.slice(0, stop).replace(trailing, ''));
  const no = denied.exec(mark)?.[1]?.toLowerCase();
  if (no !== undefined && !isLastValue(said.words, no)) return undefined;
  if (said.words.length === 0 || /\?\s*$/.test(before)) return undefined;
  const told =
    again.words.length === 0
      ? undefined
      : (byValue(said, again, mark, isSure) ??
        byVerb(said, again) ??
        (isSure ? begunAgain(said, again, mark) : undefined) ??
        byArticle(said, again, mark, isSure));
  const bracket = /\([^()]*$/.exec(before.slice(-longestSentence));
  if (told === undefined && bracket !== null && isCommand.test(mark) && /^\s*\)/.test(after))
    return (
      before.slice(0, bracket.index - bracket.input.length).trimEnd() +
      seamsIn(`${bracket[0]}${mark}`) +
      after.replace(/^\s*\)/, '')
    );
  if (told === undefined) return undefined;
  // What was said in a passage stays there; the sentence goes on from the one before.
  const seams = seamsIn(`${told.taken}${mark}`).replace(/./gu, `$&${cutMark}`);
  return `${before.slice(0, start)}${told.kept}${seams}${told.meant}${after.slice(stop)}`;
}
