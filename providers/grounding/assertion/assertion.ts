import type { FactKind } from 'chronoscribe/kinds/grounding';
import { clauseNumbering } from './clause-starts.ts';
import { compose, meantFor, type Stage, type Status, statusOf } from './compose.ts';
import { type Cue, type IsTerm, indexCues, matchEnd, termMark, wordSet } from './cues.ts';
import type { AssertionTable, Category, Holder, Operator } from './table.ts';

/** A place in a sentence: indexes of its first token and of the token after it. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** A term where it stands. */
export interface SaidTerm extends Span {
  readonly kind: FactKind;
}

/** The words around a term. */
export interface SaidWords {
  /** In lower case; a punctuation mark is a token. */
  readonly tokens: readonly string[];
  /** The terms among them, in order. */
  readonly terms: readonly SaidTerm[];
  /** Who speaks; null if nobody does, or it is not known. */
  readonly role: 'clinician' | 'patient' | 'other' | 'unknown' | null;
  /** Indexes at which a clause is known to begin. */
  readonly breaks?: readonly number[];
}

export interface Asserted {
  readonly status: Status;
  readonly of: 'patient' | Holder;
  /** The cues that decided, in the order in which they were applied. */
  readonly cues: readonly string[];
}

/** Tells what a sentence asserts of a term in it. */
export type AssertionReader = (said: SaidWords, term: SaidTerm) => Asserted;

/** A cue where it stands. `gap` is the place of the term within it. */
interface Found extends Span {
  readonly cue: Cue;
  readonly gap: Span | null;
}

/** What is known of a sentence before it is asked for a term. */
interface Read {
  /** The clause of each token. */
  readonly clauses: readonly number[];
  readonly found: readonly Found[];
  /** Those that apply to a kind of term. */
  readonly byKind: Map<FactKind, readonly Found[]>;
}

const usualReach = 8;
const usualGap = 6;

/**
 * Makes a reader of a table of cues. It applies the cues in whose scope a term is from the inside out, so that `don't`
 * is said of `stop`, and `stop` of the medicine.
 *
 * @example
 * const read = assertionReader(english);
 * const tokens = 'no chest pain but she has a fever'.split(' ');
 * const terms = [{ kind: 'symptom', from: 1, to: 3 }, { kind: 'symptom', from: 7, to: 8 }] as const;
 * read({ tokens, terms, role: null }, terms[0]); // { status: 'absent', of: 'patient', cues: ['no'] }
 */
export function assertionReader(table: AssertionTable): AssertionReader {
  const index = indexCues(table);
  const number = clauseNumbering(table);
  const lists = {
    determiners: wordSet(table.determiners),
    governing: wordSet(table.governing),
    continuing: wordSet(table.continuing),
    joints: wordSet(`${table.joints} ${table.alternatives} ,`),
  };
  /** The clauses and cues of a sentence, which is asked for each of its terms. */
  const known = new WeakMap<SaidWords, Read>();
  const readOnce = (said: SaidWords): Read => {
    const before = known.get(said);
    if (before !== undefined) return before;
    const clauses = number(said.tokens, new Set(said.breaks));
    const read = { clauses, found: cuesIn(said, clauses), byKind: new Map() };
    known.set(said, read);
    return read;
  };

  const cuesIn = (said: SaidWords, clauses: readonly number[]): readonly Found[] => {
    const starts = new Set(said.terms.map(({ from }) => from));
    const isTerm: IsTerm = (at) => starts.has(at);
    const found: Found[] = [];
    said.tokens.forEach((token, at) => {
      for (const cue of [...(index.get(token) ?? []), ...((isTerm(at) && index.get(termMark)) || [])]) {
        const each = isSaidBy(cue, said.role) ? foundAt(cue, said, clauses, at, isTerm) : undefined;
        if (each !== undefined) found.push(each);
      }
    });
    // The longer of two cues counts, as in `no longer than`.
    return found.toSorted((one, other) => wordsOf(other) - wordsOf(one));
  };

  const reaches = (
    found: Found,
    span: Span,
    kind: FactKind,
    said: SaidWords,
    clauses: readonly number[],
    ends: readonly Found[],
  ) => {
    const { cue, gap } = found;
    const { rules } = cue;
    if (gap !== null) return span.from >= gap.from && span.to <= gap.to;
    const isForward = span.from >= found.to;
    if (!isForward && span.to > found.from) return false;
    if (rules.direction === (isForward ? 'backward' : 'forward')) return false;
    const [from, to] = isForward ? [found.to, span.from] : [span.to, found.from];
    const near = isForward ? found.to - 1 : found.from;
    if (rules.crosses !== true && clauses[near] !== clauses[span.from]) return false;
    if (ends.some((end) => end.from >= from && end.from < to && endsScope(end, rules.category))) return false;
    return passes(found, from, to, isForward, kind, said);
  };

  /** Whether the words between a cue and a term let it through. */
  const passes = (
    { cue, from: cueFrom }: Found,
    from: number,
    to: number,
    isForward: boolean,
    kind: FactKind,
    said: SaidWords,
  ) => {
    const { tokens, terms } = said;
    const { rules } = cue;
    const reach = rules.reach ?? usualReach;
    let steps = 0;
    let isNeeded = false;
    let hasNeeded = cue.needs === null;
    for (let step = 0; step < to - from; step += 1) {
      const at = isForward ? from + step : to - 1 - step;
      const word = tokens[at] ?? '';
      const other = terms.find((term) => term.from <= at && at < term.to);
      const isTerm = other !== undefined;
      const isAlike = other?.kind === kind;
      if (isTerm && rules.nearest === true) return false;
      if (cue.over !== null && !isAlike && !lists.joints.has(word) && !/^\d/.test(word) && !cue.over.has(word))
        return false;
      hasNeeded ||= cue.needs?.has(word) === true;
      isNeeded ||= !isTerm && !lists.joints.has(word);
      if (isTerm || lists.joints.has(word)) steps = 0;
      else steps += 1;
      if (steps > reach) return false;
      if (isForward && !isTerm && isOpenDeterminer(rules.category, tokens, at, from)) return false;
    }
    if (isNeeded && !hasNeeded) return false;
    if (!isForward || rules.indefinite !== true || cueFrom > to) return true;
    return !tokens.slice(Math.max(from, to - 3), to).some((word) => lists.determiners.has(word));
  };

  /** `I don't know, my back hurts`: without a word that governs it, a determiner begins something else. */
  const isOpenDeterminer = (category: Category, tokens: readonly string[], at: number, from: number) =>
    (category === 'absent' || (category === 'lacking' && at > from)) &&
    lists.determiners.has(tokens[at] ?? '') &&
    !lists.governing.has(tokens[at - 1] ?? '');

  return (said, term) => {
    const { kind } = term;
    const read = readOnce(said);
    const all =
      read.byKind.get(kind) ?? read.found.filter(({ cue: { rules } }) => rules.kinds?.includes(kind) !== false);
    read.byKind.set(kind, all);
    const ends = all.filter(({ cue }) => cue.rules.category === 'end');
    const over = (span: Span) => {
      const taken = new Set(indexes(term));
      return all.filter((each) => {
        const own = wordIndexes(each);
        const { category } = each.cue.rules;
        if (own.some((at) => taken.has(at)) || category === 'end') return false;
        if (category !== 'pseudo' && !reaches(each, span, kind, said, read.clauses, ends)) return false;
        for (const at of own) taken.add(at);
        return category !== 'pseudo';
      });
    };
    const own = over(term);
    const of = holderOf(own) ?? carriedHolder(said, read.clauses, term, all) ?? 'patient';
    const certain = own.find(({ cue }) => cue.rules.category === 'certain');
    if (certain !== undefined) return { status: 'present', of, cues: [wordsSaid(certain, said)] };
    const applied = inOrder(own, term, over);
    let stage: Stage = 'present';
    const cues: string[] = [];
    for (const each of applied) {
      const operator = operatorOf(each, kind);
      if (operator === null) continue;
      stage = compose(stage, operator);
      cues.push(wordsSaid(each, said));
    }
    // `Some people get nausea` does not say that anybody has it.
    return { status: of === 'nobody' && stage === 'present' ? 'possible' : statusOf(stage), of, cues };
  };

  /** `My mother had cancer, and she has diabetes`: whose it is goes on with the pronoun. */
  function carriedHolder(
    said: SaidWords,
    clauses: readonly number[],
    term: Span,
    all: readonly Found[],
  ): Holder | undefined {
    const own = clauses[term.from] ?? 0;
    let first = clauses.indexOf(own);
    while (lists.joints.has(said.tokens[first] ?? '')) first += 1;
    if (own === 0 || !lists.continuing.has(said.tokens[first] ?? '')) return undefined;
    const before = all.find(({ from, cue }) => clauses[from] === own - 1 && isHolder(cue.rules.category));
    return before === undefined ? undefined : holderOf([before]);
  }
}

function isSaidBy({ rules }: Cue, role: SaidWords['role']): boolean {
  return rules.role === undefined || (rules.role === 'patient') === (role === 'patient');
}

function foundAt(
  cue: Cue,
  { tokens, terms }: SaidWords,
  clauses: readonly number[],
  from: number,
  isTerm: IsTerm,
): Found | undefined {
  const { rules, head, tail } = cue;
  const headEnd = matchEnd(head, tokens, from, isTerm);
  if (headEnd <= from) return undefined;
  if (
    rules.at === 'head' &&
    from > 0 &&
    clauses[from - 1] === clauses[from] &&
    !/^(?:,|and|und)$/.test(tokens[from - 1] ?? '')
  )
    return undefined;
  if (rules.at === 'tail' && !isTail(tokens, clauses, from, headEnd)) return undefined;
  if (tail === null) return { cue, from, to: headEnd, gap: null };
  const last = Math.min(tokens.length, headEnd + (rules.gap ?? usualGap));
  for (let at = headEnd + 1; at <= last; at += 1) {
    const isInside = terms.some((term) => term.from < at && at < term.to);
    const end = isInside ? -1 : matchEnd(tail, tokens, at, isTerm);
    if (end > at) return { cue, from, to: end, gap: { from: headEnd, to: at } };
    if (rules.crosses !== true && clauses[at] !== clauses[from]) return undefined;
  }
  return undefined;
}

function isTail(tokens: readonly string[], clauses: readonly number[], from: number, at: number): boolean {
  // `But stop it if you are sick` stops nothing yet.
  if (conditions.has(tokens[at] ?? '') && tokens.slice(from, at).some((word) => word === 'stop')) return false;
  return (
    at >= tokens.length ||
    clauses[at] !== clauses[at - 1] ||
    /^(?:[,.;!?]|and|but|any|und|aber)$/.test(tokens[at] ?? '')
  );
}

const conditions: ReadonlySet<string> = new Set(['if', 'when', 'unless', 'should', 'until', 'once']);

function indexes({ from, to }: Span): number[] {
  return Array.from({ length: to - from }, (_, at) => from + at);
}

function wordIndexes({ gap, ...span }: Found): number[] {
  return indexes(span).filter((at) => gap === null || at < gap.from || at >= gap.to);
}

function wordsOf({ from, to, gap }: Found): number {
  return to - from - (gap === null ? 0 : gap.to - gap.from);
}

function wordsSaid({ from, to, gap }: Found, { tokens }: SaidWords): string {
  if (gap === null) return tokens.slice(from, to).join(' ');
  return `${tokens.slice(from, gap.from).join(' ')} .. ${tokens.slice(gap.to, to).join(' ')}`;
}

function endsScope({ cue: { rules } }: Found, category: Category): boolean {
  return rules.ends === undefined || rules.ends.includes(category);
}

function isHolder(category: Category): category is Holder {
  return category === 'relative' || category === 'other' || category === 'nobody';
}

function holderOf(found: readonly Found[]): Holder | undefined {
  return found.map(({ cue }) => cue.rules.category).findLast(isHolder);
}

function operatorOf({ cue: { rules } }: Found, kind: FactKind): Operator | null {
  const { category } = rules;
  if (isHolder(category) || category === 'certain' || category === 'pseudo' || category === 'end') return null;
  return meantFor(category, kind);
}

/** The nearest first. After a cue that stands behind the term come those that are said of the cue: `was not stopped`. */
function inOrder(own: readonly Found[], term: Span, over: (span: Span) => readonly Found[]): readonly Found[] {
  const distance = ({ from, to, gap }: Found) => (gap !== null ? 0 : from >= term.to ? from - term.to : term.from - to);
  const sorted = own.toSorted((one, other) => distance(one) - distance(other));
  const applied = new Set<Found>();
  for (const each of sorted) {
    applied.add(each);
    if (each.gap !== null || each.from < term.to) continue;
    const ofCue = over(each).filter(({ from, to, gap }) => gap === null && from >= term.to && to <= each.from);
    for (const outer of ofCue.toSorted((one, other) => other.to - one.to)) applied.add(outer);
  }
  return [...applied];
}
