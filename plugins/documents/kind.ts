import { type Documents, defineKind, type TriggerEvent, type UploadedFile } from 'chronoscribe';
import type { CheckedStatement, Coverage, Fact, Passage, RecordedFact } from 'chronoscribe/kinds/grounding';
import type { Patient, RecordEvent, Visit } from 'chronoscribe/kinds/records';
import type { Engine } from 'chronoscribe/kinds/transcriber';
import type { Assignment, Draft, Statement, StatementProof } from 'chronoscribe/kinds/writer';
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

/** A part of a document's text that evidence refers to. */
export interface DocumentPassage {
  readonly id: string;
  /** Index of the file in the request, from 0, and page in the file, from 1. An image is page 1 of file 0. */
  readonly file: number;
  readonly page: number;
  readonly text: string;
}

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

/** What a document says, before a writer summarises it. */
export interface DocumentReading {
  /** BCP 47; null if it cannot be told. */
  readonly language: string | null;
  /** The language whose rules found the facts; null if there are none. */
  readonly rulesLanguage: string | null;
  readonly findings: readonly LabFinding[];
  readonly facts: readonly Fact[];
  /** Where the text stands on its pages; runs of an earlier version have none. */
  readonly layout?: DocumentLayout;
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
export function asSource(passages: readonly DocumentPassage[], layout: DocumentLayout | undefined): Passage[] {
  return passages.map(({ id, text }) => {
    const heading = layout?.headings[id];
    return { id, speaker: null, text: heading === undefined ? text : `${heading}: ${text}` };
  });
}

/** What a writer is given: without what is no sentence, which a summary has anyway. */
export function toSummarise(
  passages: readonly DocumentPassage[],
  { facts, layout }: DocumentReading,
): Pick<Assignment, 'passages' | 'facts'> {
  const { rows = {}, labels = [] } = layout ?? {};
  return {
    passages: asSource(passages, layout).filter(({ id }) => !(id in rows) && !labels.includes(id)),
    facts: facts.filter(({ evidence }) => !evidence.some((id) => id in rows)),
  };
}

/** A statement of a summary or analysis. */
export interface ReviewedStatement extends CheckedStatement, StatementProof {}

/** A summary or analysis after the check. */
export interface ReviewedDraft {
  /** The findings first, then allergies, then the draft, then what the draft left out and must not. */
  readonly statements: readonly ReviewedStatement[];
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

export const DocumentReview = defineKind<DocumentReview>('document-review');

/** The stored result of an image or of PDFs: the answer, and what it rests on. */
export interface DocumentContent {
  readonly form: 'image' | 'pdf';
  /** Body of the answer, as the endpoint returned it. */
  readonly answer: Readonly<Record<string, unknown>>;
  readonly passages: readonly DocumentPassage[];
  readonly statements: readonly ReviewedStatement[];
  /** BCP 47; null if it is not known. */
  readonly language: string | null;
  readonly findings: readonly LabFinding[];
  readonly facts: readonly RecordedFact[];
  readonly coverage: Coverage;
  readonly warnings: readonly string[];
  readonly providers: { readonly reader: Engine | null; readonly writer: Draft['engine'] };
}

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
   * @param completed is called in the transaction that makes the record visible, to tell automations of it
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
    completed?: (documents: Documents, event: TriggerEvent<RecordEvent>) => Promise<void>,
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

export const DocumentRecords = defineKind<DocumentRecords>('document-records');
