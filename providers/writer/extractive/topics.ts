import type { Fact, FactKind } from 'chronoscribe/kinds/grounding';
import { contentWords, normalizeSynonyms } from 'chronoscribe/language';
import { capital } from './answers/wording.ts';
import { namedIn } from './fact-coverage.ts';
import { exchangeOf, type Sentence } from './sentences.ts';

const verbs =
  '(?:hurts?|helps?|gives?|happens?|lasts?|goes?|gets?|comes?|works?|feels?|bothers?|stops?|starts?|begins?|makes?|wakes?|spreads?|change[sd]?|move[sd]?)';
/** What was spoken of, as the subject of a question; `that dog` and the doctors of `when did they take it out` are others. */
const subject = `(?:it\\b|those(?= ${verbs}\\b)|that(?= (?:still |ever |always |usually |all )?${verbs}\\b)|they(?= (?:still |usually )?${verbs}\\b))`;
/** A question that names nothing: it goes on about what was spoken of. */
const goesOn = new RegExp(
  `^(?:(?:and|so|okay|ok|but|right|oh|now|then|about)[\\s,]+)*(?:${[
    '(?:for )?how (?:often|long|many|much|bad|frequently)(?: of (?:it|that|those|them))?|(?:since )?when|where(?: exactly)?',
    'which (?:one|ones|side)|what (?:kind|time|dose)',
    `(?:how|when|where)(?: (?:often|long|bad|much|exactly))? (?:do|does|did|is|are|was|were|has|have) ${subject}.*`,
    'what (?:makes|made|brings|brought|helps|helped|sets|does|is|was|starts|started) (?:it|them)\\b.*',
    `any side effects(?: (?:with|from|to|of) (?:it|that|them|those))?|(?:do|does|did|has|have|can) ${subject}.*|(?:is|are|was|were) (?:it|they|those)\\b.*`,
    'any (?:at|in|on|with|when|during)\\b.*|at (?:night|rest)|all the time|every day|both (?:sides|legs|arms|feet|hands|eyes|knees)',
  ].join('|')})\\s*\\?*$`,
  'i',
);
/** What people go on about. */
const spokenOf: ReadonlySet<FactKind> = new Set(['symptom', 'problem', 'medication', 'social', 'procedure']);
/** In turns: the question comes right after what it goes on about. */
const reach = 2;

/**
 * Gives an answer whose question names nothing the name of what was spoken of right before, where that is one thing; else it
 * is told with the exchange before it.
 *
 * @example `I get headaches. – How often? – Daily.` is told of the headaches.
 */
export function withTopics(sentences: readonly Sentence[], facts: readonly Fact[]): readonly Sentence[] {
  const known = facts.filter(({ kind, of }) => spokenOf.has(kind) && of === 'patient');
  const told: Sentence[] = [];
  let topic: Topic | undefined;
  let last = 0;
  for (const sentence of sentences) {
    const { asked, turn, text } = sentence;
    const isNear = turn - last <= reach;
    last = turn;
    if (asked === null || asked.isQuoted === true || !goesOnAbout(asked.question)) {
      topic = topicOf(sentence, known) ?? (isNear && pointsAt.test(text) ? topic : undefined);
      told.push(sentence);
    } else if (topic !== undefined && isNear)
      told.push({
        ...sentence,
        asked: { ...asked, topic: topic.name },
        words: [...contentWords(topic.name), ...sentence.words],
        evidence: [...new Set([...topic.evidence, ...sentence.evidence])],
      });
    else told.push(joinedTo(told, sentence, isNear));
  }
  return told;
}

/** `Have you tried ice? – Yes. – Does that help? – No.`, taken together from what was told. */
function joinedTo(told: Sentence[], sentence: Sentence, isNear: boolean): Sentence {
  const before = told.at(-1);
  const isAsked = before?.asked != null && before.asked.isQuoted !== true && before.speaker === sentence.speaker;
  if (!isNear || !isAsked || sentence.asked === null || !ofEffect.test(sentence.asked.question)) return sentence;
  told.pop();
  const question = { ...sentence, text: capital(sentence.asked.question), asked: null };
  return { ...exchangeOf([before, question], [sentence], { isQuoted: true }), position: before.position };
}

const ofEffect =
  /\b(?:it|that|those|they|them)\b.*\b(?:help\w*|work\w*|relie\w+|better|worse|difference|improve\w*|agree\w*|side effects?|bother\w*)\b/i;

/** Whether a question names nothing, and goes on about what was spoken of. */
export const goesOnAbout = (question: string): boolean => goesOn.test(question);

interface Topic {
  readonly name: string;
  readonly evidence: readonly string[];
}

/** The one thing that a sentence names; undefined where its passages name another, which may be meant. */
function topicOf({ text, evidence }: Sentence, known: readonly Fact[]): Topic | undefined {
  const near = known.filter((fact) => evidence.some((id) => fact.evidence.includes(id)));
  const [only, ...others] = new Map(near.map((fact) => [fact.term, fact])).values();
  if (only === undefined || others.length > 0 || !names(text, only)) return undefined;
  return { name: capital(only.term), evidence };
}

function names(text: string, fact: Fact): boolean {
  const canonical = { ...fact, term: normalizeSynonyms(fact.term), text: normalizeSynonyms(fact.text) };
  return namedIn(text, fact) || namedIn(normalizeSynonyms(text), canonical);
}

/** `It's more like a pressure.` */
const pointsAt = /^(?:(?:and|so|oh|well|but),? )*(?:it|it's|they|they're|that|that's|those)\b/i;
