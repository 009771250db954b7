import { type Fact, type FactKind, isRequired } from 'chronoscribe/kinds/grounding';
import type { Statement } from 'chronoscribe/kinds/writer';
import { isSmallTalk, saysOtherwise, states } from 'chronoscribe/reading';
import { factsStatedBy, namedIn, overruledBy, quotedBy } from './fact-coverage.ts';
import { type Sentence, wordCount } from './sentences.ts';
import { isDeviceCommand, namesCondition, speechAct } from './speech-acts.ts';
import type { StatementBuilder } from './statements.ts';

/** A sentence that a note can state. */
export interface Candidate {
  readonly sentence: Sentence;
  /** It is taken back, contradicted or told elsewhere: no note states it. */
  readonly isLeftOut: boolean;
  /** A fact quotes it within an exchange. */
  readonly isQuoted: boolean;
  /** The statement that a note makes of it; null if it can make none. */
  readonly statement: () => Statement | null;
  /** The facts that the statement states. */
  readonly facts: readonly Fact[];
}

/** Facts with a form of their own: what is asked about them is not told in other words. */
const toldApart: ReadonlySet<FactKind> = new Set(['safety', 'allergy']);

/** Number of sentences after which other tasks run. */
const batch = 50;

/**
 * Lists what a note can state, without repetitions.
 *
 * @param tell makes a statement of a sentence, or none; it takes time, so it is called for sentences that state a fact,
 *   and for others once they are selected
 * @param isOverturned whether what a sentence decides is taken back later
 * @param pause awaited now and then
 */
export async function candidatesFrom(
  sentences: readonly Sentence[],
  tell: StatementBuilder,
  facts: readonly Fact[],
  isOverturned: (sentence: Sentence) => boolean,
  pause: () => Promise<void>,
): Promise<Candidate[]> {
  const factsOf = factsStatedBy(facts);
  const isOverruled = overruledBy(facts);
  const quotes = quotedBy(facts);
  const apart = new Set(facts.flatMap(({ kind, evidence }) => (toldApart.has(kind) ? evidence : [])));
  const candidates = new Map<string, Candidate>();
  for (const [index, sentence] of sentences.entries()) {
    const words = `${sentence.role}: ${sentence.text.toLowerCase()}`;
    if (candidates.has(words)) continue;
    const quoting = quotes(sentence);
    const isAnswer = sentence.asked !== null && sentence.role === 'patient';
    // What a yes or no alone says is told by its facts: `Denies cough.`
    const isToldByFacts = isAnswer && isPlain(sentence) && facts.some(cites(sentence));
    // `Any allergies? – There was an antibiotic, Augmentin.`: the answer alone does not say it either.
    const isUnsaid =
      sentence.role === 'patient' &&
      !tellsReaction.test(sentence.text) &&
      facts.some((fact) => fact.kind === 'allergy' && cites(sentence)(fact) && namedIn(sentence.text, fact));
    const isApart = isToldByFacts || isUnsaid || (isAnswer && sentence.evidence.some((id) => apart.has(id)));
    // An exchange that can be told in one sentence is not quoted.
    const whole = quoting.length > 0 && isAnswer && !isApart ? tell(sentence) : null;
    const isQuoted = quoting.length > 0 && (whole === null || !quoting.every((fact) => states(whole, fact)));
    const isLeftOut =
      isDeviceCommand(sentence.text) ||
      isContradicted(sentence, sentences[index + 1]) ||
      isEcho(sentence, sentences[index - 1]) ||
      isOverturned(sentence) ||
      isOverruled(isQuoted || whole === null ? sentence : whole) ||
      isQuoted;
    const statement = once(() => (isLeftOut || isApart ? null : (whole ?? tell(sentence))));
    const told = factsOf(sentence).length > 0 || sentence.asked !== null ? statement() : null;
    candidates.set(words, {
      sentence,
      isLeftOut,
      isQuoted,
      statement,
      facts: told === null ? [] : factsOf(told),
    });
    if (index % batch === batch - 1) await pause();
  }
  return [...candidates.values()];
}

const tellsReaction =
  /\b(?:allerg\w*|react\w*|intoleran\w*|hives|rash\w*|swell\w*|swollen|anaphyla\w*|can'?t (?:take|have|eat|use)|itch\w*|breath\w*|throat|sick|vomit\w*)\b/i;

function cites({ evidence }: Sentence): (fact: Fact) => boolean {
  return (fact) => evidence.every((id) => fact.evidence.includes(id));
}

function isPlain({ asked }: Sentence): boolean {
  return asked !== null && plainReply.test(asked.answer);
}

const plainReply = /^(?:\W|yes|yeah|yep|yup|no|nope|nah|none|never|not at all|nothing|i do|i am|i have)+$/i;

/** Somebody else says otherwise at once: `I'm allergic to plasters. – No, mum, that's me.`, `Do you shake? – No. – He does.` */
function isContradicted({ speaker, isQuestion, asked, role, text }: Sentence, next: Sentence | undefined): boolean {
  if (role === null || isQuestion || next === undefined || next.speaker === speaker) return false;
  if (asked === null) return saysNo.test(next.text) && !(namesCondition.test(text) && regrets.test(next.text));
  return next.role !== 'clinician' && saysOtherwise(asked.answer, next.text);
}

/** `Any pain in your chest? – No. – No pain, okay.`: less than was said. */
function isEcho({ role, asked, text, words, turn }: Sentence, before: Sentence | undefined): boolean {
  if (
    role !== 'clinician' ||
    asked !== null ||
    before?.asked == null ||
    turn !== before.turn + 1 ||
    speechAct(text) !== null
  )
    return false;
  const isOfAnswer = words.length > 0 && words.every((word) => before.words.includes(word) || saysNothing.test(word));
  return isOfAnswer && wordCount(text) <= longestEcho;
}

/** In words. */
const longestEcho = 6;
const saysNothing = /^(?:ok|okai|right|fine|good|great|no)$/;

/** `It's a clot. – Oh no.` */
const regrets = /^no(?:,? no)*[.!]?$|^no way\b/i;
const saysNo =
  /^no\b(?! (?:problem|worries|need|thank|more|other|new|\p{L}+ing)\b)|^(?:well,? )?(?:not (?:exactly|quite|true|any ?more)|i wouldn't (?:say|call)|that's not (?:right|true|so))\b/iu;

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

export interface SelectionOptions {
  /** Stems of the prompt. */
  readonly wished: ReadonlySet<string>;
  /** The facts that the note states already; the selection adds those that it states. */
  readonly covered: Set<Fact>;
  /** Awaited after each choice, which visits every candidate, so that other tasks can run. */
  pause(): Promise<void>;
}

/** A sentence with this many distinct content words gets the full score for content. */
const fullSentence = 14;
/** Weights of the parts of a score; what is counted each is counted at most twice. */
const weight = { central: 0.7, full: 1.2, fresh: 0.3, wished: 1.75, required: 0.6, other: 0.3 };

/**
 * Selects candidates of one content until the budget is filled, each time the one with the most to say: facts that are not
 * stated yet, words of the prompt, many content words, words that recur among the candidates, words that are not told yet.
 *
 * @param room budget in words
 */
export async function selectByRelevance(
  candidates: readonly Candidate[],
  room: number,
  { wished, covered, pause }: SelectionOptions,
): Promise<readonly Candidate[]> {
  const wordSets = candidates.map(({ sentence }) => new Set(sentence.words));
  const recurrence = new Map<string, number>();
  for (const words of wordSets) for (const word of words) recurrence.set(word, (recurrence.get(word) ?? 0) + 1);
  const most = Math.max(1, ...recurrence.values());
  const share = (words: ReadonlySet<string>, worth: (word: string) => number) =>
    words.size === 0 ? 0 : [...words].reduce((sum, word) => sum + worth(word), 0) / words.size;
  const scores = wordSets.map(
    (words) =>
      weight.central * share(words, (word) => (recurrence.get(word) ?? 0) / most) +
      weight.full * Math.min(words.size / fullSentence, 1) +
      weight.wished * Math.min([...words].filter((word) => wished.has(word)).length, 2),
  );
  const told = new Set<string>();
  const chosen: Candidate[] = [];
  const left = new Map(candidates.entries());
  let used = 0;
  while (left.size > 0 && used < room) {
    const worths = [...left].map(([index, { facts }]) => {
      const fresh = share(wordSets[index] ?? new Set(), (word) => (told.has(word) ? 0 : 1));
      const stated = facts
        .filter((fact) => !covered.has(fact))
        .reduce((sum, fact) => sum + (isRequired(fact) ? weight.required : weight.other), 0);
      return [index, (scores[index] ?? 0) + weight.fresh * fresh + stated] as const;
    });
    const [best] = worths.reduce((one, other) => (other[1] > one[1] ? other : one));
    const taken = left.get(best);
    left.delete(best);
    if (taken === undefined || taken.statement() === null) continue;
    chosen.push(taken);
    for (const fact of taken.facts) covered.add(fact);
    for (const word of taken.sentence.words) told.add(word);
    used += wordCount(taken.sentence.text);
    await pause();
  }
  return chosen;
}

/**
 * Length of a summary in words: minimum and maximum. It grows by a word per `sourceWordsPerWord` words of the source.
 */
const [least, most] = [120, 200] as const;
const sourceWordsPerWord = 50;
/** Longer sentences are unpunctuated tables or lists; a summary uses them only if there is nothing else. */
const longestSentence = 60;

/** Selects the most central candidates of a source, whatever their content. */
export async function summarize(
  candidates: readonly Candidate[],
  options: SelectionOptions,
): Promise<readonly Candidate[]> {
  const telling = candidates.filter(
    ({ sentence: { text, isQuestion, role } }) => !isQuestion && !(role !== null && isSmallTalk(text)),
  );
  const short = telling.filter(({ sentence }) => wordCount(sentence.text) <= longestSentence);
  const length = candidates.reduce((sum, { sentence }) => sum + wordCount(sentence.text), 0);
  const room = Math.min(most, least + length / sourceWordsPerWord);
  return selectByRelevance(short.length > 0 ? short : telling, room, options);
}
