import type { Answer } from './answers.ts';
import type { Clause } from './clauses.ts';
import { type Mention, textOf } from './mentions.ts';
import { isRadiation } from './phrase-mentions.ts';
import type { ReadAssertion } from './reading.ts';
import { shownName } from './terms.ts';

/** A term in a question. */
export interface Asked {
  readonly clause: Clause;
  readonly mention: Mention;
  readonly own: readonly Mention[];
  /** What the words of the question alone say. */
  readonly said: ReadAssertion;
  readonly answer: Answer | undefined;
  readonly mentions: readonly (readonly Mention[])[];
  direct(at: number, mention: Mention): ReadAssertion;
}

const presupposing =
  /\b(?:how (?:long|often|many|much|old|bad|has|have|is|are|was|were|did|do|does|would)|how's|when|where|why|which|what (?:makes|have|did|are|is|does|was|do|kind|type))\b/;
const sideAsked = /\b(?:left|right)\b.{0,20}\bor\b.{0,20}\b(?:left|right)\b/;
const takes = /\b(?:tak(?:e|ing|en)|tried|try|using|use|on|been on|ever|get|gotten|got|had|done)\b/;

/** What a question and its answer assert of a term; undefined if nothing. */
export function askedAssertion(asked: Asked): ReadAssertion | 'unanswered' | undefined {
  const assertion = answeredAssertion(asked);
  const { mention, answer } = asked;
  // What must not be lost is told even if nobody answered.
  const isKept = mention.term.kind === 'safety' || (answer !== undefined && isCondition(mention));
  return assertion === undefined && isKept ? 'unanswered' : assertion;
}

function isCondition({ term: { kind } }: Mention): boolean {
  return kind === 'symptom' || kind === 'problem';
}

function answeredAssertion({ clause, mention, own, said, answer, mentions, direct }: Asked): ReadAssertion | undefined {
  const before = textOf(clause.tokens.slice(0, mention.from));
  const kind = answer?.kind;
  // `How is your diet?` advises nothing.
  if (presupposing.test(textOf(clause.tokens)) && mention.term.kind === 'advice') return undefined;
  // `Does it go into your leg?` is not answered by saying where else it goes.
  const restated = (isRadiation(mention) ? [] : (answer?.clauses ?? [])).flatMap((at) =>
    (mentions[at] ?? []).filter(({ term }) => term.name === mention.term.name).map((other) => direct(at, other)),
  );
  if (/\b(?:other than|besides|apart from|aside from|in addition to)(?: \w+){0,2}$/.test(before))
    return said === 'absent' ? 'present' : said;
  if (said === 'family' && answer?.lacksFamilyHistory === true) return restated[0];
  if (said === 'family')
    return kind === 'no' || kind === 'denies-one'
      ? 'absent'
      : kind === 'yes' || restated.length > 0 || answer?.namesRelative === true
        ? 'family'
        : undefined;
  if (answer?.isOfRelative === true && isOfBody(mention)) return 'family';
  if (restated[0] !== undefined) return restated[0];
  // `The left or the right knee? – The left.`
  if (sideAsked.test(textOf(clause.tokens)) && answer?.namesPlace === true && kind !== 'no') return said;
  if (said === 'absent') {
    if (answer?.contradicts === true) return 'present';
    return kind === 'yes' && /\b(?:any|no other)\b/.test(before) ? undefined : 'absent';
  }
  if (mention.term.kind === 'social' && answer?.saysStopped === true) return 'historical';
  if (mention.term.kind === 'medication') {
    const asksWhetherStopped = said === 'historical';
    if (asksWhetherStopped) return kind === 'no' ? 'present' : kind === 'yes' || kind === 'detail' ? said : undefined;
    if (answer?.saysStopped === true) return 'historical';
  }
  const isDefinite =
    /\b(?:the(?! way of)|your|my|this|that(?! (?:you|i|he|she|it|we|they)\b)|these|his|her|for(?! example))(?: (?!or\b)\w+){0,3}$/.test(
      before,
    ) && !/\b(?:any|other)\b/.test(before.slice(-24));
  // In `does that hurt` the pronoun is the subject.
  const isVerb = /\b(?:this|that|these)$/.test(before) && shownName(mention.term, mention.said) !== mention.said;
  const isTaking = mention.term.kind === 'medication' && takes.test(before);
  if (isDefinite && !isTaking && !isVerb && !isRadiation(mention)) return kind === 'gone' ? 'historical' : said;
  if (presupposing.test(before) && !/\b(?:any|ever|how about|what about)\b/.test(before)) return said;
  const isEndorsed =
    /\b(?:endorsing|you have|you had|you've had|you've been|i know|you said|you mentioned|presents?|here for|you're having|because of|due to|we had you|had you on|have you on|put you on|placed you on|started you on|gave you|giving you|you're on|you are on|you're taking|supposed to)\b/.test(
      before,
    ) && !/\b(?:any|anyone|anybody|ever|do you have|have you had|other)\b/.test(before);
  if (answer?.inChildhood === true && kind !== 'no')
    return own.length > 1 && namesSome(own, answer, mentions) ? undefined : 'historical';
  if (answer?.deniesTheRest === true && kind !== 'no' && !isEndorsed) return 'absent';
  switch (kind) {
    case 'no':
      return 'absent';
    case 'gone':
      return 'historical';
    case 'maybe':
      return 'possible';
    case 'yes':
      return affirmed(isRadiation(mention) ? [mention] : own, said, answer, mentions);
    case 'denies-one':
      // `No thyroid`, said to `thyroid problems?`
      if (answer?.denied.some((word) => mention.said.split(' ').includes(word)) === true) return 'absent';
      return isEndorsed ? said : undefined;
    case 'other':
    case undefined:
      // `Do you smoke? – Ten a day.` tells how much.
      if (kind === 'other' && mention.term.kind === 'social') return said;
      // `Any surgeries? – My gallbladder in 2015.`
      if (kind === 'other' && mention.term.name === 'surgery') return 'historical';
      return isEndorsed ? said : undefined;
    case 'detail':
      if (isRadiation(mention) && answer?.namesPlace !== true) return undefined;
      return own.length === 1 && !/\bor\b/.test(textOf(clause.tokens)) ? said : isEndorsed ? said : undefined;
    default:
      return kind satisfies never;
  }
}

function isOfBody({ term: { kind } }: Mention): boolean {
  return kind === 'symptom' || kind === 'problem' || kind === 'allergy';
}

/** A plain yes to one thing affirms it; to a list it affirms some of it, unless the answer names what. */
function affirmed(
  own: readonly Mention[],
  said: ReadAssertion,
  answer: Answer | undefined,
  mentions: Asked['mentions'],
): ReadAssertion | undefined {
  if (answer?.affirmsAll === true) return said;
  const alternatives = own.filter(({ term }) => term.kind === own[0]?.term.kind);
  if (alternatives.length <= 1) return said === 'historical' || isDoubtful(own[0], said) ? said : 'present';
  return namesSome(own, answer, mentions) ? undefined : 'possible';
}

/** `It was dropped, right? – Yes.` */
function isDoubtful(mention: Mention | undefined, said: ReadAssertion): boolean {
  return mention?.term.kind === 'medication' && said === 'possible';
}

/** Whether the answer to a list names things of its kind. */
function namesSome(own: readonly Mention[], answer: Answer | undefined, mentions: Asked['mentions']): boolean {
  return (answer?.clauses ?? []).some((at) => (mentions[at] ?? []).some(({ term }) => term.kind === own[0]?.term.kind));
}
