import type { z } from 'zod';
import type { Blobs } from '../kinds/blobs.ts';
import type { RunReader, Runs, RunView, SettledRun } from '../kinds/runs.ts';
import type { Page, Store } from '../kinds/store.ts';
import type { RunEvent, RunState, RunStatus, WorkflowEngine } from '../kinds/workflow-engine.ts';
import type { Logger } from '../logger.ts';
import { Problem } from '../problem.ts';
import type { Route } from '../route.ts';
import { mayCall, type PluginAuth } from '../scope.ts';
import { unlessNotFound } from '../unless-not-found.ts';
import type { Answer, AnyWorkflow } from '../workflow.ts';
import { deleteOrphans, deleteRunBlobs, type RunRetention, sweepRuns } from './housekeeping.ts';
import { runs, runsThatAre, type StoredRun } from './stored-run.ts';

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

export async function createRunRegistry(parts: {
  readonly store: Store;
  readonly blobs: Blobs;
  readonly engine: WorkflowEngine;
  readonly retention: RunRetention;
  readonly log: Logger;
  /** Told of each run that settles, for metrics. */
  settled(workflow: string, status: RunStatus): void;
}): Promise<RunRegistry> {
  const { store, blobs, engine, retention, log } = parts;
  await store.prepare(runs);
  const workflows = new Map<string, AnyWorkflow>();
  const responses = new Map<string, z.ZodType>();
  const settling = new Map<string, Promise<void>>();
  const listeners: ((run: SettledRun) => Promise<void>)[] = [];

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

  /** Changes a run, unless it was deleted meanwhile: then it stays so. */
  const change = (id: string, changes: Partial<StoredRun>): Promise<void> =>
    store.transaction(async (documents) => {
      const run = await documents.get(runs, id);
      if (run !== undefined) await documents.put(runs, { ...run, ...changes });
    });

  /** Books what the engine says of a run that it has finished with. Done again it changes nothing. */
  const settle = async (id: string): Promise<void> => {
    const run = await store.get(runs, id);
    const state = await engine.state(id);
    if (run === undefined || state === undefined || state.status === 'queued' || state.status === 'running') return;
    const { status } = state;
    // A failed run keeps its files for a retry until the sweep.
    if (status !== 'failed') await deleteRunBlobs(blobs, run);
    if (!run.internal) {
      const { account, workflow, attempt } = run;
      for (const listener of listeners) await listener({ id, account, workflow, status, attempt });
    }
    await change(id, {
      status,
      settledAt: Date.now(),
      input: null,
      ...(state.status !== 'failed' && { uploads: null }),
    });
    parts.settled(run.workflow, state.status);
    log.info(
      { run: id, workflow: run.workflow, status: state.status, problem: state.problem?.code, step: state.step },
      'run settled',
    );
    if (run.internal) await erase(run);
  };

  const settleInTurn = (id: string): void => {
    const settled = settle(id)
      .catch((cause: unknown) =>
        log.error({ run: id, err: cause }, 'a settled run could not be booked; it will be within an hour'),
      )
      .finally(() => settling.delete(id));
    settling.set(id, settled);
  };

  const view = async (run: StoredRun): Promise<RunView> => {
    const state = await stateOf(run);
    return {
      id: run.id,
      workflow: run.workflow,
      name: run.name,
      status: state.status,
      step: state.step,
      createdAt: run.createdAt,
      result: null,
      problem: state.problem,
    };
  };

  /** A run that the engine does not know yet is queued: it is handed over at the next start at the latest. */
  const stateOf = async (run: StoredRun): Promise<RunState> =>
    (await engine.state(run.id)) ?? {
      status: run.status === 'open' ? 'queued' : run.status,
      step: null,
      output: null,
      problem: null,
    };

  const answerOf = async (run: StoredRun, output: unknown): Promise<Answer<unknown>> => {
    const definition = workflows.get(run.workflow);
    const response = responses.get(run.endpoint);
    if (definition === undefined || response === undefined) {
      throw new Problem('not-found', { detail: `The plugin that started this run (${run.endpoint}) is not installed any more.` });
    }
    const { body, location } = await definition.answer(output, { account: run.account, runId: run.id });
    return { body: response.parse(body), location };
  };

  const erase = async (run: StoredRun): Promise<void> => {
    await engine.forget(run.id);
    await deleteRunBlobs(blobs, run);
    await store.delete(runs, run.id);
  };

  const forget = async (run: StoredRun): Promise<void> => {
    await settling.get(run.id);
    await erase(run);
  };

  const scrub = async (): Promise<void> => {
    await Promise.all([store.scrub(), engine.scrub()]);
  };

  const cancel = async (run: StoredRun): Promise<RunView> => {
    await engine.cancel(run.id);
    await settling.get(run.id);
    return viewWithResult(run);
  };

  const dropUploads = async ({ id }: StoredRun): Promise<void> => {
    const dropped = await store.transaction(async (documents) => {
      const run = await documents.get(runs, id);
      // It may have been retried since it was found.
      if (run === undefined || run.status === 'open') return undefined;
      await documents.put(runs, { ...run, uploads: null });
      return run;
    });
    if (dropped !== undefined) await deleteRunBlobs(blobs, dropped);
  };

  /** Hands over what the engine does not know, and books what it has finished with: what a dead process or a full disk left undone. */
  const catchUp = async (): Promise<void> => {
    for await (const { id } of runsThatAre(store, 'open')) {
      const state = await engine.state(id);
      // Read again, and after that: one that is being deleted leaves the engine first, and must not begin anew.
      const run = await store.get(runs, id);
      if (run?.status !== 'open') continue;
      if (state === undefined) await engine.submit(run);
      else await settle(id);
    }
  };

  /** A run that could not be begun is as if it had never been asked for. */
  const withdraw = async (run: StoredRun): Promise<void> => {
    try {
      await store.delete(runs, run.id);
      await deleteRunBlobs(blobs, run);
    } catch (cause) {
      log.error(
        { run: run.id, err: cause },
        'a run that could not be begun could not be withdrawn either; it begins within an hour',
      );
    }
  };

  /** Opens a failed run again. Two who ask at once, or a run that settles just then, must not undo each other. */
  const reopen = (id: string): Promise<StoredRun> =>
    store.transaction(async (documents) => {
      const run = await documents.get(runs, id);
      if (run?.status !== 'failed') throw notRetryable('Only a run that has failed can be retried.');
      if (run.uploads === null) throw notRetryable('The upload of this run is no longer kept. Send it again.');
      await documents.put(runs, { ...run, status: 'open', settledAt: 0, attempt: run.attempt + 1 });
      return run;
    });

  /** The end is told once what it left behind is booked and deleted. */
  async function* settledFirst(events: AsyncIterable<RunEvent>, id: string): AsyncGenerator<RunEvent> {
    for await (const event of events) {
      if (event.type === 'end') await settling.get(id);
      yield event;
    }
  }

  const submit = async (submitted: RunSubmitted, internal: boolean): Promise<void> => {
    const run: StoredRun = {
      ...submitted,
      uploads: [...submitted.uploads],
      createdAt: Date.now(),
      internal,
      attempt: 1,
      status: 'open',
      settledAt: 0,
    };
    let isNew = false;
    try {
      isNew = await store.insert(runs, run);
    } finally {
      if (!isNew) for (const name of submitted.uploads) await blobs.delete(name);
    }
    try {
      await engine.submit(isNew ? run : { ...run, input: (await store.get(runs, run.id))?.input ?? null });
    } catch (thrown) {
      if (isNew) await withdraw(run);
      throw thrown;
    }
  };

  return {
    submit: (run) => submit(run, false),

    launch: ({ workflow, ...run }) =>
      submit({ ...run, workflow: workflow.name, name: workflow.name, endpoint: '', auth: 'admin', uploads: [] }, true),

    onSettled(listener) {
      listeners.push(listener);
    },

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
      return undefined;
    },

    async recordOf(id) {
      const run = await store.get(runs, id);
      return run && workflows.get(run.workflow)?.recordOf(id);
    },

    async answer(account, id) {
      const run = await owned(account, id);
      const state = await stateOf(run);
      switch (state.status) {
        case 'done':
          return answerOf(run, state.output);
        case 'failed':
          throw state.problem === null ? new Problem('internal', { detail: 'The run failed.' }) : Problem.from(state.problem);
        case 'cancelled':
          throw new Problem('run-cancelled', { status: 409, detail: 'The run was cancelled.' });
        case 'queued':
        case 'running':
          throw new Problem('stopping', {
            detail: `The server is stopping; the work goes on after its next start, under run ${id}.`,
            retryAfter: 30,
          });
      }
    },

    async start(definitions, routes) {
      for (const definition of definitions) workflows.set(definition.name, definition);
      for (const route of routes) responses.set(endpointName(route), route.response);
      await engine.start(definitions, settleInTurn);
      await catchUp();
      await deleteOrphans(store, blobs);
    },

    async sweep(now) {
      await catchUp();
      const forgotten = await sweepRuns({ store, blobs, retention, now }, dropUploads, forget);
      if (forgotten > 0) await scrub();
    },

    async stop() {
      await engine.stop();
      await Promise.all(settling.values());
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
      await forget(run);
      await scrub();
      return last;
    },

    async retry(reader, id) {
      await settling.get(id);
      // What could not be booked when it settled is booked now.
      if ((await seen(reader, id)).status === 'open') await settle(id);
      const run = await reopen(id);
      if (!(await engine.retry(id))) {
        await store.put(runs, run);
        throw notRetryable('The workflow engine knows nothing of this run any more. Send its request again.');
      }
      return view(run);
    },

    async forget(account, id) {
      const run = await store.get(runs, id);
      if (run?.account !== account) return;
      await forget(run);
      await scrub();
    },
  };

  async function viewWithResult(run: StoredRun): Promise<RunView> {
    const seen = await view(run);
    return seen.status === 'done' ? { ...seen, result: await resultOf(run) } : seen;
  }

  /** Null where the record that the run made has been deleted since. */
  async function resultOf(run: StoredRun): Promise<unknown> {
    const state = await engine.state(run.id);
    return (await unlessNotFound(answerOf(run, state?.output)))?.body ?? null;
  }
}

function unknownRun(): Problem {
  return new Problem('not-found', { detail: 'There is no such run.' });
}

function notRetryable(detail: string): Problem {
  return new Problem('run-not-retryable', { status: 409, detail });
}
