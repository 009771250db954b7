import { monotonicProgress } from 'chronoscribe';
import { z } from 'zod';
import type { Passage } from './passages.ts';
import {
  bytesPerMs,
  isSilent,
  type Loudness,
  loudnessOf,
  sampleRangeOf,
  splitAtPauses,
  windowBytes,
} from './pieces.ts';
import type { Recording, TranscribeOptions, Utterance } from './transcriber.ts';

type Progress = (fraction: number) => void;

/** As long as any recording. */
export const longestPieceMinutes = 240;

/** The setting of recognisers that get a recording piece by piece. */
export const pieceMinutes = z
  .number()
  .min(0.02)
  .max(longestPieceMinutes)
  .describe(
    'about how many minutes of a recording are recognised at once; a longer one is cut at pauses, and a restart repeats only what was not done',
  );

/** The length of a piece where none is set: a restart costs little, and loading a model for each costs less. */
export const usualPieceMinutes = 10;

/** A piece may be so much longer than what is set. */
const mostOver = 1.2;

/** What is heard of a piece; times in milliseconds from the start of the recording. */
export interface HeardPiece {
  readonly utterances: readonly Utterance[];
  /** BCP 47; null if it is not known. */
  readonly language: string | null;
}

/** A recogniser that gets a recording in pieces. */
export interface PieceRecogniser<Heard extends HeardPiece> {
  /** All that a result depends on, beside the sound and the language: the provider, its model, its settings. */
  readonly engine: readonly unknown[];
  readonly pieceMinutes: number;
  /** The largest piece, for recordings without pauses. */
  readonly longestBytes: number;
  /** Whether the language of the first piece is that of all. */
  readonly keepsLanguage: boolean;
  /** The most pieces that it gets at once. */
  readonly together: number;
  hear(pieces: readonly Passage[], options: HearOptions): Found<Passage, Heard>;
}

/** The result of each piece, as plain JSON, as soon as it is whole. @throws if that of one is missing */
export type Found<P, Heard> = AsyncIterable<readonly [piece: P, heard: Heard]>;

export interface HearOptions {
  /** BCP 47; undefined: to be detected. */
  readonly language: string | undefined;
  /** Of the whole recording. */
  readonly levels: Loudness;
  /** Takes the share of the first piece that was not found. */
  readonly progress: Progress;
}

/** Cuts a recording at pauses, recognises each piece that is not silent, and joins the results. */
export async function hearPiecewise<Heard extends HeardPiece>(
  recogniser: PieceRecogniser<Heard>,
  { path }: Recording,
  options: TranscribeOptions,
) {
  const { signal } = options;
  signal.throwIfAborted();
  const levels = await loudnessOf(path, await sampleRangeOf(path), signal).catch((thrown: unknown) => {
    signal.throwIfAborted();
    throw thrown;
  });
  const { longestBytes, keepsLanguage, engine } = recogniser;
  const even = evenBytes(recogniser.pieceMinutes * 60_000 * bytesPerMs, levels.length * windowBytes);
  // Recognisers invent text where nothing is to be heard.
  const pieces = splitAtPauses(levels, Math.min(even, longestBytes), longestBytes).filter(
    ({ startMs, endMs }) => !isSilent(levels, startMs, endMs),
  );
  const progress = monotonicProgress(options.progress);
  let { language } = options;
  // The first alone, if it tells the language of the others.
  const alone = keepsLanguage && language === undefined ? 1 : 0;
  const heard = await hearEach(
    [pieces.slice(0, alone), ...inBatches(pieces.slice(alone), recogniser.together)],
    { ...options, progress },
    {
      key: (piece) => [...engine, language ?? null, piece.startMs, piece.endMs],
      hear: (missing, progress) => recogniser.hear(missing, { language, levels, progress }),
      heard: (result) => {
        if (keepsLanguage) language ??= result.language ?? undefined;
      },
    },
  );
  progress(1);
  return {
    pieces: heard,
    utterances: heard.flatMap(withOwnVoices),
    language: heard.find((each) => each.language !== null)?.language ?? null,
    warnings: voiceWarnings(heard),
  };
}

/** The most bytes of a piece where all are about as long: a short rest would cost a whole window of a recogniser too. */
function evenBytes(set: number, whole: number): number {
  const each = whole / Math.max(1, Math.ceil(whole / (set * mostOver)));
  // The cut is at a pause before.
  return each + Math.min(each / 4, 30_000 * bytesPerMs);
}

function inBatches<P>(pieces: readonly P[], most: number): readonly (readonly P[])[] {
  return Array.from({ length: Math.ceil(pieces.length / most) }, (_, at) => pieces.slice(at * most, (at + 1) * most));
}

export interface EachPiece<P, Heard> {
  /** Names the engine, its settings, the language and the piece. */
  key(piece: P): readonly unknown[];
  /** @param progress takes the share of the first piece that was not found */
  hear(pieces: readonly P[], progress: Progress): Found<P, Heard>;
  heard?(result: Heard): void;
}

/**
 * Recognises one batch of pieces after the other. Each result is a checkpoint as soon as it is found: what is repeated
 * after a crash asks only for the pieces that were not.
 */
export async function hearEach<P extends Passage, Heard>(
  batches: readonly (readonly P[])[],
  { checkpoint = (_key, work) => work(), progress }: Pick<TranscribeOptions, 'checkpoint' | 'progress'>,
  { key, hear, heard }: EachPiece<P, Heard>,
): Promise<readonly Heard[]> {
  const lengthOf = (pieces: readonly P[]) => pieces.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
  const total = lengthOf(batches.flat());
  const results: Heard[] = [];
  let done = 0;
  for (const batch of batches) {
    const missing = new Map<P, PromiseWithResolvers<Heard>>();
    const saved: Promise<Heard>[] = [];
    const look = (piece: P) =>
      new Promise<unknown>((known, fail) => {
        const result = checkpoint(JSON.stringify(key(piece)), () => {
          const awaited = Promise.withResolvers<Heard>();
          missing.set(piece, awaited);
          known(awaited);
          return awaited.promise;
        });
        saved.push(result);
        result.then(known, fail);
      });
    try {
      await Promise.all(batch.map(look));
      const left = batch.filter((piece) => missing.has(piece));
      done += lengthOf(batch) - lengthOf(left);
      const share = (fraction: number) => progress((done + fraction * lengthOf(left.slice(0, 1))) / total);
      for await (const [piece, result] of left.length > 0 ? hear([...left], share) : []) {
        missing.get(piece)?.resolve(result);
        left.splice(left.indexOf(piece), 1);
        done += lengthOf([piece]);
        progress(done / total);
      }
    } catch (thrown) {
      for (const { reject } of missing.values()) reject(thrown);
      // What was found is kept.
      await Promise.allSettled(saved);
      throw thrown;
    }
    const found = await Promise.all(saved);
    for (const result of found) heard?.(result);
    results.push(...found);
    progress(done / total);
  }
  return results;
}

/** The labels of speakers are valid within a piece only. */
function withOwnVoices(
  { utterances }: HeardPiece,
  index: number,
  { length }: { readonly length: number },
): readonly Utterance[] {
  if (length === 1) return utterances;
  return utterances.map((said) =>
    said.speaker === null ? said : { ...said, speaker: `${index + 1}-${said.speaker}` },
  );
}

function voiceWarnings(heard: readonly HeardPiece[]): readonly string[] {
  const withVoices = heard.filter(({ utterances }) => utterances.some(({ speaker }) => speaker !== null));
  if (withVoices.length < 2) return [];
  return [
    `The recording was recognised in ${heard.length} parts, and each has its own speakers: one person may appear as several.`,
  ];
}
