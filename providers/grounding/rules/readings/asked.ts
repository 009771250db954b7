import type { Clause } from '../reading/clauses.ts';
import type { Mention } from '../reading/mentions.ts';
import type { ReadAssertion } from '../reading/reading.ts';
import type { Answer } from './answers.ts';

/** A term in a question. */
export interface Asked {
  readonly clause: Clause;
  readonly mention: Mention;
  readonly own: readonly Mention[];
  /** What the words of the question alone say. */
  readonly said: ReadAssertion;
  readonly answer: Answer | undefined;
  readonly mentions: readonly (readonly Mention[])[];
  /** Whether the question asks for what it names, and for nothing else. */
  readonly isBare: boolean;
  direct(at: number, mention: Mention): ReadAssertion;
}

/** How a question begins that a yes or no answers. */
export const byVerb =
  /^(?:(?:and|so|okay|ok|well|um|uh|now|but|then|all right|alright|also|,) )*(?:do|does|did|is|are|was|were|has|have|had|can|could|will|would)(?:n't)?\b/;
