import { serveJobs } from 'chronoscribe/child-process';
import type { CheckedNote, CitingStatement, Fact, Passage } from 'chronoscribe/kinds/grounding';
import { checkNote } from './check.ts';
import { findFacts } from './facts/find-facts.ts';

/** One piece of a job. The first says what to do; the others bring the source and the note in slices. */
export type JobPart =
  | { readonly find: { readonly language: string | null } }
  | { readonly check: { readonly images: readonly string[] } }
  | { readonly passages: readonly Passage[] }
  | { readonly statements: readonly CitingStatement[] }
  | { readonly facts: readonly Fact[] };

export type JobAnswer = { readonly facts: readonly Fact[] } | { readonly checked: CheckedNote };

serveJobs((parts, send) => {
  const job = parts as JobPart[]; // From our own provider.
  const passages = job.flatMap((part) => ('passages' in part ? part.passages : []));
  for (const part of job) {
    if ('find' in part) send({ facts: findFacts({ passages, ...part.find }) } satisfies JobAnswer);
    if ('check' in part) {
      const statements = job.flatMap((each) => ('statements' in each ? each.statements : []));
      const facts = job.flatMap((each) => ('facts' in each ? each.facts : []));
      send({ checked: checkNote({ passages, statements, facts, ...part.check }) } satisfies JobAnswer);
    }
  }
});
