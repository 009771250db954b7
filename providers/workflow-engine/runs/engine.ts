import { randomUUID } from 'node:crypto';
import type { Cluster, Documents, Health, Logger, Store } from 'chronoscribe';
import {
  definitionBegun,
  type EngineListener,
  fingerprintOf,
  type RunSubmission,
  type StepState,
  type WorkflowEngine,
} from 'chronoscribe/host';
import type { AnyWorkflow, RunSteps, SerializedProblem } from 'chronoscribe/types';
import { notSettled, stopping } from '../problems.ts';
import {
  allOf,
  changeNoticed,
  changeRun,
  eraseContents,
  isSettled,
  nodes,
  runs,
  type StoredRun,
  type StoredSignal,
  signals,
  stateOf,
  statuses,
  turns,
  type Values,
} from './documents.ts';
import { holders, limitOf, releaseKey, secrets } from './key-limits.ts';
import { nodeStates } from './node-states.ts';
import { beginAgain } from './retrying.ts';
import { createRunEventRelay } from './run-event-relay.ts';
import { Lost } from './run-record.ts';
import type { SessionParts } from './session.ts';
import { createPlaces, createQueueCounts, hosts, rankOf, startWorkerLoop, type WorkerLoop } from './turns.ts';
import { createValues, withChildren } from './values.ts';
import { openWaits, receiversOf, sleepKey, timeoutEnd } from './waits.ts';

export interface Engine extends WorkflowEngine {
  close(): Promise<void>;
  health(): Promise<Health>;
}

/** What this host works on. */
export interface Hosting {
  /** Looks for runs to take. Called when something was submitted, when there is room again, and each second. */
  look(): Promise<void>;
  /** Aborts what is done for a run here, and resolves once that has ended. */
  abort(id: string, reason: Error): Promise<void>;
  /** Hands all runs over. Resolves once nothing is written any more. */
  stop(): Promise<void>;
}

export interface HostingParts extends SessionParts {
  readonly workflows: ReadonlyMap<string, AnyWorkflow>;
  /** A run is taken that somebody watched when it was submitted. */
  watched(id: string): void;
  /** A place for another run has become free, or a run is due. */
  onRoom(): void;
}

/** What distributes the runs to hosts and works on them. */
export interface Executor {
  /** Makes this process the one that works for its host. @returns what ends that */
  own?(): Promise<() => void>;
  /** @throws Problem if no run can begin now */
  refuseAway?(): void;
  host(parts: HostingParts): Hosting;
  /** Something has come for a run that is held or woken, for what waits under this key or for any. */
  given(id: string, key?: string): void;
  /** The run was cancelled. */
  cancelled?(id: string): void;
  close(): Promise<void>;
  health(): Promise<Health>;
}

export interface EngineOptions {
  readonly store: Store;
  readonly encoding: Values;
  readonly cluster: Cluster;
  /** The topic of messages between hosts that share the runs. */
  readonly topic: string;
  readonly executor: Executor;
  /** Something was erased that the files of the store may still hold. */
  scrubSoon?(): void;
  /** Of each run: encrypts what another place keeps of it. */
  newKey?(): string;
  readonly log: Logger;
}

/** A workflow engine whose runs, with what their nodes see and make, are documents of a store. */
export async function createEngine(options: EngineOptions): Promise<Engine> {
  const { store, encoding, executor, log } = options;
  await store.prepare(runs, nodes, signals, turns, hosts, holders, secrets);
  const countQueued = createQueueCounts(store);
  const nextPlace = createPlaces(store);
  const waits = new Map<string, SerializedProblem>();
  let workflows: ReadonlyMap<string, AnyWorkflow> = new Map();
  let listener: EngineListener | undefined;
  let hosting: Hosting | undefined;
  let loop: WorkerLoop | undefined;
  let release: (() => void) | undefined;
  let stopped: Promise<void> | undefined;
  let closed: Promise<void> | undefined;

  const relay = createRunEventRelay({
    cluster: options.cluster,
    topic: options.topic,
    sender: randomUUID(),
    isSettled: async (id) => {
      const run = await store.get(runs, id);
      return run && isSettled(run);
    },
    onQueued(id) {
      if (id !== undefined) executor.given(id);
      loop?.wake();
    },
    onCancelled: (id) => void hosting?.abort(id, new Lost('The run was cancelled.')),
  });

  const settled = (id: string, cancelled = false): void => {
    try {
      listener?.settled(id);
    } catch (error) {
      log.error({ run: id, err: error }, 'a listener for the ends of runs failed');
    }
    relay.settled(id, { cancelled });
  };

  const begin = (id?: string): void => {
    loop?.wake();
    relay.queued(id);
  };

  /** What is known of a run; undefined if it is gone, or if this host does not have its workflow. */
  const viewOf = async (documents: Pick<Documents, 'get' | 'find'>, id: string) => {
    const run = await documents.get(runs, id);
    const current = run && workflows.get(run.workflow);
    if (run === undefined || current === undefined) return undefined;
    const workflow = definitionBegun(current, run.definition ?? undefined) ?? current;
    const saved = new Map((await allOf(documents, nodes, id)).map((node) => [node.name, node]));
    const steps = nodeStates(workflow.nodes, { status: statuses[run.phase], saved, encoding, prefix: '' });
    const kept = await allOf(documents, signals, id);
    const given = new Set(kept.map(({ wait }) => wait));
    const open = openWaits(workflow.nodes, steps, { prefix: '', isNested: false, isRepeated: false });
    const waits = isSettled(run) ? [] : open.filter(({ path }) => !given.has(path));
    return { run, workflow, saved, steps, kept, waits };
  };

  /** Keeps a signal for one key, or for none yet. */
  const keep = async (documents: Documents, signal: Pick<StoredSignal, 'run' | 'node' | 'wait'>, payload: unknown) => {
    const number = await documents.next(signals.name);
    const id = `${signal.run} ${number}`;
    await documents.insert(signals, { ...signal, id, number, payload: encoding.encode(payload) });
  };

  /** Lets a parked run go on. What is kept for another one is not overlooked either, since a change of it begins anew. */
  const woken = (run: StoredRun): StoredRun => (run.phase === 'parked' ? { ...run, phase: 'woken' } : run);

  /** Something has come for a run, for what waits under this key or for any. */
  const given = (id: string, key?: string): void => {
    executor.given(id, key);
    begin(id);
  };

  const refuseStopped = (): void => {
    if (stopped !== undefined) throw stopping();
  };

  const refuseAway = (): void => {
    refuseStopped();
    executor.refuseAway?.();
  };

  const stop = (): Promise<void> => {
    stopped ??= (async () => {
      relay.closeWatchers();
      await loop?.stop();
      await hosting?.stop();
      relay.queued();
      relay.close();
      release?.();
    })();
    return stopped;
  };

  return {
    async start(given, told) {
      refuseStopped();
      listener = told;
      workflows = withChildren(given);
      release = await executor.own?.();
      relay.open();
      if (workflows.size === 0) return;
      const work = executor.host({
        ...{ store, encoding, log, workflows, listener: told, settled },
        emit: (execution, event) => relay.emit(execution, event),
        watched: (id) => relay.expectWatcher(id),
        waiting(execution, step, problem) {
          const { root } = execution;
          if (problem === undefined) return void waits.delete(`${root} ${step}`);
          waits.set(`${root} ${step}`, problem.toJSON());
          const { code, detail } = problem;
          log.warn({ run: root, step, problem: code }, 'a step tries again');
          // Messages between hosts are short.
          relay.emit(execution, { type: 'waiting', step, detail: detail.slice(0, 500) });
        },
        onRoom: () => loop?.wake(),
      });
      hosting = work;
      loop = startWorkerLoop(() => work.look(), log);
    },

    async submit(run: RunSubmission) {
      refuseAway();
      const { id, account, workflow, input, definition, traceparent, patienceMs, priority = 0 } = run;
      const limited = workflows.get(workflow) ?? { name: workflow };
      const limit = await limitOf(store, encoding, limited, run);
      const place = await nextPlace(account);
      await store.insert(runs, {
        ...{ id, account, workflow, phase: 'queued', place, claim: 0, host: null, dueAt: 0 },
        ...{ ...limit, priority, rank: rankOf(place, priority), interpreter: 0 },
        ...{ input: encoding.encode(input), definition: definition === undefined ? null : [...definition] },
        ...{ traceparent: traceparent ?? null, patienceMs: patienceMs ?? null, step: null, output: null },
        ...{ failure: null, key: options.newKey?.() ?? null, signalledBy: null, submittedAt: Date.now() },
        watched: relay.isWatched(id),
      });
      begin();
    },

    async queued(account) {
      refuseStopped();
      return countQueued(account);
    },

    async state(id) {
      const run = await store.get(runs, id);
      return run && stateOf(run, encoding);
    },

    async steps(id): Promise<RunSteps | undefined> {
      const view = await viewOf(store, id);
      const waitingFor = view?.waits.flatMap((wait) => (wait.waits ? [wait.signal] : [])) ?? [];
      return view && { steps: view.steps.map((step) => withWaits(step, id, waits)), waitingFor };
    },

    async results(id) {
      const view = await viewOf(store, id);
      if (view === undefined || view.run.input === null) return undefined;
      const input = encoding.decode(view.run.input);
      const values = createValues({ workflow: view.workflow, runId: id, input }, view.saved, encoding);
      return values.soFar(view.steps);
    },

    async signal(id, name, payload, operationId) {
      refuseStopped();
      const signalled = await changeRun(store, id, async (run, documents) => {
        // Its answer was lost.
        if (operationId !== undefined && run.signalledBy === operationId) return run;
        const view = isSettled(run) ? undefined : await viewOf(documents, id);
        const receivers = view === undefined ? [] : receiversOf(view, name);
        for (const wait of receivers) await keep(documents, { run: id, node: name, wait }, payload);
        return receivers.length === 0 ? undefined : woken({ ...run, signalledBy: operationId ?? run.signalledBy });
      });
      if (signalled !== undefined) given(id);
      return signalled !== undefined;
    },

    async wake(id, node, at) {
      refuseStopped();
      const [path = ''] = node.split(timeoutEnd);
      const wait = node.endsWith(timeoutEnd) ? path : sleepKey(node);
      const isWoken = await changeRun(store, id, async (run, documents) => {
        if (isSettled(run) || (await allOf(documents, signals, id)).some((kept) => kept.wait === wait))
          return undefined;
        await keep(documents, { run: id, node, wait }, at);
        return woken(run);
      });
      if (isWoken !== undefined) given(id, path);
    },

    watch: (id, signal) => relay.watch(id, signal),

    async cancel(id) {
      refuseStopped();
      const cancelled = await changeRun(store, id, async (run, documents) => {
        if (isSettled(run)) return undefined;
        await releaseKey(documents, run);
        return { ...(await eraseContents(documents, run)), phase: 'cancelled' };
      });
      if (cancelled === undefined) return false;
      await hosting?.abort(id, new Lost('The run was cancelled.'));
      executor.cancelled?.(id);
      settled(id, true);
      begin();
      return true;
    },

    async retry(id, from) {
      refuseAway();
      const saved = await store.get(runs, id);
      if (saved?.phase !== 'failed') return false;
      const place = await nextPlace(saved.account);
      const retried = await changeRun(store, id, async (run, documents) => {
        if (run.phase !== 'failed' || run.input === null) return undefined;
        const view = await viewOf(documents, id);
        if (!(await beginAgain(documents, id, view?.steps ?? [], from))) return undefined;
        const queued = { ...run, phase: 'queued', place, rank: rankOf(place, run.priority), failure: null } as const;
        const hasChanged = view?.saved.has(changeNoticed) === true;
        return hasChanged ? { ...queued, definition: [...fingerprintOf(view.workflow)] } : queued;
      });
      if (retried !== undefined) begin();
      return retried !== undefined;
    },

    async forget(id) {
      refuseStopped();
      const run = await store.get(runs, id);
      if (run === undefined) return;
      if (!isSettled(run)) throw notSettled(id);
      await hosting?.abort(id, new Lost('The run was deleted.'));
      await store.transaction(async (documents) => {
        const now = await documents.get(runs, id);
        if (now === undefined) return;
        if (!isSettled(now)) throw notSettled(id);
        for (const node of await allOf(documents, nodes, id)) await documents.delete(nodes, node.id);
        for (const signal of await allOf(documents, signals, id)) await documents.delete(signals, signal.id);
        await documents.delete(runs, id);
      });
    },

    async eraseResults(id) {
      await changeRun(store, id, async (run, documents) =>
        isSettled(run) ? eraseContents(documents, run) : undefined,
      );
      options.scrubSoon?.();
    },

    async scrub() {
      refuseStopped();
      await store.scrub();
    },

    stop,

    close() {
      closed ??= stop().finally(() => executor.close());
      return closed;
    },

    health: executor.health,
  };
}

/** Adds to a running step why its last attempt failed. */
function withWaits(step: StepState, run: string, waits: ReadonlyMap<string, SerializedProblem>): StepState {
  const error = step.status === 'running' ? waits.get(`${run} ${step.id}`) : undefined;
  const steps = step.steps?.map((each) => withWaits(each, run, waits));
  return { ...step, ...(error !== undefined && { error }), ...(steps !== undefined && { steps }) };
}
