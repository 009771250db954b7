import { type Blobs, Problem, type StepContext, type UploadedFile } from 'chronoscribe';
import type { Transcriber } from 'chronoscribe/kinds/transcriber';
import { parseCues } from './cues.ts';
import type { Intake, Transcript, TranscriptOptions, Transcripts } from './kind.ts';
import { segmentsOf } from './segments.ts';
import type { Decoder } from './sound/decoder.ts';
import { noSpeech } from './sound/loudness.ts';
import { decodeRecording } from './sound/recording.ts';

interface Tools {
  readonly blobs: Blobs;
  readonly transcriber: Transcriber;
  readonly decoder: Decoder;
  readonly dataFolder: string;
  readonly maxHours: number;
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
export const cueTypes = Object.keys(cueFormats);

/** A day of speech takes 2 MB. */
const maxCueBytes = 32 * 1024 * 1024;

/** The steps from recording to transcript. */
export function transcriptSteps({
  blobs,
  transcriber,
  decoder,
  dataFolder,
  maxHours,
}: Tools): Pick<Transcripts, 'intake' | 'transcribe'> {
  return {
    async intake(file, { runId, signal }) {
      const format = cueFormat(file);
      if (format !== undefined) return { type: 'cues', blob: file.blob, format };
      if (file.bytes === 0) throw new Problem('unreadable-file', { detail: 'The recording is empty.' });
      if (!soundTypes.includes(file.type)) throw unknownType(file.type);
      // Under the run's own prefix: the host deletes it with the run's uploads.
      const blob = `runs/${runId}/audio.wav`;
      const decoded = await decodeRecording(
        { upload: file.blob, target: blob, maxHours, signal },
        { decoder, blobs, folder: dataFolder },
      );
      return { type: 'sound', blob, ...decoded };
    },

    transcribe: (intake, options, context) =>
      intake.type === 'cues' ? readCues(intake, options) : recognise(intake, options, context),
  };

  async function readCues(intake: Intake & { type: 'cues' }, { language }: TranscriptOptions): Promise<Transcript> {
    const cues = parseCues(await readWhole(blobs, intake.blob));
    const durationMs = cues.reduce((latest, { endMs }) => Math.max(latest, endMs), 0);
    const segments = segmentsOf(
      cues.map((cue) => ({ ...cue, confidence: null })),
      durationMs,
    );
    if (segments.length === 0) throw noSpeech('The transcript has no cues: there is nothing to write a note from.');
    const engine = { provider: intake.format, model: null, version: null };
    return { language: language ?? null, durationMs, segments, engine, warnings: [] };
  }

  async function recognise(
    { blob, durationMs, warnings }: Intake & { type: 'sound' },
    options: TranscriptOptions,
    { signal, progress }: StepContext,
  ): Promise<Transcript> {
    const heard = await blobs.withFile(blob, (path) =>
      transcriber.transcribe({ path, durationMs }, { ...options, signal, progress }),
    );
    const segments = segmentsOf(heard.utterances, durationMs);
    if (segments.length === 0) throw noSpeech('Nobody speaks in the recording: there is nothing to write a note from.');
    return {
      language: heard.language ?? options.language ?? null,
      durationMs,
      segments,
      engine: heard.engine,
      warnings: [...warnings, ...heard.warnings],
    };
  }
}

/** Where a request takes files of any type: each is looked at in its own run. */
function unknownType(type: string): Problem {
  return new Problem('unsupported-media-type', {
    detail: `The content is ${type}; send sound (wav, mp3, m4a, mp4, aac, ogg, opus, webm, flac, amr) or a transcript (WebVTT, SRT).`,
  });
}

function cueFormat({ type }: UploadedFile): 'vtt' | 'srt' | undefined {
  return type === 'text/vtt' || type === 'application/x-subrip' ? cueFormats[type] : undefined;
}

async function readWhole(blobs: Blobs, name: string): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of blobs.read(name)) {
    bytes += piece.length;
    if (bytes > maxCueBytes) {
      throw new Problem('too-large', {
        detail: `The transcript is larger than ${maxCueBytes / 1024 ** 2} MB. Send it in parts.`,
      });
    }
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
