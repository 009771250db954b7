import { setTimeout as wait } from 'node:timers/promises';
import { Problem } from 'chronoscribe';
import { postgresFault } from 'chronoscribe/postgres';
import type { Backend, StepAttempt, WorkflowRun } from 'openworkflow/internal';
import type { Executions } from '../openworkflow/executions.ts';
import { fromKept, toKept } from './kept-json.ts';
import { LeaseLost } from './leases.ts';

export interface DurableOptions {
  /** The server and database, for errors. */
  readonly place: string;
  readonly executions: Executions;
  /** How the names of this host's workers begin in the database; openworkflow knows them without. */
  readonly host: string;
  /** Milliseconds within which a statement is answered, or counts as lost. */
  readonly answerMs: number;
  /** What was to be written or read of a run could not be; it is tried again by itself. */
  away(error: unknown): void;
  /** A statement was not answered in time: the connections that openworkflow has may never be free again. */
  unanswered(): Promise<void>;
}

export interface DurableBackend extends Backend {
  /** Whether something of the run waits until it can be saved. */
  isWaiting(run: string): boolean;
}

/** Milliseconds before the second try; doubled before each one after it, up to the longest. */
const firstPauseMs = 100;
const longestPauseMs = 2000;

/**
 * openworkflow's backend, which lasts while the database is away: what is to be written or read of a run waits and is tried again, for as long as the
 * run is this host's. Where another host has taken over, openworkflow's statements find no row, since each names the worker that has claimed the run:
 * then the run is aborted here.
 */
export function durable<B extends Backend>(backend: B, options: DurableOptions): B & DurableBackend {
  const { executions, host } = options;
  const waiting = new Set<string>();

  /** postgres.js does not always tell that a connection was lost in the middle of a statement. */
  const answered = async <T>(statement: Promise<T>): Promise<T> => {
    const late = new AbortController();
    const lost = wait(options.answerMs, undefined, { signal: late.signal }).then(async () => {
      await options.unanswered();
      throw Object.assign(new Error('a statement was not answered'), { code: 'ETIMEDOUT' });
    });
    try {
      return await Promise.race([statement, lost]);
    } finally {
      late.abort();
      lost.catch(() => undefined);
    }
  };
  const getRunNow = backend.getWorkflowRun.bind(backend);
  const getRun: typeof getRunNow = (params) => answered(getRunNow(params));
  const listSteps = backend.listStepAttempts.bind(backend);
  const createStep = backend.createStepAttempt.bind(backend);
  const completeStep = backend.completeStepAttempt.bind(backend);
  const failStep = backend.failStepAttempt.bind(backend);
  const complete = backend.completeWorkflowRun.bind(backend);
  const fail = backend.failWorkflowRun.bind(backend);

  /** @param alreadyDone finds out, where an earlier try was not answered, whether it was done all the same. */
  const lasting = async <T>(id: string, work: () => Promise<T>, alreadyDone: () => Promise<T | undefined>): Promise<T> => {
    const signal = executions.of(id)?.signal;
    let isSure = true;
    try {
      for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
        try {
          const done = isSure ? undefined : await alreadyDone();
          return done ?? (await answered(work()));
        } catch (thrown) {
          const fault = explained(options.place, thrown);
          if (isFencedOut(fault))
            void executions.abort(id, new LeaseLost('Another host has taken over the run, or it was cancelled.'));
          if (!isPassing(fault) || signal?.aborted !== false) throw fault;
          isSure = false;
          waiting.add(id);
          options.away(fault);
        }
        await wait(pauseMs, undefined, { signal });
      }
    } finally {
      waiting.delete(id);
    }
  };
  const never = () => Promise.resolve(undefined);

  /** Only this host can have brought the run there, in the turn in which it has it. */
  const settledAs = async (id: string, status: WorkflowRun['status']): Promise<WorkflowRun | undefined> => {
    const run = await getRun({ workflowRunId: id });
    return run?.status === status && run.attempts === executions.of(id)?.run.attempts ? run : undefined;
  };

  return Object.assign(backend, {
    isWaiting: (run: string) => waiting.has(run),

    /** It compares the worker with its own. */
    async getWorkflowRun(params) {
      const run = await getRun(params);
      return run?.workerId?.startsWith(host) ? { ...run, workerId: run.workerId.slice(host.length) } : run;
    },

    async listStepAttempts(params) {
      const { workflowRunId: id } = params;
      // It is the first time that it is taken up, so there are none.
      if (executions.of(id)?.run.attempts === 1) return { data: [], pagination: { next: null, prev: null } };
      const { data, pagination } = await lasting(id, () => listSteps(params), never);
      return { data: data.map(read), pagination };
    },

    async createStepAttempt(params) {
      const ours = { ...params, workerId: host + params.workerId };
      return lasting(params.workflowRunId, () => createStep(ours), never);
    },

    async completeStepAttempt(params) {
      const ours = { ...params, workerId: host + params.workerId, output: toKept(params.output) };
      // Done once more it is the same.
      return read(await lasting(params.workflowRunId, () => completeStep(ours), never));
    },

    async failStepAttempt(params) {
      const ours = { ...params, workerId: host + params.workerId };
      return lasting(params.workflowRunId, () => failStep(ours), never);
    },

    async completeWorkflowRun(params) {
      const { workflowRunId: id } = params;
      const ours = { ...params, workerId: host + params.workerId, output: toKept(params.output) };
      return lasting(
        id,
        () => complete(ours),
        () => settledAs(id, 'completed'),
      );
    },

    async failWorkflowRun(params) {
      const { workflowRunId: id } = params;
      const ours = { ...params, workerId: host + params.workerId };
      return lasting(
        id,
        () => fail(ours),
        () => settledAs(id, 'failed'),
      );
    },
  } satisfies Partial<DurableBackend>);
}

function read(attempt: StepAttempt): StepAttempt {
  // The boundary where types are given back: it was written as JSON.
  return { ...attempt, output: fromKept(attempt.output) as StepAttempt['output'] };
}

/** What postgres.js says of a lost connection is no code of the system. */
function explained(place: string, thrown: unknown): unknown {
  const code: unknown = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
  const isLost = typeof code === 'string' && /^CONNECT(ION_|_TIMEOUT)/.test(code);
  return postgresFault(place, isLost ? Object.assign(new Error(code, { cause: thrown }), { code: 'ECONNRESET' }) : thrown);
}

/** The server is away, or two statements were in each other's way: deadlock, serialization, a lock that was not had in time. */
function isPassing(fault: unknown): boolean {
  if (fault instanceof Problem) return fault.code === 'provider-unavailable';
  return fault instanceof Error && 'code' in fault && /^(40...|55P03|57014)$/.test(String(fault.code));
}

/** openworkflow says no more than this where a statement that names the worker finds no row. */
function isFencedOut(fault: unknown): boolean {
  return fault instanceof Error && /^(Postgres at \S+: )?Failed to (create|mark) /.test(fault.message);
}
