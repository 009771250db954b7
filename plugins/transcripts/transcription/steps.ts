import { Problem, type StepContext, type UploadedFile } from 'chronoscribe';
import type { Transcriber } from 'chronoscribe/kinds/transcriber';
import type { Transcript } from '../kind.ts';
import { noSpeech } from '../sound/loudness.ts';
import { type RecordingTools, withDecodedRecording } from '../sound/recording.ts';
import type { CueReader } from './cue-reader.ts';
import { loadSegments, segmentLines } from './segment-file.ts';
import { segmentsOf } from './segments.ts';

interface Tools extends RecordingTools {
  readonly transcriber: Transcriber;
  readonly cueReader: CueReader;
  /** Longest recording. */
  readonly maxHours: number;
  /** Largest transcript. */
  readonly maxTranscriptBytes: number;
}

/** What came in: sound, or words with times from a subtitle file. `blob` is the upload. */
export type Intake =
  | { readonly type: 'sound'; readonly blob: string }
  | { readonly type: 'cues'; readonly blob: string; readonly format: CueFormat };

/**
 * A transcript as a run keeps it: its segments are a file in the blob store, because each step of a run is handed all
 * that the steps before it returned. Runs of an earlier version hold the segments themselves.
 */
export interface StoredTranscript extends Omit<Transcript, 'segments'> {
  readonly segments: string | Transcript['segments'];
}

interface TranscriptOptions {
  readonly language?: string | undefined;
  readonly speakers?: number | undefined;
}

/** As the host tells them from the content of an upload. */
export const soundTypes = [
  'audio/wav',
  'audio/mpeg',
  'audio/mp4',
  'audio/x-m4a',
  'video/mp4',
  'audio/aac',
  'audio/ogg',
  'video/webm',
  'audio/flac',
  'audio/amr',
];

const cueFormats = { 'text/vtt': 'vtt', 'application/x-subrip': 'srt' } as const;
type CueFormat = (typeof cueFormats)[keyof typeof cueFormats];
export const cueTypes = Object.keys(cueFormats);

/** The steps from an upload to a transcript. */
export interface TranscriptSteps {
  /**
   * Tells by its type how an upload is transcribed.
   *
   * @throws Problem `unsupported-media-type`, `unreadable-file` for an empty file, `too-large` for a large transcript.
   */
  intake(file: UploadedFile): Intake;
  /**
   * Decodes and recognises sound, or reads cues, and writes the segments into a blob of the run.
   *
   * @throws Problem `no-speech` if nobody says anything; what the decoder, the transcriber and the cue reader throw.
   */
  transcribe(intake: Intake, options: TranscriptOptions, context: StepContext): Promise<StoredTranscript>;
  /** Reads the segments of a stored transcript. */
  load(stored: StoredTranscript): Promise<Transcript>;
}

export function transcriptSteps({
  transcriber,
  cueReader,
  maxHours,
  maxTranscriptBytes,
  ...tools
}: Tools): TranscriptSteps {
  const { blobs } = tools;
  return {
    intake({ blob, bytes, type }) {
      if (isCueType(type)) {
        if (bytes > maxTranscriptBytes) throw tooLarge(maxTranscriptBytes);
        return { type: 'cues', blob, format: cueFormats[type] };
      }
      if (bytes === 0) throw new Problem('unreadable-file', { detail: 'The recording is empty.' });
      if (!soundTypes.includes(type)) throw unknownType(type);
      return { type: 'sound', blob };
    },

    transcribe: (intake, options, context) =>
      intake.type === 'cues' ? readCues(intake, options, context) : recognise(intake, options, context),

    async load({ segments, ...transcript }) {
      return { ...transcript, segments: typeof segments === 'string' ? await loadSegments(blobs, segments) : segments };
    },
  };

  async function readCues(
    { blob, format }: Intake & { type: 'cues' },
    { language }: TranscriptOptions,
    { runId, signal }: StepContext,
  ): Promise<StoredTranscript> {
    const { durationMs, count, lines } = await blobs.withFile(blob, (path) => cueReader.read(path, signal));
    if (count === 0) throw noSpeech('The transcript has no cues: there is nothing to write a note from.');
    const engine = { provider: format, model: null, version: null };
    const segments = await save(runId, lines, signal);
    return { language: language ?? null, durationMs, segments, engine, warnings: [] };
  }

  async function recognise(
    { blob }: Intake & { type: 'sound' },
    options: TranscriptOptions,
    { runId, signal, progress }: StepContext,
  ): Promise<StoredTranscript> {
    return withDecodedRecording({ blob, maxHours, signal }, tools, async ({ path, durationMs, warnings }) => {
      const result = await transcriber.transcribe({ path, durationMs }, { ...options, signal, progress });
      const segments = segmentsOf(result.utterances, durationMs);
      if (segments.length === 0) {
        throw noSpeech('Nobody speaks in the recording: there is nothing to write a note from.');
      }
      return {
        language: result.language ?? options.language ?? null,
        durationMs,
        segments: await save(runId, segmentLines(segments), signal),
        engine: result.engine,
        warnings: [...warnings, ...result.warnings],
      };
    });
  }

  /** Under the run's own prefix: the host deletes it with the run's uploads. */
  async function save(runId: string, lines: Iterable<Uint8Array>, signal: AbortSignal): Promise<string> {
    const blob = `runs/${runId}/segments.jsonl`;
    await blobs.write(blob, asyncOf(lines), { signal });
    return blob;
  }
}

async function* asyncOf<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items;
}

function isCueType(type: string): type is keyof typeof cueFormats {
  return Object.hasOwn(cueFormats, type);
}

function tooLarge(maxBytes: number): Problem {
  const limit = `${Math.round((maxBytes / 1024 ** 2) * 100) / 100} MiB`;
  return new Problem('too-large', { detail: `The transcript is larger than ${limit}. Send it in parts.` });
}

/** Some requests take files of any type: each is looked at in its own run. */
function unknownType(type: string): Problem {
  return new Problem('unsupported-media-type', {
    detail:
      `The content is ${type}; send sound (wav, mp3, m4a, mp4, aac, ogg, opus, webm, flac, amr) ` +
      'or a transcript (WebVTT, SRT).',
  });
}
