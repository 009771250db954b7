import { addAbortListener } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import type { EngineDatabase } from './database.ts';
import type { Execution } from './executions.ts';

/** Milliseconds between two looks whether what is waited for has come, at first and at last. */
const [firstLookMs, lastLookMs] = [10, 1000];

const Row = z.object({
  id: z.string(),
  name: z.string(),
  child: z.string().nullable(),
  status: z.string().nullable(),
  signal: z.string().nullable(),
});

interface Held {
  /** Milliseconds since 1970. */
  readonly until: number;
  resolve(output: unknown): void;
  release(): void;
}

/**
 * The waits of an execution while something else of the run is worked on: openworkflow would see that one is over only
 * when all of the run rests, so that no sleep could win a race against a step. No upstream issue yet.
 *
 * @param deliver gives kept signals to what waits for them
 */
export function createLiveWaits(database: EngineDatabase, execution: Execution, deliver: () => Promise<void>) {
  const { backend, query, tables } = database;
  const held = new Map<string, Held>();
  let atWork = 0;
  let isWatching = false;
  let isNew = false;

  /** Lets the run park, unless what comes next begins at once. */
  const rest = () =>
    setImmediate(() => {
      if (atWork === 0) for (const { release } of held.values()) release();
    });

  const look = async (): Promise<void> => {
    if (isNew) await deliver();
    isNew = false;
    const rows = await query(
      `select attempt.id, step_name as name, run.id as child, run.status, signal.id as signal from ${tables.attempts} as attempt
         left join ${tables.runs} as run on run.namespace_id = 'default' and run.id = attempt.child_workflow_run_id
         left join ${tables.signals} as signal on signal.namespace_id = 'default' and signal.step_attempt_id = attempt.id
       where attempt.namespace_id = 'default' and attempt.workflow_run_id = $1 and attempt.status = 'running'
         and attempt.kind <> 'function'`,
      [execution.libraryId],
    );
    for (const { id, name, child, status, signal } of rows.map((row) => Row.parse(row))) {
      const each = held.get(name);
      if (each === undefined) continue;
      const outcome = async () => {
        if (child !== null) return (await backend.getWorkflowRun({ workflowRunId: child }))?.output;
        return signal === null ? null : { data: await backend.getSignalDelivery({ stepAttemptId: id }) };
      };
      if (signal === null && status !== 'completed' && Date.now() < each.until) continue;
      const { libraryId: workflowRunId, workerId } = execution;
      const output = ((await outcome()) ?? null) as Parameters<typeof backend.completeStepAttempt>[0]['output'];
      await backend.completeStepAttempt({ workflowRunId, stepAttemptId: id, workerId: workerId ?? '', output });
      each.resolve(output);
    }
  };

  const watch = async (): Promise<void> => {
    if (isWatching) return;
    isWatching = true;
    for (let pauseMs = firstLookMs; held.size > 0; pauseMs = Math.min(pauseMs * 2, lastLookMs)) {
      const next = Math.min(...[...held.values()].map(({ until }) => until)) - Date.now();
      await wait(Math.min(pauseMs, Math.max(next, firstLookMs)), undefined, { ref: false });
      // Without its database the run cannot go on in any case.
      if (atWork > 0) await look().catch(() => undefined);
    }
    isWatching = false;
  };

  return {
    /** Counts as work of the run. */
    async working<T>(work: () => Promise<T>): Promise<T> {
      atWork += 1;
      try {
        return await work();
      } finally {
        atWork -= 1;
        if (atWork === 0) rest();
      }
    },

    /**
     * Waits as long as something else is worked on.
     *
     * @param name of the wait in openworkflow
     * @param park is thrown once the run rests
     * @returns what the wait brought, as it is saved
     */
    async hold(name: string, until: Date, signal: AbortSignal, park: unknown): Promise<unknown> {
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      held.set(name, { until: until.getTime(), resolve, release: () => reject(park) });
      isNew = true;
      using _listener = addAbortListener(signal, () => reject(signal.reason));
      if (atWork === 0) rest();
      void watch();
      try {
        return await promise;
      } finally {
        held.delete(name);
      }
    },
  };
}
