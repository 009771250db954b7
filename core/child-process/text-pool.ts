import { type ScriptPool, scriptPool } from './script-pool.ts';
import { scriptFile } from './script-process.ts';

/** What a module that works on people's words exports as its default. */
export type TextWork = (parts: readonly unknown[], send: (message: unknown) => void) => void | Promise<void>;

/** The longest transcript that is taken needs about a third of it. */
const heapMegabytes = 1024;
/** Twice as many as a workflow engine works on runs: a run asks for two jobs at most at a time. */
const size = 8;

let shared: { readonly pool: ScriptPool; users: number } | undefined;

/**
 * Runs the jobs of a module in processes that all such modules share: most of them read the same words by the same lists,
 * and a process for each would load these anew. The last that is disposed of kills the processes.
 *
 * @param module its default export is a `TextWork`, which may answer a job with several messages. The TypeScript source;
 *   in a built package the `.js` beside it is loaded.
 *
 * @example
 * const pool = textPool(new URL('./find-words.ts', import.meta.url));
 */
export function textPool(module: URL): ScriptPool {
  shared ??= {
    pool: scriptPool({ url: new URL('./text-child.ts', import.meta.url), heapMegabytes }, { size }),
    users: 0,
  };
  const own = shared;
  own.users += 1;
  const file = scriptFile({ url: module });
  let isDisposed = false;
  return {
    run: (job) => own.pool.run({ ...job, parts: withModule(file, job.parts) }),
    warmUp: (job) => own.pool.warmUp({ ...job, parts: withModule(file, job.parts) }),
    async [Symbol.asyncDispose]() {
      if (isDisposed) return;
      isDisposed = true;
      own.users -= 1;
      if (own.users > 0) return;
      if (shared === own) shared = undefined;
      await own.pool[Symbol.asyncDispose]();
    },
  };
}

function* withModule(file: string, parts: Iterable<unknown>): Generator<unknown> {
  yield file;
  yield* parts;
}
