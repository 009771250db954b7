import { Problem, type StepContext, stepCheckpoints, type UploadedFile } from 'chronoscribe';
import { createPause } from 'chronoscribe/concurrency';
import type { Diarizer } from 'chronoscribe/kinds/diarizer';
import type { Punctuator } from 'chronoscribe/kinds/punctuator';
import type { Transcriber } from 'chronoscribe/kinds/transcriber';
import type { Segment, Transcript } from '../kind.ts';
import { isSoundType, soundFormats } from '../sound/formats.ts';
import { noSpeech } from '../sound/loudness.ts';
import { type RecordingTools, withDecodedRecording } from '../sound/recording.ts';
import { averageConfidence, unreliableWarning, withPunctuation, withVoices } from './refining.ts';
import { loadSegments, segmentLines, segmentsIn, segmentsOf } from './segments.ts';
import type { TranscriptReader } from './transcript-reader.ts';
import { sampleOf, type TranscriptFormat, transcriptFormats } from './uploaded-transcript.ts';

interface Tools extends RecordingTools {
  readonly transcriber: Transcriber;
  readonly diarizer: Diarizer;
  readonly punctuator: Punctuator;
  readonly reader: TranscriptReader;
  /** The media types that readers of other plugins know. */
  readonly otherTypes: () => readonly string[];
  /** Longest recording. */
  readonly maxHours: number;
  /** Largest transcript. */
  readonly maxTranscriptBytes: number;
  /** Below this average confidence a transcript is unreliable. */
  readonly minConfidence: number;
}

/** What came in: sound, or a transcript (`cues`). `blob` is the upload. */
type Intake =
  | { readonly type: 'sound'; readonly blob: string }
  | { readonly type: 'cues'; readonly blob: string; readonly format: TranscriptFormat };

/**
 * A transcript as a run keeps it: many segments are a file in the blob store, because each step of a run is handed all
 * that the steps before it returned. A few are kept as they are, which costs less than a file.
 */
interface StoredTranscript extends Omit<Transcript, 'segments'> {
  readonly segments: string | Transcript['segments'];
  /** Whether its words are too uncertain for a note; left out: no. */
  readonly unreliable?: boolean;
}

interface TranscriptOptions {
  readonly language?: string | undefined;
  readonly speakers?: number | undefined;
}

export const transcriptTypes = Object.keys(transcriptFormats);

/** JSON repeats each word with its times and scores, so it may be as many times as large. */
const jsonFactor = 4;

/** The share of the progress for the transcriber; the rest is for the diarizer. */
const heardShare = 0.9;

/** So few and short segments are no file. */
const maxKeptSegments = 500;
const maxKeptBytes = 64 * 1024;

export type TranscriptSteps = ReturnType<typeof transcriptSteps>;

/** The steps from an upload to a transcript. */
export function transcriptSteps({
  transcriber,
  diarizer,
  punctuator,
  reader,
  otherTypes,
  maxHours,
  maxTranscriptBytes,
  minConfidence,
  ...tools
}: Tools) {
  const { blobs } = tools;
  return {
    /**
     * Tells by its type how an upload is transcribed.
     *
     * @throws Problem `unsupported-media-type`, `unreadable-file` for an empty file, `too-large` for a large transcript.
     */
    intake({ blob, bytes, type }: UploadedFile): Intake {
      if (isTranscriptType(type) || otherTypes().includes(type)) {
        const format = isTranscriptType(type) ? transcriptFormats[type] : 'other';
        const maxBytes = format === 'json' ? jsonFactor * maxTranscriptBytes : maxTranscriptBytes;
        if (bytes > maxBytes) throw tooLarge(maxBytes);
        return { type: 'cues', blob, format };
      }
      if (bytes === 0) throw new Problem('unreadable-file', { detail: 'The recording is empty.' });
      if (!isSoundType(type)) throw unknownType(type);
      return { type: 'sound', blob };
    },

    /**
     * Decodes and recognises sound, or reads a transcript, and writes the segments into a blob of the run.
     *
     * @throws Problem `no-speech` if nobody says anything; what the decoder, the transcriber and the reader throw.
     */
    transcribe: (intake: Intake, options: TranscriptOptions, context: StepContext): Promise<StoredTranscript> =>
      intake.type === 'cues' ? readTranscript(intake, options, context) : recognise(intake, options, context),

    /** Reads the segments of a stored transcript. */
    async load({ segments, unreliable: _, ...transcript }: StoredTranscript): Promise<Transcript> {
      return { ...transcript, segments: typeof segments === 'string' ? await loadSegments(blobs, segments) : segments };
    },
  };

  async function readTranscript(
    { blob, format }: Intake & { type: 'cues' },
    { language }: TranscriptOptions,
    { runId, signal }: StepContext,
  ): Promise<StoredTranscript> {
    const options = { format, language, maxCharacters: maxTranscriptBytes, signal };
    const { count, lines, source, hasTimes, isUnpunctuated, warnings, ...read } = await blobs.withFile(blob, (path) =>
      reader.read(path, options),
    );
    if (count === 0) throw noSpeech('The transcript says nothing: there is nothing to write a note from.');
    const said = isUnpunctuated ? await punctuatedLines(lines, read.language, signal) : { lines, warnings: [] };
    return {
      ...read,
      segments: await save(runId, count, said.lines, signal),
      engine: { provider: source, model: null, version: null },
      warnings: [...(hasTimes ? [] : [withoutTimes]), ...warnings, ...said.warnings],
    };
  }

  /** The lines of an uploaded transcript, punctuated. */
  async function punctuatedLines(lines: readonly Uint8Array[], language: string | null, signal: AbortSignal) {
    const segments: Segment[] = [];
    const pause = createPause();
    for (const line of lines) {
      segments.push(...segmentsIn(Buffer.from(line).toString()));
      await pause();
    }
    const said = await withPunctuation(punctuator, segments, { language, from: 'upload', signal });
    return { lines: segmentLines(said.segments), warnings: said.warnings };
  }

  async function recognise(
    { blob }: Intake & { type: 'sound' },
    options: TranscriptOptions,
    context: StepContext,
  ): Promise<StoredTranscript> {
    const { runId, signal, progress } = context;
    const checkpoint = stepCheckpoints(blobs, 'transcript', context);
    return withDecodedRecording({ blob, maxHours, signal }, tools, async ({ path, durationMs, warnings, ...sound }) => {
      // Of more people, several speak in one channel.
      const turns = (options.speakers ?? 2) === 2 ? sound.turns : undefined;
      const recording = { path, durationMs, turns };
      const heard = await transcriber.transcribe(recording, {
        ...{ ...options, turns, signal, checkpoint },
        progress: (fraction) => progress(fraction * heardShare),
      });
      const result = await withVoices(diarizer, heard, recording, {
        ...{ ...options, signal },
        progress: (fraction) => progress(heardShare + fraction * (1 - heardShare)),
      });
      const { segments, warnings: ofNames } = segmentsOf(result.utterances, durationMs);
      if (segments.length === 0) {
        throw noSpeech('Nobody speaks in the recording: there is nothing to write a note from.');
      }
      const confidence = averageConfidence(segments);
      const unreliable = confidence !== null && confidence < minConfidence;
      // Some recognisers do not tell the language.
      const language = result.language ?? options.language ?? (await reader.language(sampleOf(segments), signal));
      const said = await withPunctuation(punctuator, segments, { language, from: 'recording', signal });
      return {
        language,
        durationMs,
        segments: await save(runId, said.segments.length, segmentLines(said.segments), signal),
        engine: result.engine,
        unreliable,
        warnings: [
          ...(unreliable ? [unreliableWarning(confidence, minConfidence)] : []),
          ...warnings,
          ...result.warnings,
          ...ofNames,
          ...said.warnings,
        ],
      };
    });
  }

  /** A file is under the run's own prefix: the host deletes it with the run's uploads. */
  async function save(
    runId: string,
    count: number,
    lines: Iterable<Uint8Array>,
    signal: AbortSignal,
  ): Promise<StoredTranscript['segments']> {
    const few = count <= maxKeptSegments ? Buffer.concat([...lines]) : undefined;
    if (few !== undefined && few.byteLength <= maxKeptBytes)
      return few.toString().trimEnd().split('\n').flatMap(segmentsIn);
    const blob = `runs/${runId}/segments.jsonl`;
    await blobs.write(blob, asyncOf(few === undefined ? lines : [few]), { signal });
    return blob;
  }
}

async function* asyncOf<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items;
}

const withoutTimes = 'The transcript has no times: those of its segments are 0.';

function isTranscriptType(type: string): type is keyof typeof transcriptFormats {
  return Object.hasOwn(transcriptFormats, type);
}

function tooLarge(maxBytes: number): Problem {
  const limit = `${Math.round((maxBytes / 1024 ** 2) * 100) / 100} MiB`;
  return new Problem('too-large', { detail: `The transcript is larger than ${limit}. Send it in parts.` });
}

/** Some requests take files of any type: each is looked at in its own run. */
function unknownType(type: string): Problem {
  return new Problem('unsupported-media-type', {
    detail:
      `The content is ${type}; send sound (${soundFormats}) ` +
      'or a transcript (WebVTT, SRT, plain text, CSV, JSON of a recogniser).',
  });
}
