import type { Utterance } from 'chronoscribe/kinds/transcriber';

/** The formats of transcripts that are uploaded in place of sound, by the media type of their content. */
export const transcriptFormats = {
  'text/vtt': 'vtt',
  'application/x-subrip': 'srt',
  'text/plain': 'text',
  'application/json': 'json',
} as const;
export type TranscriptFormat = (typeof transcriptFormats)[keyof typeof transcriptFormats];

/** What a file says, whatever its format. */
export interface UploadedTranscript {
  /** What made it, for the record: `vtt`, `text`, `assemblyai`, `whisper`. */
  readonly source: string;
  /** BCP 47; null if the file does not say. */
  readonly language: string | null;
  /** In order. Without times, all are 0. */
  readonly utterances: readonly Utterance[];
  readonly hasTimes: boolean;
  /** What was left out, or could not be told. */
  readonly warnings?: readonly string[];
}

/** A file that cannot be read. The message says what is wrong, without words of the file. */
export class UnreadableTranscript extends Error {
  override readonly name = 'UnreadableTranscript';
}

/** What is said first: enough to tell the language. */
export function sampleOf(segments: readonly { readonly text: string }[]): string {
  return segments
    .slice(0, 200)
    .map(({ text }) => text)
    .join(' ');
}
