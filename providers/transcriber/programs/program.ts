import { type ChildProcess, spawn } from 'node:child_process';
import { access, constants, stat } from 'node:fs/promises';
import { delimiter, join, resolve, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { Problem } from 'chronoscribe';
import { confined, killWithHost, programEnvironment } from 'chronoscribe/child-process';

/** Far more than four hours of speech with all tokens. A program that prints more is broken. */
export const maxOutputBytes = 64 * 1024 * 1024;

/** A line longer than this is not a progress report. */
const maxLineLength = 4096;

/** What a program may have beyond the least. */
export interface ProgramNeeds {
  /** Whether it may use the network. */
  readonly network: boolean;
  /** The names of variables of the host's environment that it gets. */
  readonly environment: readonly string[];
}

/** No network, and none of the host's own variables. */
export const theLeast: ProgramNeeds = { network: false, environment: [] };

export interface ProgramOptions {
  readonly needs: ProgramNeeds;
  /** When it aborts, the program and all that it started are killed. */
  readonly signal: AbortSignal;
  /** Gets each line of standard output and standard error as it is printed. */
  onLine(line: string): void;
}

/**
 * Runs a program without a shell, with an environment of few variables, and without network unless it needs it. Standard error is passed to `onLine` and not
 * kept: it may hold clinical text.
 *
 * @returns what the program prints on standard output.
 * @throws Problem `provider-unavailable` if the program cannot be started, `provider-failed` if its exit code is not 0
 *   or it prints more than `maxOutputBytes`; the reason of `signal`, after the program has ended.
 */
export async function runProgram(program: string, args: readonly string[], options: ProgramOptions): Promise<string> {
  const { needs, signal, onLine } = options;
  signal.throwIfAborted();
  // A process group, so that a script and its children can be killed together.
  // Such programs write files: results, and caches of their own.
  const allowance = { network: needs.network, opens: 'to-write' } as const;
  const { command, arguments: given } = confined({ command: program, arguments: args }, allowance);
  const start = () =>
    spawn(command, given, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: programEnvironment(needs.environment),
      detached: hasGroups,
      windowsHide: true,
    });
  const child = killWithHost(start, 'group');

  const kill = () => killGroup(child);
  const printed = keepWithin(child.stdout, maxOutputBytes, kill);
  readLines(child.stdout, onLine);
  readLines(child.stderr, onLine);

  signal.addEventListener('abort', kill, { once: true });
  try {
    const { code, killedBy } = await endOf(program, child);
    signal.throwIfAborted();
    if (printed.tooMuch)
      throw failed(`${program} printed more than ${maxOutputBytes} bytes, which no recording explains.`);
    if (killedBy !== null) throw failed(`${program} was ended by ${killedBy}, which often means that memory ran out.`);
    if (code !== 0) throw failed(`${program} ended with exit code ${code}.`);
    return Buffer.concat(printed.pieces).toString('utf8');
  } finally {
    signal.removeEventListener('abort', kill);
  }
}

interface Ending {
  readonly code: number | null;
  readonly killedBy: NodeJS.Signals | null;
}

/** Resolves when the process has ended and its pipes are read to the end. */
function endOf(program: string, child: ChildProcess): Promise<Ending> {
  return new Promise((resolve, reject) => {
    child.once('error', (cause) => {
      const detail = `${program} could not be started: ${cause.message}.`;
      reject(new Problem('provider-unavailable', { detail, cause }));
    });
    child.once('close', (code, killedBy) => resolve({ code, killedBy }));
  });
}

/** Collects a stream up to `limit` bytes; then calls `overflow` and discards the rest. */
function keepWithin(
  stream: Readable,
  limit: number,
  overflow: () => void,
): { readonly pieces: Buffer[]; tooMuch: boolean } {
  const kept = { pieces: [] as Buffer[], tooMuch: false };
  let bytes = 0;
  stream.on('data', (piece: Buffer) => {
    bytes += piece.length;
    if (bytes <= limit) {
      kept.pieces.push(piece);
    } else if (!kept.tooMuch) {
      kept.tooMuch = true;
      overflow();
    }
  });
  return kept;
}

/** Whisper.cpp ends its progress lines with a newline; others overwrite theirs with a carriage return. */
function readLines(stream: Readable, onLine: (line: string) => void): void {
  const decoder = new StringDecoder('utf8');
  let unfinished = '';
  stream.on('data', (piece: Buffer) => {
    const lines = (unfinished + decoder.write(piece)).split(/[\r\n]/);
    unfinished = (lines.pop() ?? '').slice(-maxLineLength);
    for (const line of lines) onLine(line);
  });
}

/** A problem of a program that runs and fails. */
export function failed(detail: string): Problem {
  return new Problem('provider-failed', { detail });
}

const hasGroups = process.platform !== 'win32';

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    if (hasGroups) process.kill(-child.pid, 'SIGKILL');
    else child.kill('SIGKILL');
  } catch (thrown) {
    // The process has just ended by itself.
    if (!(thrown instanceof Error && 'code' in thrown && thrown.code === 'ESRCH')) throw thrown;
  }
  // A grandchild that left the group may hold the pipes open. Its output is not needed.
  child.stdout?.destroy();
  child.stderr?.destroy();
}

/**
 * The file that runs as a program: the first executable of that name on the PATH, or `program` itself if it is a path.
 * Null if there is none.
 */
export async function findProgram(program: string): Promise<string | null> {
  const isPath = program.includes('/') || program.includes(sep);
  const folders = isPath ? [''] : (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const endings = process.platform === 'win32' ? ['', ...(process.env.PATHEXT ?? '.EXE').split(';')] : [''];

  for (const folder of folders) {
    for (const ending of endings) {
      const candidate = resolve(join(folder, program + ending));
      if (await isExecutableFile(candidate)) return candidate;
    }
  }
  return null;
}

async function isExecutableFile(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    // It does not exist or is not executable for us.
    return false;
  }
}
