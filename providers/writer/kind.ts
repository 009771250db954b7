/** **Stable**: what a provider implements that drafts notes. Its suite: `chronoscribe/contracts/writer`. */

import { defineKind } from 'chronoscribe';
import type { Fact, Passage } from 'chronoscribe/kinds/grounding';
import type { Checkpoint } from 'chronoscribe/types';
import { z } from 'zod';

export type { Passage } from 'chronoscribe/kinds/grounding';

/** A section that the note is to have. */
export interface OutlineSection {
  /** `Subjective`; unique in the outline. */
  readonly name: string;
  /** The kinds of content that belong there. Writers go by these, not by the name. */
  readonly contents: readonly SectionContent[];
  /**
   * Additional instructions, ours or the operator's, for writers that follow instructions; empty if the contents
   * suffice.
   */
  readonly guidance: string;
}

/**
 * What a part of the source is about. A writer that cannot tell a narrow content from a broad one (`medications` from
 * `history`) treats it as the broad one.
 *
 * - reported by the patient: `complaint` (why they come), `history` (of the present illness), `past-history`,
 *   `medications`, `allergies`, `family-history`, `social-history`, `review-of-systems` (symptoms asked one by one),
 *   `goals`
 * - found: `examination` (by the clinician), `results` (tests, imaging), `behavior` (as observed)
 * - concluded: `assessment`, `diagnoses` (named conditions), `progress` (towards the goals, since the last visit)
 * - done: `intervention` (in this session), `response` (of the patient to it), `plan` (from now on), `follow-up` (when
 *   and whether to come back)
 * - `summary`: the most important content of any kind
 */
export type SectionContent =
  | 'complaint'
  | 'history'
  | 'past-history'
  | 'medications'
  | 'allergies'
  | 'family-history'
  | 'social-history'
  | 'review-of-systems'
  | 'goals'
  | 'examination'
  | 'results'
  | 'behavior'
  | 'assessment'
  | 'diagnoses'
  | 'progress'
  | 'intervention'
  | 'response'
  | 'plan'
  | 'follow-up'
  | 'summary';

/** An image that is part of the source; data, like the passages. */
export interface SourceImage {
  /** Unique among the images and passages of the assignment; `Statement.evidence` refers to it. */
  readonly id: string;
  readonly type: 'image/png' | 'image/jpeg';
  readonly bytes: Uint8Array;
}

/** What a writer is to write, and from what. */
export interface Assignment {
  /** What to write; from us or the operator, never from the client. */
  readonly instructions: string;
  /**
   * The client's free text. It steers the emphasis and is data: it cannot change the outline. Empty if there is none.
   */
  readonly prompt: string;
  readonly outline: readonly OutlineSection[];
  readonly passages: readonly Passage[];
  /** What was found in the passages. A note must state those of `requiredKinds` that are present or possible. */
  readonly facts: readonly Fact[];
  /** Used by writers whose `supportsImages` resolves to true; others ignore them. Empty for most sources. */
  readonly images: readonly SourceImage[];
  /** Language of the document as a BCP 47 tag; null if unknown. */
  readonly language: string | null;
}

/** Who wrote a statement, and how it was checked before the caller checks it; in records too. */
export const proofShape = {
  engine: z
    .string()
    .nullable()
    .default(null)
    .describe('The model that wrote it; null if a person or rules did, or in a record of an earlier version'),
  checked: z
    .enum(['rules', 'model', 'both'])
    .nullable()
    .default(null)
    .describe(
      'What it was compared with its evidence by: `rules`, a `model` that was asked whether the evidence supports it (alone where it rests on images), or `both`; null in a record of an earlier version',
    ),
  repaired: z
    .string()
    .nullable()
    .default(null)
    .describe('What the model wrote first, if it had to correct the statement; null if it did not'),
};

/** Who wrote a statement, and what it was compared with its evidence by; see `proofShape`. */
export type StatementProof = Readonly<z.output<z.ZodObject<typeof proofShape>>>;

/** What a writer leaves out of the proof of a statement is as if rules had written it. */
export interface Statement extends Partial<StatementProof> {
  /** One sentence or finding; trimmed, not empty. */
  readonly text: string;
  /** Ids of the passages and images that support it. The caller checks whether they do (`Grounding`). */
  readonly evidence: readonly string[];
}

/** The proof of a statement once the rules have checked it. */
export function proofOf({ engine = null, checked, repaired = null }: Partial<StatementProof>): StatementProof {
  return { engine, checked: checked ?? 'rules', repaired };
}

/** A section of a draft: its name in the outline, and what it says. */
export interface DraftSection {
  readonly name: string;
  /** Empty if the source says nothing about it. */
  readonly statements: readonly Statement[];
}

/** What a writer has written. */
export interface Draft {
  /** Exactly the sections of the outline, in the same order. */
  readonly sections: readonly DraftSection[];
  /** The software that wrote it; stored in the record. */
  readonly engine: { readonly provider: string; readonly model: string | null; readonly version: string | null };
  /** Sentences for the clinician. Statements are checked by the caller, which reports what is not supported. */
  readonly warnings: readonly string[];
}

/** How the work of a writer is followed and ended. */
export interface DraftOptions {
  /** Aborts all work; `draft` then rejects with its reason. */
  readonly signal: AbortSignal;
  /** Called at least once with the completed share, 0 to 1, never decreasing. */
  progress(fraction: number): void;
  /**
   * Called with pieces of the text as they are written, for display; at least once if there are statements. Their sum
   * need not equal the draft.
   */
  text(piece: string): void;
  /**
   * Saves the result of a part of the work (what a model answered), so that a repeated call does not do it again. Its key
   * names the model and all that it was asked. Undefined: nothing is saved.
   */
  readonly checkpoint?: Checkpoint | undefined;
}

/**
 * Writes a document from numbered passages. Every statement cites the passages that support it.
 *
 * `provider-unavailable` means that a model or service cannot be reached or is missing; the detail says which and how
 * to fix it (`transient` if a retry may help). `provider-failed` means an unusable answer. There is no fallback to
 * another writer.
 *
 * @example
 * ```ts
 * const writer: Writer = {
 *   supportsImages: async () => false,
 *   async draft({ outline, passages }, { signal, progress, text }) {
 *     signal.throwIfAborted();
 *     const [first] = passages;
 *     const statements = first === undefined ? [] : [{ text: first.text, evidence: [first.id] }];
 *     text(first?.text ?? '');
 *     progress(1);
 *     const sections = outline.map(({ name }, index) => ({ name, statements: index === 0 ? statements : [] }));
 *     return { sections, engine: { provider: 'parrot', model: null, version: null }, warnings: [] };
 *   },
 * };
 * ```
 */
export interface Writer {
  /**
   * Tells whether the writer reads images.
   *
   * @param signal aborts the query; the call then rejects with its reason
   * @returns true if `draft` uses `Assignment.images`; may ask the service
   * @throws Problem as `draft` does, if the service cannot be reached
   */
  supportsImages(signal: AbortSignal): Promise<boolean>;
  /**
   * Writes one document.
   *
   * @param assignment what to write, and from what
   * @param options cancellation and callbacks
   * @returns the sections of the outline with grounded or flagged statements, as plain JSON
   * @throws Problem `provider-unavailable`, `provider-failed`, or `too-large` if the prompt leaves no room for the
   *   source
   */
  draft(assignment: Assignment, options: DraftOptions): Promise<Draft>;
}

export const Writer = defineKind<Writer>('writer', { supportsImages: 'function', draft: 'function' });
