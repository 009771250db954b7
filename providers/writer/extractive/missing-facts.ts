import { type Fact, isRequired } from 'chronoscribe/kinds/grounding';
import type { OutlineSection, Passage, Statement } from 'chronoscribe/kinds/writer';
import { contentWords } from 'chronoscribe/language';
import { groundedIn, statedFacts } from 'chronoscribe/reading';
import type { Phase } from './content-classifier.ts';
import { isDeviceCommand } from './dialogue-acts.ts';
import { contentOf, isStatedTogether, isTelling, sectionOf, sharedWords } from './fact-coverage.ts';
import { factStatements, type Sayer } from './fact-statements.ts';
import type { Problems } from './problems.ts';
import { type RoutableContent, routeToSection } from './section-routing.ts';
import type { Candidate } from './selection.ts';
import { wordCount } from './sentences.ts';

/** A statement in a section, and its position in the source, by which the statements of a section are sorted. */
export interface Entry {
  readonly section: OutlineSection;
  readonly position: number;
  readonly statement: Statement | null;
}

interface Source {
  readonly facts: readonly Fact[];
  readonly candidates: readonly Candidate[];
  readonly outline: readonly OutlineSection[];
  readonly passages: readonly Passage[];
  /** False if the source is not English: then facts are told in their own words. */
  readonly cued: boolean;
  /** What the note states already. */
  readonly chosen: readonly Entry[];
  /** Facts that the note states already. */
  readonly covered: ReadonlySet<Fact>;
  /** Words that may be spent on facts that the note need not state. */
  readonly room: number;
  readonly problems: Problems;
  contentOf(candidate: Candidate): RoutableContent | null;
  phaseAt(position: number): Phase;
  sayerOf(fact: Fact): Sayer;
}

/**
 * States the facts that the selected sentences do not: by the sentence that states most of them in the fewest words;
 * a required fact that no sentence states, by a line of its own.
 */
export function entriesForMissingFacts(source: Source): readonly Entry[] {
  const { facts, candidates, outline, phaseAt } = source;
  const covered = new Set(source.covered);
  const tellers = tellersOf(candidates);
  const entries: Entry[] = [];
  const alone: { section: OutlineSection; position: number; fact: Fact }[] = [];
  let room = source.room;
  const missing = facts.filter((fact) => !covered.has(fact));
  for (const fact of [
    ...missing.filter(isRequired),
    ...missing.filter((each) => !isRequired(each) && hasAmount(each)),
    ...missing.filter((each) => !isRequired(each) && !hasAmount(each)),
  ]) {
    if (covered.has(fact)) continue;
    const best = bestTeller(tellers.get(fact) ?? [], covered);
    const cost = best === undefined ? wordCount(fact.text) : costOf(best);
    if (!isRequired(fact)) {
      if (cost > room || (best === undefined && !isTelling(fact))) continue;
      room -= cost;
    }
    const position = best?.sentence.position ?? positionOf(fact, candidates);
    const content = contentOf(fact, source.sayerOf(fact), phaseAt(position));
    const own = best === undefined ? null : source.contentOf(best);
    const section = (own === null ? undefined : routeToSection(own, outline)) ?? sectionOf(content, outline);
    if (section === undefined) continue;
    for (const each of best?.facts ?? [fact]) covered.add(each);
    if (best !== undefined) entries.push({ section, position, statement: best.statement() });
    else alone.push({ section, position, fact });
  }
  const stated = [...source.chosen, ...entries].flatMap(({ statement }) => statement ?? []);
  const statementsOf = statementsFor(source);
  const lists = listsOf(
    alone.filter(({ fact }) => !isStatedTogether(fact, stated)),
    source.problems,
  );
  for (const { section, position, facts: listed } of lists)
    for (const statement of statementsOf(listed)) entries.push({ section, position, statement });
  return entries;
}

interface Placed {
  readonly section: OutlineSection;
  readonly position: number;
}

/** The facts that a statement may list together: those of one section that are said of one problem. */
function listsOf(
  placed: readonly (Placed & { readonly fact: Fact })[],
  problems: Problems,
): (Placed & { readonly facts: readonly Fact[] })[] {
  return [...Map.groupBy(placed, ({ section }) => section)].flatMap(([section, own]) =>
    [...Map.groupBy(own, ({ position, fact }) => problems.of(position, fact.text)).values()].map((listed) => ({
      section,
      position: Math.min(...listed.map(({ position }) => position)),
      facts: listed.map(({ fact }) => fact),
    })),
  );
}

/**
 * States the required facts that the statements of a note do not, as the check reads them: whatever the selection took for
 * stated, nothing that a note must state is left out.
 */
export function entriesForUnstated({
  facts,
  candidates,
  problems,
  outline,
  chosen,
  sayerOf,
  phaseAt,
  cued,
}: Omit<Source, 'passages' | 'covered' | 'room' | 'contentOf'>): readonly Entry[] {
  const statements = chosen.flatMap(({ statement }) => statement ?? []);
  const stated = new Set(statedFacts(facts, statements, cued ? 'en' : 'de'));
  const placed = facts.flatMap((fact) => {
    if (!isRequired(fact) || stated.has(fact.id)) return [];
    const section = sectionOf(contentOf(fact, sayerOf(fact), phaseAt(1)), outline);
    const position = positionOf(fact, candidates);
    return section === undefined ? [] : [{ section, position, fact }];
  });
  return listsOf(placed, problems).flatMap(({ section, position, facts: listed }) =>
    (cued ? factStatements(listed, sayerOf) : listed.map(inOwnWords)).map(
      (statement): Entry => ({ section, position, statement }),
    ),
  );
}

/**
 * Builds a function that states facts themselves, those of one sort together where the check accepts that; a fact that it
 * doubts, by the sentence that is nearest to it. Where there is none, the statement stays: a required fact is not lost,
 * and the check marks it.
 */
function statementsFor({
  passages,
  candidates,
  sayerOf,
  cued,
}: Source): (facts: readonly Fact[]) => readonly Statement[] {
  if (!cued) return (facts) => facts.map(inOwnWords);
  const isGrounded = groundedIn(passages);
  const nearest = (fact: Fact): Statement | undefined => {
    const [best] = candidates
      .filter(({ sentence }) => !sentence.isQuestion && sentence.evidence.some((id) => fact.evidence.includes(id)))
      .flatMap(({ statement }) => statement() ?? [])
      .map((statement) => ({ statement, shared: sharedWords(fact, statement) }))
      .filter(({ shared }) => shared > 0)
      .toSorted((one, other) => other.shared - one.shared);
    return best?.statement;
  };
  return (facts) => {
    const doubted = facts.filter((fact) => factStatements([fact], sayerOf).some((statement) => !isGrounded(statement)));
    const borneOut = facts.filter((fact) => !doubted.includes(fact));
    const together = factStatements(borneOut, sayerOf);
    return [
      ...(together.some((statement) => !isGrounded(statement))
        ? borneOut.flatMap((fact) => factStatements([fact], sayerOf))
        : together),
      ...doubted.flatMap((fact) => nearest(fact) ?? factStatements([fact], sayerOf)),
    ];
  };
}

function inOwnWords({ text, evidence }: Fact): Statement {
  return { text: /[.?!]$/.test(text) ? text : `${text}.`, evidence };
}

/** The sentences that can state each fact; for an amount that no other has, a question that also tells something. */
function tellersOf(candidates: readonly Candidate[]): Map<Fact, Candidate[]> {
  const tellers = new Map<Fact, Candidate[]>();
  const usable = candidates.filter(({ sentence }) => !isDeviceCommand(sentence.text));
  const [questions, others] = [true, false].map((asked) => usable.filter((each) => each.sentence.isQuestion === asked));
  const add = (fact: Fact, candidate: Candidate) => tellers.set(fact, [...(tellers.get(fact) ?? []), candidate]);
  for (const candidate of others ?? []) for (const fact of candidate.facts) add(fact, candidate);
  const told = new Set(tellers.keys());
  for (const candidate of questions ?? [])
    for (const fact of candidate.facts)
      if (!told.has(fact) && hasAmount(fact) && tellsAlso(candidate.sentence.text)) add(fact, candidate);
  return tellers;
}

/**
 * A subject contracted with its verb is never inverted, so a statement begins there: `is you're satting at 99 percent`,
 * `she's 41 years old, and what brings you in today?` After a question mark, only at the start.
 */
function tellsAlso(text: string): boolean {
  return (text.trimEnd().endsWith('?') ? statementFirst : statementInside).test(text);
}

const statementFirst =
  /^(?:so |and |okay,? )*(?:i|you|he|she|it|we|they)['’](?:m|re|s|ve|ll)\b.*, and (?:what|how|when|where)\b/i;
const statementInside = /\b(?:i|you|he|she|it|we|they)['’](?:m|re|s|ve|ll)\b|\byou said\b/i;

/** Durations, doses, readings and results are what a reader cannot guess. */
function hasAmount({ value }: Fact): boolean {
  return value !== null;
}

/** The position of the sentence that has most of the words of a fact, in a passage that may be long. */
function positionOf({ text, evidence }: Fact, candidates: readonly Candidate[]): number {
  const words = contentWords(text);
  const worth = ({ sentence }: Candidate) => words.filter((word) => sentence.words.includes(word)).length;
  const near = candidates.filter(({ sentence }) => sentence.evidence.some((id) => evidence.includes(id)));
  const [first] = near.toSorted((one, other) => worth(other) - worth(one));
  return first?.sentence.position ?? 1;
}

/** A sentence this much longer than the facts that it adds is worth less than another. */
function bestTeller(tellers: readonly Candidate[], covered: ReadonlySet<Fact>): Candidate | undefined {
  const worth = (candidate: Candidate) =>
    candidate.facts.filter((fact) => !covered.has(fact)).length / (5 + costOf(candidate));
  return tellers.reduce<Candidate | undefined>(
    (best, each) => (best === undefined || worth(each) > worth(best) ? each : best),
    undefined,
  );
}

function costOf({ statement }: Candidate): number {
  return wordCount(statement()?.text ?? '');
}
