/** **Internal**: the records that images and PDFs become. */

import { defineKind, type UploadedFile } from 'chronoscribe';
import { Coverage, doubtsDescription, type Fact, type Passage, RecordedFact } from 'chronoscribe/kinds/grounding';
import type { Patient, RecordListener, Visit } from 'chronoscribe/kinds/records';
import { type Assignment, proofShape, type Statement } from 'chronoscribe/kinds/writer';
import { z } from 'zod';

/** What is sent with an image or PDFs. */
export interface DocumentRequest {
  /** Free text from the client. */
  readonly text: string;
  readonly language?: string | undefined;
  readonly patient?: Patient | undefined;
  readonly visit?: Visit | undefined;
  /** Who sent it: the name or id of a key. */
  readonly by?: string | undefined;
  /** Milliseconds since 1970. Part of the input, so that a repeated step uses the same value. */
  readonly createdAt: number;
}

/** A laboratory result that is flagged, or outside of its printed range. */
export const LabFinding = z.object({
  name: z.string().describe('As printed, such as `Potassium`'),
  value: z.string().describe('As printed, such as `5.9`, `<0.01` or `Reactive`'),
  unit: z.string().nullable().describe('As printed; null without one'),
  range: z.string().nullable().describe('The reference range as printed; null without one'),
  flag: z.string().describe('As printed; `H`, `L` or `A` (abnormal) if only the range shows it'),
  page: z.int().min(1).describe('Page in its file, from 1; an image is page 1'),
  evidence: z.array(z.string()).readonly().describe('Ids of the passages that it is read from'),
});
export type LabFinding = Readonly<z.output<typeof LabFinding>>;

const Engine = z.object({
  provider: z.string().describe('Name of the provider, as in configuration'),
  model: z.string().nullable().describe('Null if there is none'),
  version: z.string().nullable().describe('Null if unknown'),
});

/** Of a record of an earlier version, whose document was not read for facts. */
const noCoverage: Coverage = { language: null, facts: null, in_note: null, omitted: null, unmentioned: null };

/** Fields that a record adds to the answer that it was made with. */
export const evidenceSchema = {
  form: z.enum(['image', 'pdf']).describe('What was uploaded'),
  statements: z
    .array(
      z.object({
        text: z.string().describe('One sentence or finding of the analysis or summary'),
        evidence: z.array(z.string()).readonly().describe('Ids of the cited passages; `image` is the image itself'),
        ...proofShape,
        grounded: z.boolean().describe('False if the passages do not support it'),
        doubts: z
          .array(z.string())
          .readonly()
          .default([])
          .describe(`Why they do not; empty if they do: ${doubtsDescription}`),
      }),
    )
    .readonly()
    .describe('The statements of the analysis or summary'),
  passages: z
    .array(
      z.object({
        id: z.string().describe('What evidence refers to'),
        file: z.int().min(0).describe('Index of the file in the request, from 0'),
        page: z.int().min(1).describe('Page in the file, from 1; an image is page 1'),
        text: z.string().describe('Its text'),
      }),
    )
    .readonly()
    .describe('The text of the document, by paragraph'),
  language: z.string().nullable().default(null).describe('BCP 47; null if it is not known'),
  findings: z.array(LabFinding).readonly().default([]).describe('Laboratory results that are flagged or out of range'),
  facts: z.array(RecordedFact).readonly().default([]).describe('What the document says that is clinically relevant'),
  coverage: Coverage.default(noCoverage).describe('How much of what the document says the statements convey'),
  warnings: z.array(z.string()).readonly().describe('What the clinician should check'),
  providers: z
    .object({
      reader: Engine.nullable().describe('The recogniser that read images; null if there was nothing to read'),
      writer: Engine.describe('The writer of the statements'),
    })
    .describe('The software that made the record'),
};

/** The stored result of an image or of PDFs: what it rests on, and the answer as the endpoint returned it. */
export type DocumentContent = Readonly<z.output<z.ZodObject<typeof evidenceSchema>>> & {
  readonly answer: Readonly<Record<string, unknown>>;
};
export type DocumentPassage = Readonly<DocumentContent['passages'][number]>;

/** Text of a line that stands by itself, as in a table. Lengths in points; both 0 if unknown. */
export interface TableCell {
  readonly text: string;
  readonly left: number;
  readonly right: number;
}

/** A passage with the lines that it was made of, from top to bottom; the cells of a line from left to right. */
export interface LaidOutPassage extends DocumentPassage {
  readonly lines: readonly (readonly TableCell[])[];
}

/** What a document says, before a writer summarises it. */
export interface DocumentReading {
  /** BCP 47; null if it cannot be told. */
  readonly language: string | null;
  /** The language whose rules found the facts; null if there are none. */
  readonly rulesLanguage: string | null;
  readonly findings: readonly LabFinding[];
  readonly facts: readonly Fact[];
  /** Where the text stands on its pages. */
  readonly layout: DocumentLayout;
}

/** What the places of texts say, by the ids of passages. */
export interface DocumentLayout {
  /** What stands over passages that mean something else without: `Resolved problems` over `Depression`. */
  readonly headings: Readonly<Record<string, string>>;
  /** Rows of tables of medicines, allergies and vaccines, as statements: `Naproxen, 500 mg, stopped.` */
  readonly rows: Readonly<Record<string, string>>;
  /** Passages that are headings or name columns, and say nothing. */
  readonly labels: readonly string[];
}

/** The passages as a source, each as it is to be understood: `Resolved problems: Depression`. */
export function asSource(passages: readonly DocumentPassage[], layout: DocumentLayout): Passage[] {
  return passages.map(({ id, text }) => {
    const heading = layout.headings[id];
    return { id, speaker: null, text: heading === undefined ? text : `${heading}: ${text}` };
  });
}

/** What a writer is given: without what is no sentence, which a summary has anyway. */
export function toSummarise(
  passages: readonly DocumentPassage[],
  { facts, layout }: DocumentReading,
): Pick<Assignment, 'passages' | 'facts'> {
  const { rows, labels } = layout;
  return {
    passages: asSource(passages, layout).filter(({ id }) => !(id in rows) && !labels.includes(id)),
    facts: facts.filter(({ evidence }) => !evidence.some((id) => id in rows)),
  };
}

/** A summary or analysis after the check. */
export interface ReviewedDraft {
  /** The findings first, then allergies, then the draft, then what the draft left out and must not. */
  readonly statements: DocumentContent['statements'];
  readonly facts: readonly RecordedFact[];
  readonly coverage: Coverage;
  /** Sentences for the clinician. */
  readonly warnings: readonly string[];
}

/** Reads documents before they are summarised, and completes and checks their summaries. */
export interface DocumentReview {
  /**
   * Finds the language, the abnormal laboratory results and the facts of a document.
   *
   * @param language BCP 47 as the client gave it; null: detected
   * @throws Problem `too-large` if it takes too much time or memory
   */
  read(passages: readonly LaidOutPassage[], language: string | null, signal: AbortSignal): Promise<DocumentReading>;
  /**
   * Puts the findings before a draft, adds the sentences that it must not leave out (allergies, medicines, pending
   * results, follow-up and the like), and checks each statement against the passages.
   *
   * @param note `images`: ids of the images that the writer received; `called`: `summary`, for warnings
   * @throws Problem `too-large` if it takes too much time or memory
   */
  complete(
    note: {
      readonly statements: readonly Statement[];
      readonly passages: readonly DocumentPassage[];
      readonly images: readonly string[];
      readonly reading: DocumentReading;
      readonly called: string;
    },
    signal: AbortSignal,
  ): Promise<ReviewedDraft>;
}

export const DocumentReview = defineKind<DocumentReview>('document-review', { read: 'function', complete: 'function' });

/**
 * The records of images and PDFs, at `/api/v1/documents/{id}`.
 *
 * @example
 * ```ts
 * async function copy(documents: DocumentRecords, account: string, from: string, to: string) {
 *   const content = await documents.get(account, from);
 *   await documents.save({ id: to, account, createdAt: Date.now(), content });
 * }
 * ```
 */
export interface DocumentRecords {
  /**
   * Stores a record. Saving the same id again changes nothing.
   *
   * @param record its `id` is the id of its run
   * @param completed is called in the transaction that makes the record visible
   */
  save(
    record: Pick<DocumentRequest, 'createdAt' | 'patient' | 'visit' | 'by'> & {
      readonly id: string;
      readonly account: string;
      readonly content: DocumentContent;
      /** What the sender called the first file. */
      readonly title?: string | undefined;
      /** What it was made from, in the order of the request. They are kept as the settings say. */
      readonly files?: readonly UploadedFile[];
    },
    completed?: RecordListener,
  ): Promise<void>;
  /**
   * Returns the content of a record.
   *
   * @throws Problem `not-found` if the account has no such record
   */
  get(account: string, id: string): Promise<DocumentContent>;
}

/** The path of a record, which has the id of its run. */
export function documentPath(id: string): string {
  return `/api/v1/documents/${id}`;
}

export const DocumentRecords = defineKind<DocumentRecords>('document-records', { save: 'function', get: 'function' });
