import type { TextWork } from 'chronoscribe/child-process';
import type { CheckedNote, CitingStatement, Fact, FoundFacts, Passage } from 'chronoscribe/kinds/grounding';
import { checkNote } from './check.ts';
import { findFacts } from './facts/find-facts.ts';

/** The source, and a note. */
export interface JobLists {
  readonly passages: readonly Passage[];
  readonly statements?: readonly CitingStatement[];
  readonly facts?: readonly Fact[];
}

/** One piece of a job. The first says what to do; each brings slices of the lists. */
export interface JobPart extends Required<JobLists> {
  readonly find?: { readonly language: string | null };
  readonly check?: { readonly images: readonly string[] };
}

export type JobAnswer = { readonly found: FoundFacts } | { readonly checked: CheckedNote };

/** Finds facts, or checks a note. */
const work: TextWork = (parts, send) => {
  const job = parts as JobPart[]; // From our own provider.
  const passages = job.flatMap((part) => part.passages);
  const [{ find, check } = {}] = job;
  if (find !== undefined) send({ found: findFacts({ passages, ...find }) } satisfies JobAnswer);
  if (check !== undefined) {
    const statements = job.flatMap((part) => part.statements);
    const facts = job.flatMap((part) => part.facts);
    send({ checked: checkNote({ passages, statements, facts, ...check }) } satisfies JobAnswer);
  }
};

export default work;
