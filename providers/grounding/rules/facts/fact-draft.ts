import type { Assertion, Fact, FactKind, Holder } from 'chronoscribe/kinds/grounding';
import type { ReadAssertion } from '../reading/reading.ts';

/** A fact before equal ones are joined. */
export interface FactDraft {
  readonly kind: FactKind;
  readonly term: string;
  readonly text: string;
  /** The name as it was said. */
  readonly said: string;
  readonly value: string | null;
  readonly unit: string | null;
  readonly assertion: ReadAssertion;
  /** It was asked, and the answer speaks of something else. */
  readonly isUnanswered?: true;
  /** The words of the place, if one is named: by it two findings of one name are told apart. */
  readonly place?: string | null;
  /** Indexes of passages. */
  readonly passages: readonly number[];
  /** Index of the clause, for the order. */
  readonly clause: number;
}

/** What a draft asserts, and of whom. A medicine that was taken before is one that was stopped. */
export function assertionAndHolder({ kind, assertion }: FactDraft): {
  readonly assertion: Assertion;
  readonly of: Holder;
} {
  if (assertion === 'family') return { assertion: 'present', of: 'relative' };
  const isStopped = kind === 'medication' && assertion === 'historical';
  return { assertion: isStopped ? 'stopped' : assertion, of: kind === 'family' ? 'relative' : 'patient' };
}

/** The parts that name and amount are. */
export function partsOf({ kind, term, value, unit }: FactDraft): Fact['parts'] {
  const amount = { ...(value !== null && { value }), ...(unit !== null && { unit }) };
  switch (kind) {
    case 'allergy':
      return { substance: term, ...amount };
    case 'finding':
      return { sign: term, ...amount };
    case 'medication':
      return { name: term, ...(value !== null && { dose: unit === null ? value : `${value} ${unit}` }) };
    default:
      return { name: term, ...amount };
  }
}
