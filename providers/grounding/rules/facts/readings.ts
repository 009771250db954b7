import type { Assertion } from 'chronoscribe/kinds/grounding';
import { type Answer, answerTo } from './answers.ts';
import type { Clause } from './clauses.ts';
import { directAssertion } from './direct-assertion.ts';
import { type Mention, mentionsIn, textOf } from './mentions.ts';

/** A term that the source says something about. */
export interface Reading {
  readonly mention: Mention;
  readonly assertion: Assertion;
  /** Index of the clause. */
  readonly clause: number;
  /** Indexes of the passages that say it, the answer to a question included. */
  readonly passages: readonly number[];
}

/** Reads every term of the source. A question without an answer says nothing. */
export function readingsOf(clauses: readonly Clause[]): Reading[] {
  const mentions = clauses.map(mentionsIn);
  const familyClauses = clauses.map((_, at) => isAboutFamily(clauses, at));
  const direct = (at: number, mention: Mention): Assertion => {
    const clause = clauses[at];
    if (clause === undefined) return 'present';
    const context = { aboutFamily: familyClauses[at] ?? false, conditional: isConditional(clauses, at) };
    return directAssertion(clause, mention, mentions[at] ?? [], context);
  };
  return clauses.flatMap((clause, at) => {
    const own = mentions[at] ?? [];
    if (own.length === 0 || asksToBeTold(clauses, at)) return [];
    const isAsked = clause.isQuestion || isBareQuestion(clauses, at, own);
    const answer = isAsked ? answerTo(clauses, at) : undefined;
    return own.flatMap((mention): Reading[] => {
      const said = direct(at, mention);
      if (isCorrected(clause, mention, own)) return [];
      if (!isAsked) return [{ mention, assertion: said, clause: at, passages: [clause.passage] }];
      const assertion = askedAssertion({ clause, mention, own, said, answer, mentions, direct });
      if (assertion === undefined) return [];
      const passages = answer === undefined ? [clause.passage] : [...new Set([clause.passage, answer.passage])];
      return [{ mention, assertion, clause: at, passages }];
    });
  });
}

interface Asked {
  readonly clause: Clause;
  readonly mention: Mention;
  readonly own: readonly Mention[];
  /** What the words of the question alone say. */
  readonly said: Assertion;
  readonly answer: Answer | undefined;
  readonly mentions: readonly (readonly Mention[])[];
  direct(at: number, mention: Mention): Assertion;
}

const presupposing =
  /\b(?:how (?:long|often|many|much|old|bad|has|have|is|are|was|were|did|do|does|would)|how's|when|where|why|which|what (?:makes|have|did|are|is|does|was|do|kind|type))\b/;
const takes = /\b(?:tak(?:e|ing|en)|tried|try|using|use|on|been on|ever|get|gotten|got|had|done)\b/;

function askedAssertion({ clause, mention, own, said, answer, mentions, direct }: Asked): Assertion | undefined {
  const before = textOf(clause.tokens.slice(0, mention.from));
  const kind = answer?.kind;
  const restated = (answer?.clauses ?? []).flatMap((at) =>
    (mentions[at] ?? []).filter(({ term }) => term.name === mention.term.name).map((other) => direct(at, other)),
  );
  if (said === 'family')
    return kind === 'no' || kind === 'denies-one'
      ? 'absent'
      : kind === 'yes' || restated.length > 0 || answer?.namesRelative === true
        ? 'family'
        : undefined;
  if (restated[0] !== undefined) return restated[0];
  if (said === 'absent') return kind === 'yes' && /\b(?:any|no other)\b/.test(before) ? undefined : 'absent';
  const isDefinite =
    /\b(?:the|your|my|this|that|these|his|her|for)(?: \w+){0,3}$/.test(before) &&
    !/\b(?:any|other)\b/.test(before.slice(-24));
  const isTaking = mention.term.kind === 'medication' && takes.test(before);
  if (isDefinite && !isTaking) return kind === 'gone' ? 'historical' : said;
  if (presupposing.test(before) && /\bor\b/.test(textOf(clause.tokens)) && mention.term.kind === 'advice')
    return undefined;
  if (presupposing.test(before) && !/\b(?:any|ever|how about|what about)\b/.test(before)) return said;
  const isEndorsed =
    /\b(?:endorsing|you have|you had|you've had|you've been|i know|you said|you mentioned|presents?|here for|you're having|because of|due to|we had you|had you on|have you on|put you on|placed you on|started you on|gave you|giving you|you're on|you are on|you're taking|supposed to)\b/.test(
      before,
    ) && !/\b(?:any|do you have|have you had|other)\b/.test(before);
  if (answer?.deniesTheRest === true && kind !== 'no' && !isEndorsed) return 'absent';
  switch (kind) {
    case 'no':
      return 'absent';
    case 'gone':
      return 'historical';
    case 'maybe':
      return 'possible';
    case 'yes':
      return affirmed(own, said, answer, mentions);
    case 'denies-one':
    case 'other':
    case undefined:
      return isEndorsed ? said : undefined;
    case 'detail':
      return own.length === 1 && !/\bor\b/.test(textOf(clause.tokens)) ? said : isEndorsed ? said : undefined;
    default:
      return kind satisfies never;
  }
}

/** A plain yes to one thing affirms it; to a list it affirms some of it, unless the answer names what. */
function affirmed(
  own: readonly Mention[],
  said: Assertion,
  answer: Answer | undefined,
  mentions: Asked['mentions'],
): Assertion | undefined {
  const alternatives = own.filter(({ term }) => term.kind === own[0]?.term.kind);
  if (alternatives.length <= 1) return said === 'historical' ? said : 'present';
  const namesSome = (answer?.clauses ?? []).some((at) =>
    (mentions[at] ?? []).some(({ term }) => term.kind === own[0]?.term.kind),
  );
  return namesSome ? undefined : 'possible';
}

/** `Shortness of breath`, said by the clinician alone, and the next speaker says yes or no. */
function isBareQuestion(clauses: readonly Clause[], at: number, own: readonly Mention[]): boolean {
  const clause = clauses[at];
  const next = clauses[at + 1];
  if (clause === undefined || next === undefined || next.passage === clause.passage) return false;
  if (clause.role === 'patient' || clause.speaker === next.speaker) return false;
  const startsWithAnswer = /^(?:(?:well|,) )*(?:no|nope|yes|yeah|not|none|yep)\b/.test(textOf(next.tokens));
  if (
    startsWithAnswer &&
    /\b(?<!(?:no|not|n't|without|if|have) )any\b/.test(textOf(clause.tokens.slice(0, own[0]?.from)))
  )
    return true;
  const covered = own.reduce((sum, { from, to }) => sum + to - from, 0);
  const words = clause.tokens.filter(({ text }) => !/^(?:,|and|or|okay|alright|so|uh|um|the|a)$/.test(text)).length;
  return covered >= words && startsWithAnswer;
}

function isAboutFamily(clauses: readonly Clause[], at: number): boolean {
  const clause = clauses[at];
  if (clause === undefined) return false;
  const relatives = /\b(?:mother|father|mom|dad|brother|sister|grandmother|grandfather|aunt|uncle|cousin)\b/;
  const text = textOf(clause.tokens);
  const previous = clauses[at - 1];
  if (previous?.passage === clause.passage && previous.sentence === clause.sentence)
    return /\b(?:he|she|they)\b/.test(text) && relatives.test(textOf(previous.tokens));
  const asked = clauses.slice(Math.max(0, at - 3), at).findLast(({ passage }) => passage === clause.passage - 1);
  return (
    asked?.isQuestion === true &&
    /\bfamily\b/.test(textOf(asked.tokens)) &&
    !/\b(?:i have|i've|i had|i do)\b/.test(text)
  );
}

const condition = /^(?:and |but |so |or |then |now |okay |well |, )*if\b/;
const politeness =
  /\bif (?:that's|you don't mind|you (?:have|had) any (?:other )?questions|you could|you can|you want|you like|you would|it's okay|you will|i can|i may|i remember)\b/;

/** The main clause of a condition: `if it gets worse, we will get an MRI`. */
function isConditional(clauses: readonly Clause[], at: number): boolean {
  const clause = clauses[at];
  const own = textOf(clause?.tokens ?? []);
  if (condition.test(own) && !politeness.test(own)) return true;
  const near = [clauses[at - 1], clauses[at + 1]];
  return near.some((other, index) => {
    if (clause === undefined || other?.passage !== clause.passage || other.sentence !== clause.sentence) return false;
    const text = textOf(other.tokens);
    if (!condition.test(text) || politeness.test(text)) return false;
    return index === 0
      ? /^(?:, |then |and )*(?:i|we|you|i'll|we'll|then|we're|i'm|order|let's)\b/.test(own)
      : /\b(?:can|could|will|we'll|may|might|would)\b/.test(own);
  });
}

/** `Let me know if you have any pain` during an examination. */
function asksToBeTold(clauses: readonly Clause[], at: number): boolean {
  const own = textOf(clauses[at]?.tokens ?? []);
  const before = clauses[at - 1]?.passage === clauses[at]?.passage ? textOf(clauses[at - 1]?.tokens ?? []) : '';
  return (
    /\b(?:let me know|tell me|tell us) (?:if|when|whether)\b.*\b(?:any|pain|tender|hurts?|sore|tenderness)\b/.test(
      `${before} ${own}`,
    ) &&
    /\b(?:if|when|whether)\b/.test(own) &&
    !/\b(?:worse|develop|start|fever|persist)\b/.test(own)
  );
}

const correction =
  /^(?:, )*(?:no wait|no no|sorry|i'm sorry|i mean|i meant|excuse me|correction|scratch that|rather|make that|no ,? ?(?:it's|i mean|sorry))\b/;

/** `Metformin, sorry, metoprolol`: the first was not meant. */
function isCorrected({ tokens }: Clause, mention: Mention, own: readonly Mention[]): boolean {
  const next = own.find(
    ({ from, term }) => from >= mention.to && from - mention.to <= 6 && term.kind === mention.term.kind,
  );
  if (next === undefined || next.term.name === mention.term.name) return false;
  return correction.test(textOf(tokens.slice(mention.to, next.from)));
}
