import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { mayCall } from '../api/access.ts';
import { checkDefinition, json, priority } from '../api/definition.ts';
import { Problem } from '../api/problem.ts';
import type { Route } from '../api/route.ts';
import { derivedUuid, unknownName } from '../api/text.ts';
import { definitionBegun, fingerprintOf } from '../api/workflow-definition.ts';
import { type AnyWorkflow, workflowGraph } from '../api/workflow-graph.ts';
import { electLeader, runPeriodically } from '../concurrency/periodic.ts';
import type { DeclaredWorkflow, RunDetails, RunQuery, RunReader, RunSleep, Runs } from '../kinds/runs.ts';
import { findAll } from '../kinds/store.ts';
import type { ClockRef, Timers } from '../kinds/timers.ts';
import type { RunEvent } from '../kinds/workflow-engine.ts';
import type { HostTimers } from '../timers/timers.ts';
import { createRunFinalizer, type RunFinalizerParts } from './finalizer.ts';
import { deleteOrphans, type RunRetention, sweepRuns } from './retention.ts';
import { createRunList, createRunViews, doToAll } from './run-views.ts';
import { createSignalDelivery, nodeToRetryFrom } from './signals.ts';
import { childRuns, runs, type StoredRun } from './stored-run.ts';
import { createRunSubmitter, type RunSubmitted } from './submission.ts';

/** A workflow that a host can run. */
export interface HostedWorkflow extends AnyWorkflow {
  /** The plugin that declares it; undefined for a workflow of the host, which is not listed. */
  readonly plugin?: string;
}

/** A route as a run remembers it: `POST /api/v1/transcripts/upload_audio_file`. */
export const endpointName = ({ method, path }: Pick<Route, 'method' | 'path'>): string => `${method} ${path}`;

const Launched = z.object({ input: json, priority });

const dayMs = 24 * 3_600_000;

/** How often clustered hosts reconcile what a dead host left. A single host does that when it starts. */
const reconcileEveryMs = 20_000;

/** The runs as the host uses them: what plugins may ask, and the submission and following of runs. */
export async function createRunRegistry(
  parts: RunFinalizerParts & {
    readonly retention: RunRetention;
    readonly armSleep: Timers['arm'];
    /** What sleeps on a clock, in the order of waking. */
    readonly sleepsOn: HostTimers['sleepsOn'];
    /** See `EngineListener`. */
    readonly runsAtOnce: number;
    /** @throws Problem `clock-not-found` */
    requireClock(clock: ClockRef): Promise<void>;
  },
) {
  const { store, blobs, engine, cluster, leases, log } = parts;
  await store.prepare(runs, childRuns);
  const workflows = new Map<string, AnyWorkflow>();
  const responses = new Map<string, z.ZodType>();
  const finalizer = createRunFinalizer(parts);
  const definitionOf = (name: string) => {
    const workflow = workflows.get(name);
    return workflow && fingerprintOf(workflow);
  };
  /** The definition by which a run goes on, see `WorkflowEngine`. */
  const workflowOf = ({ workflow, definition }: Pick<StoredRun, 'workflow' | 'definition'>) => {
    const current = workflows.get(workflow);
    return current && (definitionBegun(current, definition) ?? current);
  };
  const submit = createRunSubmitter({ ...parts, scheduleReconcile: finalizer.scheduleReconcile, definitionOf });
  const { view, details, answer } = createRunViews(engine, workflowOf, responses);
  const list = createRunList(store, view);
  const signal = createSignalDelivery(engine, workflowOf);
  let declared: readonly DeclaredWorkflow[] = [];
  const stopping = new AbortController();
  let stopReconciling: () => Promise<void> = async () => undefined;

  const ownedRun = async (account: string, id: string): Promise<StoredRun> => {
    const run = await store.get(runs, id);
    if (run === undefined || run.account !== account) throw unknownRun();
    return run;
  };

  const visibleRun = async ({ account, scopes }: RunReader, id: string): Promise<StoredRun> => {
    const run = await ownedRun(account, id);
    if (run.internal || !mayCall(scopes, run.auth)) throw unknownRun();
    return run;
  };

  const requireClock = async ({ account, clockId }: ClockRef): Promise<void> => {
    if (clockId !== undefined) await parts.requireClock({ account, clockId });
  };

  const scrub = async (): Promise<void> => {
    await Promise.all([store.scrub(), engine.scrub()]);
  };

  const cancel = async (run: StoredRun): Promise<RunDetails> => {
    await engine.cancel(run.id);
    await finalizer.whenFinalized(run.id);
    return details(run);
  };

  const retry: Runs['retry'] = async (reader, id, { from, input, operationId = randomUUID() } = {}) => {
    if (input !== undefined && !reader.scopes.includes('admin'))
      throw new Problem('forbidden', { detail: 'Another input is given with a key that has the scope "admin".' });
    // Finalizes what could not be finalized when the run ended.
    const run = await visibleRun(reader, id);
    if (run.status === 'open') await finalizer.finalize(id);
    await finalizer.whenFinalized(id);
    const node = from === undefined ? undefined : await nodeToRetryFrom(engine, id, from);
    const again = input === undefined ? undefined : { value: input };
    const own = again === undefined ? workflowOf(run) : workflows.get(run.workflow);
    const definition = own && run.definition && fingerprintOf(own);
    await finalizer.reopen(id, { operationId, from: node, definition, input: again });
    return details(await visibleRun(reader, id));
  };

  /** Events whose `end` comes once the run is finalized. */
  async function* untilFinalized(events: AsyncIterable<RunEvent>, id: string): AsyncGenerator<RunEvent> {
    for await (const event of events) {
      if (event.type === 'end') await finalizer.whenFinalized(id);
      yield event;
    }
  }

  return {
    /**
     * Saves a run and submits it to the engine. If that fails, neither the run nor its uploads are kept. An id that
     * exists already changes nothing, and its new uploads are deleted.
     *
     * @param signal ends `events`
     * @returns the id, and the events of the run from its start; they end when the run is finalized
     */
    async submit(run: RunSubmitted, signal: AbortSignal) {
      await requireClock(run);
      const failed = new AbortController();
      // Watched from before its start, so that no event is missed.
      const events = engine.watch(run.id, AbortSignal.any([signal, failed.signal]));
      try {
        await submit(run, false);
      } catch (thrown) {
        failed.abort();
        throw thrown;
      }
      return { id: run.id, events: untilFinalized(events, run.id) };
    },

    async launch({ workflow: { name }, visible, ...run }) {
      checkDefinition(`launch of the workflow "${name}"`, Launched, run);
      await requireClock(run);
      const shown = visible ?? ({ name, auth: 'admin' } as const);
      await submit({ ...run, workflow: name, ...shown, endpoint: '', uploads: [] }, visible === undefined);
    },

    onSettled: finalizer.onSettled,

    /** The events of a run from now on; they end when the run is finalized. Undefined if the run has been deleted. */
    async watch(id: string, signal: AbortSignal) {
      const unneeded = new AbortController();
      const events = engine.watch(id, AbortSignal.any([signal, unneeded.signal]));
      // Read after the watch has started: a run that is deleted from here on had ended by then, so its end is in the
      // events.
      const run = await store.get(runs, id);
      if (run?.status === 'open' || (run !== undefined && (await engine.state(id)) !== undefined)) {
        return untilFinalized(events, id);
      }
      unneeded.abort();
      // A run that is stored but unknown to the engine ended before it was moved to this installation.
      return run && ended();
    },

    /** How many runs of an account wait to begin. */
    queued: (account: string) => engine.queued(account),

    /** The path of the record that a run will have made; undefined if that is not known yet. */
    async recordOf(id: string) {
      const run = await store.get(runs, id);
      return run && workflowOf(run)?.recordOf(id);
    },

    /** The answer of a run that is done. @throws Problem of the run, if it is not done */
    answer: async (account: string, id: string) => answer(await ownedRun(account, id)),

    /** Starts the engine, and reconciles first what a dead process left. */
    async start(definitions: readonly HostedWorkflow[], routes: readonly Route[]) {
      for (const definition of definitions) workflows.set(definition.name, definition);
      declared = definitions.flatMap(({ name, plugin, nodes }) =>
        plugin === undefined ? [] : [{ name, plugin, graph: workflowGraph({ nodes }) }],
      );
      for (const route of routes) responses.set(endpointName(route), route.response);
      await engine.start(definitions, {
        runsAtOnce: parts.runsAtOnce,
        settled: (id) => void finalizer.finalize(id),
        async armSleep(sleep) {
          const clockId = (await store.get(runs, sleep.run))?.clockId ?? undefined;
          await parts.armSleep({ ...sleep, clockId });
        },
        adopt: async (child) => void (await store.insert(childRuns, child)),
        disarmSleeps: parts.disarm,
      });
      if (!leases.isClustered) {
        await finalizer.reconcile(stopping.signal);
        await deleteOrphans(store, blobs);
        return;
      }
      const reconcile = async (signal: AbortSignal): Promise<void> => {
        if (await electLeader(cluster, 'runs', reconcileEveryMs)) await finalizer.reconcile(signal);
      };
      const onError = (err: unknown) =>
        log.error({ err }, 'could not look for runs that another host left; trying again soon');
      stopReconciling = runPeriodically(reconcile, { everyMs: reconcileEveryMs, onError });
    },

    /** Ends and erases all runs of an account. What they leave in files is not scrubbed yet. */
    async erase(account: string) {
      const owned = { equals: { account }, orderBy: 'createdAt' } as const;
      for (const { id, status } of await Array.fromAsync(findAll(store, runs, owned))) {
        if (status === 'open') await engine.cancel(id);
        await finalizer.forget(id);
      }
    },

    /** Reconciles all runs, and deletes what has outlived its retention. @param now milliseconds since 1970 */
    async sweep(now: number) {
      await finalizer.reconcile(stopping.signal);
      const forgotten = await sweepRuns({ ...parts, now }, finalizer.forget);
      if (forgotten > 0) await scrub();
      await deleteOrphans(store, blobs, now - dayMs);
    },

    /** Stops the engine and finalizes what it has ended. */
    async stop() {
      stopping.abort();
      await stopReconciling();
      await engine.stop();
      await finalizer.stop();
    },

    async get(reader, id) {
      return details(await visibleRun(reader, id));
    },

    list,

    async sleeps({ account, scopes }, { clockId, limit }) {
      await requireClock({ account, clockId });
      const found: RunSleep[] = [];
      for await (const { run: id, node, until } of parts.sleepsOn({ account, clockId })) {
        if (found.length === limit) break;
        const run = await store.get(runs, (await store.get(childRuns, id))?.run ?? id);
        if (run === undefined || run.internal || !mayCall(scopes, run.auth)) continue;
        found.push({ run: run.id, workflow: run.workflow, name: run.name, step: node, until });
      }
      return found;
    },

    workflows: () => declared,

    cancel: async (reader, id) => cancel(await visibleRun(reader, id)),

    async delete(reader, id) {
      const run = await visibleRun(reader, id);
      const last = await details(run);
      // A run that is done is deleted with its record. Of other runs nothing else remembers the input.
      if (last.status !== 'failed' && last.status !== 'cancelled') return cancel(run);
      await finalizer.forget(id);
      await scrub();
      return last;
    },

    retry,

    async retryAll(reader, query, operationId) {
      const page = await list(reader, { ...query, status: query.status ?? 'failed' });
      return doToAll(page, (id) => retry(reader, id, { operationId: `${operationId}/${id}` }));
    },

    async cancelAll(reader: RunReader, query: RunQuery) {
      const page = await list(reader, { ...query, status: query.status ?? 'open' });
      return doToAll(page, async (id) => {
        if ((await cancel(await visibleRun(reader, id))).status === 'cancelled') return;
        throw new Problem('run-settled', { status: 409, detail: 'The run has ended.' });
      });
    },

    async repeat(reader, id, operationId) {
      const { account, workflow, name, endpoint, auth, clockId, ...run } = await visibleRun(reader, id);
      if (run.status === 'open') throw notRepeatable('Only a run that has ended can be repeated.');
      if (!run.repeatable) throw notRepeatable('The input of this run is not kept. Send its request again.');
      const again = derivedUuid(`repeat ${id} ${operationId}`);
      const { input, repeatable, priority } = run;
      const submitted = { account, workflow, name, endpoint, auth, input, repeatable, priority, uploads: [] };
      await submit({ ...submitted, id: again, clockId: clockId ?? undefined, repeats: id }, false);
      return details(await visibleRun(reader, again));
    },

    async signal(reader: RunReader, id: string, name: string, payload: unknown, operationId?: string) {
      await signal(await visibleRun(reader, id), name, payload, operationId);
    },

    async query(reader, id, name) {
      const run = await visibleRun(reader, id);
      const queries = new Map(Object.entries(workflowOf(run)?.queries ?? {}));
      const query = queries.get(name);
      if (query === undefined)
        throw new Problem('not-found', { detail: unknownName('query', name, [...queries.keys()]) });
      const isOpen = run.status === 'open' && run.end === null;
      const state = (await engine.results(id)) ?? (isOpen ? { input: run.input } : undefined);
      if (state !== undefined) return query(state);
      const detail = 'The run has ended, and what its steps gave was erased. Its `result` has the answer.';
      throw new Problem('run-settled', { status: 409, detail });
    },

    async forget(account, given) {
      const id = (await store.get(childRuns, given))?.run ?? given;
      const run = await store.get(runs, id);
      if (run?.account !== account) return;
      await finalizer.forget(id);
      await scrub();
    },
  } satisfies Runs & Readonly<Record<string, unknown>>;
}

export type RunRegistry = Awaited<ReturnType<typeof createRunRegistry>>;

async function* ended(): AsyncGenerator<RunEvent> {
  yield { type: 'end' };
}

const notRepeatable = (detail: string): Problem => new Problem('run-not-repeatable', { status: 409, detail });

const unknownRun = (): Problem => new Problem('not-found', { detail: 'There is no such run.' });
