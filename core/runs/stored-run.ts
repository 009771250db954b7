import { z } from 'zod';
import { auth } from '../api/definition.ts';
import { SerializedProblem } from '../api/problem.ts';
import { runTraceparent } from '../api/tracing.ts';
import { Lease } from '../concurrency/lease.ts';
import { defineCollection } from '../kinds/store.ts';
import { type RunSubmission, StepState } from '../kinds/workflow-engine.ts';

/** How a run ended, as the engine reported it. */
const RunEnd = z.object({
  status: z.enum(['done', 'failed', 'cancelled']),
  step: z.string().nullable(),
  /** The result of the last step, kept as long as the run. */
  output: z.unknown(),
  problem: SerializedProblem.nullable(),
});

export type RunEnd = Readonly<z.output<typeof RunEnd>>;

/**
 * The owner of a run and its data. The engine knows the progress of a run. The owner is stored here, even if the engine
 * never got the run because the process crashed in between.
 */
export const runs = defineCollection({
  name: 'runs',
  schema: z.object({
    id: z.string(),
    account: z.string(),
    workflow: z.string(),
    name: z.string(),
    /** The route that started it; empty if it was launched. */
    endpoint: z.string(),
    /** What a key needs to call that endpoint, and so to see the run. */
    auth,
    /** What was submitted; null once the run has settled, unless it is repeatable. */
    input: z.unknown(),
    repeatable: z.boolean().default(false),
    /** The run whose input it was started with again; null if it is none. */
    repeats: z.string().nullable().default(null),
    /** Names of the uploaded blobs; null once they are deleted, and in runs that ended without failing. */
    uploads: z.array(z.string()).nullable(),
    /** The bytes of these together. */
    uploadBytes: z.int(),
    /** The clock that its sleeps on the account's clock follow; null: the account's own. */
    clockId: z.string().nullable(),
    /** See `RunSubmission.patienceMs`. */
    patienceMs: z.number(),
    /** See `RunSubmission.priority`. */
    priority: z.int().default(0),
    createdAt: z.number(),
    /** The fingerprint of the definition that it was begun with; missing in runs of earlier versions. */
    definition: z.array(z.string()).readonly().exactOptional(),
    /** The span in which it was submitted; null without traces. */
    traceparent: z.string().nullable(),
    /** Whether it is never shown, and erased once it has settled. */
    internal: z.boolean(),
    /** From 1; one more with each retry. */
    attempt: z.number().int(),
    /** The operation id of the last retry; null if there was none. */
    retriedBy: z.string().nullable(),
    /** Always null: read by hosts of the version before, in an update one host after the other. */
    signalledBy: z.string().nullable(),
    status: z.enum(['open', 'done', 'failed', 'cancelled']),
    /**
     * Stored here too, since a move to another installation leaves the engine behind. Null before the end. A run that is
     * open and has an end is being finalized: from then on its files and the results of its steps are erased.
     */
    end: RunEnd.nullable(),
    /** The nodes of a settled run, kept as long as the run. Null before the end, and if the engine was left behind. */
    steps: z.array(StepState).readonly().nullable(),
    /** The lease of the host that finalizes or reopens the run; null if none does. */
    hold: Lease.nullable(),
    /** Milliseconds since 1970; 0 while open. */
    settledAt: z.number(),
  }),
  indexes: [
    ['account', 'createdAt'],
    ['account', 'workflow', 'createdAt'],
    ['account', 'status', 'createdAt'],
    ['account', 'workflow', 'status', 'createdAt'],
    ['status', 'settledAt'],
    ['settledAt'],
  ],
});

export type StoredRun = z.output<typeof runs.schema>;

/** What the engine is told of a run. */
export function engineSubmission(run: StoredRun): RunSubmission {
  const { id, account, workflow, input, definition, patienceMs, priority } = run;
  const traceparent = runTraceparent(run.traceparent, id);
  return { id, account, workflow, input, definition, traceparent, patienceMs, priority };
}

/** The prefix of blobs that come with requests. */
export const uploads = 'uploads/';

/** The prefix of blobs that the steps of all runs write. */
export const runFiles = 'runs/';

/** The prefix of blobs that the steps of a run write. */
export const runBlobs = (id: string): string => `${runFiles}${id}/`;

/** Among the blobs of a run, what its steps have done in part. */
export const checkpointsFolder = 'checkpoints/';

/**
 * Which submitted run the run of a `child` node is part of. The engine makes such runs by itself; their files are kept
 * and deleted with the submitted run.
 */
export const childRuns = defineCollection({
  name: 'child_runs',
  schema: z.object({ id: z.string(), run: z.string() }),
  indexes: [['run']],
});
