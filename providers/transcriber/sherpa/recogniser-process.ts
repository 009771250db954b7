import { awaitAnswer, startScript } from 'chronoscribe/child-process';
import { type Order, type Part, type RecognisedPiece, type Report, report } from './protocol.ts';

/** Limits of the recogniser process. */
export interface ProcessLimits {
  /** Longest time without a report, in milliseconds. */
  readonly stallMs: number;
  /** Resident memory; enforced on Linux only. */
  readonly memoryBytes: number;
}

/** How a recognition ended. */
export type Outcome =
  | {
      readonly status: 'done';
      readonly pieces: readonly RecognisedPiece[];
      /** Whisper's code; null if nobody speaks, or the model knows only English. */
      readonly language: string | null;
      /** Of sherpa-onnx. */
      readonly version: string;
    }
  | { readonly status: 'not-started'; readonly cause: Error }
  | { readonly status: 'stalled' }
  | { readonly status: 'too-large'; readonly bytes: number }
  /** A report was malformed, or the model failed on the sound. */
  | { readonly status: 'nonsense'; readonly cause: Error }
  | {
      readonly status: 'died';
      readonly signal: NodeJS.Signals | null;
      /** The model that was being loaded; null: recognition had started. */
      readonly loading: Part | null;
      readonly cause: Error;
    };

interface Supervision {
  readonly limits: ProcessLimits;
  readonly signal: AbortSignal;
  /** The completed share, 0 to 1. */
  progress(fraction: number): void;
}

const complaintLength = 4096;

/**
 * Recognises a recording in a child process, which has ended when the promise settles.
 *
 * @returns the result, or how the process failed.
 * @throws the reason of the signal.
 */
export async function runRecogniser(order: Order, { limits, signal, progress }: Supervision): Promise<Outcome> {
  signal.throwIfAborted();
  const complaint = complaints();
  await using child = startScript(
    {
      url: new URL('./recogniser-child.ts', import.meta.url),
      heapMegabytes: 256,
      reads: [order.recording, ...Object.values(order.files).filter((file) => file !== null)],
      addons: true,
    },
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
  // Standard error may arrive after the last message.
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
  /** If Whisper fails on a piece of sound, sherpa-onnx only prints that, and returns an empty text. */
  readonly ofFailure: boolean;
  /** The end of what was printed. */
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
