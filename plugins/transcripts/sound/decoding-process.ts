import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { Problem } from 'chronoscribe';
import type { DecodingLimits, SoundSink } from './decoder.ts';

/** How a decoding process ended. */
export interface Ending {
  /** Null where a signal ended it. */
  readonly exitCode: number | null;
  /** How much sound came before. */
  readonly bytes: number;
  /** The last 4 KB that it wrote to standard error. */
  readonly complaint: string;
}

interface Order {
  readonly command: string;
  readonly arguments: readonly string[];
  readonly limits: DecodingLimits;
  readonly sink: SoundSink;
  readonly signal: AbortSignal;
}

const complaintLength = 4096;
const memoryCheckMs = 200;

/**
 * Runs a program that writes sound to its standard output, and supervises it. The program is dead when the promise settles.
 *
 * @throws Problem `unreadable-file` where the process goes over a limit; `provider-unavailable` where it cannot be started; the
 *   reason of the signal; what the sink throws.
 */
export async function runDecodingProcess({ command, arguments: args, limits, sink, signal }: Order): Promise<Ending> {
  signal.throwIfAborted();
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env: environment(), windowsHide: true });
  const closed = once(child, 'close');
  closed.catch(() => {}); // It is awaited below; until then a failed start must not count as unhandled.

  const guard = superviseProcess(child, limits, signal);
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-complaintLength);
  });

  let bytes = 0;
  try {
    for await (const piece of child.stdout) {
      guard.alive();
      await sink(piece);
      guard.alive();
      bytes += piece.length;
    }
    await closed;
  } catch (thrown) {
    throw isSystemError(thrown, 'spawn') ? cannotStart(command, thrown) : thrown;
  } finally {
    guard.release();
    child.kill('SIGKILL');
    await closed.catch(() => {});
  }
  signal.throwIfAborted();
  if (guard.verdict !== undefined) throw new Problem('unreadable-file', { detail: guard.verdict, cause: new Error(complaint) });
  return { exitCode: child.exitCode, bytes, complaint };
}

interface Guard {
  /** Why the process was killed, as a sentence for the caller; undefined where it was not, or for the caller's own signal. */
  readonly verdict: string | undefined;
  /** The process has done something. */
  alive(): void;
  release(): void;
}

function superviseProcess(child: ChildProcess, limits: DecodingLimits, signal: AbortSignal): Guard {
  let verdict: string | undefined;
  const kill = (why?: string) => {
    verdict ??= why;
    child.kill('SIGKILL');
  };
  const abort = () => kill();
  signal.addEventListener('abort', abort, { once: true });
  const stall = setTimeout(
    () => kill(`Decoding the recording hung: no sound came for ${limits.stallMs / 1000} s. The file may be damaged.`),
    limits.stallMs,
  );
  const total = setTimeout(
    () => kill(`Decoding the recording took longer than ${limits.totalMs / 1000} s. The file may be damaged.`),
    limits.totalMs,
  );
  const memory = setInterval(async () => {
    if ((await residentBytes(child.pid)) > limits.memoryBytes) {
      kill(
        `Decoding the recording took more than ${Math.round(limits.memoryBytes / 1024 ** 2)} MB of memory. The file may be damaged.`,
      );
    }
  }, memoryCheckMs);
  return {
    get verdict() {
      return verdict;
    },
    alive: () => stall.refresh(),
    release() {
      signal.removeEventListener('abort', abort);
      clearTimeout(stall);
      clearTimeout(total);
      clearInterval(memory);
    },
  };
}

/** Zero where it cannot be told: the process is gone, or the system has no `/proc`. */
async function residentBytes(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
}

/** Only what a program needs to start: keys in the host's environment are no business of a decoder. */
function environment(): NodeJS.ProcessEnv {
  const kept = ['PATH', 'LD_LIBRARY_PATH', 'SystemRoot'];
  return Object.fromEntries(kept.map((name) => [name, process.env[name]]));
}

function isSystemError(thrown: unknown, call: string): thrown is NodeJS.ErrnoException {
  return thrown instanceof Error && 'syscall' in thrown && String(thrown.syscall).startsWith(call);
}

function cannotStart(command: string, cause: NodeJS.ErrnoException): Problem {
  return new Problem('provider-unavailable', {
    detail: `The decoder ${command} could not be started (${cause.code ?? 'unknown reason'}). Restart the host after mending it.`,
    transient: cause.code === 'EAGAIN' || cause.code === 'ENOMEM',
    cause,
  });
}
