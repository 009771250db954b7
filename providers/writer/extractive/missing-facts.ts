import { type Fact, isRequired } from 'chronoscribe/kinds/grounding';
import type { OutlineSection, Passage, Statement } from 'chronoscribe/kinds/writer';
import { contentWords } from 'chronoscribe/language';
import { groundedIn, states } from 'chronoscribe/reading';
import {
  conditions,
  contentOf,
  isStatedTogether,
  isTelling,
  namedIn,
  placeOfName,
  sectionOf,
  sharedWords,
} from './fact-coverage.ts';
import { factStatements, formOf, quotesExchange, type Sayer } from './fact-statements.ts';
import type { Phase } from './phases.ts';
import type { Problems } from './problems.ts';
import { excerptOf, fullerSentence, quotedFact } from './quoted-facts.ts';
import { type RoutableContent, routeToSection } from './section-routing.ts';
import type { Candidate } from './selection.ts';
import { wordCount } from './sentences.ts';

/** A statement in a section, and its position in the source, by which the statements of a section are sorted. */
export interface Entry {
  readonly section: OutlineSection;
  readonly position: number;
  readonly statement: Statement | null;
}

const asked: RoutableContent = 'review-of-systems';

interface Source {
  readonly facts: readonly Fact[];
  readonly candidates: readonly Candidate[];
  readonly outline: readonly OutlineSection[];
  readonly passages: readonly Passage[];
  /** False if the source is not English: then facts are told in their own words. */
  readonly cued: boolean;
  /** What the note states already. */
  readonly chosen: readonly Entry[];
  /** Words that may be spent on facts that the note need not state. */
  readonly room: number;
  readonly problems: Problems;
  contentOf(candidate: Candidate): RoutableContent | null;
  phaseAt(position: number): Phase;
  sayerOf(fact: Fact): Sayer;
}

/**
 * States the facts that the selected sentences do not, as the check reads them: by the sentence that states most of them in
 * the fewest words; what no sentence states, by a line of its own.
 */
export function entriesForMissingFacts(source: Source): readonly Entry[] {
  const { facts, candidates, outline, phaseAt, cued } = source;
  const statements = source.chosen.flatMap(({ statement }) => statement ?? []);
  // `Feels a little sick` leaves it to the reader that nausea was reported; `pain` does not state an aching elsewhere.
  const isStated = (fact: Fact) => {
    const needsName = !hasAmount(fact) && (source.sayerOf(fact) === 'patient' || fact.kind === 'problem');
    return statements.some(
      (statement) =>
        states(statement, fact, cued ? 'en' : 'de') &&
        (namedIn(statement.text, fact) || (!needsName && statement.evidence.some((id) => fact.evidence.includes(id)))),
    );
  };
  const entries: Entry[] = [];
  const told = new Set<Candidate>();
  const alone: Placed[] = [];
  let room = source.room;
  const order = [isRequired, hasAmount, () => true].map((wanted) => facts.filter(wanted));
  for (const fact of new Set(order.flat())) {
    // In another language a name alone says too little: what a note may omit stays with what it does not mention.
    if (isStated(fact) || !(cued || isRequired(fact))) continue;
    if (isWarning(fact, candidates)) continue;
    const isTold = isRequired(fact) || standsAlone(fact, source.sayerOf(fact));
    const best = bestTeller(fact, source) ?? (isTold && cued ? fullerSentence(fact, candidates, facts) : undefined);
    if (best !== undefined && (told.has(best) || best.isQuoted)) continue;
    const cost = best === undefined ? wordCount(fact.text) : costOf(best);
    if (!isRequired(fact)) {
      if (cost > room || (best === undefined && !isTold)) continue;
      room -= cost;
    }
    const position = best?.sentence.position ?? positionOf(fact, candidates);
    const home = contentOf(fact, source.sayerOf(fact), phaseAt(position));
    // A symptom that was asked for, where a section is for what was asked; it cites the question and the answer.
    const isAsked = fact.kind === 'symptom' && home === 'history' && fact.evidence.length > 1;
    const content = isAsked && outline.some(({ contents }) => contents[0] === asked) ? asked : home;
    const own = best === undefined ? null : source.contentOf(best);
    const section = (own === null ? undefined : routeToSection(own, outline)) ?? sectionOf(content, outline);
    if (section === undefined) continue;
    const whole = best?.sentence.isQuestion === true ? null : best?.statement();
    const statement =
      best === undefined
        ? ((cued ? excerptOf(fact, source.sayerOf(fact) === 'patient', candidates) : undefined) ?? null)
        : (whole ?? quotedFact(best, fact, candidates));
    // `0.5 mile` alone says nothing.
    const isBareAmount = statement === null && fact.kind === 'finding' && fact.term === 'amount';
    if (isBareAmount) continue;
    if (statement === null) alone.push({ section, position, fact });
    else {
      if (best !== undefined) told.add(best);
      entries.push({ section, position, statement });
      statements.push(statement);
    }
  }
  const statementsOf = statementsFor(source);
  const left = alone.filter(({ fact }) => !isStated(fact) && !isStatedTogether(fact, statements));
  for (const { section, position, facts: listed } of listsOf(left, source.problems))
    for (const statement of statementsOf(listed)) entries.push({ section, position, statement });
  return entries;
}

interface Placed {
  readonly section: OutlineSection;
  readonly position: number;
  readonly fact: Fact;
}

/** The facts that a statement may list together: those of one section that are said of one problem. */
function listsOf(
  placed: readonly Placed[],
  problems: Problems,
): (Omit<Placed, 'fact'> & { readonly facts: readonly Fact[] })[] {
  return [...Map.groupBy(placed, ({ section }) => section)].flatMap(([section, own]) =>
    [...Map.groupBy(own, ({ position, fact }) => problems.of(position, fact.text)).values()].map((listed) => ({
      section,
      position: Math.min(...listed.map(({ position }) => position)),
      facts: listed.map(({ fact }) => fact),
    })),
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
      .filter(({ shared, statement }) => shared > 0 && (!isRequired(fact) || states(statement, fact)))
      .toSorted((one, other) => other.shared - one.shared);
    return best?.statement;
  };
  return (all) => {
    // One exchange is quoted once, for all that it tells.
    const { true: quoted = [], false: facts = [] } = Object.groupBy(all, ({ text }) => `${quotesExchange(text)}`);
    const doubted = facts.filter((fact) => factStatements([fact], sayerOf).some((statement) => !isGrounded(statement)));
    const borneOut = facts.filter((fact) => !doubted.includes(fact));
    const together = factStatements(borneOut, sayerOf);
    return [
      ...(together.some((statement) => !isGrounded(statement))
        ? borneOut.flatMap((fact) => factStatements([fact], sayerOf))
        : together),
      ...factStatements(quoted, sayerOf),
      ...doubted.flatMap((fact) => nearest(fact) ?? factStatements([fact], sayerOf)),
    ];
  };
}

function inOwnWords({ text, evidence }: Fact): Statement {
  return { text: /[.?!]$/.test(text) ? text : `${text}.`, evidence };
}

/** `If you get dizzy, ring me.` is told by the sentence or not at all: nobody is dizzy. */
function isWarning(fact: Fact, candidates: readonly Candidate[]): boolean {
  if (fact.assertion !== 'possible' || !(conditions.has(fact.kind) || fact.kind === 'social')) return false;
  const near = candidates.filter(({ sentence: { evidence } }) => evidence.some((id) => fact.evidence.includes(id)));
  const naming = near.filter(({ sentence: { text } }) => namedIn(text, fact));
  const own = naming.length > 0 ? naming : near;
  return (
    own.length > 0 &&
    own.every(({ sentence: { text, role } }) => role !== 'patient' && warns.test(upToName(text, fact)))
  );
}

/** What stands before a name, the whole where it is said otherwise: `let me know if it gets worse` after it warns of something else. */
function upToName(text: string, fact: Fact): string {
  const words = text.split(' ');
  const at = placeOfName(words, fact);
  return at === -1 ? text : words.slice(0, at + 1).join(' ');
}

const warns =
  /\b(?:if|in case|unless|make sure|look out for|watch (?:out )?for|keep an eye out)\b|(?:^|[–,.?] )(?:(?:and|but|so|now|then|please) )*should (?:you|he|she|they|the|your|it|there|anything)\b|\byou(?: would|'d)\b/i;

/** Whether a fact reads as a statement by itself: `Reports dizziness`, `Nausea`, but not `20 kilos`, `shots`. */
function standsAlone(fact: Fact, sayer: Sayer): boolean {
  if (!isTelling(fact)) return false;
  // `Chest x-ray` says not how it came out.
  const isBare = fact.value === null && contentWords(fact.text).length <= longestName;
  if (isBare && fact.kind === 'result' && fact.assertion !== 'historical' && !cameOut.test(fact.text)) return false;
  if (conditions.has(fact.kind) || formOf(fact, sayer).before !== '') return true;
  return contentWords(fact.text.replace(/[\d.]+/g, '')).length > 1;
}

/** In words: the name of a test, and where it was made. */
const longestName = 3;
const cameOut =
  /\b(?:benign|malignant|unremarkable|broken|torn|enlarged|low|high|normal|abnormal|positive|negative|elevated|raised|clear|fine|good|stable|up|down)\b/i;

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

/** The sentence that states a fact, and most others in the fewest words. */
function bestTeller(fact: Fact, { candidates, cued }: Source): Candidate | undefined {
  const worth = (candidate: Candidate) => candidate.facts.length / (5 + costOf(candidate));
  const [best] = candidates
    .filter(({ sentence, facts }) => facts.includes(fact) && !sentence.isQuestion)
    .filter(({ statement }) => {
      const told = statement();
      return told !== null && states(told, fact, cued ? 'en' : 'de');
    })
    .toSorted((one, other) => worth(other) - worth(one));
  return best;
}

function costOf({ statement }: Candidate): number {
  return wordCount(statement()?.text ?? '');
}
