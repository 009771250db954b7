import { spawn } from 'node:child_process';
import { addAbortListener, once } from 'node:events';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Problem } from 'chronoscribe';
import {
  type Allowance,
  confined,
  killWithHost,
  type Limit,
  minimalEnvironment,
  watchLimits,
} from 'chronoscribe/child-process';
import type { Decoder, DecodingLimits, SampleSink } from './decoder.ts';
import { headerBytes, wavSink } from './mix.ts';

/** How a decoding process ended. */
interface Ending {
  /** Null if a signal ended it. */
  readonly exitCode: number | null;
  /** The bytes of sound that it wrote. */
  readonly bytes: number;
  /** The last 4 KB that it wrote to standard error. */
  readonly stderr: string;
}

interface Order {
  readonly command: string;
  readonly arguments: readonly string[];
  /** Whether it opens a file to read. Default `nothing`. */
  readonly opens?: Allowance['opens'];
  /** What the program reads from its standard input. Default: nothing. */
  readonly source?: AsyncIterable<Uint8Array> | undefined;
  readonly limits: DecodingLimits;
  readonly sink: SampleSink;
  readonly signal: AbortSignal;
}

interface DecodingProgram {
  readonly description: string;
  /** How it is started for a file, or without one for its standard input; it writes a WAV file to its standard output. */
  command(path?: string): Pick<Order, 'command' | 'arguments'>;
  /** Why nothing came of it. */
  failure(ending: Ending): Problem;
  readonly limits: DecodingLimits;
}

/** A decoder that is a program. */
export function decoderBy({ description, command, failure, limits }: DecodingProgram): Decoder {
  const run = async (order: Order): Promise<boolean> => {
    const ending = await runDecodingProcess({ ...order, sink: wavSink(order.sink) });
    if (ending.exitCode === 0) return true;
    if (ending.bytes > headerBytes) return false;
    throw failure(ending);
  };
  const { memoryBytes } = limits;
  return {
    description,
    decode: (path, sink, signal) => run({ ...command(path), opens: 'to-read', limits, sink, signal }),
    decodeStream: (source, sink, signal) => run({ ...command(), source, limits: { memoryBytes }, sink, signal }),
  };
}

const stderrLength = 4096;

/**
 * Runs a program that writes sound to its standard output. It has ended when the promise settles.
 *
 * @throws Problem `unreadable-file` if the process exceeds a limit, `provider-unavailable` if it cannot be started; the
 *   reason of the signal; what the sink throws.
 */
export async function runDecodingProcess(order: Order): Promise<Ending> {
  const { command, source, limits, sink, signal } = order;
  signal.throwIfAborted();
  const isolated = confined(order, { opens: order.opens ?? 'nothing' });
  const child = killWithHost(() =>
    spawn(isolated.command, isolated.arguments, {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: minimalEnvironment(),
      windowsHide: true,
    }),
  );
  // A program that ends before its input has what it wants; what it did not read is no failure. One that the source
  // fails for is told by the end of its input, and the failure is thrown below.
  let sourceFailure: { readonly thrown: unknown } | undefined;
  pipeline(Readable.from(caught(source, (thrown) => (sourceFailure = { thrown }))), child.stdin).catch(() => {});
  const closed = once(child, 'close');
  closed.catch(() => {}); // It is awaited below; until then a failed start must not count as unhandled.

  const { stallMs, totalMs, memoryBytes } = limits;
  const watched = {
    ...(stallMs !== undefined && { inactivityMs: stallMs }),
    ...(totalMs !== undefined && { totalMs }),
    memoryBytes,
  };
  let exceeded: Limit | undefined;
  using watch = watchLimits(child.pid, watched, (limit) => {
    exceeded ??= limit;
    child.kill('SIGKILL');
  });
  using _aborting = addAbortListener(signal, () => child.kill('SIGKILL'));
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-stderrLength);
  });

  let bytes = 0;
  try {
    for await (const piece of child.stdout) {
      watch.refresh();
      await sink(piece);
      watch.refresh();
      bytes += piece.length;
    }
    await closed;
  } catch (thrown) {
    throw isSystemError(thrown, 'spawn') ? cannotStart(command, thrown) : thrown;
  } finally {
    child.kill('SIGKILL');
    await closed.catch(() => {});
  }
  signal.throwIfAborted();
  if (sourceFailure !== undefined) throw sourceFailure.thrown;
  if (exceeded !== undefined) {
    throw new Problem('unreadable-file', { detail: excess(exceeded, limits), cause: new Error(stderr) });
  }
  return { exitCode: child.exitCode, bytes, stderr };
}

/** The source up to its failure. */
async function* caught(
  source: AsyncIterable<Uint8Array> | undefined,
  onFailure: (thrown: unknown) => void,
): AsyncGenerator<Uint8Array> {
  if (source === undefined) return;
  try {
    yield* source;
  } catch (thrown) {
    onFailure(thrown);
  }
}

function excess(limit: Limit, { stallMs = 0, totalMs = 0, memoryBytes }: DecodingLimits): string {
  switch (limit) {
    case 'inactivity':
      return `Decoding the recording hung: no sound came for ${stallMs / 1000} s. The file may be damaged.`;
    case 'time':
      return `Decoding the recording took longer than ${totalMs / 1000} s. The file may be damaged.`;
    case 'memory':
      return `Decoding the recording took more than ${Math.round(memoryBytes / 1024 ** 2)} MB of memory. The file may be damaged.`;
    default:
      return limit satisfies never;
  }
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
