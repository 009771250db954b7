import type { Recording, TranscribeOptions, Transcription, Utterance } from 'chronoscribe/kinds/transcriber';
import { languageTag } from 'chronoscribe/language';
import { utteranceOfSegment } from '../heard-segments.ts';
import { spokenWords } from '../heard-words.ts';
import type { Passage } from '../passages.ts';
import { bytesPerMs, isSilent, type Loudness, sampleRangeOf } from '../pieces.ts';
import { hearPiecewise } from '../piecewise.ts';
import { primaryLanguage } from '../programs/recogniser.ts';
import { movedBy, withListedWords } from '../spoken-words.ts';
import { isSoundName, tidyUtterances } from '../utterances.ts';
import type { SampleRange } from '../wav.ts';
import type { AudioClient, ResponseFormat, Segment, Transcript } from './client.ts';
import { formOverheadBytes } from './form.ts';

export interface Work {
  readonly client: AudioClient;
  readonly baseUrl: string;
  readonly model: string;
  readonly format: ResponseFormat;
  /** Words to expect. */
  readonly prompt: string | undefined;
  readonly maxUploadBytes: number;
  readonly pieceMinutes: number;
}

/** The share of a piece's progress that is the upload: servers report no progress. */
const uploadedShare = 0.3;

/** Sends a recording piece by piece and joins the results. */
export async function transcribe(work: Work, recording: Recording, options: TranscribeOptions): Promise<Transcription> {
  const { client, model, format, prompt, baseUrl } = work;
  const { path, durationMs } = recording;
  // Servers accept only ISO 639 codes.
  const asked = options.language === undefined ? undefined : primaryLanguage(options.language);
  const heard = await hearPiecewise(
    {
      engine: ['openai-compatible', baseUrl, model, format, prompt ?? null],
      pieceMinutes: work.pieceMinutes,
      longestBytes: work.maxUploadBytes - formOverheadBytes,
      keepsLanguage: false,
      together: 1,
      async *hear(missing, { levels, progress }) {
        for (const piece of missing) {
          const sound = placeOf(piece, await sampleRangeOf(path));
          let sent = 0;
          const order = { path, sound, model, format, prompt, language: asked };
          const answer = await client.transcribe(order, options.signal, (bytes) => {
            sent += bytes;
            progress((sent / sound.bytes) * uploadedShare);
          });
          const language = answer.language ? languageTag(answer.language) : null;
          yield [piece, { ...pieceResult(answer, piece, levels), language }] as const;
        }
      },
    },
    recording,
    options,
  );
  const { pieces } = heard;
  return {
    language: heard.language ?? (pieces.length > 0 && asked !== undefined ? languageTag(asked) : null),
    utterances: tidyUtterances(heard.utterances, durationMs),
    engine: { provider: 'openai-compatible', model, version: null },
    warnings: [...warningsOf(pieces), ...heard.warnings],
  };
}

function placeOf({ startMs, endMs }: Passage, { begin, bytes }: SampleRange): SampleRange {
  const skipped = startMs * bytesPerMs;
  return { begin: begin + skipped, bytes: Math.min(endMs * bytesPerMs, bytes) - skipped };
}

function warningsOf(hearings: readonly PieceResult[]): readonly string[] {
  const leftOut = hearings
    .flatMap((each) => each.leftOut)
    .map(({ startMs, endMs }) => `${clock(startMs)}–${clock(endMs)}`);
  return [
    ...(leftOut.length > 0
      ? [
          `Left out, because the recogniser itself doubts that it was said: ${leftOut.join(', ')}. Listen to the recording there.`,
        ]
      : []),
    ...(hearings.every(({ hasTimes }) => hasTimes)
      ? []
      : ['The recogniser does not say when what was said: times are those of whole parts of the recording.']),
  ];
}

/** `hh:mm:ss`. */
function clock(ms: number): string {
  return new Date(ms).toISOString().slice(11, 19);
}

/** The result for one piece; times in milliseconds from the start of the recording. */
interface PieceResult {
  readonly utterances: readonly Utterance[];
  /** Text that the recogniser probably hallucinated. */
  readonly leftOut: readonly Passage[];
  /** Whether the server returned times. */
  readonly hasTimes: boolean;
}

/** Converts the response for a piece to times of the recording, without silence and hallucinations. */
function pieceResult({ text, segments, words }: Transcript, piece: Passage, levels: Loudness): PieceResult {
  if (!segments?.length) {
    const utterance = { speaker: null, ...piece, text, confidence: null };
    const isSaid = text.trim() !== '' && !isSoundName(text);
    return { utterances: isSaid ? [utterance] : [], leftOut: [], hasTimes: !isSaid };
  }
  const unitMs = millisecondsPerUnit(segments, piece);
  const utterances = withListedWords(
    segments.map((segment) => utteranceOfSegment(segment, unitMs)),
    spokenWords(words, unitMs) ?? [],
  );
  const audible = segments.flatMap((segment, at) => {
    const utterance = utterances[at];
    if (utterance === undefined || isSoundName(segment.text)) return [];
    const moved = movedBy(piece.startMs, utterance);
    const [startMs, endMs] = [Math.min(moved.startMs, piece.endMs), Math.min(moved.endMs, piece.endMs)];
    return isSilent(levels, startMs, endMs) ? [] : [{ segment, utterance: { ...moved, startMs, endMs } }];
  });
  const [doubted, believed] = [true, false].map((wanted) =>
    audible.filter(({ segment }) => isLikelyHallucination(segment) === wanted),
  );
  return {
    utterances: (believed ?? []).map(({ utterance }) => utterance),
    leftOut: (doubted ?? []).map(({ utterance: { startMs, endMs } }) => ({ startMs, endMs })),
    hasTimes: true,
  };
}

/** Times are in seconds, as OpenAI specifies. LocalAI returned nanoseconds for long, which are beyond any recording. */
function millisecondsPerUnit(segments: readonly Segment[], { startMs, endMs }: Passage): number {
  const latest = Math.max(...segments.map(({ end }) => end));
  return latest > (endMs - startMs + 1000) * 1000 ? 1e-6 : 1e3;
}

/** Whisper's own thresholds for hallucinations (openai/whisper, `transcribe.py`). */
const unlikelySpeech = 0.6;
const unlikelyWords = -1;
const tooRepetitive = 2.4;

/** Whether a recogniser's scores show a hallucination: words without speech, or repeated words. */
function isLikelyHallucination({ no_speech_prob, avg_logprob, compression_ratio }: Segment): boolean {
  const isNoSpeech = (no_speech_prob ?? 0) > unlikelySpeech && (avg_logprob ?? 0) < unlikelyWords;
  return isNoSpeech || (compression_ratio ?? 0) > tooRepetitive;
}
