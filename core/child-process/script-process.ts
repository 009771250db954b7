import { type ChildProcess, spawn } from 'node:child_process';
import { addAbortListener } from 'node:events';
import { createReadStream, existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runsFromSource } from '../api/package.ts';
import { Problem } from '../api/problem.ts';
import { type Command, confined, permissions, processAllowance, type ScriptAllowance } from './confinement.ts';
import { killWithHost, minimalEnvironment, type Place } from './isolation.ts';
import { type Limit, type Limits, type TimeLimits, watchLimits } from './limits.ts';

/** A script that Node runs in a process of its own. */
export interface Script extends ScriptAllowance {
  /**
   * The TypeScript source, such as `new URL('./child.ts', import.meta.url)`. In a built package the `.js` beside it
   * runs.
   */
  readonly url: URL;
  readonly arguments?: readonly string[];
  /** Maximal JavaScript heap in megabytes; a process that exceeds it crashes. */
  readonly heapMegabytes: number;
  /**
   * Each half of the memory for new objects, in megabytes, beside that heap. Default: what Node takes, which grows a
   * process that is kept by up to a hundred.
   */
  readonly semiSpaceMegabytes?: number;
  /** Default: `behind` the host. */
  readonly place?: Place;
}

/** The program and the arguments that run a script. */
export function scriptCommand(script: Script): Command {
  const file = scriptFile(script);
  // With it `chronoscribe` resolves to the same files as in this process.
  const conditions = runsFromSource ? ['--conditions=chronoscribe-source'] : [];
  const { heapMegabytes, semiSpaceMegabytes } = script;
  const semiSpace = semiSpaceMegabytes === undefined ? [] : [`--max-semi-space-size=${semiSpaceMegabytes}`];
  return {
    command: process.execPath,
    arguments: [
      ...conditions,
      `--max-old-space-size=${heapMegabytes}`,
      ...semiSpace,
      ...permissions(file, script),
      file,
      ...(script.arguments ?? []),
    ],
  };
}

/** The file of a script: its source, or in a built package the `.js` beside it. */
export function scriptFile({ url }: Pick<Script, 'url'>): string {
  const source = fileURLToPath(url);
  return existsSync(source) ? source : source.replace(/\.ts$/, '.js');
}

/** How a process ended. */
export type ProcessExit =
  | { readonly status: 'not-started'; readonly cause: Error }
  /** It was killed because it exceeded a limit. */
  | { readonly status: 'exceeded'; readonly limit: Limit }
  /** By itself, or killed for another reason. `code` is null if a signal ended it. */
  | { readonly status: 'ended'; readonly code: number | null; readonly signal: NodeJS.Signals | null };

/**
 * The problem of a process that could not be started, which may help itself.
 *
 * @param what the process does: `decodes images`
 */
export function notStarted(what: string, cause: Error): Problem {
  return new Problem('provider-unavailable', {
    detail: `The process that ${what} could not be started (${cause.message}): this machine has too little memory or too many processes.`,
    transient: true,
    cause,
  });
}

interface ScriptProcessOptions extends Omit<Limits, keyof TimeLimits> {
  /** Its standard input. */
  readonly input?: Uint8Array;
  /** Gets what it prints on standard error, all of it before `exit` settles. Without it, that is discarded. */
  readonly onStderr?: (text: string) => void;
}

/**
 * A process that exchanges messages with this one. Messages are cloned, so they may hold bytes. Disposing of it kills
 * it.
 */
export interface ScriptProcess extends AsyncDisposable {
  readonly isAlive: boolean;
  /** Settles when the process has ended and all of its messages were delivered; never rejects. */
  readonly exit: Promise<ProcessExit>;
  /** Sends a message; does nothing if the process has ended. */
  send(message: unknown): void;
  /** Calls `listener` with each message, until the result is disposed of. */
  onMessage(listener: (message: unknown) => void): Disposable;
  /**
   * Calls `listener` when `exit` settles, at once if it has, unless the result was disposed of before. A process may be
   * kept for days, and what waits for `exit` itself stays in memory as long.
   */
  onExit(listener: (exit: ProcessExit) => void): Disposable;
  /** Kills the process. @param limit the limit that it exceeded, which `exit` then names */
  kill(limit?: Limit): Promise<ProcessExit>;
}

/**
 * Starts a script in a process that can be killed, so that a file which crashes or blocks it affects nothing else. Its
 * environment holds none of the host's keys, it may do what the script says and nothing else (`confined`, `permissions`),
 * its standard output is discarded, and it is killed with the host.
 */
export function startScript(script: Script, options: ScriptProcessOptions = {}): ScriptProcess {
  const { promise: exit, resolve } = Promise.withResolvers<ProcessExit>();
  const exitListeners = new Set<(exit: ProcessExit) => void>();
  let ended: ProcessExit | undefined;
  let limit: Limit | undefined;
  const child = spawnScript(script, options, (cause) => resolve({ status: 'not-started', cause }));
  // `close` comes after the last message, `exit` may not.
  child?.once('close', (code, signal) =>
    resolve(limit === undefined ? { status: 'ended', code, signal } : { status: 'exceeded', limit }),
  );
  const kill = (exceeded?: Limit) => {
    limit ??= exceeded;
    child?.kill('SIGKILL');
    return exit;
  };
  const watch = watchLimits(child?.pid, options, kill);
  exit.then((how) => {
    ended = how;
    watch[Symbol.dispose]();
    for (const listener of exitListeners) listener(how);
  });

  return {
    get isAlive() {
      return ended === undefined;
    },
    exit,
    send(message) {
      // Node types messages more narrowly than the structured clone that it uses.
      if (child?.connected) child.send(message as object, () => {});
    },
    onMessage(listener) {
      child?.on('message', listener);
      return { [Symbol.dispose]: () => void child?.off('message', listener) };
    },
    onExit(listener) {
      if (ended === undefined) exitListeners.add(listener);
      else listener(ended);
      return { [Symbol.dispose]: () => void exitListeners.delete(listener) };
    },
    kill,
    async [Symbol.asyncDispose]() {
      await kill();
    },
  };
}

function spawnScript(
  script: Script,
  { input, onStderr }: ScriptProcessOptions,
  onError: (cause: Error) => void,
): ChildProcess | undefined {
  try {
    const { command, arguments: args } = confined(scriptCommand(script), processAllowance(script), [
      scriptFile(script),
      ...(script.loads ?? []),
    ]);
    const start = () =>
      spawn(command, args, {
        stdio: [input ? 'pipe' : 'ignore', 'ignore', onStderr ? 'pipe' : 'ignore', 'ipc'],
        serialization: 'advanced',
        env: minimalEnvironment(),
        windowsHide: true,
      });
    const child = killWithHost(start, 'process', script.place);
    child.once('error', onError);
    // A write error only means that the process has ended.
    child.stdin?.on('error', () => {}).end(input);
    if (onStderr) child.stderr?.setEncoding('utf8').on('data', onStderr);
    return child;
  } catch (cause) {
    // Node throws some errors instead of emitting them.
    onError(cause instanceof Error ? cause : new Error(String(cause)));
    return undefined;
  }
}

interface AwaitAnswerOptions<T> {
  /** A message that asks for the answer; without it the process answers by itself. */
  readonly request?: unknown;
  readonly limits: TimeLimits;
  readonly signal: AbortSignal;
  /** Gets each message. Returns the answer, or undefined if it is still to come; throws if the message is wrong. */
  onMessage(message: unknown): T | undefined;
}

export type Outcome<T> = { readonly status: 'answered'; readonly answer: T } | ProcessExit;

/**
 * The next answer of a process, or how the process ended before it answered. The process is killed if it exceeds a
 * limit and if this function throws.
 *
 * @throws the reason of the signal; what `onMessage` throws
 */
export async function awaitAnswer<T>(
  child: ScriptProcess,
  { request, limits, signal, onMessage }: AwaitAnswerOptions<T>,
): Promise<Outcome<T>> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<Outcome<T>>();
  using watch = watchLimits(undefined, limits, child.kill);
  using _abort = addAbortListener(signal, () => reject(signal.reason));
  using _messages = child.onMessage((message) => {
    watch.refresh();
    try {
      const answer = onMessage(message);
      if (answer !== undefined) resolve({ status: 'answered', answer });
    } catch (thrown) {
      reject(thrown);
    }
  });
  using _exit = child.onExit(resolve);
  if (request !== undefined) child.send(request);
  try {
    return await promise;
  } catch (thrown) {
    await child.kill();
    throw thrown;
  }
}

/** Small enough that sending it does not hold the host up. */
const pieceBytes = 2 ** 18;

/** The pieces of a file that is in memory, as parts of a job. */
export function* piecesOf(file: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < file.length; at += pieceBytes) yield file.subarray(at, at + pieceBytes);
}

/** A piece of a file, on its way to a process. */
interface Piece {
  readonly piece: Uint8Array;
  readonly isFirst: boolean;
}

/**
 * Sends a file to a process that may not open it; its script has a `receivedFile`. It must have received the former file
 * before.
 *
 * @throws errors of the file system; the reason of the signal
 */
export async function sendFile(child: Pick<ScriptProcess, 'send'>, path: string, signal: AbortSignal): Promise<void> {
  child.send({ piece: new Uint8Array(), isFirst: true } satisfies Piece);
  for await (const piece of createReadStream(path, { highWaterMark: pieceBytes })) {
    signal.throwIfAborted();
    child.send({ piece, isFirst: false } satisfies Piece);
  }
}

/** The script's side of `sendFile`. */
export function receivedFile() {
  let pieces: Uint8Array[] = [];
  return {
    /** Takes a message. @returns whether it was a piece of a file */
    takes(message: unknown) {
      // From our own host.
      const { piece, isFirst } = Object(message) as Partial<Piece>;
      if (piece === undefined) return false;
      if (isFirst) pieces = [];
      pieces.push(piece);
      return true;
    },
    /** The file that was sent last, and forgets it. */
    bytes() {
      const file = Buffer.concat(pieces);
      pieces = [];
      return file;
    },
  };
}
