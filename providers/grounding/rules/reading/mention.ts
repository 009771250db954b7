import type { Term } from './terms.ts';

/** A term where it stands. */
export interface Mention {
  readonly term: Term;
  /** As it was said. */
  readonly said: string;
  /** Indexes of its first token and of the token after it. */
  readonly from: number;
  readonly to: number;
}
