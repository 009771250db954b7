import type { Assertion, FactKind } from 'chronoscribe/kinds/grounding';

/** A fact before equal ones are joined. */
export interface FactDraft {
  readonly kind: FactKind;
  readonly term: string;
  readonly text: string;
  /** The name as it was said. */
  readonly said: string;
  readonly value: string | null;
  readonly unit: string | null;
  readonly assertion: Assertion;
  /** It was asked, and the answer speaks of something else. */
  readonly isUnanswered?: true;
  /** The words of the place, if one is named: by it two findings of one name are told apart. */
  readonly place?: string | null;
  /** Indexes of passages. */
  readonly passages: readonly number[];
  /** Index of the clause, for the order. */
  readonly clause: number;
}
