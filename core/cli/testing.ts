import { type ChildProcess, spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

const program = new URL('./main.js', import.meta.url).pathname;

export interface CliOptions {
  /** Added to a minimal environment, so that variables of this machine have no effect. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly workingDirectory?: string;
  /** A program, with its arguments, that runs the process. */
  readonly under?: readonly string[];
  /** The command that `startCli` serves with. Default `start`. */
  readonly command?: 'start' | 'dev';
}

export interface Finished {
  /** Null if a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `chronoscribe …` in a child process and waits for its end. */
export async function cli(args: readonly string[], options?: CliOptions): Promise<Finished> {
  return finished(launch(args, options));
}

export interface CliHost {
  readonly url: string;
  readonly process: ChildProcess;
  /** The output up to the line with the address. */
  readonly announced: string;
  /** The printed key; empty if none was printed. */
  readonly key: string;
  readonly finished: Promise<Finished>;
  /** Sends SIGTERM and waits for the end. */
  stop(): Promise<Finished>;
}

/** Runs `chronoscribe start …` on a free port. */
export async function startCli(args: readonly string[], options?: CliOptions): Promise<CliHost> {
  const child = launch([options?.command ?? 'start', '--port', '0', ...args], options);
  const end = finished(child);
  const announced = await new Promise<string>((resolve, reject) => {
    let seen = '';
    child.stdout.on('data', (piece: Buffer) => {
      seen += String(piece);
      if (/^listening on .*\n/m.test(seen)) resolve(seen);
    });
    void end.then(({ code, stderr }) => reject(new Error(`ended with ${code} before it listened: ${stderr}`)));
  });
  return {
    url: /^listening on (.*)$/m.exec(announced)?.[1] ?? '',
    process: child,
    announced,
    key: /csk_\S+/.exec(announced)?.[0] ?? '',
    finished: end,
    stop() {
      child.kill('SIGTERM');
      return end;
    },
  };
}

const running = new Set<ChildProcess>();
// Kills what a failed test left running.
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Starts `chronoscribe …` in a child process. */
export function launch(args: readonly string[], { environment = {}, workingDirectory, under = [] }: CliOptions = {}) {
  const [first = process.execPath, ...rest] = [...under, process.execPath];
  const child = spawn(first, [...rest, '--conditions=chronoscribe-source', program, ...args], {
    cwd: workingDirectory,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      // Another program that runs the process may count or forbid its writes.
      ...(under.length === 0 && { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  child.once('close', () => running.delete(child));
  return child;
}

async function finished(child: ReturnType<typeof launch>): Promise<Finished> {
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, stdout, stderr };
}
