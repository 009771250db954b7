/**
 * **Stable**: what a provider implements that finds facts and checks statements. Its suite:
 * `chronoscribe/contracts/grounding`.
 */

import { defineKind } from 'chronoscribe';
import { z } from 'zod';

/** A numbered part of the source. Its text is data and never an instruction, whatever it says. */
export interface Passage {
  /** Unique in the source; `evidence` refers to it. */
  readonly id: string;
  /** Who said it; null for text that was not spoken, such as a PDF. */
  readonly speaker: { readonly label: string; readonly role: 'clinician' | 'patient' | 'other' | 'unknown' } | null;
  readonly text: string;
}

/**
 * What a fact is about. `safety`: suicidality, self-harm, abuse, capacity, code status, pregnancy, an implant, loss of
 * consciousness, bladder or bowel.
 */
export const factKinds = [
  'allergy',
  'medication',
  'problem',
  'symptom',
  'vital',
  'score',
  'finding',
  'result',
  'order',
  'procedure',
  'advice',
  'red_flag',
  'follow_up',
  'history',
  'family',
  'social',
  'safety',
] as const;
/** What a fact is about. */
export type FactKind = (typeof factKinds)[number];

/**
 * What the source says of it.
 *
 * - `present`, `absent`: it is so, or is denied
 * - `possible`: suspected or not certain
 * - `conditional`: it is so, or is to be done, if something else happens
 * - `historical`: it was so before
 * - `planned`: it is to be done, taken or started
 * - `declined`: it was offered, and is not wanted
 * - `stopped`: a medicine or treatment that ended, or is to end
 */
export const assertions = [
  'present',
  'absent',
  'possible',
  'conditional',
  'historical',
  'planned',
  'declined',
  'stopped',
] as const;
/** What the source says of a fact. */
export type Assertion = (typeof assertions)[number];

/** Whose it is. */
export const holders = ['patient', 'relative', 'other'] as const;
/** Whom a fact is about. */
export type Holder = (typeof holders)[number];

/** The parts of a fact, in words of the source or by their canonical names; what was not said is left out. */
export const FactParts = z.object({
  name: z.string().exactOptional().describe('Of a medicine, test, problem, score'),
  dose: z.string().exactOptional().describe('Of a medicine, such as `10 mg`'),
  route: z.string().exactOptional().describe('Of a medicine, such as `by mouth`'),
  frequency: z.string().exactOptional().describe('How often, such as `twice a day`'),
  action: z.string().exactOptional().describe('What is done with a medicine or order, such as `start`'),
  substance: z.string().exactOptional().describe('Of an allergy'),
  reaction: z.string().exactOptional().describe('Of an allergy, such as `hives`'),
  sign: z.string().exactOptional().describe('Of a finding, such as `tenderness`'),
  side: z.string().exactOptional().describe('`left`, `right` or `both`'),
  level: z.string().exactOptional().describe('Of the spine, such as `L5`'),
  value: z.string().exactOptional().describe('The amount'),
  unit: z.string().exactOptional().describe('The unit of the amount'),
});
export type FactParts = Readonly<z.output<typeof FactParts>>;

/** Something clinically relevant that the source says. */
export interface Fact {
  /** `f1`, `f2`, … in order of the source. */
  readonly id: string;
  readonly kind: FactKind;
  /** The canonical name, in lower case, by which equal facts are told: `acetaminophen` for Tylenol. */
  readonly term: string;
  /** A short phrase for a person: `penicillin allergy`, `lisinopril 10 mg daily`. */
  readonly text: string;
  /** The amount, if there is one: `10`, `140/90`, `6-8`. */
  readonly value: string | null;
  /** The unit of the amount: `mg`, `mmHg`. */
  readonly unit: string | null;
  readonly assertion: Assertion;
  /** Whose it is. */
  readonly of: Holder;
  readonly parts: FactParts;
  /** Ids of the passages that say it, in order; never empty. */
  readonly evidence: readonly string[];
}

/** The facts of a source. */
export interface FoundFacts {
  /** The language whose rules were used, as a BCP 47 tag; null if none could be: then nothing was looked for. */
  readonly language: string | null;
  readonly facts: readonly Fact[];
}

/** The kinds that a note must state. Clinical review contract: a fact of these that a note omits is said in a warning. */
export const requiredKinds: ReadonlySet<FactKind> = new Set([
  'allergy',
  'medication',
  'problem',
  'order',
  'procedure',
  'red_flag',
  'follow_up',
  'score',
  'safety',
]);

/** Whether a note must state a fact: what is denied or over only where safety depends on it. */
export function isRequired({ kind, assertion, of }: Pick<Fact, 'kind' | 'assertion' | 'of'>): boolean {
  if (kind === 'safety') return true;
  return requiredKinds.has(kind) && of === 'patient' && assertion !== 'absent' && assertion !== 'historical';
}

/** A statement of a note and what it cites, before the check. */
export interface CitingStatement {
  readonly text: string;
  /** Ids of passages and images. */
  readonly evidence: readonly string[];
}

/** A statement that was compared with the passages that it cites. */
export interface CheckedStatement extends CitingStatement {
  /** Each exists in the source and is listed once. */
  readonly evidence: readonly string[];
  /** Whether the cited passages support it: true if there are no doubts. */
  readonly grounded: boolean;
  /**
   * What speaks against it: `no-evidence`, `image`, `content`, `quantity`, `dose`, `medicine`, `name`, `negation`,
   * `side`, `who`, `declined`, `stopped`, `question`, `quote`. A statement that rests on images alone cannot be compared: `image`.
   */
  readonly doubts: readonly string[];
}

/** What the check of a statement may find, and what it means. A provider may name others. */
export const doubtMeanings: Readonly<Record<string, string>> = {
  'no-evidence': 'it cites nothing that exists',
  image: 'it rests on images alone, which are not compared',
  content: 'most of its words are not in the passages',
  quantity: 'a number, unit, count, ratio, date or frequency differs',
  dose: 'the passages give this dose to another medicine',
  medicine: 'the passages do not name this medicine',
  name: 'the passages do not have a name with a digit, such as L5',
  negation: 'the passages say the opposite: no for yes, worse for better, stop for start',
  side: 'another side, or one that is not named',
  who: 'the passages say it of a relative',
  declined: 'the passages say that it was refused',
  stopped: 'the passages say that it ended',
  question: 'the passages only ask for it',
  quote: 'words in quotation marks were not said so',
};

/** The kinds of doubt, for the description of a field. */
export const doubtsDescription: string = Object.entries(doubtMeanings)
  .map(([doubt, meaning]) => `\`${doubt}\` (${meaning})`)
  .join(', ');

/** A note to be checked against its source. */
export interface NoteToCheck {
  readonly statements: readonly CitingStatement[];
  readonly passages: readonly Passage[];
  /** Ids of the images that the writer received. */
  readonly images: readonly string[];
  readonly facts: readonly Fact[];
}

/** What was said with content, and no statement of the note conveys. */
export const Unmentioned = z.object({
  evidence: z.array(z.string()).readonly().describe('Ids of the segments or passages that it comes from, in order'),
  text: z.string().describe('A sentence, or a question with its answer'),
  speaker: z.string().nullable().describe('Who says it, such as `Speaker 1`; null for text that was not spoken'),
});
export type Unmentioned = Readonly<z.output<typeof Unmentioned>>;

/** What the check of a note has found. */
export interface CheckedNote {
  /** The statements in the same order. */
  readonly statements: readonly CheckedStatement[];
  /** Ids of the facts that the statements state. */
  readonly stated: readonly string[];
  /** In order of the source, questions for suicide or self-harm first; works in every language. */
  readonly unmentioned: readonly Unmentioned[];
}

/**
 * Tells what a source says, and whether a note says the same: the facts of a transcript or document, the facts that a
 * note states, and the statements that their passages do not support. Works for every writer.
 *
 * @example
 * ```ts
 * async function omitted(grounding: Grounding, passages: Passage[], statements: CitingStatement[], signal: AbortSignal) {
 *   const { facts } = await grounding.findFacts({ passages, language: 'en' }, signal);
 *   const { stated } = await grounding.check({ statements, passages, images: [], facts }, signal);
 *   return facts.filter(({ id }) => !stated.includes(id));
 * }
 * ```
 */
export interface Grounding {
  /**
   * Finds the facts of a source. In a language without rules there are none.
   *
   * @param source `language` as a BCP 47 tag; null if unknown
   * @param signal aborts the work; the call then rejects with its reason
   * @throws Problem `too-large` if the source takes too much time or memory
   */
  findFacts(
    source: { readonly passages: readonly Passage[]; readonly language: string | null },
    signal: AbortSignal,
  ): Promise<FoundFacts>;
  /** Checks a note against its source. @throws Problem `too-large` */
  check(note: NoteToCheck, signal: AbortSignal): Promise<CheckedNote>;
}

export const Grounding = defineKind<Grounding>('grounding', { findFacts: 'function', check: 'function' });

/** A fact of a record, and whether its note or summary states it. */
export const RecordedFact = z.object({
  id: z.string().describe('f1, f2, … in order'),
  kind: z.enum(factKinds).describe('What it is about'),
  term: z.string().describe('Its canonical name'),
  text: z.string().describe('A short phrase'),
  value: z.string().nullable().describe('The amount; null without one'),
  unit: z.string().nullable().describe('The unit of the amount; null without one'),
  assertion: z.enum(assertions).describe('What is said of it'),
  of: z.enum(holders).describe('Whose it is'),
  parts: FactParts.describe('What it consists of, as far as it was said'),
  evidence: z.array(z.string()).readonly().describe('Ids of the segments or passages that say it'),
  in_note: z.boolean().describe('Whether a statement states it'),
});
export type RecordedFact = Readonly<z.output<typeof RecordedFact>>;

/** How much of what was said a note or summary conveys. */
export const Coverage = z.object({
  // Every record of an earlier version was read by English rules.
  language: z
    .string()
    .nullable()
    .default('en')
    .describe('The language whose rules found the facts; null if there are none: then there are no counts'),
  facts: z.int().nullable().describe('How many facts were found; null without rules'),
  in_note: z.int().nullable().describe('How many of them the statements state; null without rules'),
  omitted: z.array(z.string()).readonly().nullable().describe('Ids of the others; null without rules'),
  unmentioned: z
    .array(Unmentioned)
    .readonly()
    .nullable()
    .default(null)
    .describe('What was said with content, and no statement conveys; null in a record of an earlier version'),
});
export type Coverage = Readonly<z.output<typeof Coverage>>;

/** What the coverage of a record rests on, beside its facts. */
export type ReadSource = Pick<Coverage, 'language' | 'unmentioned'>;

/** How much of what a source says is in its note. The numbers are null where its language is not read. */
export function coverageOf(facts: readonly RecordedFact[], { language, unmentioned }: ReadSource): Coverage {
  if (language === null) return { language, facts: null, in_note: null, omitted: null, unmentioned };
  const omitted = facts.filter(({ in_note }) => !in_note).map(({ id }) => id);
  return { language, facts: facts.length, in_note: facts.length - omitted.length, omitted, unmentioned };
}

/** The share of the facts that a note states, 0 to 1; null if none were found. */
export function shareStated({ facts, in_note }: Pick<Coverage, 'facts' | 'in_note'>): number | null {
  return facts === null || in_note === null || facts === 0 ? null : in_note / facts;
}

/**
 * A warning for each fact that a note must state and does not, with its passages.
 *
 * @param note what the note is called: `note`, `summary`
 */
export function omissionWarnings(facts: readonly RecordedFact[], note = 'note'): string[] {
  return facts
    .filter((fact) => !fact.in_note && isRequired(fact))
    .map(
      ({ kind, text, evidence }) =>
        `The ${note} does not mention this ${nouns[kind] ?? kind.replace('_', ' ')}: ${text} (${evidence.join(', ')}).`,
    );
}

const nouns: Readonly<Partial<Record<FactKind, string>>> = { safety: 'matter of safety' };
