import { availableParallelism } from 'node:os';
import { accountAtWork } from '../api/step.ts';
import { heavyAccounts } from './heavy-accounts.ts';
import { type Job, scriptPool } from './script-pool.ts';
import { notStarted, scriptFile } from './script-process.ts';

/** What a module that works on people's words exports as its default. */
export type TextWork = (parts: readonly unknown[], send: (message: unknown) => void) => void | Promise<void>;

/** The longest transcript that is taken needs about a third of it. */
const heapMegabytes = 1024;
/** Twice as many as a workflow engine works on runs: a run asks for two jobs at most at a time. */
const size = 8;

/**
 * Those for an account that takes much go last, and leave a processor to others. They are apart since a process that has
 * stepped back cannot come forward again.
 */
const processes = (loads: readonly string[] = []) => {
  // Each process that starts loads the modules that were used by then, so that no job waits for that.
  const modules: string[] = [];
  const script = { url: new URL('./text-child.ts', import.meta.url), heapMegabytes, loads, arguments: modules };
  const pool = scriptPool(script, { size });
  return {
    modules,
    pool,
    last: scriptPool({ ...script, place: 'last' }, { size: Math.max(1, availableParallelism() - 1) }),
    accounts: heavyAccounts(),
    users: 0,
  };
};
let shared: ReturnType<typeof processes> | undefined;

export interface TextPoolOptions {
  /** What the module does, for an error that says it could not: `reads transcripts`. */
  readonly does: string;
  /** Further modules that it imports, as absolute paths. Its jobs then have processes of their own. Default: none. */
  readonly loads?: readonly string[];
  /** The longest that a job may take, in milliseconds. */
  readonly totalMs: number;
  /** What is thrown for a job that took too much. @param how `took longer than 2 minutes` */
  tooMuch(how: string): Error;
}

/** A job of a module. */
export interface TextJob<T> extends Pick<Job<T>, 'parts' | 'signal'> {
  /** As of `Job`. Default: the first message is the answer. */
  readonly onMessage?: Job<T>['onMessage'];
}

/** The jobs of one module. Disposing of it ends its use of the processes. */
export interface TextPool extends AsyncDisposable {
  /** @throws what `tooMuch` makes; Problem `provider-unavailable`; the reason of the signal; what `onMessage` throws */
  ask<T>(job: TextJob<T>): Promise<T>;
  /** As `ask`, for a job that has a process loaded before it is needed. Whether it succeeds does not matter. */
  warmUp(job: TextJob<unknown>): Promise<void>;
}

/**
 * Runs the jobs of a module in processes that all such modules share: most of them read the same words by the same lists,
 * and a process for each would load these anew. The last that is disposed of kills the processes. An account that takes
 * much more than another has processes that the others go before.
 *
 * @param module its default export is a `TextWork`, which may answer a job with several messages. The TypeScript source;
 *   in a built package the `.js` beside it is loaded.
 *
 * @example
 * const tooMuch = (how: string) => new Problem('too-large', { detail: `Counting the words ${how}.` });
 * const limits = { does: 'counts words', totalMs: 60_000, tooMuch };
 * await using pool = textPool(new URL('./words-work.ts', import.meta.url), limits);
 * const count = await pool.ask<number>({ parts: ['Some words.'], signal });
 */
export function textPool(module: URL, { does, totalMs, tooMuch, loads = [] }: TextPoolOptions): TextPool {
  const own = loads.length > 0 ? processes(loads) : (shared ?? processes());
  if (loads.length === 0) shared = own;
  own.users += 1;
  const file = scriptFile({ url: module });
  const limits = { totalMs };
  let isDisposed = false;
  const jobOf = <T>({ parts, signal, onMessage = (message) => message as T }: TextJob<T>): Job<T> => {
    if (isDisposed) throw new Error(`A job came to what ${does} after it was closed.`);
    if (!own.modules.includes(file)) own.modules.push(file);
    return { parts: withModule(file, parts), limits, signal, onMessage };
  };
  return {
    async ask(job) {
      using turn = own.accounts.begin(accountAtWork() ?? '');
      const outcome = await (turn.isHeavy ? own.last : own.pool).run(jobOf(job));
      switch (outcome.status) {
        case 'answered':
          return outcome.answer;
        case 'exceeded':
          throw tooMuch(
            `took longer than ${totalMs < 120_000 ? `${totalMs / 1000} s` : `${totalMs / 60_000} minutes`}`,
          );
        case 'ended':
          throw tooMuch('ended its process, which often means that memory ran out');
        case 'not-started':
          throw notStarted(does, outcome.cause);
        default:
          return outcome satisfies never;
      }
    },
    async warmUp(job) {
      await own.pool.warmUp(jobOf(job));
    },
    async [Symbol.asyncDispose]() {
      if (isDisposed) return;
      isDisposed = true;
      own.users -= 1;
      if (own.users > 0) return;
      if (shared === own) shared = undefined;
      await Promise.all([own.pool[Symbol.asyncDispose](), own.last[Symbol.asyncDispose]()]);
    },
  };
}

function* withModule(file: string, parts: Iterable<unknown>): Generator<unknown> {
  yield file;
  yield* parts;
}
