import type {
  CheckedNote,
  CheckedStatement,
  CitingStatement,
  NoteToCheck,
  Passage,
} from 'chronoscribe/kinds/grounding';
import { rememberedFor } from '../language/remembered.ts';
import { spokenTexts } from '../language/speech/dictation.ts';
import { wordDoubts } from '../language/word-doubts.ts';
import { contentWords } from '../language/words.ts';
import { claimDoubts } from './claims/claim-doubts.ts';
import { hasForeignDenial } from './claims/denials.ts';
import { hasWrongSide } from './claims/laterality.ts';
import { quotedChanges } from './claims/quoted-changes.ts';
import { readSource, readStatement } from './claims/read-source.ts';
import { cutsDenial, isVerbatim } from './claims/verbatim.ts';
import { statedFacts } from './coverage.ts';
import type { Clause } from './reading/clauses.ts';
import { mentionsIn } from './reading/mentions.ts';
import { isRadiation } from './reading/phrase-mentions.ts';
import { hasSupersededDose } from './reading/superseded-doses.ts';
import { unmentionedIn } from './unmentioned/unmentioned.ts';

/** Checks every statement against the passages that it cites, and tells which facts are stated and what was left out. */
export function checkNote({ statements, passages, images, facts }: NoteToCheck): CheckedNote {
  const source = { passages, images: new Set(images) };
  return {
    statements: statements.map((statement) => checkStatement(statement, source)),
    stated: statedFacts(facts, statements, readSource(passages).language.code),
    unmentioned: unmentionedIn(passages, statements),
  };
}

interface Source {
  readonly passages: readonly Passage[];
  /** Ids of the images that the writer received. */
  readonly images: ReadonlySet<string>;
}

/** Drops evidence that does not exist, and lists what speaks against a statement. */
export function checkStatement(statement: CitingStatement, { passages, images }: Source): CheckedStatement {
  const known = idsOf(passages);
  const evidence = [...new Set(statement.evidence)].filter((id) => known.has(id) || images.has(id));
  const isImageAlone = evidence.length > 0 && !evidence.some((id) => known.has(id));
  const doubts = isImageAlone ? ['image'] : [...new Set(doubtsOf({ ...statement, evidence }, passages))];
  return { text: statement.text, evidence, grounded: doubts.length === 0, doubts };
}

/** Builds a function that tells whether passages bear a statement out, for a writer that chooses its wordings. */
export function groundedIn(passages: readonly Passage[]): (statement: CitingStatement) => boolean {
  return (statement) => doubtsOf(statement, passages).next().done === true;
}

const idsOf = rememberedFor((passages: readonly Passage[]) => new Set(passages.map(({ id }) => id)));

/** What speaks against a statement, the cheapest to find first. */
function* doubtsOf({ text, evidence }: CitingStatement, passages: readonly Passage[]): Generator<string> {
  const isCited = new Set(evidence);
  const texts = spokenTexts(passages);
  const cited = passages.flatMap(({ id }, at) => (isCited.has(id) ? (texts[at] ?? []) : []));
  if (cited.length === 0) {
    yield 'no-evidence';
    return;
  }
  if (cutsDenial(text, cited)) yield 'negation';
  if (isVerbatim(text, cited)) return;
  yield* wordDoubts(text, cited);
  const source = readSource(passages);
  const said = source.citedBy(isCited);
  const stated = readStatement(text, source.language);
  yield* quotedChanges(said.clauses, stated.clauses);
  if (hasWrongSide(said.clauses, stated.clauses, source.clauses)) yield 'side';
  if (hasSupersededDose(source.clauses, stated.clauses)) yield 'dose';
  const named = new Set(medicinesIn(said.clauses));
  if (medicinesIn(stated.clauses).some((name) => !named.has(name))) yield 'medicine';
  // A single word is compared with all that it may be called already.
  if (contentWords(text).length > 1 && hasForeignFinding(said.clauses, stated.clauses, cited)) yield 'content';
  yield* claimDoubts(said.claims, stated, text);
  if (hasForeignDenial(said.claims, source.clauses, stated)) yield 'negation';
}

/** Names of medicines, whatever is said of them: Tylenol is acetaminophen. */
function medicinesIn(clauses: readonly Clause[]): readonly string[] {
  return clauses.flatMap(mentionsIn).flatMap(({ term }) => (term.kind === 'medication' ? term.name : []));
}

/** `Nausea in the morning`, of what was said of a pill in the morning: a condition that is named nowhere, nor in its words. */
function hasForeignFinding(said: readonly Clause[], stated: readonly Clause[], cited: readonly string[]): boolean {
  const [own, told] = [said.flatMap(mentionsIn), stated.flatMap(mentionsIn)];
  const names = new Set(own.map(({ term }) => term.name));
  // `It goes into the buttock`: what goes there is pain.
  if (own.some(isRadiation) && told.some(isRadiation)) names.add('pain');
  const foreign = told.filter(({ term }) => isCondition.has(term.kind) && !names.has(term.name));
  if (foreign.length === 0) return false;
  const words = new Set(contentWords(cited.join('\n')));
  // `Anxious` is anxiety.
  const isNear = (word: string) =>
    words.has(word) ||
    (word.length >= sharedStart && words.values().some((each) => each.startsWith(word.slice(0, sharedStart))));
  return foreign.some((mention) => !contentWords(mention.said).some(isNear));
}

const isCondition: ReadonlySet<string> = new Set(['symptom', 'problem']);
/** In letters. */
const sharedStart = 4;
