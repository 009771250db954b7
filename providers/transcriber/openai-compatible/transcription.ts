import { monotonicProgress } from 'chronoscribe';
import type { Recording, TranscribeOptions, Transcription, Utterance } from 'chronoscribe/kinds/transcriber';
import { languageTag } from 'chronoscribe/language';
import { bytesPerMs, isSilent, loudnessOf, type Piece, sampleRangeOf, splitAtPauses } from '../pieces.ts';
import { tidyUtterances } from '../utterances.ts';
import type { SampleRange } from '../wav.ts';
import type { AudioClient, ResponseFormat } from './client.ts';
import { formOverheadBytes } from './form.ts';
import { type PieceResult, pieceResult, vendorLanguage } from './recognition.ts';

export interface Work {
  readonly client: AudioClient;
  readonly model: string;
  readonly format: ResponseFormat;
  /** Words to expect. */
  readonly prompt: string | undefined;
  readonly maxUploadBytes: number;
}

/** The share of a piece's progress that is the upload: servers report no progress. */
const uploadedShare = 0.3;

/** Sends a recording piece by piece and joins the results. Silent pieces are not sent: Whisper would hallucinate. */
export async function transcribe(work: Work, recording: Recording, options: TranscribeOptions): Promise<Transcription> {
  const { signal } = options;
  signal.throwIfAborted();
  const { path, durationMs } = recording;
  const sound = await sampleRangeOf(path);
  const levels = await loudnessOf(path, sound, signal).catch((thrown: unknown) => {
    signal.throwIfAborted();
    throw thrown;
  });
  const pieces = splitAtPauses(levels, work.maxUploadBytes - formOverheadBytes).filter(
    ({ startMs, endMs }) => !isSilent(levels, startMs, endMs),
  );
  const language = options.language === undefined ? undefined : vendorLanguage(options.language);
  const progress = monotonicProgress(options.progress);

  const hearings: PieceResult[] = [];
  let heardLanguage: string | null = null;
  for (const [index, piece] of pieces.entries()) {
    const part = placeOf(piece, sound);
    let sent = 0;
    const order = { path, sound: part, model: work.model, format: work.format, prompt: work.prompt, language };
    const answer = await work.client.transcribe(order, signal, (bytes) => {
      sent += bytes;
      progress((index + (sent / part.bytes) * uploadedShare) / pieces.length);
    });
    heardLanguage ??= answer.language ? languageTag(answer.language) : null;
    hearings.push(pieceResult(answer, piece, levels));
    progress((index + 1) / pieces.length);
  }
  progress(1);
  return {
    language: heardLanguage ?? (pieces.length > 0 && language !== undefined ? languageTag(language) : null),
    utterances: tidyUtterances(hearings.flatMap(withOwnVoices), durationMs),
    engine: { provider: 'openai-compatible', model: work.model, version: null },
    warnings: warningsOf(hearings),
  };
}

function placeOf({ startMs, endMs }: Piece, { begin, bytes }: SampleRange): SampleRange {
  const skipped = startMs * bytesPerMs;
  return { begin: begin + skipped, bytes: Math.min(endMs * bytesPerMs, bytes) - skipped };
}

/** Speaker labels are valid within one upload only. */
function withOwnVoices(
  { utterances }: PieceResult,
  index: number,
  { length }: { readonly length: number },
): readonly Utterance[] {
  if (length === 1) return utterances;
  return utterances.map((said) =>
    said.speaker === null ? said : { ...said, speaker: `${index + 1}-${said.speaker}` },
  );
}

function warningsOf(hearings: readonly PieceResult[]): readonly string[] {
  const leftOut = hearings
    .flatMap((each) => each.leftOut)
    .map(({ startMs, endMs }) => `${clock(startMs)}–${clock(endMs)}`);
  const withVoices = hearings.filter(({ utterances }) => utterances.some(({ speaker }) => speaker !== null));
  return [
    ...(leftOut.length > 0
      ? [
          `Left out, because the recogniser itself doubts that it was said: ${leftOut.join(', ')}. Listen to the recording there.`,
        ]
      : []),
    ...(hearings.every(({ hasTimes }) => hasTimes)
      ? []
      : ['The recogniser does not say when what was said: times are those of whole parts of the recording.']),
    ...(withVoices.length > 1
      ? [
          `The recording was sent in ${hearings.length} parts, and each has its own speakers: one person may appear as several.`,
        ]
      : []),
  ];
}

/** `hh:mm:ss`. */
function clock(ms: number): string {
  return new Date(ms).toISOString().slice(11, 19);
}
