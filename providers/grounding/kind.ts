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

/** What a fact is about. */
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
] as const;
export type FactKind = (typeof factKinds)[number];

/**
 * What the source says of it.
 *
 * - `present`, `absent`: it is so, or is denied
 * - `possible`: suspected, conditional or not certain
 * - `historical`: it was so before
 * - `family`: of a relative
 */
export const assertions = ['present', 'absent', 'possible', 'historical', 'family'] as const;
export type Assertion = (typeof assertions)[number];

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
  /** Ids of the passages that say it, in order; never empty. */
  readonly evidence: readonly string[];
}

/**
 * The kinds that a note must state where they are present or possible. Clinical review contract: a fact of these that
 * a note omits is said in a warning.
 */
export const requiredKinds: ReadonlySet<FactKind> = new Set([
  'allergy',
  'medication',
  'problem',
  'order',
  'procedure',
  'red_flag',
  'follow_up',
  'score',
]);

/** A statement of a note and what it cites, before the check. */
export interface CitingStatement {
  readonly text: string;
  /** Ids of passages and images. */
  readonly evidence: readonly string[];
}

export interface CheckedStatement extends CitingStatement {
  /** Each exists in the source and is listed once. */
  readonly evidence: readonly string[];
  /** Whether the cited passages support it: true if there are no doubts. */
  readonly grounded: boolean;
  /**
   * What speaks against it: `no-evidence`, `image`, `content`, `quantity`, `dose`, `medicine`, `name`, `negation`,
   * `side`. A statement that rests on images alone cannot be compared: `image`.
   */
  readonly doubts: readonly string[];
}

/** What the check of a statement may find, and what it means. A provider may name others. */
const doubtMeanings = {
  'no-evidence': 'it cites nothing that exists',
  image: 'it rests on images alone, which are not compared',
  content: 'most of its words are not in the passages',
  quantity: 'a number, unit, count, ratio, date or frequency differs',
  dose: 'the passages give this dose to another medicine',
  medicine: 'the passages do not name this medicine',
  name: 'the passages do not have a name with a digit, such as L5',
  negation: 'the passages say the opposite: no for yes, worse for better, stop for start',
  side: 'another side, or one that is not named',
} as const;

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

export interface CheckedNote {
  /** The statements in the same order. */
  readonly statements: readonly CheckedStatement[];
  /** Ids of the facts that the statements state. */
  readonly stated: readonly string[];
}

/**
 * Tells what a source says, and whether a note says the same: the facts of a transcript or document, the facts that a
 * note states, and the statements that their passages do not support. Works for every writer.
 *
 * @example
 * ```ts
 * async function omitted(grounding: Grounding, passages: Passage[], statements: CitingStatement[], signal: AbortSignal) {
 *   const facts = await grounding.findFacts({ passages, language: 'en' }, signal);
 *   const { stated } = await grounding.check({ statements, passages, images: [], facts }, signal);
 *   return facts.filter(({ id }) => !stated.includes(id));
 * }
 * ```
 */
export interface Grounding {
  /**
   * Finds the facts of a source.
   *
   * @param source `language` as a BCP 47 tag; null if unknown
   * @param signal aborts the work; the call then rejects with its reason
   * @throws Problem `too-large` if the source takes too much time or memory
   */
  findFacts(
    source: { readonly passages: readonly Passage[]; readonly language: string | null },
    signal: AbortSignal,
  ): Promise<readonly Fact[]>;
  /** Checks a note against its source. @throws Problem `too-large` */
  check(note: NoteToCheck, signal: AbortSignal): Promise<CheckedNote>;
}

export const Grounding = defineKind<Grounding>('grounding');

/** A fact of a record, and whether its note or summary states it. */
export const RecordedFact = z.object({
  id: z.string().describe('f1, f2, … in order'),
  kind: z.enum(factKinds).describe('What it is about'),
  term: z.string().describe('Its canonical name'),
  text: z.string().describe('A short phrase'),
  value: z.string().nullable().describe('The amount; null without one'),
  unit: z.string().nullable().describe('The unit of the amount; null without one'),
  assertion: z.enum(assertions).describe('What is said of it'),
  evidence: z.array(z.string()).readonly().describe('Ids of the segments or passages that say it'),
  in_note: z.boolean().describe('Whether a statement states it'),
});
export type RecordedFact = Readonly<z.output<typeof RecordedFact>>;

/** How much of what was found a note or summary states. */
export const Coverage = z.object({
  facts: z.int().describe('How many facts were found'),
  in_note: z.int().describe('How many of them the statements state'),
  omitted: z.array(z.string()).readonly().describe('Ids of the others'),
});
export type Coverage = Readonly<z.output<typeof Coverage>>;

export function coverageOf(facts: readonly RecordedFact[]): Coverage {
  const omitted = facts.filter(({ in_note }) => !in_note).map(({ id }) => id);
  return { facts: facts.length, in_note: facts.length - omitted.length, omitted };
}

/**
 * A warning for each fact that a note must state and does not, with its passages.
 *
 * @param note what the note is called: `note`, `summary`
 */
export function omissionWarnings(facts: readonly RecordedFact[], note = 'note'): string[] {
  return facts
    .filter(
      ({ in_note, kind, assertion }) =>
        !in_note && requiredKinds.has(kind) && (assertion === 'present' || assertion === 'possible'),
    )
    .map(
      ({ kind, text, evidence }) =>
        `The ${note} does not mention this ${kind.replace('_', ' ')}: ${text} (${evidence.join(', ')}).`,
    );
}
