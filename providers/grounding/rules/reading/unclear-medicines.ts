import { functionWords } from '../dialogue/common-words.ts';
import type { Clause } from './clauses.ts';
import { type Mention, textOf } from './mentions.ts';

/** Words by which a medicine is one that somebody takes, is given, or is told to take. */
const taking =
  /^(?:swap\w*|replac\w*|mgs?|mcgs?|milligrams?|micrograms?|mls?|grams?|units?|puffs?|drops?|tablets?|pills?|capsules?|doses?|dosed|dosage|dosing|tak(?:e|es|ing|en)|took|us(?:e|es|ing|ed)|put|giv(?:e|es|ing|en)|gave|start\w*|restart\w*|resum\w+|initiat\w+|began|begin|prescrib\w+|refill\w*|continu\w*|increas\w*|decreas\w*|rais\w+|lower\w*|reduc\w+|adjust\w*|titrat\w+|chang\w+|switch\w*|dail\w+|nightly|weekly|once|twice|every|for|bedtime|needed|help\w*|reliev\w*|eas\w+|works?|worked|working|tolerat\w+|medic\w+|meds|list|inclu\w+|keep\w*|tried|trying|add\w*|order\w*|recommend\w*|suggest\w*|advis\w+|send|sent|stay\w*|called|currently|current|maintain\w*|manag\w+|treat\w*|control\w*|receiv\w+|administer\w*|inject\w*|appl\w+|swallow\w*|drink\w*|wear\w*|covered|prevent\w*|calls?|baby|generic|instead|ran|run|going)$/;
/** Those that say so only right before the medicine: `on metformin`. */
const takingBefore =
  /\b(?:on|with|via|do|does|doing|done|ha(?:ve|s|d|ving)|gets?|got|getting|like|try|need(?:s|ed)?|wants?|going|been|fills?|filled|plan|home|think|believe|no|nope|still|morning|evening|night)(?: [\w',]+){0,6}$/;
/** `Lipitor gave you cramps` does not say that it is taken. */
const effect =
  /^(?:(?:really|just|always|only|,|it|that) )*(?:gave|made|caused|left|wrecked|ruined|messed|upset|knocked|kept) (?:me|you|him|her|my|your|his)\b/;
/** What is denied goes on to the medicine, and no new subject begins. */
const denied = /\b(?:never|not|cannot|\w+n't)\b(?!.*\b(?:i|he|she|we|they|since|because|but|so|if)\b)/;
/** `I don't know`, `why don't we`, `not only`: nothing is denied of the medicine. */
const denials =
  /\b(?:(?:don't|do not|didn't|doesn't) (?:know|think|remember|recall|mind|worry|forget|see|understand|believe|care|have (?:to|any)|want (?:you|that|this|it))|why (?:don't|not)|(?:didn't|don't|doesn't|hasn't|not) (?:really )?(?:help|work|do|get|improve|go)\w*|not (?:only|just|sure|too|so|that|bad|able)|whether or not|can't (?:hurt|sleep|complain|afford))\b/g;

export const englishTaking = { taking, denied, deniedAfter: /(?!)/, denials };

/**
 * Whether a clause does not tell what somebody does with a medicine in words that are known: `I threw the statin out`, `I
 * haven't touched it`. Words that end a medicine are endless; so a medicine counts as taken only where words of taking
 * say so, or where it stands alone, as in a list.
 */
export function isUnclear({ tokens, language }: Clause, { from, to }: Mention, own: readonly Mention[]): boolean {
  const { denied, deniedAfter, denials, taking } = language.taking;
  const before = textOf(tokens.slice(0, from));
  if (effect.test(textOf(tokens.slice(to)))) return true;
  if (denied.test(before.replace(denials, '')) || deniedAfter.test(textOf(tokens))) return true;
  const rest = tokens.filter(
    ({ text }, at) =>
      !(at >= from && at < to) && !own.some((each) => each.from <= at && at < each.to) && /\p{L}/u.test(text),
  );
  if (takingBefore.test(before) || rest.some(({ text }) => taking.test(text))) return false;
  return rest.some(({ text }) => !functionWords.has(text));
}
