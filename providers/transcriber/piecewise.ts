import { monotonicProgress } from 'chronoscribe';
import { z } from 'zod';
import type { Passage } from './passages.ts';
import { bytesPerMs, isSilent, type Loudness, loudnessOf, sampleRangeOf, splitAtPauses } from './pieces.ts';
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
export const usualPieceMinutes = 5;

/** What is heard of a piece; times in milliseconds from the start of the recording. */
export interface HeardPiece {
  readonly utterances: readonly Utterance[];
  /** BCP 47; null if it is not known. */
  readonly language: string | null;
}

/** A recogniser that gets a recording piece by piece. */
export interface PieceRecogniser<Heard extends HeardPiece> {
  /** All that a result depends on, beside the sound and the language: the provider, its model, its settings. */
  readonly engine: readonly unknown[];
  readonly pieceMinutes: number;
  /** The largest piece, for recordings without pauses. */
  readonly longestBytes: number;
  /** Whether the language of the first piece is that of all. */
  readonly keepsLanguage: boolean;
  /** @returns plain JSON */
  hear(piece: Passage, options: HearOptions): Promise<Heard>;
}

export interface HearOptions {
  /** BCP 47; undefined: to be detected. */
  readonly language: string | undefined;
  /** Of the whole recording. */
  readonly levels: Loudness;
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
  const most = Math.min(recogniser.pieceMinutes * 60_000 * bytesPerMs, longestBytes);
  // Recognisers invent text where nothing is to be heard.
  const pieces = splitAtPauses(levels, most, longestBytes).filter(
    ({ startMs, endMs }) => !isSilent(levels, startMs, endMs),
  );
  const progress = monotonicProgress(options.progress);
  let { language } = options;
  const heard = await hearEach(
    pieces,
    { ...options, progress },
    {
      key: (piece) => [...engine, language ?? null, piece.startMs, piece.endMs],
      hear: (piece, progress) => recogniser.hear(piece, { language, levels, progress }),
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

export interface EachPiece<P, Heard> {
  /** Names the engine, its settings, the language and the piece. */
  key(piece: P): readonly unknown[];
  hear(piece: P, progress: Progress): Promise<Heard>;
  heard?(result: Heard): void;
}

/**
 * Recognises pieces one after the other. Each result is a checkpoint: what is repeated after a crash asks only for the
 * pieces that were not done.
 */
export async function hearEach<P extends Passage, Heard>(
  pieces: readonly P[],
  { checkpoint = (_key, work) => work(), progress }: Pick<TranscribeOptions, 'checkpoint' | 'progress'>,
  each: EachPiece<P, Heard>,
): Promise<readonly Heard[]> {
  const total = pieces.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
  const results: Heard[] = [];
  let done = 0;
  for (const piece of pieces) {
    const length = piece.endMs - piece.startMs;
    const work = () => each.hear(piece, (fraction) => progress((done + fraction * length) / total));
    const result = await checkpoint(JSON.stringify(each.key(piece)), work);
    each.heard?.(result);
    results.push(result);
    done += length;
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
