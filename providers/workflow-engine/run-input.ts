import { z } from 'zod';

/** Where a child is in the run that was submitted. */
const RunParent = z.object({
  /** The id of that run. */
  run: z.string(),
  /** What the paths of the child's nodes begin with. */
  prefix: z.string(),
  position: z.object({ index: z.int(), of: z.int() }),
});

export type RunParent = z.output<typeof RunParent>;

/** The input of a run in openworkflow. */
export const RunInput = z.object({
  /** Missing in children. */
  runId: z.string().optional(),
  account: z.string(),
  input: z.unknown(),
  /** Whether somebody watched the run when it was submitted. */
  watched: z.boolean().optional(),
  /** The fingerprint of the definition that it was begun with; missing in runs of earlier versions. */
  definition: z.array(z.string()).readonly().optional(),
  parent: RunParent.optional(),
  /** The span that its steps belong to. */
  traceparent: z.string().optional(),
  /** See `RunSubmission`. */
  patienceMs: z.number().optional(),
});
