import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { AnyWorkflow, Cluster, Health, Logger, RunState, RunSubmission, WorkflowEngine } from 'chronoscribe';
import { createScrubber } from 'chronoscribe/files';
import { OpenWorkflow, Worker } from 'openworkflow';
import type { z } from 'zod';
import type { EngineDatabase, Ownership } from './database.ts';
import { eraseRun } from './erase-run.ts';
import { createExecutions, type Execution } from './executions.ts';
import { libraryWorkflow, missingWorkflow, type RunInput, type WorkflowParts } from './library-workflow.ts';
import { notSettled, stopping } from './problems.ts';
import { queueTimes, resumeInterrupted, resumeStopped } from './resume-at-once.ts';
import { retryFailedRun } from './retry-failed-run.ts';
import { RunEventRelay } from './run-event-relay.ts';
import { findRun, isSettled, unsettledWorkflows } from './run-table.ts';
import { startWorkerLoop, type WorkerLoop } from './wake-worker.ts';

export interface EngineOptions {
  readonly database: EngineDatabase;
  /** Makes this process the one that works for its host. */
  own(): Promise<Ownership>;
  readonly cluster: Cluster;
  /** The topic of messages between hosts that share the database. */
  readonly topic: string;
  /** How many runs this host works on at the same time. */
  readonly concurrency: number;
  /** How often hosts may claim a run whose workflow they do not have before it fails. */
  readonly missingWorkflowClaims: number;
  readonly log: Logger;
}

export interface Engine extends WorkflowEngine {
  /** Stops, and closes the database. Until then states can be read. */
  close(): Promise<void>;
  health(): Promise<Health>;
}

/** Milliseconds that a stop waits for openworkflow if the database does not answer. */
const stopMs = 10_000;

/** A workflow engine on openworkflow: its worker, its leases and its takeover, on a database of its own. */
export function createEngine(options: EngineOptions): Engine {
  const { database, concurrency, log } = options;
  const { backend } = database;
  const client = new OpenWorkflow({ backend });
  const scrubber = createScrubber(() => database.vacuum());
  let announce: (id: string) => void = () => {};
  let ownership: Ownership | undefined;
  let worker: Worker | undefined;
  let loop: WorkerLoop | undefined;
  let stopped: Promise<void> | undefined;
  let closed: Promise<void> | undefined;

  const settle = (id: string, how: { readonly cancelled: boolean }): void => {
    try {
      announce(id);
    } catch (error) {
      log.error({ run: id, err: error }, 'a listener for the ends of runs failed');
    }
    relay.settled(id, how);
  };
  const executions = createExecutions({
    backend,
    onWorker: (id) => ownership?.addWorker(id),
    onEnd({ runId, claim }, run) {
      // The end of another claim is announced by its own host; that of a cancelled run by the host that has cancelled
      // it.
      const isOurs = run?.attempts === claim && (run.status === 'completed' || run.status === 'failed');
      if (isOurs) settle(runId, { cancelled: false });
      loop?.wake();
    },
  });
  const abortCancelled = (id: string) => executions.abort(id, new Error('The run was cancelled.'));
  const relay = new RunEventRelay({
    cluster: options.cluster,
    topic: options.topic,
    sender: randomUUID(),
    isSettled: async (id) => {
      const run = await findRun(database, id);
      return run && isSettled(run);
    },
    onQueued: () => loop?.wake(),
    onCancelled: (id) => void abortCancelled(id),
  });

  /** Starts a queued run here, or lets a host start it that has room. */
  const start = (): void => {
    loop?.wake();
    if (worker === undefined || executions.size >= concurrency) relay.queued();
  };

  const parts: WorkflowParts = {
    database,
    executions,
    log,
    emit: ({ runId, claim }: Execution, event) => relay.emit(runId, claim, event),
    watched: (runId) => relay.expectWatcher(runId),
  };

  const stopOnce = async (): Promise<void> => {
    relay.closeWatchers();
    await loop?.stop();
    executions.abortAll(new Error('The host is stopping.'));
    await Promise.race([worker?.stop(), wait(stopMs, undefined, { ref: false })]);
    const interrupted = await executions.stop();
    try {
      await resumeStopped(database, interrupted);
      relay.queued();
    } catch (error) {
      log.warn(
        { err: error },
        'runs that were interrupted could not be handed over; they continue once their leases are over',
      );
    }
    relay.close();
    await scrubber.stop();
    ownership?.release();
  };

  const stop = (): Promise<void> => {
    stopped ??= stopOnce();
    return stopped;
  };

  /** Runs a call of a client, whose errors say what to do. */
  const explained = async <T>(call: () => Promise<T>): Promise<T> => {
    if (stopped !== undefined) throw stopping();
    try {
      await database.writable();
      return await call();
    } catch (thrown) {
      throw database.explain(thrown);
    }
  };

  return {
    async start(workflows, settled) {
      if (stopped !== undefined) throw stopping();
      announce = settled;
      ownership = await options.own();
      await resumeInterrupted(database, ownership.formerWorkers);
      relay.open();
      if (workflows.length === 0) return;
      const made = new Worker({ backend, concurrency, workflows: await allWorkflows(workflows, options, parts) });
      worker = made;
      loop = startWorkerLoop(async () => {
        await database.writable();
        await made.tick();
      }, log);
    },

    submit: ({ id, account, workflow, input }: RunSubmission) =>
      explained(async () => {
        if ((await findRun(database, id)) === undefined) {
          const saved: z.input<typeof RunInput> = { runId: id, account, input, watched: relay.isWatched(id) };
          const availableAt = new Date(queueTimes.submitted);
          await client.runWorkflow({ name: workflow }, database.encode(saved), { idempotencyKey: id, availableAt });
        }
        start();
      }),

    async state(id): Promise<RunState | undefined> {
      const found = await findRun(database, id);
      if (found === undefined) return undefined;
      const { libraryId: _, ...state } = found;
      return state;
    },

    watch: (id, signal) => relay.watch(id, signal),

    cancel: (id) =>
      explained(async () => {
        const run = await findRun(database, id);
        if (run === undefined || isSettled(run)) return false;
        try {
          await client.cancelWorkflowRun(run.libraryId);
        } catch (thrown) {
          const now = await findRun(database, id);
          if (now === undefined || isSettled(now)) return false;
          throw thrown;
        }
        await abortCancelled(id);
        settle(id, { cancelled: true });
        return true;
      }),

    retry: (id) =>
      explained(async () => {
        const run = await findRun(database, id);
        if (run?.status !== 'failed') return false;
        await executions.ended(id);
        const retried = await retryFailedRun(database, run.libraryId);
        if (retried) start();
        return retried;
      }),

    forget: (id) =>
      explained(async () => {
        const run = await findRun(database, id);
        if (run === undefined) return;
        if (!isSettled(run)) throw notSettled(id);
        await executions.ended(id);
        if ((await eraseRun(database, run.libraryId)) || (await findRun(database, id)) === undefined) return;
        // It was retried meanwhile.
        throw notSettled(id);
      }),

    async scrub() {
      if (stopped !== undefined) throw stopping();
      await scrubber.scrub();
    },

    stop,

    close() {
      closed ??= stop().finally(() => database.close());
      return closed;
    },

    async health() {
      const failure = scrubber.failure();
      if (failure !== undefined) {
        const detail = `${database.place} may still contain deleted text, since it could not be vacuumed. ${failure}`;
        return { status: 'degraded', detail, hint: `${database.vacuumHint} The host tries again every minute.` };
      }
      const { pending, running } = await backend.countWorkflowRuns();
      return { status: 'ok', detail: `${pending} runs queued and ${running} running in ${database.place}` };
    },
  };
}

/**
 * The workflows of this host, and a stand-in for each one that a run in the database needs and this host does not have.
 */
async function allWorkflows(
  workflows: readonly AnyWorkflow[],
  { database, missingWorkflowClaims }: EngineOptions,
  parts: WorkflowParts,
) {
  const names = new Set(workflows.map(({ name }) => name));
  const missing = (await unsettledWorkflows(database)).filter((name) => !names.has(name));
  return [
    ...workflows.map((workflow) => libraryWorkflow(workflow, parts)),
    ...missing.map((name) => missingWorkflow(name, missingWorkflowClaims, parts)),
  ];
}
