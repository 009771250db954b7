import { type Clause, neighbour } from '../reading/clauses.ts';
import { type Mention, mentionsIn, textOf } from '../reading/mentions.ts';
import { belongsToPlace, isPlace, placeAt } from '../reading/places.ts';
import { answerTo } from '../readings/answers.ts';
import { isOtherNumberNamed } from '../readings/last-words.ts';
import { type FactDraft, plainDraft } from './fact-draft.ts';

/** Where a score stands in its clause: indexes of its first token and of the token after it. */
interface Numeral {
  readonly value: string;
  readonly from: number;
  readonly to: number;
  readonly isOutOfTen: boolean;
}

const score = /^(?:10|\d)(?:\.5)?$/;
/** Some say `eleven out of ten`. */
const anyScore = /^(?:1[0-5]|\d)(?:\.5)?$/;
const scaleWord = /\b(?:scale|pain (?:level|score)|level of pain|vas|nprs|score|rate|rating)\b/;
const question =
  /\b(?:scale|out of 10|(?:0|1) to 10|pain (?:level|score)|rate|vas|what number|a number|how (?:bad|severe|intense)|how strong (?:is|was) (?:the|your) (?:pain|ache|cramp|headache)|how much (?:pain|does it hurt|discomfort))\b/;
/** `And at its worst?` after a question for a score. */
const further =
  /\b(?:how|what) (?:is|was|are|about)\b|\bhow's\b|^(?:and|now|or|what|how)\b|^(?:at|before|after|today|in the|by the)\b/;
const context = /\b(?:pain|painful|discomfort|vas|nprs|hurts?|hurting|ache|aches|aching|headaches?|soreness|sore)\b/;
/** What stands right before a number that is a score. */
const lead =
  /(?:^|(?:^| ),|\b(?:an?|about|around|maybe|like|roughly|probably|say|still|is|was|were|at|to|or|it's|that's|between|from|and|now|level|score|pain|vas|up|down|only|just|nearly|almost|be|been|hits?|so|well|yeah|yes|okay|,))$/;
const plainLead =
  /\b(?:an|a|at(?: an?| about)?|pain (?:is|was)|(?:vas|score|level|pain)(?: of| is| was| at)?|(?:went|goes|gone|down|up|dropped) to|about|around|like)$/;
/** What may follow a bare score; after any other word the number counts something else. */
const follows =
  /^(?:,|and|or|in|by|at|when|now|today|but|with|without|on|for|before|after|if|during|usually|most|right|maybe|probably|i|it|so|then|because|though|currently|this|while|as|to|down|is|was|last|yesterday|sometimes|overall|there|pain|level|again|lately|you)$/;
/** `8 at night` */
const atTime = /^(?:night|rest|work|worst|best|times|most|its|it's|the)$/;
const askedClauses = 4;
const stop = "(?!(?:and|but|so|then|it|it's|is|was|okay|what|i|you|being|like|or)\\b)";
/** When it is so: told with the score. */
const when = new RegExp(
  `\\b(?:${[
    "at (?:its|it's|the|my|their) (?:very )?(?:worst|best|peak|highest|lowest)|at (?:worst|best|rest|night)|the (?:worst|best)(?= (?:is|was|it|has))",
    '(?:in|by|during|toward|towards) (?:the )?(?:early |late )?(?:mornings?|afternoons?|evenings?|day|night)|mornings|evenings|nights',
    'right now|now|currently|today|yesterday|this (?:morning|afternoon|evening|week)|last (?:night|week|time|visit|month)',
    'on (?:a )?(?:good|bad|average|most) days?|most days|most of the time|usually|sometimes|on average',
    `(?:before|after)(?: (?:the|your|my|this))? ${stop}[a-z]+|(?:with|without)(?: (?:the|your|my|any|no))? ${stop}[a-z]+`,
    `(?:when|if|whenever) (?:i|you|he|she|it)(?: ${stop}[a-z']+){1,3}|when \\w+ing(?: (?:up|down|stairs))?`,
  ].join('|')})\\b`,
  'g',
);
const wasSo = /\b(?:was|were|started|began|used to be|from an?)\b/;
/** Where the words of one score end and those of the next begin. */
const turn = /^(?:,|and|but|now|then|down|to|it's|so)$/;

/** A score of 0 to 10 with the words that say of what and when: `pain 6/10 in the morning`. */
export interface Score {
  readonly draft: FactDraft;
  readonly from: number;
  readonly to: number;
}

/**
 * The pain scores of a clause: a number out of ten, a number that answers a question for one, or a number that the
 * clause calls a level of pain. Of two numbers joined to a range both count, as `5-6`.
 */
export function scoresOf(clauses: readonly Clause[], at: number): Score[] {
  const clause = clauses[at];
  if (clause === undefined) return [];
  const { tokens } = clause;
  const numerals = numeralsOf(tokens);
  if (numerals.length === 0) return [];
  if ((clause.isQuestion && answerTo(clauses, at)?.kind !== 'yes') || isOtherNumberNamed(clauses, at)) return [];
  const asked = clause.isQuestion ? undefined : questionBefore(clauses, at);
  const before = neighbour(clauses, at, -1);
  const whole = [...(before?.tokens ?? []), ...tokens];
  const isOfPain =
    context.test(textOf(whole)) ||
    scaleWord.test(textOf(whole)) ||
    numeralsOf(whole).some(({ isOutOfTen }) => isOutOfTen);
  const isChanged = isChange(textOf([...whole, ...(neighbour(clauses, at, 1)?.tokens ?? [])]));
  const counted = numerals.filter((numeral) => {
    if (numeral.isOutOfTen) return true;
    const said = textOf(tokens.slice(Math.max(0, numeral.from - 3), numeral.from));
    if (ofOther.test(said)) return false;
    if (asked !== undefined) return lead.test(said);
    return isOfPain ? plainLead.test(said) : isChanged && /\b(?:an?|at)$/.test(said);
  });
  return counted.map((numeral, index) => {
    const window = tokens.slice(counted[index - 1] === undefined ? 0 : startOf(tokens, counted, index), numeral.from);
    const next = counted[index + 1];
    const trail = tokens.slice(
      numeral.to,
      next === undefined ? ownEnd(tokens, numeral.to) : startOf(tokens, counted, index + 1),
    );
    // `By the evening`, `it is an 8`
    const opening =
      index === 0 && before?.sentence === clause.sentence
        ? before.tokens.slice(ownEnd(before.tokens, numeralsOf(before.tokens).at(-1)?.to ?? before.tokens.length))
        : [];
    const { name, term } = subjectOf(asked ?? before, [...opening, ...window]);
    const where = placeOf(trail);
    const time = timeOf(
      textOf([...opening, ...window]),
      textOf(trail),
      asked === undefined ? '' : textOf(asked.tokens),
    );
    const said = textOf(tokens.slice(numeral.from, numeral.to)).replace(' / ', '/');
    const words = [
      name,
      ...(time.isPast ? ['was'] : []),
      numeral.isOutOfTen ? said : `${numeral.value}/10`,
      where,
      ...time.words,
    ];
    return {
      from: numeral.from,
      to: numeral.to,
      draft: {
        ...plainDraft(clause, at),
        kind: 'score',
        term,
        text: words.filter((word) => word !== '').join(' '),
        value: numeral.value,
        unit: '/10',
        place: [where, ...time.words, time.isPast ? 'was' : ''].join(' ').trim(),
        passages: asked === undefined ? clause.passages : [...asked.passages, ...clause.passages],
      },
    };
  });
}

/** `Wells score three` */
const ofOther =
  /\b(?!(?:pain|vas|nprs|the|a|an|your|my|his|her|this|that|it|level|back|neck|knee|hip|shoulder|current|worst|best|today's|same|average)\b)[\p{L}\d'-]+ score(?: of| is| was| at| today)?$/u;

const counted = /^(?:people|persons|patients|men|women|children|kids|times|days|nights|cases|doctors)$/;

/** The numbers of a clause that may be scores, each range as one. */
function numeralsOf(tokens: Clause['tokens']): Numeral[] {
  const text = (index: number) => tokens[index]?.text ?? '';
  const found: Numeral[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    if (!anyScore.test(text(at))) continue;
    const isBetween = text(at - 1) === 'between' || text(at + 1) === String(Number(text(at)) + 1);
    const joins = /^(?:to|or|through)$/.test(text(at + 1)) || isBetween;
    const joint = isBetween && score.test(text(at + 1)) ? at + 1 : at + 2;
    const second = /^an?$/.test(text(joint)) ? joint + 1 : joint;
    const isRange = joins && score.test(text(second)) && Number(text(second)) > Number(text(at));
    const last = isRange ? second : at;
    const out = /^(?:out of|of) 10$/.exec(textOf(tokens.slice(last + 1, last + 4)))?.[0];
    if (text(at - 1) === '/') continue;
    const isOver = /^(?:\/|over)$/.test(text(last + 1)) && text(last + 2) === '10' && text(last + 3) !== '/';
    const to = isOver ? last + 3 : out === undefined ? last + 1 : last + 1 + out.split(' ').length;
    const isOutOfTen = isOver || out?.startsWith('out') === true;
    const isScale = isRange && /^[01]$/.test(text(at)) && text(second) === '10';
    const value = isRange ? `${text(at)}-${text(second)}` : text(at);
    const next = text(to);
    // `Nine out of ten people`
    const isCount = isOutOfTen && counted.test(next);
    const isFollowed = next === '' || follows.test(next) || (next === 'at' && atTime.test(text(to + 1)));
    if (!isScale && !isCount && (isOutOfTen || (score.test(text(at)) && isFollowed)))
      found.push({ value, from: at, to, isOutOfTen });
    at = to - 1;
  }
  return found;
}

/** `Was an eight, now a three.` */
function isChange(text: string): boolean {
  return /\b(?:was|were|from|started (?:at|as)|went from)(?: (?:like|about|at|maybe|around))* an? (?:10|\d)\b(?! (?:out of|day|week|month|year|hour|minute)).{0,30}\b(?:now|to|after|today)\b.{0,25}\b(?:an?|at) (?:10|\d)(?: |$)/.test(
    text,
  );
}

/** The first token that belongs to a score that follows another. */
function startOf(tokens: Clause['tokens'], numerals: readonly Numeral[], index: number): number {
  const [last, next] = [numerals[index - 1]?.to ?? 0, numerals[index]?.from ?? 0];
  const at = tokens.findIndex(({ text }, place) => place >= last && place < next && turn.test(text));
  return at === -1 ? next : at;
}

/** Where the words of the last score of a clause end: `a 6 in the morning, and by the evening`. */
function ownEnd(tokens: Clause['tokens'], from: number): number {
  if (from === tokens.length) return 0;
  const at = tokens.findIndex(({ text }, index) => index >= from && /^(?:and|but)$/.test(text));
  return at === -1 ? tokens.length : at;
}

/** The question for a score that the clause answers, in the turn before or in its own; with the words around it. */
function questionBefore(clauses: readonly Clause[], at: number): Clause | undefined {
  const last = lastAsked(clauses, at);
  if (last === undefined) return undefined;
  const text = textOf(last.tokens);
  if (question.test(text)) return last;
  const earlier = lastAsked(
    clauses,
    clauses.findIndex(({ turn }) => turn === last.turn),
  );
  const isFurther = text.split(' ').length <= 20 && further.test(text) && hasTime(text);
  return isFurther && earlier !== undefined && question.test(textOf(earlier.tokens)) ? last : undefined;
}

/** The end of the last turn that asks something: a question may be split into clauses. */
function lastAsked(clauses: readonly Clause[], at: number): Clause | undefined {
  const own = clauses[at]?.turn ?? 0;
  const before = clauses.slice(Math.max(0, at - 20), at).filter((each) => own - each.turn <= 2);
  const last = before.findLast((each) => each.isQuestion || (each.turn < own && scaleWord.test(textOf(each.tokens))));
  if (last === undefined) return undefined;
  const turn = before.filter((each) => each.turn === last.turn).slice(-askedClauses);
  return { ...last, tokens: turn.flatMap(({ tokens }) => tokens) };
}

function hasTime(text: string): boolean {
  return [...text.matchAll(when)].length > 0;
}

function isScored({ term: { kind, name } }: Mention): boolean {
  return kind === 'symptom' || name === 'anxiety' || name === 'depression';
}

const painful = /\b(?:pain|hurt|hurts|hurting|sore|soreness|ache|aching|discomfort|tender)/;

/** What is scored: the symptom or the place that is named, else the pain. */
function subjectOf(
  asked: Clause | undefined,
  window: Clause['tokens'],
): { readonly name: string; readonly term: string } {
  const [named] = [window, asked?.tokens ?? []].flatMap((each) =>
    mentionsIn({ tokens: each }).filter(isScored).toReversed(),
  );
  if (named !== undefined && !painful.test(`${named.said} ${named.term.name}`))
    return { name: named.said, term: named.term.name };
  const part = partIn(window);
  if (part !== '' && !/^(?:side|left|right|both)$/.test(part)) return { name: `${part} pain`, term: 'pain' };
  return { name: named !== undefined && /\bpain$/.test(named.said) ? named.said : 'pain', term: 'pain' };
}

/** The last part of the body that words name. */
function partIn(tokens: Clause['tokens']): string {
  const last = tokens.findLastIndex(isPlace);
  const from = tokens.findLastIndex((token, index) => index < last && !belongsToPlace(token)) + 1;
  return last === -1 ? '' : textOf(tokens.slice(from, last + 1));
}

/** `For the neck`, right after the score. */
function placeOf(trail: Clause['tokens']): string {
  const asPlace = trail.map((token, index) =>
    index === 0 && token.text === 'for' ? { text: 'in', stem: 'in' } : token,
  );
  const end = placeAt(asPlace, 0);
  return textOf(trail.slice(0, end)).replace(/\b(?:your|my|his|her)\b/g, 'the');
}

function timeOf(
  window: string,
  trail: string,
  asked: string,
): { readonly words: readonly string[]; readonly isPast: boolean } {
  const own = [...window.matchAll(when), ...trail.matchAll(when)].map(([said]) => said);
  const inQuestion = [...asked.matchAll(when)].map(([said]) => said);
  // `That is with ibuprofen, what is it without?` asks for one of the two.
  const isPlain = inQuestion.length === 1 && !(/\bwith\b/.test(asked) && /\bwithout\b/.test(asked));
  const words = own.length > 0 ? own : isPlain ? inQuestion : [];
  const told = words.filter(
    (each, index) => !words.some((other, at) => at !== index && other.includes(each) && (other !== each || at < index)),
  );
  return { words: told.slice(0, 2), isPast: wasSo.test(window) && !words.some((each) => /\bnow\b/.test(each)) };
}
