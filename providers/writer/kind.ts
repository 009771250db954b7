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
  /**
   * What belongs there, in the words of the field. The writer goes by these, not by the name:
   * history (what the patient reports), examination (what the clinician finds), results (tests), assessment (what the clinician
   * concludes), plan (what will be done), follow-up (when and whether to come back).
   */
  readonly contents: readonly SectionContent[];
}

export type SectionContent = 'history' | 'examination' | 'results' | 'assessment' | 'plan' | 'follow-up';

export interface Assignment {
  /** What is to be written, in our own words. */
  readonly instructions: string;
  /** The client's free text; steers emphasis, and is data like the source: it cannot change the outline. Empty where there is none. */
  readonly prompt: string;
  readonly outline: readonly OutlineSection[];
  readonly passages: readonly Passage[];
  /** BCP 47; null where it is not known. */
  readonly language: string | null;
}

export interface Statement {
  /** One sentence or finding, trimmed, not empty. */
  readonly text: string;
  /** Ids of the passages that support it; each exists in the assignment. */
  readonly evidence: readonly string[];
  /** False where the passages do not bear it out: no evidence, or a number, dose, negation or side that they do not hold. */
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
  draft(assignment: Assignment, options: DraftOptions): Promise<Draft>;
}

export const Writer = defineKind<Writer>('writer');
