import { awaitAnswer, startScript } from 'chronoscribe/child-process';
import { type Order, type Part, type RecognisedPiece, type Report, report } from './protocol.ts';

/** What the process of the recogniser may take. */
export interface ProcessLimits {
  /** Time without any sign of life, in milliseconds. */
  readonly stallMs: number;
  /** Resident memory; watched on Linux only. */
  readonly memoryBytes: number;
}

/** How a recognition ended. */
export type Outcome =
  | {
      readonly status: 'done';
      readonly pieces: readonly RecognisedPiece[];
      /** Whisper's code; null where nobody speaks, or where the model knows English only. */
      readonly language: string | null;
      /** Of sherpa-onnx. */
      readonly version: string;
    }
  | { readonly status: 'not-started'; readonly cause: Error }
  | { readonly status: 'stalled' }
  | { readonly status: 'too-large'; readonly bytes: number }
  /** It said something that makes no sense, or that the model failed on the sound. */
  | { readonly status: 'nonsense'; readonly cause: Error }
  | {
      readonly status: 'died';
      readonly signal: NodeJS.Signals | null;
      /** The model that it was loading; null: it was at work. */
      readonly loading: Part | null;
      readonly cause: Error;
    };

interface Supervision {
  readonly limits: ProcessLimits;
  readonly signal: AbortSignal;
  /** 0 to 1, as often as there is news. */
  progress(fraction: number): void;
}

const complaintLength = 4096;

/**
 * Lets a process of its own recognise a recording, and supervises it. It is dead when the promise settles.
 *
 * @throws the reason of the signal.
 */
export async function runRecogniser(order: Order, { limits, signal, progress }: Supervision): Promise<Outcome> {
  signal.throwIfAborted();
  const complaint = complaints();
  await using child = startScript(
    { url: new URL('./recogniser-child.ts', import.meta.url), heapMegabytes: 256 },
    { memoryBytes: limits.memoryBytes, onStderr: complaint.add },
  );
  const pieces: RecognisedPiece[] = [];
  let loading: Part | null = null;
  const take = (said: Report): Outcome | undefined => {
    loading = said.type === 'loading' ? said.part : null;
    switch (said.type) {
      case 'loading':
        return undefined;
      case 'progress':
        progress(said.fraction);
        return undefined;
      case 'heard':
        pieces.push(said.piece);
        return undefined;
      case 'done':
        return { status: 'done', pieces, language: said.language, version: said.version };
      default:
        return said satisfies never;
    }
  };

  const outcome = await awaitAnswer(child, {
    request: order,
    limits: { inactivityMs: limits.stallMs },
    signal,
    onMessage(message): Outcome | undefined {
      const said = report.safeParse(message);
      if (!said.success) return nonsense('a report in another shape than was expected');
      return complaint.ofFailure ? nonsense(complaint.end) : take(said.data);
    },
  });
  // Its last complaint may be read after its last message.
  await child.kill();
  switch (outcome.status) {
    case 'answered':
      return complaint.ofFailure ? nonsense(complaint.end) : outcome.answer;
    case 'exceeded':
      return outcome.limit === 'memory' ? { status: 'too-large', bytes: limits.memoryBytes } : { status: 'stalled' };
    case 'ended': {
      const cause = new Error(`the recogniser ended with ${outcome.signal ?? outcome.code}: ${complaint.end}`);
      return { status: 'died', signal: outcome.signal, loading, cause };
    }
    case 'not-started':
      return outcome;
    default:
      return outcome satisfies never;
  }
}

function nonsense(what: string): Outcome {
  return { status: 'nonsense', cause: new Error(what) };
}

interface Complaints {
  /** Where Whisper fails on a piece of sound, sherpa-onnx only prints so, and answers as if nobody had spoken. */
  readonly ofFailure: boolean;
  /** What was printed last. */
  readonly end: string;
  add(text: string): void;
}

function complaints(): Complaints {
  let end = '';
  let ofFailure = false;
  return {
    get end() {
      return end;
    },
    get ofFailure() {
      return ofFailure;
    },
    add(text) {
      end = (end + text).slice(-complaintLength);
      ofFailure ||= end.includes('Caught exception');
    },
  };
}
