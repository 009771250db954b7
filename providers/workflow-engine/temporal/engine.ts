import { randomUUID } from 'node:crypto';
import {
  type AnyWorkflow,
  type Cluster,
  type Documents,
  findAll,
  type Health,
  type Logger,
  Problem,
  type SerializedProblem,
  type StepState,
  type Store,
} from 'chronoscribe';
import { definitionBegun, type EngineListener, type RunSubmission, type WorkflowEngine } from 'chronoscribe/host';
import { RunEventRelay } from '../events/run-event-relay.ts';
import { sleepKey, timeoutEnd } from '../kept-signals.ts';
import { withChildren } from '../own-definition.ts';
import { notSettled, stopping } from '../problems.ts';
import { signalRun } from '../run-view.ts';
import { openWaits } from '../view/open-waits.ts';
import { nodeStates } from '../view/steps-view.ts';
import { startWorkerLoop, type WorkerLoop } from '../wake-worker.ts';
import { createCodec, newKey } from './codec.ts';
import { asText, historyOf, isSettled, nodes, runs, type StoredRun, signals, stateOf, turns } from './documents.ts';
import { createHosting } from './hosting.ts';
import type { Temporal } from './library.ts';
import { beginAgain } from './retrying.ts';
import { allOf, eraseContents } from './run-documents.ts';
import { Lost } from './run-record.ts';
import { createServer, type ServerOptions } from './server.ts';
import { admit, countQueued, nextPlace } from './turns.ts';

export interface TemporalEngineOptions extends ServerOptions {
  readonly temporal: Temporal;
  readonly store: Store;
  readonly cluster: Cluster;
  /** How many runs this host works on at the same time. */
  readonly concurrency: number;
  /** Milliseconds after which a host that says nothing has lost its runs. */
  readonly heartbeatMs: number;
  /** Milliseconds for which a run waits for a host that has its workflow. */
  readonly missingWorkflowMs: number;
  readonly log: Logger;
}

export interface TemporalEngine extends WorkflowEngine {
  close(): Promise<void>;
  health(): Promise<Health>;
}

/** Milliseconds between two looks for runs that Temporal was not told of. */
const overlookedMs = 5000;

/** A workflow engine on Temporal, which keeps what its runs see and make in our store. */
export async function openTemporalEngine(options: TemporalEngineOptions): Promise<TemporalEngine> {
  const { store, log, concurrency } = options;
  await store.prepare(runs, nodes, signals, turns);
  const codec = createCodec(store);
  const server = createServer(options.temporal, { ...options, codec });
  const waits = new Map<string, SerializedProblem>();
  let workflows: ReadonlyMap<string, AnyWorkflow> = new Map();
  let listener: EngineListener | undefined;
  let hosting: ReturnType<typeof createHosting> | undefined;
  let loop: WorkerLoop | undefined;
  let stopped: Promise<void> | undefined;
  let closed: Promise<void> | undefined;

  const relay = new RunEventRelay({
    cluster: options.cluster,
    topic: `workflows ${options.namespace} ${options.taskQueue}`,
    sender: randomUUID(),
    isSettled: async (id) => {
      const run = await store.get(runs, id);
      return run && isSettled(run);
    },
    onQueued: () => loop?.wake(),
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

  /** Tells Temporal of what is in the store already: if it is away, it is told later. */
  const drive = (id: string, key?: string): void => void server.drive(id, key).catch(() => undefined);

  const begin = (): void => {
    loop?.wake();
    relay.queued();
  };

  /** What is known of a run; undefined if it is gone, or if this host does not have its workflow. */
  const viewOf = async (documents: Pick<Documents, 'get' | 'find'>, id: string) => {
    const run = await documents.get(runs, id);
    const current = run && workflows.get(run.workflow);
    if (run === undefined || current === undefined) return undefined;
    const workflow = definitionBegun(current, run.definition ?? undefined) ?? current;
    const history = historyOf(run, await allOf(documents, nodes, id));
    const steps = nodeStates(workflow.nodes, { history, prefix: '', idPrefix: '' }, asText);
    const kept = await allOf(documents, signals, id);
    const given = new Set(kept.map(({ wait }) => wait));
    const open = openWaits(workflow.nodes, steps, { prefix: '', isNested: false, isRepeated: false });
    return { run, workflow, steps, kept, waits: isSettled(run) ? [] : open.filter(({ path }) => !given.has(path)) };
  };

  const keepIn = (documents: Documents) => async (run: string, node: string, wait: string | null, payload: unknown) => {
    const kept = await allOf(documents, signals, run);
    if (wait !== null && kept.some((signal) => signal.wait === wait)) return false;
    const number = await documents.next(signals.name);
    const text = JSON.stringify(payload) ?? 'null';
    return documents.insert(signals, { id: `${run} ${number}`, run, number, node, wait, payload: text });
  };

  /** Lets a parked run go on. */
  const wakeUp = async (documents: Documents, run: StoredRun): Promise<void> => {
    if (run.phase === 'parked') await documents.put(runs, { ...run, phase: 'woken' });
  };

  const refuseStopped = (): void => {
    if (stopped !== undefined) throw stopping();
  };

  /** Runs do not begin while Temporal is away. */
  const refuseAway = (): void => {
    refuseStopped();
    if (!server.isAway()) return;
    const detail = 'The workflow engine cannot be reached. Send the request again in a moment.';
    throw new Problem('provider-unavailable', { detail, transient: true, retryAfter: 5 });
  };

  let looked = Number.NEGATIVE_INFINITY;
  const tick = async (runsAtOnce: number): Promise<void> => {
    const isFirst = looked === Number.NEGATIVE_INFINITY;
    if (performance.now() - looked > overlookedMs) {
      await server.check().catch(() => undefined);
      const phases = isFirst ? (['admitted', 'woken', 'held'] as const) : (['admitted', 'woken'] as const);
      for (const phase of phases)
        for await (const { id } of findAll(store, runs, { equals: { phase }, orderBy: 'place' })) {
          if (server.isAway()) break;
          await server.drive(id).catch(() => undefined);
        }
      looked = performance.now();
    }
    for (;;) {
      const room = concurrency - (hosting?.size ?? 0);
      const has = ({ workflow, submittedAt }: StoredRun) =>
        workflows.has(workflow) || Date.now() - submittedAt > options.missingWorkflowMs;
      const next = room > 0 && !server.isAway() ? await admit(store, { room, runsAtOnce, has }) : undefined;
      if (next === undefined) return;
      await server.drive(next).catch(() => undefined);
    }
  };

  const stopOnce = async (): Promise<void> => {
    relay.closeWatchers();
    await loop?.stop();
    await hosting?.stop();
    relay.queued();
    relay.close();
  };

  const stop = (): Promise<void> => {
    stopped ??= stopOnce();
    return stopped;
  };

  return {
    async start(given, told) {
      refuseStopped();
      listener = told;
      workflows = withChildren(given);
      relay.open();
      if (workflows.size === 0) return;
      hosting = createHosting({
        ...{
          ...options,
          server,
          codec,
          workflows,
          listener: told,
          settled,
          queue: `${options.taskQueue} ${randomUUID()}`,
        },
        emit: (execution, event) => relay.emit(execution, event),
        waiting(execution, step, problem) {
          const { root } = execution;
          if (problem === undefined) return void waits.delete(`${root} ${step}`);
          waits.set(`${root} ${step}`, problem.toJSON());
          const { code, detail } = problem;
          log.warn({ run: root, step, problem: code }, 'a step tries again');
          relay.emit(execution, { type: 'waiting', step, detail: detail.slice(0, 500) });
        },
        onRoom: () => loop?.wake(),
      });
      loop = startWorkerLoop(() => tick(told.runsAtOnce), log);
    },

    async submit({ id, account, workflow, input, definition, traceparent, patienceMs }: RunSubmission) {
      refuseAway();
      await store.transaction(async (documents) => {
        if ((await documents.get(runs, id)) !== undefined) return;
        await documents.put(runs, {
          ...{ id, account, workflow, phase: 'queued', place: await nextPlace(documents, account), claim: 0 },
          ...{ input: String(asText.encode(input)), definition: definition === undefined ? null : [...definition] },
          ...{ traceparent: traceparent ?? null, patienceMs: patienceMs ?? null, step: null, output: null },
          ...{ failure: null, key: newKey(), submittedAt: Date.now() },
        });
      });
      begin();
    },

    queued: (account) => countQueued(store, account),

    async state(id) {
      const run = await store.get(runs, id);
      return run && stateOf(run);
    },

    async steps(id) {
      const view = await viewOf(store, id);
      if (view === undefined) return undefined;
      const waitingFor = view.waits.filter(({ waits: isNow }) => isNow).map(({ signal }) => signal);
      return { steps: view.steps.map((step) => withWaits(step, id, waits)), waitingFor };
    },

    async signal(id, name, payload) {
      refuseStopped();
      const isKept = await store.transaction(async (documents) => {
        const view = await viewOf(documents, id);
        if (view === undefined || isSettled(view.run)) return false;
        const given = await signalRun({ keep: keepIn(documents) }, id, view, { name, payload });
        if (given) await wakeUp(documents, view.run);
        return given;
      });
      if (isKept) drive(id);
      return isKept;
    },

    async wake(id, node, at) {
      refuseStopped();
      const [path = ''] = node.split(timeoutEnd);
      const isKept = await store.transaction(async (documents) => {
        const run = await documents.get(runs, id);
        if (run === undefined || isSettled(run)) return false;
        const kept = await keepIn(documents)(id, node, node.endsWith(timeoutEnd) ? path : sleepKey(node), at);
        if (kept) await wakeUp(documents, run);
        return kept;
      });
      if (isKept) drive(id, path);
    },

    watch: (id, signal) => relay.watch(id, signal),

    async cancel(id) {
      refuseStopped();
      const isCancelled = await store.transaction(async (documents) => {
        const run = await documents.get(runs, id);
        if (run === undefined || isSettled(run)) return false;
        await documents.put(runs, { ...(await eraseContents(documents, run)), phase: 'cancelled' });
        return true;
      });
      if (!isCancelled) return false;
      await hosting?.abort(id, new Lost('The run was cancelled.'));
      void server.terminate(id).catch(() => undefined);
      settled(id, true);
      begin();
      return true;
    },

    async retry(id, from) {
      refuseAway();
      const isRetried = await store.transaction(async (documents) => {
        const view = await viewOf(documents, id);
        const run = view?.run ?? (await documents.get(runs, id));
        if (run?.phase !== 'failed' || run.input === null) return false;
        if (!(await beginAgain(documents, run, view?.workflow, from))) return false;
        const place = await nextPlace(documents, run.account);
        await documents.put(runs, { ...run, phase: 'queued', place, failure: null });
        return true;
      });
      if (isRetried) begin();
      return isRetried;
    },

    async forget(id) {
      const run = await store.get(runs, id);
      if (run === undefined) return;
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
      await store.transaction(async (documents) => {
        const run = await documents.get(runs, id);
        if (run !== undefined && isSettled(run)) await documents.put(runs, await eraseContents(documents, run));
      });
    },

    async scrub() {
      refuseStopped();
      await store.scrub();
    },

    stop,

    close() {
      closed ??= stop().finally(() => server.close());
      return closed;
    },

    async health() {
      await server.check().catch(() => undefined);
      const place = `Temporal at ${options.address}, namespace ${options.namespace}`;
      if (!server.isAway()) return { status: 'ok', detail: `${hosting?.size ?? 0} runs at work; ${place}` };
      return {
        ...{ status: 'degraded', detail: `${place} cannot be reached; runs wait until it can.` },
        hint: 'Start its server, or mend address, namespace, tls and apiKey under providers.workflow-engine.with.',
      };
    },
  };
}

/** Adds to a running step why its last attempt failed. */
function withWaits(step: StepState, run: string, waits: ReadonlyMap<string, SerializedProblem>): StepState {
  const error = step.status === 'running' ? waits.get(`${run} ${step.id}`) : undefined;
  const steps = step.steps?.map((each) => withWaits(each, run, waits));
  return { ...step, ...(error !== undefined && { error }), ...(steps !== undefined && { steps }) };
}
