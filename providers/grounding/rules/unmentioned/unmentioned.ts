import type { CitingStatement, Passage, Unmentioned } from 'chronoscribe/kinds/grounding';
import { type SourceSentence, sentencesOf } from 'chronoscribe/language';
import { contentOf, isEmpty } from '../dialogue/content.ts';
import { type Exchange, exchangesOf, isQuestion, type Said } from '../dialogue/exchanges.ts';
import { isFurniture, isPlainAnswer, isSmallTalk } from '../dialogue/small-talk.ts';
import { conveyedBy, repeats } from './conveyed.ts';
import { struckIn } from './struck.ts';

/**
 * What a source says with content and no statement of the note conveys: sentences, and questions with their answers. Where
 * it may be asked whether somebody wants to die or to harm himself, the exchange comes first, the others in the order of
 * the source. It knows no vocabulary: a sentence is left out only if it is surely small talk, or if statements have its
 * words, numbers and negations.
 */
export function unmentionedIn(passages: readonly Passage[], statements: readonly CitingStatement[]): Unmentioned[] {
  const isConveyed = conveyedBy(statements);
  const seen = new Set<string>();
  const sentences = sentencesOf(passages).map((each) => ({ ...each, isQuestion: isQuestion(each.text) }));
  const all = exchangesOf(sentences.map((each, at) => (echoes(sentences, at) ? { ...each, isQuestion: false } : each)));
  const found = all.flatMap((each, at) => {
    const exchange = withSubject(each, all[at - 1]);
    const own = [...exchange.asked, ...exchange.said];
    const indexes = [...new Set(own.flatMap((sentence) => sentence.passages))].toSorted((one, other) => one - other);
    const evidence = indexes.flatMap((at) => passages[at]?.id ?? []);
    if (isNoContent(exchange) || isConveyed(exchange, evidence) || repeats(exchange, all[at - 1])) return [];
    const text = textOf(exchange);
    const key = text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ');
    if (seen.has(key)) return [];
    seen.add(key);
    const isUrgent = exchange.asked.some((each) => mayAskOfHarm.test(each.text));
    return [{ isUrgent, first: indexes[0] ?? 0, evidence, text, speaker: own[0]?.speaker ?? null }];
  });
  const struck = struckIn(passages).map(({ passage: first, text }) => {
    const { id, speaker } = passages[first] ?? { id: '', speaker: null };
    return { isUrgent: false, first, evidence: [id], text, speaker: speaker?.label ?? null };
  });
  return [...found, ...struck]
    .toSorted((one, other) => Number(other.isUrgent) - Number(one.isUrgent) || one.first - other.first)
    .map(({ evidence, text, speaker }) => ({ evidence, text, speaker }));
}

/**
 * A question for what somebody thinks of doing, to himself or to what is only called `it`. There are more words for suicide
 * than any list has, and this is how they are asked for.
 */
const mayAskOfHarm =
  /\b(?:th(?:ought|ink)\w*|urges?|tempt\w*|feel\w* like|plan\w*|going to|want\w* to|ideas?|wish\w*|dr(?:eam|eaming) of)\b.*\b(?:(?:your|him|her|my)self|themselves|(?:end|finish)\w* (?:it|things|everything)|not be(?:ing)? (?:here|around|alive)|for good|stupid)\b/i;

/** `Has anyone in the family had a clot? – My sister. – And you? – No.`: what is asked is in the exchange before. */
function withSubject<T extends Said>(exchange: Exchange<T>, before: Exchange<T> | undefined): Exchange<T> {
  const { asked, said } = exchange;
  const isOfSame = before !== undefined && before.asked.length > 0 && before.asked[0]?.speaker === asked[0]?.speaker;
  const asksAgain = asked.length > 0 && asked.every(({ text }) => ofOneself.test(text));
  if (!isOfSame || !asksAgain || !said.some(({ text }) => yesOrNo.test(text))) return exchange;
  return { asked: [...before.asked, ...before.said, ...asked], said };
}

const ofOneself =
  /^(?:(?:and|but|what about|how about|und|und was ist mit|,) )*(?:you(?:rself)?|sie(?: selbst)?|ihnen)\s*\?*$/iu;
const yesOrNo = /^(?:\W|well|oh)*(?:no|nope|never|not|yes|yeah|yep|once|twice|nein|nie|ja)(?!\p{L})/iu;

/** `Have you had one yourself? – A clot? No.`: who answers repeats what was asked, and asks nothing. */
function echoes(sentences: readonly (SourceSentence & Said)[], at: number): boolean {
  const [before, own, next] = [sentences[at - 1], sentences[at], sentences[at + 1]];
  const isEcho = before?.isQuestion === true && own?.isQuestion === true && own.text.split(' ').length <= longestEcho;
  return isEcho && before.speaker !== own.speaker && next?.speaker === own.speaker && !next.isQuestion;
}

/** In words. */
const longestEcho = 3;

/**
 * Whether an exchange is surely no content: small talk; a question about the conversation with a plain answer; words that
 * say nothing, such as `anything like that? – no`.
 */
function isNoContent({ asked, said }: Exchange<SourceSentence & Said>): boolean {
  const all = [...asked, ...said];
  if (all.every(({ text }) => isSmallTalk(text) || isFurniture(text))) return true;
  // `Who gives them now? – Nobody.`
  if (asked.some(({ text }) => asksOpenly.test(text) && !isSmallTalk(text)) && said.length > 0) return false;
  const saysLittle = said.every(({ text }) => isPlainAnswer(text) || saysNothing(text));
  return saysLittle && asked.every(({ text }) => isSmallTalk(text) || saysNothing(text));
}

const asksOpenly = /(?<!\p{L})(?:who|which|where|when|wer|welche[rsn]?|wo|wann)(?!\p{L})/iu;
/** Function words that say something: `Both, then.` */
const tells = /\b(?:not|never|no|both|neither|negative|beide)\b|n't\b/iu;

/** Whether a text has nothing but function words, and denies nothing: `it is`, `as well`. */
function saysNothing(text: string): boolean {
  return isEmpty(contentOf(text, 'as said')) && !tells.test(text);
}

function textOf({ asked, said }: Exchange<SourceSentence & Said>): string {
  return [asked, said]
    .filter(({ length }) => length > 0)
    .map((sentences) => sentences.map(({ text }) => text).join(' '))
    .join(' – ');
}
