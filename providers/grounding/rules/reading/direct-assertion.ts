import type { FactKind } from 'chronoscribe/kinds/grounding';
import type { Asserted, SaidWords } from '../../assertion/assertion.ts';
import type { Status } from '../../assertion/compose.ts';
import { resultsByText } from '../../language/remembered.ts';
import { functionWords } from '../dialogue/common-words.ts';
import type { Clause } from './clauses.ts';
import { type Mention, textOf } from './mentions.ts';
import { isAdjustment } from './phrase-mentions.ts';
import type { ReadAssertion } from './reading.ts';

/** What a clause and those beside it assert of a term of it. */
export interface DirectReader {
  readonly assertionOf: (at: number, mention: Mention, isAboutFamily: boolean) => ReadAssertion;
  /** As the table of cues has it: with what is planned, or depends on something else. */
  readonly statusOf: (at: number, mention: Mention) => Status;
}

export function directReader(clauses: readonly Clause[], mentions: readonly (readonly Mention[])[]): DirectReader {
  const windows = new Map<number, Window>();
  const assertedOf = (at: number, mention: Mention): Asserted => {
    const own = clauses[at];
    if (own === undefined) return { status: 'present', of: 'patient', cues: [] };
    const window = windows.get(at) ?? windowAt(clauses, mentions, at);
    windows.set(at, window);
    const { kind } = mention.term;
    const key = `${kind} ${mention.from} ${mention.to}`;
    const before = window.known.get(key);
    const asserted =
      before ??
      own.language.read(window.said, { kind, from: mention.from + window.start, to: mention.to + window.start });
    window.known.set(key, asserted);
    return asserted;
  };
  return {
    statusOf: (at, mention) => assertedOf(at, mention).status,
    assertionOf: (at, mention, isAboutFamily) => {
      const clause = clauses[at];
      if (clause === undefined) return 'present';
      const asserted = assertedOf(at, mention);
      const assertion = assertionFor(asserted, mention.term.kind);
      if (conditions.has(mention.term.kind) && isSupposed(clauses, at, mention, assertion)) return 'possible';
      if (assertion === 'absent') return 'absent';
      if (
        (isHeldByOther(asserted) && mention.term.name !== 'capacity') ||
        (isAboutFamily && isOfFamily(clause, mention))
      )
        return 'family';
      const own = mentions[at] ?? [];
      const isTold = asserted.cues.length > 0 || clause.isQuestion || mention.term.kind !== 'medication';
      if (!isTold && own.includes(mention) && isUnclear(clause, mention, own)) return 'possible';
      return asserted.status === 'planned' && isAdjustment(mention) ? 'possible' : assertion;
    },
  };
}

interface Window {
  readonly said: SaidWords;
  /** Index of the first token of the clause itself. */
  readonly start: number;
  /** What is already read of the terms of the clause. */
  readonly known: Map<string, Asserted>;
}

/** In how many clauses after its own a pronoun may refer to a term: `It made me sick, so I stopped.` */
const clausesAfter = 2;

const conditional = /^(?:if|when|unless|should|once|until)\b/;

/** A clause between the one before it in its sentence and those after it in which somebody may go on about its terms. */
function windowAt(clauses: readonly Clause[], mentions: readonly (readonly Mention[])[], at: number): Window {
  const own = clauses[at];
  const isJoined = ({ turn, sentence }: Clause) => turn === own?.turn && sentence === own.sentence;
  const after = clauses.slice(at + 1, at + 1 + clausesAfter);
  const end = after.findIndex((each) => each.turn !== own?.turn || (each.isQuestion && !isJoined(each)));
  const last = clauses[at + after.length];
  const more = clauses[at + after.length + 1];
  // `Stay on that, but stop it | if you are sick`
  const isCut = end === -1 && more?.turn === last?.turn && more?.sentence === last?.sentence;
  if (isCut && more !== undefined && conditional.test(textOf(more.tokens))) after.push(more);
  const followed = (end === -1 ? after : after.slice(0, end)).map((_, index) => at + 1 + index);
  const before = clauses
    .slice(Math.max(0, at - 1), at)
    .filter(isJoined)
    .map(() => at - 1);
  const indexes = [...before, at, ...followed];
  const key = `${own?.language.code} ${indexes.map((index) => keyOf(clauses, mentions[index] ?? [], index, at)).join('|')}`;
  return known(key, () => windowOf(clauses, mentions, indexes, at));
}

/** Windows that were read: a check reads the same clauses for each statement that cites them. */
const known = resultsByText<Window>();

function keyOf(clauses: readonly Clause[], own: readonly Mention[], index: number, at: number): string {
  const clause = clauses[index];
  const isNext = clause?.sentence !== clauses[index - 1]?.sentence;
  const terms = own.map(({ term, from, to }) => `${term.kind} ${from} ${to}`).join(',');
  return `${index === at ? clause?.role : isNext}:${textOf(clause?.tokens ?? [])}:${terms}`;
}

function windowOf(
  clauses: readonly Clause[],
  mentions: readonly (readonly Mention[])[],
  indexes: readonly number[],
  at: number,
): Window {
  const tokens: string[] = [];
  const terms: SaidWords['terms'][number][] = [];
  const breaks: number[] = [];
  let start = 0;
  for (const index of indexes) {
    const clause = clauses[index];
    if (index > at && clause?.sentence !== clauses[index - 1]?.sentence) tokens.push('.');
    const from = tokens.length;
    if (index === at) start = from;
    breaks.push(from);
    for (const mention of mentions[index] ?? [])
      terms.push({ kind: mention.term.kind, from: mention.from + from, to: mention.to + from });
    tokens.push(...spoken(clause?.tokens ?? []));
  }
  return { said: { tokens, terms, role: clauses[at]?.role ?? null, breaks }, start, known: new Map() };
}

/** Without `you know`, which is no subject. */
function spoken(tokens: Clause['tokens']): string[] {
  const isFiller = (at: number) =>
    tokens[at]?.text === 'you' &&
    tokens[at + 1]?.text === 'know' &&
    !/^(?:do|did|if|that|as|how|what|when|let|can|until|before)$/.test(tokens[at - 1]?.text ?? '');
  return tokens.map(({ text }, at) => (isFiller(at) || isFiller(at - 1) ? 'um' : text));
}

/** In words: how far a condition reaches where no mark ends it. */
const longestSupposed = 25;
const conditions: ReadonlySet<FactKind> = new Set(['symptom', 'problem', 'finding']);

/** `If your eye swells up or the headache gets bad`, `you would have swelling of the lips`: a clinician tells what may come. */
function isSupposed(clauses: readonly Clause[], at: number, { from, to }: Mention, assertion: ReadAssertion): boolean {
  const own = clauses[at];
  if (own?.role !== 'clinician' || (assertion !== 'present' && assertion !== 'absent')) return false;
  const before = textOf(saidBefore(clauses, at, own.tokens.slice(0, from)));
  // `If your cough isn't better`: there is one.
  if (/\b(?:your|this|that)$/.test(before) && lasts.test(textOf(own.tokens.slice(to)))) return false;
  return assertion === 'absent' ? prevents.test(before) : [supposes, foretells].some((words) => words.test(before));
}

/** The words of its sentence before those of a clause, as many as a condition may reach over. */
function saidBefore(clauses: readonly Clause[], at: number, tokens: Clause['tokens']): Clause['tokens'] {
  const [own, before] = [clauses[at], clauses[at - 1]];
  const isSame = before !== undefined && before.turn === own?.turn && before.sentence === own.sentence;
  if (!isSame || tokens.length >= longestSupposed) return tokens.slice(-longestSupposed);
  return saidBefore(clauses, at - 1, [...before.tokens, ...tokens]);
}

/** Whatever is said after it in the sentence depends on it, unless somebody is only asked to look or to remember. */
const supposes =
  /\b(?:in case|unless|if(?! (?:(?:you|i|we) (?:look|see|remember|recall|don't mind|think|go back)|i'm not|not|so|possible|(?:that's|it's) (?:okay|ok|all right|alright))\b))\b/;
const lasts =
  /^(?:is|are|was|does|do|has|have)?(?:n't| not| still|'s not)?\b.{0,12}\b(?:better|improv\w*|settl\w*|gone|go away|get better|help\w*)\b/;
const foretells = new RegExp(
  [
    /\byou(?: would|'d) (?:also |then |probably |usually )?(?:have|get|feel|notice|see|develop|become|be|experience|find)\b/,
    /\b(?:otherwise you|or else|the moment|as soon as|without treatment|worst that (?:can|could) happen)\b/,
    /\b(?:watch|look) (?:out )?for\b|\b(?:keep|have) an eye (?:out )?for\b|\b(?:keeps?|stops?) (?:you|him|her) (?:from )?(?:getting|having|developing)\b|\blet (?:us|me) know (?:about|of)\b|\b(?:come|ring|call|get) back with\b/,
    /\bsigns? of [\p{L} ]+ (?:are|is|include)\b|\b(?:you|to|can|may|will|this|that|it) (?:risk|leads?)(?: to)?\b/u,
  ]
    .map(({ source }) => source)
    .join('|'),
  'u',
);
const prevents = /\b(?:make|making) sure\b.*\b(?:don't|doesn't|not)\b|\b(?:as long as|assuming|provided)\b/;

function isHeldByOther({ of }: Asserted): boolean {
  return of === 'relative' || of === 'other';
}

function assertionFor({ status }: Asserted, kind: FactKind): ReadAssertion {
  switch (status) {
    case 'planned':
      return 'present';
    case 'conditional':
      return 'possible';
    case 'stopped':
      // A test that was called off has no result.
      return kind === 'order' ? 'absent' : 'historical';
    case 'present':
    case 'absent':
    case 'possible':
    case 'historical':
    case 'declined':
      return status;
    default:
      return status satisfies never;
  }
}

/** `She has diabetes`, after a question about the family. */
function isOfFamily({ tokens, role }: Clause, { from, term }: Mention): boolean {
  if (!/^(?:problem|symptom|medication|allergy|procedure)$/.test(term.kind)) return false;
  // A mother answers for her child: `I have asthma`.
  if (role === 'other') return true;
  const before = textOf(tokens.slice(0, from));
  // `My mum drove me home. They did the hip on the left.`
  if (term.kind === 'procedure' && !/\b(?:she|he|her|his)\b/.test(before)) return false;
  return !/\b(?:i|i'm|i've|you|your|my)\b/.test(before);
}

/**
 * Whether a clause does not tell what somebody does with a medicine in words that its language knows. Words that end a
 * medicine are endless; so a medicine counts as taken only where words of taking say so, or where it stands alone, as in a
 * list. Where facts are earned (English), this is not asked.
 */
function isUnclear({ tokens, language }: Clause, { from, to }: Mention, own: readonly Mention[]): boolean {
  if (language.taking === undefined) return false;
  if (language.taking.denied.test(textOf(tokens))) return true;
  const rest = tokens.filter(
    ({ text }, at) =>
      !(at >= from && at < to) && !own.some((each) => each.from <= at && at < each.to) && /\p{L}/u.test(text),
  );
  if (rest.some(({ text }) => language.taking?.taking.test(text))) return false;
  return rest.some(({ text }) => !functionWords.has(text));
}
