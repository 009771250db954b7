import { awaitAnswer, type ProcessExit, type ScriptProcess, startScript } from 'chronoscribe/child-process';
import type { TranscribeOptions } from 'chronoscribe/kinds/transcriber';
import { toMilliseconds } from 'chronoscribe/voices';
import { hearEach } from '../piecewise.ts';
import {
  endOfPiece,
  type Order,
  type Part,
  type RecognisedPiece,
  type Report,
  type Request,
  report,
} from './protocol.ts';

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

interface Supervision extends Pick<TranscribeOptions, 'checkpoint'> {
  readonly limits: ProcessLimits;
  readonly signal: AbortSignal;
  /** The completed share, 0 to 1. */
  progress(fraction: number): void;
  /** What names the models in the key of a checkpoint. */
  readonly engine: readonly unknown[];
}

type Answer = Extract<Report, { readonly type: 'found' | 'heard' }>;

const complaintLength = 4096;

/**
 * Recognises a recording in a child process, which has ended when the promise settles. What was heard of each piece is a
 * checkpoint, and so is where somebody speaks: no process is started where all is known.
 *
 * @returns the result, or how the process failed.
 * @throws the reason of the signal; what `checkpoint` throws
 */
export async function runRecogniser(order: Order, supervision: Supervision): Promise<Outcome> {
  const { signal, progress, checkpoint = (_key, work) => work(), engine } = supervision;
  signal.throwIfAborted();
  const { language, speakers, files, turns } = order;
  const voices = turns ?? (files.embedding === null ? null : [files.segmentation, files.embedding, speakers]);
  await using recogniser = lazyRecogniser(order, supervision);
  try {
    const key = JSON.stringify([...engine, language, files.voiceActivity, voices, 'speech']);
    const found = await checkpoint(key, () => recogniser.ask({ type: 'find' }, 'found'));
    const pieces = found.pieces.map((piece) => ({
      ...{ piece, startMs: toMilliseconds(piece.start), endMs: toMilliseconds(piece.end) },
    }));
    const heard = await hearEach(
      pieces,
      { checkpoint, progress: (fraction) => progress(found.share + fraction * (1 - found.share)) },
      {
        key: ({ piece: { start, end } }) => [...engine, language ?? found.language, start, end],
        hear: ({ piece }) => recogniser.ask({ type: 'hear', piece, language: found.language }, 'heard'),
      },
    );
    return {
      status: 'done',
      // Who speaks is not a part of the key.
      pieces: heard.map(({ piece }, at) => ({ ...piece, speaker: found.pieces[at]?.speaker ?? null })),
      language: heard.at(-1)?.language ?? null,
      version: found.version,
    };
  } catch (thrown) {
    if (thrown instanceof Failed) return thrown.outcome;
    throw thrown;
  }
}

class Failed extends Error {
  readonly outcome: Outcome;

  constructor(outcome: Outcome) {
    super(outcome.status);
    this.outcome = outcome;
  }
}

/** A recogniser process that is started with the first request. */
function lazyRecogniser(order: Order, { limits, signal, progress }: Supervision) {
  let child: ScriptProcess | undefined;
  let loading: Part | null = null;
  const complaint = complaints();
  const start = () => {
    child = startScript(
      {
        url: new URL('./recogniser-child.ts', import.meta.url),
        heapMegabytes: 256,
        reads: [order.recording, ...Object.values(order.files).filter((file) => file !== null)],
        addons: true,
      },
      { memoryBytes: limits.memoryBytes, onStderr: complaint.add },
    );
    child.send(order);
    return child;
  };
  const take = (said: Report): Answer | undefined => {
    loading = said.type === 'loading' ? said.part : null;
    switch (said.type) {
      case 'loading':
        return undefined;
      case 'progress':
        progress(said.fraction);
        return undefined;
      case 'found':
      case 'heard':
        return said;
      default:
        return said satisfies never;
    }
  };

  return {
    /** @throws Failed; the reason of the signal */
    async ask<Type extends Answer['type']>(request: Request, type: Type): Promise<Extract<Answer, { type: Type }>> {
      const asked = child ?? start();
      const outcome = await awaitAnswer(asked, {
        request,
        limits: { inactivityMs: limits.stallMs },
        signal,
        onMessage(message): Answer | undefined {
          const said = report.safeParse(message);
          if (!said.success) throw new Failed(nonsense('a report in another shape than was expected'));
          return take(said.data);
        },
      });
      // Standard error may arrive after the report of a piece, or after the last message.
      await (outcome.status === 'answered' && type === 'heard'
        ? Promise.race([complaint.endOfPiece(), asked.exit])
        : outcome.status !== 'answered' && asked.kill());
      if (complaint.ofFailure) throw new Failed(nonsense(complaint.end));
      if (outcome.status !== 'answered') throw new Failed(endOf(outcome));
      // A process answers what it was asked.
      return outcome.answer as Extract<Answer, { type: Type }>;
    },
    async [Symbol.asyncDispose]() {
      await child?.kill();
    },
  };

  function endOf(outcome: ProcessExit): Outcome {
    switch (outcome.status) {
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
}

function nonsense(what: string): Outcome {
  return { status: 'nonsense', cause: new Error(what) };
}

interface Complaints {
  /** If Whisper fails on a piece of sound, sherpa-onnx only prints that, and returns an empty text. */
  readonly ofFailure: boolean;
  /** The end of what was printed. */
  readonly end: string;
  /** Resolves when all is here that was printed until the next piece was heard. */
  endOfPiece(): Promise<void>;
  add(text: string): void;
}

function complaints(): Complaints {
  let end = '';
  let ofFailure = false;
  let pieces = 0;
  let waiting = Promise.withResolvers<void>();
  return {
    get end() {
      return end;
    },
    get ofFailure() {
      return ofFailure;
    },
    async endOfPiece() {
      while (pieces === 0) await waiting.promise;
      pieces -= 1;
    },
    add(text) {
      const parts = (end + text).split(endOfPiece);
      end = parts.join('').slice(-complaintLength);
      ofFailure ||= end.includes('Caught exception');
      pieces += parts.length - 1;
      waiting.resolve();
      waiting = Promise.withResolvers();
    },
  };
}
