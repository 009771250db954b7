import { awaitAnswer, type ScriptProcess, startScript } from 'chronoscribe/child-process';
import type { TranscribeOptions } from 'chronoscribe/kinds/transcriber';
import { toMilliseconds } from 'chronoscribe/voices';
import { stemOf } from '../pieces.ts';
import { hearEach } from '../piecewise.ts';
import { type PartNames, problemOf } from './faults.ts';
import { type Engine, endOfPiece, type Order, type Part, type Report, type Request, report } from './protocol.ts';

/** Limits of the recogniser process. */
export interface ProcessLimits {
  /** Longest time without a report, in milliseconds. */
  readonly stallMs: number;
  /** Resident memory; enforced on Linux only. */
  readonly memoryBytes: number;
}

interface Supervision extends Pick<TranscribeOptions, 'checkpoint' | 'kept' | 'signal' | 'progress'> {
  readonly limits: ProcessLimits;
  /** What names the models in the key of a checkpoint. */
  readonly key: readonly unknown[];
  /** What names them in a problem. */
  readonly names: PartNames;
}

type Answer = Extract<Report, { readonly type: 'found' | 'heard' }>;

const complaintLength = 4096;

/**
 * Recognises a recording in a child process, which has ended when the promise settles, or is kept with `kept` for the
 * parts of the recording. What was heard of each piece is a checkpoint, and so is where somebody speaks: no process is
 * started where all is known.
 *
 * @throws Problem if the process fails, which has ended then; the reason of the signal; what `checkpoint` throws
 */
export async function runRecogniser(engine: Engine, order: Order, supervision: Supervision) {
  const { signal, progress, checkpoint = (_key, work) => work(), key } = supervision;
  signal.throwIfAborted();
  const { recording, language, speakers, turns } = order;
  const { files } = engine;
  const voices = turns ?? (files.embedding === null ? null : [files.segmentation, files.embedding, speakers]);
  await using own = new AsyncDisposableStack();
  const { ask } = recogniserIn(supervision.kept ?? own, engine, recording);
  const found = await checkpoint(JSON.stringify([...key, language, files.voiceActivity, voices, 'speech']), () =>
    ask({ type: 'find', ...order }, 'found', supervision),
  );
  const pieces = found.pieces.map((piece) => ({
    ...{ piece, startMs: toMilliseconds(piece.start), endMs: toMilliseconds(piece.end) },
  }));
  const spoken = language ?? found.language;
  const heard = await hearEach(
    pieces.map((each) => [each]),
    { checkpoint, progress: (fraction) => progress(found.share + fraction * (1 - found.share)) },
    {
      key: ({ piece: { start, end } }) => [...key, spoken, start, end],
      async *hear(missing) {
        for (const each of missing) {
          const request = { type: 'hear', recording, piece: each.piece, language: spoken } as const;
          yield [each, await ask(request, 'heard', supervision)] as const;
        }
      },
    },
  );
  return {
    // Who speaks is not a part of the key.
    pieces: heard.map(({ piece }, at) => ({ ...piece, speaker: found.pieces[at]?.speaker ?? null })),
    /** Whisper's code; null if nobody speaks, or the model knows only English. */
    language: heard.at(-1)?.language ?? null,
    /** Of sherpa-onnx. */
    version: found.version,
  };
}

/** The recogniser of a recording and of its parts. */
interface Kept {
  readonly engine: string;
  readonly recogniser: ReturnType<typeof lazyRecogniser>;
}
const keptIn = new WeakMap<AsyncDisposableStack, Kept>();

function recogniserIn(stack: AsyncDisposableStack, engine: Engine, recording: string): Kept['recogniser'] {
  const name = JSON.stringify(engine);
  const kept = keptIn.get(stack);
  // Models for voices may have come in the meantime.
  if (kept?.engine === name) return kept.recogniser;
  const recogniser = stack.use(lazyRecogniser(engine, recording));
  keptIn.set(stack, { engine: name, recogniser });
  return recogniser;
}

/** A recogniser process that is started with the first request, and again with the next one after it has ended. */
function lazyRecogniser(engine: Engine, recording: string) {
  let running: { readonly child: ScriptProcess; readonly complaint: Complaints; loading: Part | null } | undefined;
  const start = ({ memoryBytes }: ProcessLimits) => {
    const complaint = complaints();
    const child = startScript(
      {
        url: new URL('./recogniser-child.ts', import.meta.url),
        heapMegabytes: 256,
        reads: [`${stemOf(recording)}*`, ...Object.values(engine.files).filter((file) => file !== null)],
        addons: true,
      },
      { memoryBytes, onStderr: complaint.add },
    );
    child.send(engine);
    return { child, complaint, loading: null };
  };

  return {
    /** @throws Problem if the process fails; the reason of the signal */
    async ask<Type extends Answer['type']>(
      request: Request,
      type: Type,
      { limits, signal, progress, names }: Supervision,
    ): Promise<Extract<Answer, { type: Type }>> {
      running = running?.child.isAlive ? running : start(limits);
      const asked = running;
      const { child, complaint } = asked;
      const nonsense = (what: string) => problemOf({ status: 'nonsense', cause: new Error(what) }, names);
      const outcome = await awaitAnswer(child, {
        request,
        limits: { inactivityMs: limits.stallMs },
        signal,
        onMessage(message): Answer | undefined {
          const { data: said } = report.safeParse(message);
          if (said === undefined) throw nonsense('a report in another shape than was expected');
          asked.loading = said.type === 'loading' ? said.part : null;
          if (said.type === 'progress') progress(said.fraction);
          return said.type === 'found' || said.type === 'heard' ? said : undefined;
        },
      });
      // Standard error may arrive after the report of a piece, or after the last message.
      await (outcome.status === 'answered' && type === 'heard'
        ? Promise.race([complaint.endOfPiece(), child.exit])
        : outcome.status !== 'answered' && child.kill());
      if (complaint.ofFailure) {
        await child.kill();
        throw nonsense(complaint.end);
      }
      if (outcome.status !== 'answered')
        throw problemOf({ ...outcome, ...limits, loading: asked.loading, complaint: complaint.end }, names);
      // A process answers what it was asked.
      return outcome.answer as Extract<Answer, { type: Type }>;
    },
    async [Symbol.asyncDispose]() {
      await running?.child.kill();
    },
  };
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
