import type { Mention } from './mention.ts';

/** What the words of a clause assert of a term; `family`: of a relative. */
export type ReadAssertion = 'present' | 'absent' | 'possible' | 'historical' | 'declined' | 'family';

/** A term that the source says something about. */
export interface Reading {
  readonly mention: Mention;
  readonly assertion: ReadAssertion;
  /** It was asked, and the answer speaks of something else. */
  readonly isUnanswered?: true;
  /** Only the words of question and answer tell what was said of it. */
  readonly isQuoted?: true;
  /** What is quoted names another of its sort in its place: its own dose was not changed. */
  readonly isReplaced?: true;
  /** It was asked of the family, and denied. */
  readonly isDeniedOfFamily?: true;
  /** Index of the clause. */
  readonly clause: number;
  /** Indexes of the clauses that answer it, if it was asked. */
  readonly answer?: readonly number[];
  /** Indexes of the passages that say it, the answer to a question included. */
  readonly passages: readonly number[];
}
