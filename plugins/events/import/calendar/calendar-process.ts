import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CalendarLine } from './calendar-lines.ts';

/** What reading a calendar may take. */
export interface ProcessLimits {
  /** Time of work: while nobody asks for more, the process rests. */
  readonly milliseconds: number;
  /** JavaScript heap of the process. */
  readonly megabytes: number;
}

/**
 * The lines of `calendarLines`, made by a process that can be ended: a few bytes of a calendar can ask for endless work. A thread would
 * not do, since V8 may end the whole host where the heap of one is full. Where a limit ends the process, the last line says so.
 *
 * @throws the reason of the signal.
 */
export async function* linesFromProcess(
  file: Uint8Array,
  signal: AbortSignal,
  limits: ProcessLimits,
): AsyncGenerator<readonly CalendarLine[]> {
  signal.throwIfAborted();
  const child = calendarProcess(limits);
  const { over, gone } = supervised(child, limits);
  child.stdin?.end(file);
  let line = 1;
  let left = limits.milliseconds;
  try {
    for (;;) {
      const begun = performance.now();
      const overTime = setTimeout(() => over.abort('too long'), left);
      const lines = await nextLines(child, AbortSignal.any([signal, over.signal])).finally(() => clearTimeout(overTime));
      left -= performance.now() - begun;
      signal.throwIfAborted();
      if (over.signal.reason instanceof Error) throw over.signal.reason;
      if (over.signal.aborted) {
        const detail = `What follows took ${over.signal.reason}, and nothing more was read: split the file, or shorten its rules`;
        yield [{ line, detail }];
        return;
      }
      if (lines.length === 0) return;
      line = lines.at(-1)?.line ?? line;
      yield lines;
    }
  } finally {
    child.kill('SIGKILL');
    await gone;
  }
}

function calendarProcess({ megabytes }: ProcessLimits): ChildProcess {
  // Beside this file, and of the same kind: TypeScript in the sources, JavaScript in the build.
  const source = fileURLToPath(new URL('./child.ts', import.meta.url));
  return fork(source.replace(/\.ts$/, extname(import.meta.filename)), {
    execArgv: [`--max-old-space-size=${megabytes}`],
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
    env: environment(),
  });
}

/** Only what a program needs to start: keys in the host's environment are no business of a calendar. */
function environment(): NodeJS.ProcessEnv {
  const kept = ['PATH', 'LD_LIBRARY_PATH', 'SystemRoot'];
  return Object.fromEntries(kept.map((name) => [name, process.env[name]]));
}

/** `over` is aborted when the process has ended by itself: with an error, or with what it took too much of. */
function supervised(
  child: ChildProcess,
  { megabytes }: ProcessLimits,
): { readonly over: AbortController; readonly gone: Promise<void> } {
  const over = new AbortController();
  const { promise: gone, resolve } = Promise.withResolvers<void>();
  child.once('exit', (code) => {
    // A fault of ours ends it with 1, a full heap by a signal or another code.
    over.abort(code === 1 ? new Error('the process that reads calendars failed') : `more than ${megabytes} MB of memory`);
    resolve();
  });
  child.once('error', (cause) => {
    over.abort(cause);
    resolve();
  });
  // That it no longer reads its file says no more than that it has ended.
  child.stdin?.on('error', () => {});
  return { over, gone };
}

/** None where the signal is aborted. */
async function nextLines(child: ChildProcess, signal: AbortSignal): Promise<readonly CalendarLine[]> {
  try {
    // It answers nothing where it has ended.
    child.send('more', () => {});
    const [lines] = await once(child, 'message', { signal });
    // What `child.ts` sends.
    return lines as readonly CalendarLine[];
  } catch (thrown) {
    if (!signal.aborted) throw thrown;
    return [];
  }
}
