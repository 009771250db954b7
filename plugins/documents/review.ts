import { Problem } from 'chronoscribe';
import { textPool } from 'chronoscribe/child-process';
import { coverageOf, type Fact, type Grounding, omissionWarnings } from 'chronoscribe/kinds/grounding';
import { proofOf, type Statement } from 'chronoscribe/kinds/writer';
import type { DocumentMessage, DocumentOrder } from './document-work.ts';
import type { Heading } from './headings.ts';
import { asSource, type DocumentPassage, type DocumentReview, type LabFinding } from './kind.ts';
import { findingText } from './laboratory/findings.ts';
import { mustState } from './missing-sentences.ts';

const totalMs = 60_000;
const passagesAtOnce = 200;

/** Reviews documents. Their texts are read in child processes, since they may be long and hostile. */
export function documentReview(grounding: Grounding): DocumentReview & { close(): Promise<void> } {
  const pool = textPool(new URL('./document-work.ts', import.meta.url), {
    does: 'reads documents',
    totalMs,
    tooMuch: (how) =>
      new Problem('too-large', { detail: `Reading the text of the document ${how}. Send it in parts.` }),
  });
  const ask = (
    order: DocumentOrder,
    passages: readonly Pick<DocumentPassage, 'id' | 'text'>[],
    signal: AbortSignal,
  ): Promise<DocumentMessage> => pool.ask({ parts: [order, ...slicesOf(passages)], signal });

  return {
    async read(passages, language, signal) {
      const answer = await ask({ type: 'read', detectsLanguage: language === null }, passages, signal);
      if (answer.type !== 'read') throw new Error(`The process that reads documents answered ${answer.type}`);
      const known = language ?? answer.language;
      const { findings, facts: listed, rows, labels, headings, results } = answer;
      const layout = { headings: Object.fromEntries([...headings].map(([id, { text }]) => [id, text])), rows, labels };
      // A row of a table is no sentence: `Potassium 5.9 mmol/L` is not a medicine and its dose.
      const sentences = passages.filter(({ id }) => !(id in rows || labels.includes(id) || results.includes(id)));
      // Page by page: no part of a fact comes from another page.
      const pages = [...Map.groupBy(sentences, ({ file, page }) => `${file}.${page}`).values()];
      const facts: Fact[] = [];
      let rulesLanguage: string | null = null;
      for (const page of pages.length === 0 ? [[]] : pages) {
        const found = await grounding.findFacts({ passages: asSource(page, layout), language: known }, signal);
        rulesLanguage ??= found.language;
        facts.push(...found.facts);
      }
      const all = withResults(findings, [...listed, ...facts.map((fact) => underHeading(fact, headings))]);
      return { language: known, rulesLanguage, findings, facts: all, layout };
    },

    async complete({ statements: draft, passages, images, reading, called }, signal) {
      const { findings, facts, rulesLanguage, layout } = reading;
      const { rows, labels } = layout;
      const source = { passages: asSource(passages, layout), images, facts };
      const told = [
        ...Object.entries(rows).map(([id, text]) => ({ text, evidence: [id] })),
        ...(rulesLanguage === null ? draft : draft.filter((each) => tells(each, facts))),
      ];
      const statements = withFindings(findings, told, facts);
      const first = await grounding.check({ ...source, statements }, signal);
      const shown = facts.filter(({ evidence: [id = ''] }, index) => index < findings.length || id in rows);
      const stated = new Set([...first.stated, ...shown.map(({ id }) => id)]);
      const omitted = facts.filter((fact) => !stated.has(fact.id) && mustState(fact));
      const answer = await ask({ type: 'complete', omitted, statements }, source.passages, signal);
      if (answer.type !== 'complete') throw new Error(`The process that reads documents answered ${answer.type}`);
      const isComplete = answer.missing.length === 0;
      const complete = allergiesFirst([...statements, ...answer.missing], facts, findings.length);
      const given = isComplete ? statements : complete;
      const checked = isComplete ? first : await grounding.check({ ...source, statements: given }, signal);
      const inNote = new Set([...checked.stated, ...stated]);
      const recorded = facts.map((fact) => ({ ...fact, in_note: inNote.has(fact.id) }));
      const warnings = omissionWarnings(recorded, called);
      // A finding is the row of a table, as every statement made of a row is: there is nothing to doubt.
      const reviewed = checked.statements.map((statement, index) => ({
        ...statement,
        ...proofOf(given[index] ?? {}),
        ...((index < findings.length || rows[statement.evidence[0] ?? ''] === statement.text) && {
          grounded: true,
          doubts: [],
        }),
      }));
      const unmentioned = checked.unmentioned.filter(({ evidence }) => !evidence.every((id) => labels.includes(id)));
      const coverage = coverageOf(recorded, { language: rulesLanguage, unmentioned });
      return { statements: reviewed, facts: recorded, coverage, warnings };
    },

    close: async () => pool[Symbol.asyncDispose](),
  };
}

/** The findings as facts, before those of the sentences, which may have read the same row. */
function withResults(findings: readonly LabFinding[], facts: readonly Omit<Fact, 'id'>[]): Fact[] {
  const results = findings.map((finding) => {
    const { name, value, unit, evidence } = finding;
    return {
      ...({ kind: 'result', assertion: 'present', of: 'patient' } as const),
      ...{ term: name.toLowerCase(), text: findingText(finding).replace(/\.$/, ''), value, unit, evidence },
      parts: { name, value, ...(unit !== null && { unit }) },
    };
  });
  const others = facts.filter(
    ({ kind, value, evidence }) =>
      kind !== 'result' ||
      !findings.some((row) => row.value === value && evidence.every((id) => row.evidence.includes(id))),
  );
  return [...results, ...others].map((fact, index) => ({ ...fact, id: factId(index) }));
}

/** A fact of a section of what is over is no longer so. */
function underHeading(fact: Fact, headings: ReadonlyMap<string, Heading>): Fact {
  const isOver = fact.evidence.some((id) => headings.get(id)?.section === 'over');
  const isSo = fact.assertion === 'present' || fact.assertion === 'possible';
  return isOver && isSo ? { ...fact, assertion: 'historical' } : fact;
}

function factId(index: number): string {
  return `f${index + 1}`;
}

/** The findings first, then allergies. A statement that only repeats findings is left out. */
function withFindings(
  findings: readonly LabFinding[],
  draft: readonly Statement[],
  facts: readonly Fact[],
): Statement[] {
  const told = [
    ...findings.map((finding) => ({ text: findingText(finding), evidence: finding.evidence })),
    ...draft.filter((statement) => !repeats(statement, findings)),
  ];
  return allergiesFirst(told, facts, findings.length);
}

/** Whether all words of a statement are those of the findings in the passages that it cites. */
function repeats({ text, evidence }: Statement, findings: readonly LabFinding[]): boolean {
  const cited = findings.filter((finding) => finding.evidence.some((id) => evidence.includes(id)));
  const known = new Set(cited.flatMap((finding) => [...wordsOf(findingText(finding)), finding.flag.toLowerCase()]));
  return cited.length > 0 && wordsOf(text).every((word) => known.has(word));
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function* slicesOf<T>(passages: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < passages.length; at += passagesAtOnce) yield passages.slice(at, at + passagesAtOnce);
}

const allergy = /\ballerg|\bintoleran|\bunverträglich|\banaphyla|\bNK(?:D?A|AD)\b/i;

/** The statements after the first `fixed` ones, with those about allergies first. */
export function allergiesFirst(statements: readonly Statement[], facts: readonly Fact[], fixed: number): Statement[] {
  const isAllergy = ({ text, evidence }: Statement) =>
    allergy.test(text) ||
    facts.some(
      ({ kind, term, evidence: own }) =>
        kind === 'allergy' && own.some((id) => evidence.includes(id)) && text.toLowerCase().includes(term),
    );
  const others = statements.slice(fixed);
  return [
    ...statements.slice(0, fixed),
    ...others.filter(isAllergy),
    ...others.filter((statement) => !isAllergy(statement)),
  ];
}

/** `Nov 27, 2026, 3:52 PM`, `12/03/2024`. */
const dateOrTime =
  /\b(?:\d{1,4}([-/.])\d{1,2}\1\d{2,4}|(?:\d{1,2} )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?(?: \d{1,2},?)?(?: \d{4})?|\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]m)?)(?![\p{L}\d])/giu;
/** Of a form, where nothing was filled in. */
const emptyField = /\bnot (?:documented|recorded|applicable|assessed)\.?$|\bn\/a\.?$/i;
/** The fingerprint of a printed record. */
const fingerprint = /\b(?=[a-f]*\d)(?=\d*[a-f])[\da-f]{12,}/;

/**
 * Whether a statement says something. A heading, a signature and an empty field of a form do not: words without a fact, a
 * number and the end of a sentence. What is left out for it is on the list of what no statement conveys.
 */
export function tells({ text, evidence }: Statement, facts: readonly Fact[]): boolean {
  if (facts.some((fact) => fact.evidence.some((id) => evidence.includes(id)))) return true;
  if (emptyField.test(text) || fingerprint.test(text)) return false;
  return /[.!?…:;]["'”’)]?$/.test(text) || /\d/.test(text.replace(dateOrTime, ''));
}
