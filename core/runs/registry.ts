import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { Logger } from '../api/logger.ts';
import { Problem } from '../api/problem.ts';
import type { Route } from '../api/route.ts';
import { mayCall, type PluginAuth } from '../api/route.ts';
import type { Answer, AnyWorkflow } from '../api/workflow.ts';
import { electLeader } from '../concurrency/leader-election.ts';
import type { Leases } from '../concurrency/lease.ts';
import type { Blobs } from '../kinds/blobs.ts';
import type { Cluster } from '../kinds/cluster.ts';
import type { RunReader, Runs, RunView } from '../kinds/runs.ts';
import type { Page, Store } from '../kinds/store.ts';
import type { RunEvent, RunStatus, WorkflowEngine } from '../kinds/workflow-engine.ts';
import { createRunFinalizer } from './finalizer.ts';
import { deleteOldOrphans, deleteOrphans, deleteRunBlobs, type RunRetention, sweepRuns } from './housekeeping.ts';
import { runs, type StoredRun } from './stored-run.ts';
import { runViews } from './views.ts';

export interface RunSubmitted {
  readonly id: string;
  readonly account: string;
  readonly workflow: string;
  readonly name: string;
  /** The route that started it, as `endpointName` spells it; its response schema shapes the answer, now and later. */
  readonly endpoint: string;
  /** What a key needs to call that route. */
  readonly auth: PluginAuth;
  readonly input: unknown;
  /** Blobs that belong to the run from now on. */
  readonly uploads: readonly string[];
}

/** A route as a run remembers it: `POST /api/v1/transcripts/upload_audio_file`. */
export function endpointName({ method, path }: Pick<Route, 'method' | 'path'>): string {
  return `${method} ${path}`;
}

/** The runs as the host uses them: what plugins may ask, and the submission and following of runs. */
export interface RunRegistry extends Runs {
  /** Keeps the run, then hands it to the engine; where that fails, neither run nor uploads are kept. An id that is there already changes nothing; its new uploads are deleted. */
  submit(run: RunSubmitted): Promise<void>;
  /** What happens in a run from this call on, also one that is submitted later; ends when it is settled and cleaned up after, or when `signal` aborts. */
  watch(id: string, signal: AbortSignal): AsyncIterable<RunEvent>;
  /** The same for a run that is there already; undefined where it has been deleted, and nothing more will ever happen in it. */
  rejoin(id: string, signal: AbortSignal): Promise<AsyncIterable<RunEvent> | undefined>;
  /** The path of the record that a run will have made; undefined where that is not known yet. */
  recordOf(id: string): Promise<string | undefined>;
  /** The answer of a run that is done. Throws the problem of one that is not. */
  answer(account: string, id: string): Promise<Answer<unknown>>;
  /** Begins to work: first on what a dead process left, then on what comes. */
  start(workflows: readonly AnyWorkflow[], routes: readonly Route[]): Promise<void>;
  /** Makes up for what could not be written at its time, and deletes what has outlived its retention. */
  sweep(now: number): Promise<void>;
  /** Stops the engine and books what it has finished with. */
  stop(): Promise<void>;
}

const dayMs = 24 * 3_600_000;

/** How often hosts that share the work see to what one of them that died has left. A host alone does so at its start. */
const lookAfterPeersMs = 20_000;

export async function createRunRegistry(parts: {
  readonly store: Store;
  readonly blobs: Blobs;
  readonly engine: WorkflowEngine;
  readonly cluster: Cluster;
  readonly leases: Leases;
  readonly retention: RunRetention;
  readonly log: Logger;
  /** Told of each run that settles, for metrics. */
  settled(workflow: string, status: RunStatus): void;
}): Promise<RunRegistry> {
  const { store, blobs, engine, cluster, leases, retention, log } = parts;
  await store.prepare(runs);
  const workflows = new Map<string, AnyWorkflow>();
  const responses = new Map<string, z.ZodType>();
  const booking = createRunFinalizer(parts);
  const { view, viewWithResult, answer } = runViews(engine, workflows, responses);
  const stopping = new AbortController();
  let stopLooking: () => Promise<void> = async () => undefined;

  const owned = async (account: string, id: string): Promise<StoredRun> => {
    const run = await store.get(runs, id);
    if (run === undefined || run.account !== account) throw unknownRun();
    return run;
  };

  const seen = async ({ account, scopes }: RunReader, id: string): Promise<StoredRun> => {
    const run = await owned(account, id);
    if (run.internal || !mayCall(scopes, run.auth)) throw unknownRun();
    return run;
  };

  /** The first page from the cursor on of which the reader sees anything: an empty one would be taken for the end. */
  const pageSeen = async (reader: RunReader, limit: number, cursor: string | undefined): Promise<Page<StoredRun>> => {
    const page = await store.find(runs, {
      equals: { account: reader.account },
      orderBy: 'createdAt',
      direction: 'descending',
      limit,
      ...(cursor !== undefined && { cursor }),
    });
    const items = page.items.filter(({ internal, auth }) => !internal && mayCall(reader.scopes, auth));
    return items.length > 0 || page.next === null ? { items, next: page.next } : pageSeen(reader, limit, page.next);
  };

  const scrub = async (): Promise<void> => {
    await Promise.all([store.scrub(), engine.scrub()]);
  };

  const cancel = async (run: StoredRun): Promise<RunView> => {
    await engine.cancel(run.id);
    await booking.whenFinalized(run.id);
    return viewWithResult(run);
  };

  const deleteUploads = async ({ uploads }: StoredRun): Promise<void> => {
    for (const name of uploads ?? []) await blobs.delete(name);
  };

  /** Keeps a run with its uploads. Returns false, and deletes them, where one of its id is there already. */
  const keep = async (run: StoredRun): Promise<boolean> => {
    const isNew = await store.insert(runs, run).catch(async (thrown: unknown) => {
      const kept = await store.get(runs, run.id).catch(() => null);
      // Only the answer was lost.
      if (kept?.createdAt === run.createdAt) return true;
      // Nobody can say: soon it begins if it is there, and else its uploads are deleted.
      if (kept === null) booking.scheduleReconcile(run.id, run.uploads ?? []);
      else await deleteUploads(run);
      throw thrown;
    });
    if (!isNew) await deleteUploads(run);
    return isNew;
  };

  /** Whether the engine has a run; undefined where nobody can say. */
  const isTaken = (id: string): Promise<boolean | undefined> =>
    engine.state(id).then(
      (state) => state !== undefined,
      () => undefined,
    );

  /** A run that could not be begun is as if it had never been asked for. */
  const withdraw = async (run: StoredRun): Promise<void> => {
    try {
      await store.delete(runs, run.id);
      await deleteRunBlobs(blobs, run);
    } catch (cause) {
      log.error({ run: run.id, err: cause }, 'a run that could not be begun could not be withdrawn either; it begins soon');
      booking.scheduleReconcile(run.id);
    }
  };

  /** The end is told once what it left behind is booked and deleted. */
  async function* settledFirst(events: AsyncIterable<RunEvent>, id: string): AsyncGenerator<RunEvent> {
    for await (const event of events) {
      if (event.type === 'end') await booking.whenFinalized(id);
      yield event;
    }
  }

  /** Now and from time to time, each time at one of the hosts. Returns what ends it. */
  const lookAfterPeers = (): (() => Promise<void>) => {
    const look = async (): Promise<void> => {
      try {
        if (await electLeader(cluster, 'runs', lookAfterPeersMs)) await booking.reconcile(stopping.signal);
      } catch (cause) {
        log.error({ err: cause }, 'could not look for runs that another host left; trying again soon');
      }
    };
    let looking = look();
    const timer = setInterval(() => {
      looking = looking.then(look);
    }, lookAfterPeersMs);
    return () => {
      clearInterval(timer);
      return looking;
    };
  };

  const submit = async (submitted: RunSubmitted, internal: boolean): Promise<void> => {
    const run: StoredRun = {
      ...submitted,
      uploads: [...submitted.uploads],
      createdAt: cluster.now(),
      internal,
      attempt: 1,
      retriedBy: null,
      status: 'open',
      end: null,
      hold: null,
      settledAt: 0,
    };
    const isNew = await keep(run);
    try {
      const kept = isNew ? run : await store.get(runs, run.id);
      if (kept !== undefined) await engine.submit(kept);
    } catch (thrown) {
      const taken = await isTaken(run.id);
      // Only the answer was lost.
      if (taken) return;
      // What the engine may have must not be forgotten here.
      if (taken === undefined) booking.scheduleReconcile(run.id);
      else if (isNew) await withdraw(run);
      throw thrown;
    }
  };

  return {
    submit: (run) => submit(run, false),

    launch: ({ workflow, ...run }) =>
      submit({ ...run, workflow: workflow.name, name: workflow.name, endpoint: '', auth: 'admin', uploads: [] }, true),

    onSettled: booking.onSettled,

    watch(id, signal) {
      const events = engine.watch(id, signal);
      return settledFirst(events, id);
    },

    async rejoin(id, signal) {
      const leaving = new AbortController();
      const events = engine.watch(id, AbortSignal.any([signal, leaving.signal]));
      // Looked for only now: one that is deleted from here on was settled when it was begun to be watched, and so has ended.
      const run = await store.get(runs, id);
      if (run?.status === 'open' || (run !== undefined && (await engine.state(id)) !== undefined))
        return settledFirst(events, id);
      leaving.abort();
      // Its engine was left behind when it was moved here.
      return run && ended();
    },

    async recordOf(id) {
      const run = await store.get(runs, id);
      return run && workflows.get(run.workflow)?.recordOf(id);
    },

    answer: async (account, id) => answer(await owned(account, id)),

    async start(definitions, routes) {
      for (const definition of definitions) workflows.set(definition.name, definition);
      for (const route of routes) responses.set(endpointName(route), route.response);
      await engine.start(definitions, (id) => void booking.finalize(id));
      if (leases.together) {
        stopLooking = lookAfterPeers();
        return;
      }
      await booking.reconcile(stopping.signal);
      await deleteOrphans(store, blobs);
    },

    async sweep(now) {
      await booking.reconcile(stopping.signal);
      const forgotten = await sweepRuns({ store, blobs, retention, now }, ({ id }) => booking.forget(id));
      if (forgotten > 0) await scrub();
      await deleteOldOrphans(store, blobs, now - dayMs);
    },

    async stop() {
      stopping.abort();
      await stopLooking();
      await engine.stop();
      await booking.stop();
    },

    async get(reader, id) {
      return viewWithResult(await seen(reader, id));
    },

    async list(reader, { limit = 50, cursor }) {
      const page = await pageSeen(reader, limit, cursor);
      return { items: await Promise.all(page.items.map(view)), next: page.next };
    },

    cancel: async (reader, id) => cancel(await seen(reader, id)),

    async delete(reader, id) {
      const run = await seen(reader, id);
      const last = await view(run);
      // Nothing but the run itself remembers these, so nothing else could be deleted to be rid of them.
      if (last.status !== 'failed' && last.status !== 'cancelled') return cancel(run);
      await booking.forget(id);
      await scrub();
      return last;
    },

    async retry(reader, id, operationId = randomUUID()) {
      // What could not be booked when it settled is booked now.
      if ((await seen(reader, id)).status === 'open') await booking.finalize(id);
      await booking.whenFinalized(id);
      return view(await booking.reopen(id, operationId));
    },

    async forget(account, id) {
      const run = await store.get(runs, id);
      if (run?.account !== account) return;
      await booking.forget(id);
      await scrub();
    },
  };
}

async function* ended(): AsyncGenerator<RunEvent> {
  yield { type: 'end' };
}

function unknownRun(): Problem {
  return new Problem('not-found', { detail: 'There is no such run.' });
}
