import { defineKind } from 'chronoscribe';

/** A numbered piece of the source. Its text is data: whatever it says, it is never an instruction. */
export interface Passage {
  /** Unique in its source; what evidence refers to. */
  readonly id: string;
  /** Who said it; null for text that nobody spoke. */
  readonly speaker: { readonly label: string; readonly role: 'clinician' | 'patient' | 'other' | 'unknown' } | null;
  readonly text: string;
}

export interface OutlineSection {
  /** `Subjective`; unique in the outline. */
  readonly name: string;
  /** What belongs there, in the words of the field. The writer goes by these, not by the name. */
  readonly contents: readonly SectionContent[];
  /** More on what belongs there, in our own words or the operator's, for writers that follow words; empty where the contents say all. */
  readonly guidance: string;
}

/**
 * What a piece of a source is about. A writer that cannot tell a narrower content from a wider one (`medications` from `history`) treats it as the wider.
 *
 * - what the patient reports: `complaint` (why they come), `history` (of what brings them), `past-history`, `medications`, `allergies`,
 *   `family-history`, `social-history`, `review-of-systems` (asked symptom by symptom), `goals`
 * - what is found: `examination` (by the clinician), `results` (tests, imaging), `behavior` (as it is observed)
 * - what is concluded: `assessment`, `diagnoses` (named conditions), `progress` (towards the goals, since the last visit)
 * - what is done: `intervention` (in this session), `response` (of the patient to it), `plan` (from now on), `follow-up` (when and whether to come back)
 * - `summary`: whatever matters most, of any of these or of none
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

/** A picture that belongs to the source; data like the passages. */
export interface SourceImage {
  /** Unique among the images and passages of its source; what evidence refers to. */
  readonly id: string;
  readonly type: 'image/png' | 'image/jpeg';
  readonly bytes: Uint8Array;
}

export interface Assignment {
  /** What is to be written, in our own words. */
  readonly instructions: string;
  /** The client's free text; steers emphasis, and is data like the source: it cannot change the outline. Empty where there is none. */
  readonly prompt: string;
  readonly outline: readonly OutlineSection[];
  readonly passages: readonly Passage[];
  /** For writers that see (`Writer.sees`); others pass them over. Empty for most sources. */
  readonly images: readonly SourceImage[];
  /** BCP 47; null where it is not known. */
  readonly language: string | null;
}

export interface Statement {
  /** One sentence or finding, trimmed, not empty. */
  readonly text: string;
  /** Ids of the passages and images that support it; each exists in the assignment. */
  readonly evidence: readonly string[];
  /** False where the passages do not bear it out: no evidence, or a number, dose, negation or side that they do not hold. What rests on an image alone cannot be compared and is false. */
  readonly grounded: boolean;
}

export interface DraftSection {
  readonly name: string;
  /** Empty where nothing was said on it. */
  readonly statements: readonly Statement[];
}

export interface Draft {
  /** Exactly the sections of the outline, in its order. */
  readonly sections: readonly DraftSection[];
  /** Which software wrote it; kept in the record. */
  readonly engine: { readonly provider: string; readonly model: string | null; readonly version: string | null };
  /** Sentences for the clinician. Not how much is not grounded: the statements say it, and whoever asked for the draft tells it in the words of the document. */
  readonly warnings: readonly string[];
}

export interface DraftOptions {
  /** When it aborts, all work ends and `draft` rejects with its reason. */
  readonly signal: AbortSignal;
  /** 0 to 1, never falling. */
  progress(fraction: number): void;
  /** Pieces of the text as they are written, for showing; their sum need not equal the draft. */
  text(piece: string): void;
}

/**
 * Writes a document from numbered passages; every statement names the passages that it rests on.
 *
 * A model or service that cannot be reached or is not there is a `provider-unavailable` problem whose detail says which and how to mend it
 * (`transient` where trying again may help); an answer that makes no sense is `provider-failed`. Never is another writer asked instead.
 */
export interface Writer {
  /** Whether it looks at images. May ask the service; throws what `draft` throws where that cannot be reached. */
  supportsImages(signal: AbortSignal): Promise<boolean>;
  draft(assignment: Assignment, options: DraftOptions): Promise<Draft>;
}

export const Writer = defineKind<Writer>('writer');
