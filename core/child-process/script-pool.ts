import { setImmediate as nextTurn } from 'node:timers/promises';
import { Problem } from '../api/problem.ts';
import { accountAtWork } from '../api/step.ts';
import { abortable } from '../concurrency/abortable.ts';
import { createFairQueue } from '../concurrency/mutex.ts';
import { type TimeLimits, watchLimits } from './limits.ts';
import { awaitAnswer, type Outcome, type Script, type ScriptProcess, startScript } from './script-process.ts';

/** Work for one process of a pool. */
export interface Job<T> {
  /**
   * What the process is given, in pieces small enough (about a thousand objects) that sending one does not hold the
   * host up.
   */
  readonly parts: Iterable<unknown>;
  readonly limits: TimeLimits;
  readonly signal: AbortSignal;
  /**
   * Takes each message of the process: returns the answer, undefined while that is still to come, or throws what is
   * wrong.
   */
  onMessage(message: unknown): T | undefined;
}

export interface PoolOptions {
  /** Most processes at once. Default 4, as many as a workflow engine works on runs, so that accounts do not wait here. */
  readonly size?: number;
  /** Most jobs that wait for a process; more fail. Default 100. */
  readonly maxWaiting?: number;
  /** How long a process without work is kept. Default five minutes. */
  readonly idleMs?: number;
}

/**
 * Processes that run one script, kept between jobs because starting one takes longer than most jobs. Disposing kills
 * them.
 */
export interface ScriptPool extends AsyncDisposable {
  /**
   * Runs a job in a free process; where none is, the accounts that the jobs are for take turns. A process that crashed,
   * went over a limit or was aborted is replaced by the next job.
   *
   * @returns the answer, or how the process ended without one.
   * @throws the reason of the signal; what `onMessage` throws; Problem `provider-unavailable` if too many jobs wait.
   */
  run<T>(job: Job<T>): Promise<Outcome<T>>;
  /**
   * As `run`, for a job that only has a process loaded before it is needed: jobs that come meanwhile wait for that one
   * instead of starting another.
   */
  warmUp<T>(job: Job<T>): Promise<Outcome<T>>;
}

/**
 * Prepares a pool. Processes are started when they are needed.
 *
 * @param script calls `serveJobs`.
 */
export function scriptPool(
  script: Script,
  { size = 4, maxWaiting = 100, idleMs = 300_000 }: PoolOptions = {},
): ScriptPool {
  const processes = new Set<ScriptProcess>();
  const idle: { readonly child: ScriptProcess; readonly timer: NodeJS.Timeout }[] = [];
  const waiting = createFairQueue<(child: ScriptProcess) => void>();
  let jobs = 0;
  let isStarting = false;
  let isClosed = false;
  let warming: Promise<unknown> | undefined;

  /** Gives a process that is free to the next job, or keeps it; in place of one that has ended, another starts. */
  const pass = (child: ScriptProcess): void => {
    if (child.isAlive || isClosed) {
      const next = waiting.shift();
      if (next !== undefined) next.item(child);
      else if (child.isAlive) idle.push({ child, timer: setTimeout(child.kill, idleMs) });
    }
    startIfNeeded();
  };

  /**
   * Starts a process if a job waits for one. Jobs get the first process that is free, so none waits for this one while
   * another ends its job; one starts at a time, since several would only slow each other and the jobs.
   */
  const start = (): void => {
    if (isStarting || isClosed || processes.size >= size || waiting.nextKey() === undefined) return;
    isStarting = true;
    const child = startScript(script);
    processes.add(child);
    const watch = watchLimits(undefined, { totalMs: startMs }, child.kill);
    const end = () => {
      watch[Symbol.dispose]();
      ready[Symbol.dispose]();
      failed[Symbol.dispose]();
      isStarting = false;
    };
    const ready = child.onMessage(() => {
      end();
      pass(child);
    });
    child.onExit(() => processes.delete(child));
    const failed = child.onExit(() => {
      end();
      // A job learns how it ended: the next process would end in the same way.
      waiting.shift()?.item(child);
      startIfNeeded();
    });
  };

  /** A further process costs the others most of a second: jobs that have one soon do not need it. */
  const startIfNeeded = (): void => {
    if (waiting.nextKey() === undefined) return;
    if (processes.size === 0) start();
    else setTimeout(start, patienceMs);
  };

  const take = (): ScriptProcess | undefined => {
    for (let kept = idle.pop(); kept !== undefined; kept = idle.pop()) {
      clearTimeout(kept.timer);
      if (kept.child.isAlive) return kept.child;
    }
    return undefined;
  };

  const acquire = async (signal: AbortSignal): Promise<ScriptProcess> => {
    signal.throwIfAborted();
    if (isClosed) throw new Error('A job came to a pool of processes that is closed.');
    const free = take();
    if (free !== undefined) return free;
    const { promise, resolve } = Promise.withResolvers<ScriptProcess>();
    waiting.push(accountAtWork() ?? '', resolve);
    startIfNeeded();
    try {
      return await abortable(promise, signal);
    } catch (thrown) {
      promise.then(pass);
      throw thrown;
    }
  };

  const run: ScriptPool['run'] = async ({ parts, limits, signal, onMessage }) => {
    if (jobs >= size + maxWaiting) {
      const detail = 'Too many jobs wait for a process already. Try again later.';
      throw new Problem('provider-unavailable', { detail, transient: true });
    }
    jobs += 1;
    try {
      const child = await acquire(signal);
      try {
        const [outcome] = await Promise.all([awaitAnswer(child, { limits, signal, onMessage }), send(child, parts)]);
        return outcome;
      } finally {
        pass(child);
      }
    } finally {
      jobs -= 1;
    }
  };

  return {
    async run(job) {
      if (warming !== undefined) await abortable(warming, job.signal);
      return run(job);
    },
    warmUp(job) {
      // One after another, all in the same process.
      const outcome = (warming ?? Promise.resolve()).then(() => run(job));
      // Whether it succeeds matters to its caller alone.
      const ended = outcome.then(ignore, ignore).finally(() => {
        if (warming === ended) warming = undefined;
      });
      warming = ended;
      return outcome;
    },
    async [Symbol.asyncDispose]() {
      isClosed = true;
      for (const { timer } of idle) clearTimeout(timer);
      await Promise.all([...processes].map((child) => child.kill()));
    },
  };
}

const ignore = () => undefined;
/** The longest that loading a script may take, also on a slow machine that is busy. */
const startMs = 120_000;
/** How long jobs wait until a further process is started for them. */
const patienceMs = 200;

/** The last part says that it is: a message of its own would wake the process once more. */
async function send(child: ScriptProcess, parts: Iterable<unknown>): Promise<void> {
  const iterator = parts[Symbol.iterator]();
  let next = iterator.next();
  if (next.done) child.send({ isLast: true } satisfies JobMessage);
  while (!next.done && child.isAlive) {
    const part: unknown = next.value;
    next = iterator.next();
    child.send({ part, isLast: next.done === true } satisfies JobMessage);
    await nextTurn();
  }
}

/** What a process of a pool is sent. */
interface JobMessage {
  /** Left out in a job without parts. */
  readonly part?: unknown;
  readonly isLast: boolean;
}

/**
 * The script's side of a pool: calls `work` for each job with all its parts. What it throws ends the process.
 *
 * @param work answers by `send`, with as many messages as the pool's `onMessage` expects.
 */
export function serveJobs(
  work: (parts: readonly unknown[], send: (message: unknown) => void) => void | Promise<void>,
): void {
  let parts: unknown[] = [];
  // The first message says that the script is loaded.
  process.send?.('ready');
  process.on('message', async (message: JobMessage) => {
    if ('part' in message) parts.push(message.part);
    if (!message.isLast) return;
    const job = parts;
    parts = [];
    await work(job, (answer) => process.send?.(answer));
  });
}
