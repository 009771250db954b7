import { isAssent } from '../dialogue/small-talk.ts';
import type { Clause } from '../reading/clauses.ts';
import { type Mention, textOf } from '../reading/mentions.ts';
import { isRadiation } from '../reading/phrase-mentions.ts';
import type { ReadAssertion } from '../reading/reading.ts';
import { shownName } from '../reading/terms.ts';
import type { Answer } from './answers.ts';
import { type Asked, byVerb } from './asked.ts';
import { isMedicineToldByExchange } from './medicines.ts';

/**
 * What a yes-or-no question asks of a term that it takes for granted.
 *
 * - `whether`: whether it is so: `Does your chest hurt?`
 * - `lasts`: whether it is still so: `Is the numbness still there?`
 * - `ends`: whether it is over: `Has your cough gone away?`
 * - `about`: something else of it, which only the words of question and answer tell: `Is the pain on the right?`
 */
export type AskedAbout = 'whether' | 'lasts' | 'ends' | 'about';

const determiner = /^(?:the|your|my|his|her|their|this|that|these|those|any|a|an|some|no|such|much|more|other)$/;
/** What may stand between a subject and what is asked of it. */
const adverb = /^(?:also|ever|still|really|always|often|usually|sometimes|even|just|actually|at|all|very|so|too|all)$/;
/** What follows a predicate, against the noun that it may stand before: `does the rash itch at night`. */
const afterPredicate =
  /^(?:,|at|when|whenever|while|if|in|on|with|after|before|during|or|and|a|more|much|all|now|today|right|too|sometimes|again|every|most|still|like|because|from|to|any ?more|lately|recently|since|then|there|though|ever|bad(?:ly)?|easily)\b/;
export const still =
  /\bstill (?:there|here|present|having|have|has|getting|get|bothering|going on|around|happening|an issue|a problem|with you)\b|\b(?:come|came|coming|comes) back\b|\breturn(?:ed|s|ing)?\b/;
const over =
  /\b(?:gone|(?:go|goes|going|went)(?= ?$| (?:away|off|down|by itself|on its own)\b)|settle[sd]?|eased?|stop(?:ped|s)?|resolved?|resolving|clear(?:ed|ing)? up|clear|over|disappear(?:ed)?|heal(?:ed)?|passed)\b/;

/** What a question asks of a term that is named with `the` or `your`; undefined if it is no yes-or-no question. */
export function askedAbout({ tokens }: Pick<Clause, 'tokens'>, mention: Mention): AskedAbout | undefined {
  const text = textOf(tokens);
  if (!byVerb.test(text)) return undefined;
  if (isPredicate(tokens, mention)) return 'whether';
  const around = `${textOf(tokens.slice(0, mention.from))} ${textOf(tokens.slice(mention.to))}`;
  if (still.test(around)) return 'lasts';
  if (over.test(around)) return 'ends';
  return /\b(?:still )?(?:have|having|had|get|getting|got|feel|feeling|notice|noticed|noticing|experienc\w+)(?: \w+){0,3} ?(?:the|your|that|those|these)(?: \w+){0,2}$/.test(
    textOf(tokens.slice(0, mention.from)),
  )
    ? 'lasts'
    : 'about';
}

/** Whether a term is what is said of the subject: `hurt`, in `does your chest hurt`. */
function isPredicate(tokens: Clause['tokens'], { term, said, from, to }: Mention): boolean {
  const words = tokens.map(({ text }) => text);
  const subject = words.slice(0, from).findLast((word) => !adverb.test(word)) ?? '';
  const next = textOf(tokens.slice(to));
  // `Does your chest hurt`: no noun, and so no subject.
  if (shownName(term, said) !== said) return !determiner.test(subject) || /^(?:this|that|these|those)$/.test(subject);
  return (
    !determiner.test(subject) &&
    !/^(?:and|or|with|of|have|having|had|has|get|getting|got|do|does|did|is|are|was|were)$/.test(subject) &&
    words.slice(0, from).some((word) => determiner.test(word)) &&
    (next === '' || afterPredicate.test(next)) &&
    isVerbOrAdjective.test(said)
  );
}

/** Terms that are told by a verb or an adjective, spelt as a reader expects them. */
const isVerbOrAdjective =
  /^(?:itch(?:es|y|ing)?|burn(?:s|ing)?|bleed(?:s|ing)?|ach(?:e|es|y|ing)|throb(?:s|bing)?|cramp(?:s|ing|y)?|tingl(?:e|es|ing|y)|swell(?:s|ing)?|leak(?:s|ing)?|drain(?:s|ing)?|ooz(?:e|es|ing)|peel(?:s|ing)?|cough(?:s|ing)?|wheez(?:e|es|ing|y)|snor(?:e|es|ing)|vomit(?:s|ing)?|faint(?:s|ing)?|stiff|tender|sore|painful|numb|weak|red|dry|tight|dizzy|constipated|congested|jaundiced|pale|blurry|blurred|hoarse|anxious|depressed|tired|nauseous|confused|shak(?:e|y|ing)|trembl(?:e|es|ing)|twitch(?:es|ing)?|lock(?:s|ing)?|click(?:s|ing)?|pop(?:s|ping)?|catch(?:es|ing)?|buckl(?:e|es|ing))$/;

const relative =
  /\b(?:mother|father|mom|mum|dad|brothers?|sisters?|grand\w+|aunts?|uncles?|cousins?|parents?|siblings?|son|daughter|every(?:body|one)|all of (?:them|us)|both sides|(?:mother|father|mom|dad)'s side)\b/;
/** Whether only the words of question and answer tell what is so: a no to `Is the pain on the right?` denies no pain. */
export function isToldByExchange(asked: Asked): boolean {
  const { clause, mention, own, said, answer } = asked;
  if (answer === undefined || answer.text === '' || said === 'family') return false;
  if (said === 'absent' && contradicts(asked, answer)) return true;
  const { kind, namesPlace } = answer;
  const before = textOf(clause.tokens.slice(0, mention.from));
  const isOpen = kind === 'no' || kind === 'no-but' || kind === 'maybe';
  const isNamed = isTakenForGranted(clause, mention);
  switch (mention.term.kind) {
    case 'medication':
      return isMedicineToldByExchange(asked, answer) ?? (isNamed && isOpen);
    case 'procedure':
    case 'order':
      // `Tetanus shot? – Ten years ago.`, `Are her shots up to date? – We skipped one.`
      if (
        mention.term.kind === 'procedure' &&
        mention.term.name !== 'surgery' &&
        said !== 'absent' &&
        (/^(?:other|detail|maybe|denies-one)$/.test(kind) || (kind === 'yes' && ofSchedule.test(textOf(clause.tokens))))
      )
        return true;
      if (mention.term.kind === 'order' && clause.language.asking.ofOrder.test(textOf(clause.tokens))) return true;
      if (mention.term.kind === 'order' && wasDone.test(textOf(clause.tokens)))
        return kind === 'yes' ? said !== 'absent' && answer.text.includes(' ') : kind !== 'no';
      return isNamed && isOpen && said !== 'absent' && askedAbout(clause, mention) !== undefined;
    case 'allergy':
      if (clause.language.asking.tolerates.test(textOf(clause.tokens))) return true;
      if (answer.clauses.some((at) => asked.mentions[at]?.some(({ term }) => term.kind === 'allergy'))) return false;
      if ((kind === 'other' || kind === 'maybe' || kind === 'detail') && answer.text.includes(' ')) return true;
      return isNamed && (isOpen || namesPlace) && askedAbout(clause, mention) === 'about';
    case 'symptom':
    case 'problem':
      if (own.some(isRadiation)) return false;
      // `Is the pain gone? – Gone to the other side.`
      if (/^(?:other|detail|maybe|unclear)$/.test(kind) && askedAbout(clause, mention) === 'ends')
        return !still.test(answer.text);
      if (asksOfLife(asked, answer) || fades.test(textOf(clause.tokens))) return true;
      if ((kind === 'detail' || kind === 'other' || kind === 'yes') && sideOnly.test(answer.text)) return true;
      if (said === 'absent') return /\bwithout (?:\w+ ){0,2}$/.test(`${before} `) && (kind === 'no' || kind === 'yes');
      return isNamed && (isOpen || namesPlace) && askedAbout(clause, mention) === 'about';
    case 'social':
      return (
        asksOfLife(asked, answer) ||
        (mention.term.name === 'alcohol' && !/^(?:yes|no)/.test(kind) && !tellsOfDrinking.test(answer.text)) ||
        (kind === 'other' && said === 'present' && byVerb.test(textOf(clause.tokens)))
      );
    default:
      return false;
  }
}

/** `Does the rash go away when you press on it?` asks what it does, and not whether it is over. */
const fades = /\b(?:does|do|would) (?:\w+ ){1,5}?(?:go(?: \w+)? away|disappear|fade|blanch|turn (?:white|pale))\b/;

/** How much is drunk, or since when no more. */
const tellsOfDrinking =
  /\b(?:\d+ (?:a|per|or|to|units?)|once|twice|couple|few|beers?|wine|whiske?y|vodka|gin|rum|liquor|spirits|cocktails?|drinks?|drinking|drank|alcohol\w*|bottles?|glass(?:es)?|pints?|shots?|cans?|six-?packs?|sometimes|social\w*|weekends?|occasion\w*|rare\w*|daily|weekly|night\w*|dinner|party|parties|holidays?|christmas|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|a little|a bit|some|much|often|never|stopped|quit|gave|given|used to|sober)\b/;

/** `And no fever? – It was 39 last night.` */
function contradicts({ mention, mentions }: Asked, { kind, text, clauses }: Answer): boolean {
  if (kind === 'no' || kind === 'yes' || kind === 'denies-one' || kind === 'gone' || isAssent(text)) return false;
  if (/^(?:right|correct|that's right|exactly|never|not|none)\b/.test(text)) return false;
  return !clauses.some((at) => mentions[at]?.some(({ term }) => term.name === mention.term.name));
}

const ofSchedule =
  /\b(?:you're|you are|he's|she's|he is|she is|are you|is he|is she) (?:still )?(?:having|getting|in for|here for|booked for|going for|going in for)\b|\bup to date\b|\bcurrent (?:on|with)\b|\bon schedule\b|\bdue for\b|\bneeds?\b/;

/** `Have you ever had a seizure? – Yes.` says not whether it is over. */
function asksOfLife({ clause, said }: Asked, { kind }: Answer): boolean {
  return (
    kind === 'yes' && said === 'present' && /\b(?:have|has|had) (?:you|he|she|they) ever\b/.test(textOf(clause.tokens))
  );
}

/** `Do you tolerate codeine?` */
const tolerates =
  /\b(?:tolerate[ds]?|agree(?:d|s)? with|get (?:on|along) with|suit(?:s|ed)?|(?:do|does|did) \w+ bother)\b/;

/** `Can you have an MRI?`, `What's your INR?` order nothing. */
const ofOrder =
  /\b(?:can|could|may) (?:you|he|she|i|we) (?:have|get|do)\b|\b(?:what|how)(?:'s| is| was| were| are| did)\b/;
export const englishAbout = { relative, tolerates, ofOrder };

/** `Did you do a Covid test?` */
const wasDone =
  /\b(?:did|have|has|had) (?:you|he|she|they|we) (?:\w+ )?(?:do|done|have|had|get|gotten|got|take|taken)\b/;
/** `Just the left one.`, `My left arm.` */
const sideOnly =
  /^(?!right(?: ,| ?$))(?:(?:well|mostly|mainly|just|only|on|in|it's|the|my|a bit|,) ?)*(?:left|right)(?: (?:one|side|\w+))?(?: ,| ?$)/;

/** Whether a plain no denied what was asked for. What is denied by name, in question or answer, is denied. */
export function isDeniedInPart({ clause, mention, own, said, answer, mentions, isBare }: Asked): boolean {
  const { kind, name } = mention.term;
  if (
    (answer?.kind !== 'no' && answer?.kind !== 'denies-one') ||
    answer.deniesTheRest ||
    said === 'absent' ||
    kind === 'safety' ||
    isRadiation(mention)
  )
    return false;
  if (howMuch.test(textOf(clause.tokens)) && little.test(answer.text)) return true;
  if (answer.kind === 'denies-one') return !isBare && clause.language.shown === null;
  if (answer.clauses.some((at) => mentions[at]?.some(({ term }) => term.name === name))) return false;
  const text = textOf(clause.tokens);
  if (clause.language.decisions.offers.test(text)) return false;
  if (said === 'family') return clause.language.asking.oneRelative.test(text);
  // `Does the rash hurt?` asks of no other pain.
  const isOfOther = own.some(({ to }) => to === mention.from) && askedAbout(clause, mention) === 'whether';
  return (
    !isBare ||
    isOfOther ||
    clause.language.asking.corrects.test(answer.text) ||
    (kind === 'medication' && today.test(text))
  );
}

/** `Your cough`, against `any other cough`. */
export function isTakenForGranted({ tokens, language }: Clause, { from }: Mention): boolean {
  const before = textOf(tokens.slice(0, from));
  return language.asking.definite.test(before) && !mayBeOther.test(before);
}

const mayBeOther = /\b(?:any|other)\b.{0,20}$/;
/** `How much do you drink? – Not much.` */
export const howMuch = /\bhow (?:much|often|many)\b/;
const little =
  /^(?:(?:well|oh|um|uh|honestly|,) ?)*(?:not (?:that |too |very |so )?(?:much|often|many|a lot|really)|hardly|barely|rarely)\b/;
const today = /\b(?:today|this (?:morning|evening|afternoon|week)|tonight|last night|yesterday)\b/;

/** What a no to more than a bare question asserts of a term; undefined if nothing. */
export function deniedPart({ clause, mention, said, answer }: Asked): ReadAssertion | undefined {
  const { kind } = mention.term;
  const told = answer?.text ?? '';
  // `Did your mother have it? – No, my aunt.`
  if (said === 'family') return clause.language.asking.relative.test(told) ? 'family' : 'absent';
  if (kind === 'advice') return undefined;
  // `Nope, just that one, oh and my tonsils`
  const mayBeDenied = isBodily.has(kind) || (kind === 'procedure' && answer?.open === null);
  const asksWhether = clause.language.shown === null && isBodily.has(kind);
  return mayBeDenied &&
    (asksWhether || !isTakenForGranted(clause, mention)) &&
    !clause.language.asking.corrects.test(told)
    ? 'absent'
    : 'possible';
}

const isBodily: ReadonlySet<string> = new Set(['symptom', 'problem']);
