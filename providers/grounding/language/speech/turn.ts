import type { Passage } from 'chronoscribe/kinds/grounding';

/** What one speaker says without another between. Its words may come from several passages. */
export interface Turn {
  /** The texts of its passages without the commands of a dictation, with a mark between two of them. */
  readonly text: string;
  /** Indexes of its passages, in order. */
  readonly passages: readonly number[];
  /** Who speaks: the label; null if it was not spoken. */
  readonly speaker: string | null;
  readonly role: NonNullable<Passage['speaker']>['role'] | null;
  /** A sentence that is cut across speakers: nothing is stated of it but its words. */
  readonly isTorn?: true;
}
