/** **Stable**: what a provider implements that punctuates. Its suite: `chronoscribe/contracts/punctuator`. */

import { defineKind } from 'chronoscribe';

export { isUnpunctuated } from './unpunctuated.ts';

/** What one speaker says without a longer pause. */
export interface SaidText {
  /** The same for the same speaker; null if it is not known. */
  readonly speaker: string | null;
  /** Trimmed, not empty. */
  readonly text: string;
}

/** What is known of a transcript without marks. */
export interface PunctuateOptions {
  /** BCP 47; null if it is not known. */
  readonly language: string | null;
  /** Where the text is from: a recogniser on our side, or a transcript that somebody uploaded. */
  readonly from: 'recording' | 'upload';
  /** Aborts the work; `punctuate` then rejects with its reason. */
  readonly signal: AbortSignal;
}

/**
 * Writes marks and capitals into transcripts that have none.
 *
 * @example
 * ```ts
 * const punctuator: Punctuator = {
 *   punctuate: async (said) => said.map(({ text }) => `${text}.`),
 * };
 * ```
 */
export interface Punctuator {
  /**
   * Adds marks and capitals. Words and their number stay as they are.
   *
   * @param said the transcript in order; it lacks punctuation (`isUnpunctuated`)
   * @returns the texts in the same order; null if it leaves them as they are, for example in a language that it does
   *   not know
   * @throws Problem `provider-failed` or `provider-unavailable`
   */
  punctuate(said: readonly SaidText[], options: PunctuateOptions): Promise<readonly string[] | null>;
}

export const Punctuator = defineKind<Punctuator>('punctuator', { punctuate: 'function' });
