import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { AnyWorkflow, Cluster, Health, Logger, Sealing, SerializedProblem, StepState } from 'chronoscribe';
import { createScrubber } from 'chronoscribe/files';
import type { EngineListener, RunSubmission, WorkflowEngine } from 'chronoscribe/host';
import { OpenWorkflow, Worker } from 'openworkflow';
import type { z } from 'zod';
import { abandonWithin } from './abandon.ts';
import { type EngineDatabase, type Ownership, sealedDatabase } from './database.ts';
import { RunEventRelay } from './events/run-event-relay.ts';
import { createExecutions } from './executions.ts';
import { createKeptSignals, sleepKey, timeoutEnd } from './kept-signals.ts';
import { libraryWorkflows, type WorkflowParts } from './library-workflow.ts';
import { withLongRuns } from './long-runs.ts';
import { withChildren } from './own-definition.ts';
import { notSettled, stopping } from './problems.ts';
import { createRunQueue } from './queue.ts';
import { queueTimes, resumeAwaited, resumeInterrupted, resumeStopped } from './resume-at-once.ts';
import { retryFrom, retryRun } from './retry-run.ts';
import type { RunInput } from './run-input.ts';
import { findRun, isSettled, type SavedRun } from './run-table.ts';
import { cancelTree, eraseResults, eraseRun, stopChildren, wakeOverlooked } from './run-tree.ts';
import { readRunView, signalRun } from './run-view.ts';
import { RaceLost, SiblingFailed } from './saved/aborts.ts';
import { nodesAfter } from './view/nodes-after.ts';
import { claimInTurn, startWorkerLoop, type WorkerLoop } from './wake-worker.ts';

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
  readonly sealing?: Sealing | undefined;
  readonly log: Logger;
}

export interface Engine extends WorkflowEngine {
  /** Stops, and closes the database. Until then states can be read. */
  close(): Promise<void>;
  health(): Promise<Health>;
}

/** Milliseconds between two looks for runs that wait although what they wait for has come. */
const overlookedMs = 60_000;

/** Milliseconds that a stop waits for openworkflow if the database does not answer. */
const stopMs = 10_000;

/** A workflow engine on openworkflow: its worker, its leases and its takeover, on a database of its own. */
export function createEngine(options: EngineOptions): Engine {
  const { concurrency, log } = options;
  const database = sealedDatabase(options.database, options.sealing);
  const { backend } = database;
  const client = new OpenWorkflow({ backend });
  const scrubber = createScrubber(() => database.vacuum());
  const signals = createKeptSignals(database);
  const queue = createRunQueue(database);
  /** Why steps at this host wait until they try again. */
  const waits = new Map<string, SerializedProblem>();
  let listener: EngineListener | undefined;
  let workflows: ReadonlyMap<string, AnyWorkflow> = new Map();
  let ownership: Ownership | undefined;
  let worker: Worker | undefined;
  let loop: WorkerLoop | undefined;
  let stopped: Promise<void> | undefined;
  let closed: Promise<void> | undefined;

  const settle = (id: string, how: { readonly cancelled: boolean }): void => {
    try {
      listener?.settled(id);
    } catch (error) {
      log.error({ run: id, err: error }, 'a listener for the ends of runs failed');
    }
    relay.settled(id, how);
  };
  const executions = createExecutions({
    backend,
    onWorker: (id) => ownership?.addWorker(id),
    onEnd({ runId, root, libraryId, claim, goesOn }, run) {
      // The end of another claim is announced by its own host; that of a cancelled run by the host that has cancelled
      // it.
      const isOurs = run?.attempts === claim && (run.status === 'completed' || run.status === 'failed');
      if (isOurs && runId === root) settle(runId, { cancelled: false });
      // Else it continues within a second.
      const resumed = goesOn ? resumeStopped(database, [libraryId]).catch(() => undefined) : Promise.resolve();
      void resumed.then(() => loop?.wake());
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
    emit: (execution, event) => relay.emit(execution, event),
    waiting(execution, step, problem) {
      if (problem === undefined) return void waits.delete(`${execution.root} ${step}`);
      waits.set(`${execution.root} ${step}`, problem.toJSON());
      const { code, detail } = problem;
      log.warn({ run: execution.root, step, problem: code }, 'a step tries again');
      // Messages between hosts are short.
      relay.emit(execution, { type: 'waiting', step, detail: detail.slice(0, 500) });
    },
    watched: (runId) => relay.expectWatcher(runId),
    async armSleep(sleep) {
      await listener?.armSleep(sleep);
    },
    async adopt(child) {
      await listener?.adopt(child);
    },
    async cancelOrphan({ root, libraryId }) {
      const run = await findRun(database, root);
      if (run !== undefined && !isSettled(run)) return;
      await cancelTree(database, libraryId);
      throw new Error('The run of which this one is a part was cancelled.');
    },
    async parked({ root }) {
      await signals.deliver(root);
    },
    failing: async ({ libraryId, claim }) =>
      abortChildren(await stopChildren(database, libraryId, claim), new SiblingFailed()),
    async disarm({ root }, fullPath) {
      await listener?.disarmSleeps(root, fullPath);
    },
    async abandon({ libraryId }, path) {
      await abortChildren(await abandonWithin(database, libraryId, path), new RaceLost());
    },
  };

  /** Aborts the steps of children that are settled in the database, wherever they are executed. */
  const abortChildren = async (ids: readonly string[], reason: Error): Promise<void> => {
    for (const id of ids) {
      relay.settled(id, { cancelled: true });
      await executions.abort(id, reason);
    }
  };

  const viewed = () => ({ database, signals, workflows });

  /** Gives kept signals to what waits for them, and lets a host continue the run. */
  const deliver = async (id: string): Promise<void> => {
    if (await signals.deliver(id)) start();
  };

  const retryNode = async (id: string, run: SavedRun, from: string): Promise<boolean> => {
    const view = await readRunView(id, run, viewed());
    if (view === undefined) return false;
    const { history, workflow } = view;
    // Its results were erased.
    if (history.run.input === null) return false;
    const node = nodesAfter(workflow.nodes, from.split('/'), { history, prefix: '', fullPrefix: '' });
    return node !== undefined && (await retryFrom(database, { id, libraryId: run.libraryId }, node));
  };

  const stopOnce = async (): Promise<void> => {
    relay.closeWatchers();
    await loop?.stop();
    executions.abortAll(stopping());
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

  const rethrowExplained = (thrown: unknown): never => {
    throw database.explain(thrown);
  };

  return {
    async start(given, told) {
      if (stopped !== undefined) throw stopping();
      listener = told;
      workflows = withChildren(given);
      ownership = await options.own();
      await resumeInterrupted(database, ownership.formerWorkers);
      await queue.deleteOrphans();
      relay.open();
      if (workflows.size === 0) return;
      const claims = claimInTurn(queue.claiming(withLongRuns(backend), told.runsAtOnce));
      const all = await libraryWorkflows(workflows, options.missingWorkflowClaims, parts);
      const made = new Worker({ backend: claims.backend, concurrency, workflows: all });
      worker = made;
      let looked = Number.NEGATIVE_INFINITY;
      loop = startWorkerLoop(async () => {
        await database.writable();
        if (performance.now() - looked > overlookedMs) {
          await wakeOverlooked(database);
          await queue.admitOverlooked();
          looked = performance.now();
        }
        await resumeAwaited(database);
        claims.begin();
        await made.tick();
      }, log);
    },

    submit: ({ id, account, workflow, input, definition, traceparent, patienceMs }: RunSubmission) =>
      explained(async () => {
        if ((await findRun(database, id)) === undefined) {
          const saved: z.input<typeof RunInput> = {
            ...{ runId: id, account, input, watched: relay.isWatched(id) },
            ...(definition !== undefined && { definition }),
            ...(traceparent !== undefined && { traceparent }),
            ...(patienceMs !== undefined && { patienceMs }),
          };
          const availableAt = new Date(queueTimes.queued);
          await queue.add({ id, account });
          await client.runWorkflow({ name: workflow }, database.encode(saved), { idempotencyKey: id, availableAt });
        }
        start();
      }),

    queued: (account) => explained(() => queue.size(account)),

    async state(id) {
      const found = await findRun(database, id);
      if (found === undefined) return undefined;
      const { libraryId: _, ...state } = found;
      return state;
    },

    async steps(id) {
      const run = await findRun(database, id);
      const view = run && (await readRunView(id, run, viewed()).catch(rethrowExplained));
      if (view === undefined) return undefined;
      const waitingFor = view.waits.filter(({ waits }) => waits).map(({ signal }) => signal);
      return { steps: view.steps.map((step) => withWaits(step, id, waits)), waitingFor };
    },

    signal: (id, name, payload) =>
      explained(async () => {
        const run = await findRun(database, id);
        const view = run && (await readRunView(id, run, viewed()));
        if (run === undefined || view === undefined) return false;
        const isKept = await signalRun(signals, id, view, { name, payload });
        if (isKept) await deliver(id);
        return isKept;
      }),

    wake: (id, node, at) =>
      explained(async () => {
        const run = await findRun(database, id);
        if (run === undefined || isSettled(run)) return;
        const key = node.endsWith(timeoutEnd) ? node.slice(0, -timeoutEnd.length) : sleepKey(node);
        await signals.keep(id, node, key, at);
        await deliver(id);
      }),

    watch: (id, signal) => relay.watch(id, signal),

    cancel: (id) =>
      explained(async () => {
        const run = await findRun(database, id);
        if (run === undefined || isSettled(run)) return false;
        if (!(await cancelTree(database, run.libraryId))) return false;
        await abortCancelled(id);
        settle(id, { cancelled: true });
        return true;
      }),

    retry: (id, from) =>
      explained(async () => {
        const run = await findRun(database, id);
        if (run?.status !== 'failed') return false;
        await executions.ended(id);
        const retried = await (from === undefined ? retryRun(database, run.libraryId) : retryNode(id, run, from));
        if (retried) start();
        return retried;
      }),

    forget: (id) =>
      explained(async () => {
        const run = await findRun(database, id);
        if (run === undefined) return;
        if (!isSettled(run)) throw notSettled(id);
        await executions.ended(id);
        if ((await eraseRun(database, id)) || (await findRun(database, id)) === undefined) return;
        // It was retried meanwhile.
        throw notSettled(id);
      }),

    async eraseResults(id) {
      await database.writable();
      await eraseResults(database, id);
      if (database.leavesCopies) scrubber.scrubSoon();
    },

    async scrub() {
      if (stopped !== undefined) throw stopping();
      await scrubber.scrub();
    },

    stop,

    close() {
      closed ??= stop()
        .finally(() => scrubber.stop())
        .finally(() => database.close());
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

/** Adds to a running step why its last attempt failed. */
function withWaits(step: StepState, run: string, waits: ReadonlyMap<string, SerializedProblem>): StepState {
  const error = step.status === 'running' ? waits.get(`${run} ${step.id}`) : undefined;
  const steps = step.steps?.map((each) => withWaits(each, run, waits));
  return { ...step, ...(error !== undefined && { error }), ...(steps !== undefined && { steps }) };
}
