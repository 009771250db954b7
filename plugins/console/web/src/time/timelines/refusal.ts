import { z } from 'zod/mini';
import { ApiError } from '../../shared/api-error.ts';
import type { Consequence, Finding } from './timeline-queries.ts';

/** How a change is made. */
export interface Attempt {
  readonly dryRun: boolean;
  readonly safetyCheck: boolean;
}

// The boundary of an error's body: the document describes findings and consequences for the answers that have them.
const Refusal = z.object({
  findings: z.array(z.custom<Finding>()),
  consequences: z.optional(z.array(z.custom<Consequence>())),
  more_consequences: z.optional(z.boolean()),
});

/** What the safety check says of a change that it refused; undefined if the error is another one. */
export function refusalOf(error: unknown): z.output<typeof Refusal> | undefined {
  if (!(error instanceof ApiError) || error.code !== 'paradox-detected') return undefined;
  return Refusal.safeParse(error.body).data;
}

const Conflicts = z.object({
  conflicts: z.array(
    z.object({ event_id: z.nullable(z.string()), on_timeline: z.string(), on_base: z.nullable(z.string()) }),
  ),
});
export type Conflict = z.output<typeof Conflicts>['conflicts'][number];

/** The events that both timelines changed, if that is why a merge was refused. */
export function conflictsOf(error: unknown): readonly Conflict[] | undefined {
  if (!(error instanceof ApiError) || error.code !== 'merge-conflict') return undefined;
  return Conflicts.safeParse(error.body).data?.conflicts;
}
