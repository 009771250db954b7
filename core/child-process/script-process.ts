import { type ChildProcess, spawn } from 'node:child_process';
import { bareEnvironment } from './environment.ts';
import { type Limit, type Limits, watchLimits } from './limits.ts';
import { killWithHost } from './orphans.ts';
import { type Script, scriptCommand } from './script.ts';

/** How a process came to its end. */
export type ProcessExit =
  | { readonly status: 'not-started'; readonly cause: Error }
  /** It was killed for what it took. */
  | { readonly status: 'exceeded'; readonly limit: Limit }
  /** By itself, or killed for no limit. `code` is null where a signal ended it. */
  | { readonly status: 'ended'; readonly code: number | null; readonly signal: NodeJS.Signals | null };

interface Supplies extends Pick<Limits, 'memoryBytes'> {
  /** What it reads from standard input. */
  readonly input?: Uint8Array;
  /** Gets what it prints on standard error, all of it before its ending; without this it is dropped. */
  readonly onStderr?: (text: string) => void;
}

/** A process that exchanges messages with this one. They are cloned, so they may hold bytes. It is killed where its scope ends. */
export interface ScriptProcess extends AsyncDisposable {
  readonly isAlive: boolean;
  /** Settles when it is gone and all that it said has been heard; never rejects. */
  readonly ending: Promise<ProcessExit>;
  /** Where it is gone, `ending` says so. */
  send(message: unknown): void;
  /** Listens to what it says, until that is disposed of. */
  onMessage(listener: (message: unknown) => void): Disposable;
  /** Kills it, for a limit where one is given. */
  end(limit?: Limit): Promise<ProcessExit>;
}

/**
 * Starts a script in a process that can be killed: a file that breaks it or keeps it busy without end does so to nothing else. Its environment holds none of the
 * host's keys, what it prints on standard output is dropped, and it ends with the host.
 */
export function startScript(script: Script, supplies: Supplies = {}): ScriptProcess {
  const { promise: ending, resolve } = Promise.withResolvers<ProcessExit>();
  let isAlive = true;
  let limit: Limit | undefined;
  const child = spawned(script, supplies, (cause) => resolve({ status: 'not-started', cause }));
  // Comes after its last message, which its exit may not.
  child?.once('close', (code, signal) =>
    resolve(limit === undefined ? { status: 'ended', code, signal } : { status: 'exceeded', limit }),
  );
  const end = (why?: Limit) => {
    limit ??= why;
    child?.kill('SIGKILL');
    return ending;
  };
  const watch = watchLimits(child?.pid, supplies, end);
  ending.then(() => {
    isAlive = false;
    watch[Symbol.dispose]();
  });

  return {
    get isAlive() {
      return isAlive;
    },
    ending,
    send(message) {
      // The boundary of Node's types: what can be cloned can be sent.
      if (child?.connected) child.send(message as object, () => {});
    },
    onMessage(listener) {
      child?.on('message', listener);
      return { [Symbol.dispose]: () => void child?.off('message', listener) };
    },
    end,
    async [Symbol.asyncDispose]() {
      await end();
    },
  };
}

function spawned(script: Script, { input, onStderr }: Supplies, failed: (cause: Error) => void): ChildProcess | undefined {
  const { command, arguments: args } = scriptCommand(script);
  try {
    const child = killWithHost(() =>
      spawn(command, args, {
        stdio: [input ? 'pipe' : 'ignore', 'ignore', onStderr ? 'pipe' : 'ignore', 'ipc'],
        serialization: 'advanced',
        env: bareEnvironment(),
        windowsHide: true,
      }),
    );
    child.once('error', failed);
    // That it no longer reads says no more than that it has ended.
    child.stdin?.on('error', () => {}).end(input);
    if (onStderr) child.stderr?.setEncoding('utf8').on('data', onStderr);
    return child;
  } catch (cause) {
    // Some of what the system refuses is thrown, not told.
    failed(cause instanceof Error ? cause : new Error(String(cause)));
    return undefined;
  }
}
