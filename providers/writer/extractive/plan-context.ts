import type { Fact, FactKind } from 'chronoscribe/kinds/grounding';
import { genericName, tokenizeWords } from 'chronoscribe/language';
import { isSmallTalk, refuses } from 'chronoscribe/reading';
import { actions, namedIn } from './fact-coverage.ts';
import { exchangeOf, type Sentence } from './sentences.ts';

/** What is done with a treatment, up to its object. */
const changing =
  /\b(?:(?:stop|hold|keep|drop|halve|double|cut|raise|increase|reduce|lower|bring|bump|leave|continue|switch|change|restart|resume|start|miss|skip|take|use|wean|taper|refill|renew|inject|repeat|swap|have|give|try|like|put)(?:ping|[td]ing|ing|s)?|carry on|stay|come|go(?:ing)?|off|on)(?: (?:up|down|off|back|on|out|with|to|taking|using|giving|having|just|you|both of|all of|get|getting))*/u
    .source;
/** The object, which only the sentence before names: `stop it`, `drop that to five`, not `take that leg up`. */
const pointedAt =
  /(?:(?:it|them|that one|this one)\b|(?:that|this|those|these|one)(?=$|[\s,.]*(?:$|\d|(?:to|for|down|up|off|now|today|in|at|on|and|until|there)\b)))/u
    .source;
const changed =
  /\b(?:it|that|(?:that|this) one|those|they|these)(?:'ll| (?:should|can|could|needs? to|will|ha[sv]e? to|must|may|is going to))(?: now| just| probably| then)? (?:be (?:stopped|held|kept|dropped|halved|doubled|cut|raised|increased|reduced|lowered|continued|switched|changed|restarted|resumed|started|tapered|refilled|renewed|repeated|swapped)|stop|stay|go (?:up|down|back)|come (?:up|down|off))\b/u
    .source;
const pointed = new RegExp(`${changing} ${pointedAt}|${changed}`, 'iu');
/** What the sentence itself names before: `I'll give you a sling, and you can use it`. */
const ownObject =
  /\b(?:give|get|order|prescribe|write|need|have|see|do|put|take|try|send|arrange|book|fit)(?: you| him| her| them)? (?:an?|some|the|your|his|her|another) \p{L}+.*?[, ](?:and|so|but|then|just|if|when|until)\b|^(?:(?:and|so|but|then),? )?(?:the|your|these|those|an?) \p{L}+,? (?:that|it|this|they|those)(?:'s|'re| is| are)\b/iu;
/** `We'd better go down to eighteen.` */
const bareDose =
  /\b(?:up|down|back|off) (?:by|to) (?:about |around |the |just )?(?:\d|half|(?:one|two|three|four|five|six|seven|eight|nine|ten|\p{L}+teen|\p{L}+ty|your|what|full|usual)\b)|\b(?:miss|skip|double|halve)\b/iu;
/** What else a clinician may speak of with `it`. */
const matters: ReadonlySet<FactKind> = new Set(['problem', 'finding', 'result']);
/** In turns and in sentences: how far a word points back. */
const [mostTurns, mostSentences] = [3, 6] as const;
/** In content words: who says more may speak of something else. */
const leastOfElse = 2;
/** In sentences: as much of a turn as is objected to. */
const mostObjected = 2;
/** In sentences: what is quoted of what was said between. */
const mostBetween = 3;

/**
 * Puts a clinician's decision that only points at its object together with what names it, and what is declined with the words that
 * decline it: neither says anything alone, and with the wrong neighbour it says something else.
 *
 * @example `How's the alendronate? – It sticks. – Then let's stop it.` gives `Alendronate: let's stop it.`
 */
export function withObjects(sentences: readonly Sentence[], facts: readonly Fact[]): readonly Sentence[] {
  const known = facts.filter(({ kind }) => actions.has(kind));
  const others = facts.filter(({ kind }) => matters.has(kind));
  const declined = new Set(known.flatMap(({ assertion, evidence }) => (assertion === 'declined' ? evidence : [])));
  const told: Sentence[] = [];
  for (const [at, sentence] of sentences.entries()) {
    const { role, asked, isQuestion, text } = sentence;
    if (asked !== null || isQuestion) told.push(sentence);
    else if (role === 'clinician' && isUnnamed(text, known))
      told.push(named(sentence, sentences.slice(0, at), known, others));
    else if (
      (role === 'patient' || role === 'other') &&
      refuses(text) &&
      !sentence.evidence.some((id) => declined.has(id))
    )
      told.push(...objected(told, sentence));
    else told.push(sentence);
  }
  return told;
}

function isUnnamed(text: string, known: readonly Fact[]): boolean {
  const decides = bareDose.test(text) || (pointed.test(text) && !ownObject.test(text));
  return decides && medicinesIn(text, known).size === 0 && !isSmallTalk(text);
}

/** Generic names, and what the facts call a treatment. */
function medicinesIn(text: string, known: readonly Fact[]): ReadonlySet<string> {
  const named = known.filter((fact) => namedIn(text, fact)).map(({ term }) => genericName(term.toLowerCase()) ?? term);
  return new Set([
    ...named,
    ...tokenizeWords(text.toLowerCase()).flatMap((word) => genericName(word.replace(/['’]s$/, '')) ?? []),
  ]);
}

/** A decision below the name of the one medicine that is spoken of; where there are several, with what was said before it. */
function named(
  sentence: Sentence,
  before: readonly Sentence[],
  known: readonly Fact[],
  matter: readonly Fact[],
): Sentence {
  const near = before.slice(-mostSentences).filter(({ turn }) => sentence.turn - turn <= mostTurns);
  const first = near.findIndex(({ text }) => medicinesIn(text, known).size > 0);
  const spokenOf = near.slice(Math.max(0, first));
  const [name, ...others] = new Set(spokenOf.flatMap(({ text }) => [...medicinesIn(text, known)]));
  const last = near.at(-1);
  if (name === undefined || last === undefined || last.role === null) return sentence;
  // `There's a lesion on your back. – Let's cut it out.` speaks of what was named last.
  const lastNamed = near.findLastIndex(({ text }) => medicinesIn(text, known).size > 0);
  const since = near.slice(lastNamed + 1);
  const isOfElse = since.some(({ text, evidence, role }) =>
    matter.some(
      (fact) => role === 'clinician' && fact.evidence.some((id) => evidence.includes(id)) && namedIn(text, fact),
    ),
  );
  // `The steroid settles it. Emollients help too. Paste that on.`
  const isOfNext = since.some(
    ({ role, words, isQuestion }) => role === 'clinician' && !isQuestion && words.length > leastOfElse,
  );
  if (others.length > 0) return quoted(near.slice(lastNamed).slice(-mostBetween), sentence);
  if (isOfElse || isOfNext) return quoted([last], sentence);
  return quoted(spokenOf.slice(-mostBetween), sentence, nameOf(name, known));
}

/** A medicine as it was called. */
function nameOf(generic: string, known: readonly Fact[]): string {
  return known.find(({ term }) => genericName(term.toLowerCase()) === generic)?.term ?? generic;
}

/** What is objected to with the objection; the clinician's sentences no longer stand alone. */
function objected(told: Sentence[], objection: Sentence): Sentence[] {
  const own: Sentence[] = [];
  for (let last = told.at(-1); own.length < mostObjected && isOffer(last, objection); last = told.at(-1)) {
    own.unshift(last);
    told.pop();
  }
  return [own.length === 0 ? objection : { ...quoted(own, objection), role: 'clinician' }];
}

function isOffer(sentence: Sentence | undefined, { turn }: Sentence): sentence is Sentence {
  return (
    sentence?.role === 'clinician' && sentence.turn === turn - 1 && !sentence.isQuestion && sentence.asked === null
  );
}

function quoted(before: readonly Sentence[], sentence: Sentence, object?: string): Sentence {
  return exchangeOf(before, [sentence], { isQuoted: true, ...(object !== undefined && { object }) });
}
