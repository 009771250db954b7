import type { Utterance } from 'chronoscribe/kinds/transcriber';

/** The formats of transcripts that are uploaded in place of sound, by the media type of their content. */
export const transcriptFormats = {
  'text/vtt': 'vtt',
  'application/x-subrip': 'srt',
  'text/plain': 'text',
  'application/json': 'json',
} as const;
/** `other`: of a media type that only readers of other plugins know. */
export type TranscriptFormat = (typeof transcriptFormats)[keyof typeof transcriptFormats] | 'other';

/**
 * The default export of the module of a `transcriptReaders`. It runs in a process without network and files, for two
 * minutes at most.
 *
 * @returns undefined for a file that is not of its form; `unreadable`: what is wrong with it, without words of the file
 * @example
 * ```ts
 * const readDictation: ReadTranscriptFile = (file) => {
 *   const [first, ...lines] = new TextDecoder().decode(file).trimEnd().split('\n');
 *   if (first !== 'DICTATION') return undefined;
 *   const said = { speaker: null, startMs: 0, endMs: 0, confidence: null };
 *   const utterances = lines.map((text) => ({ ...said, text }));
 *   return { source: 'dictation', language: 'en', hasTimes: false, utterances };
 * };
 * ```
 */
export type ReadTranscriptFile = (file: Uint8Array) => ReadByStranger | Promise<ReadByStranger>;
type ReadByStranger = UploadedTranscript | { readonly unreadable: string } | undefined;

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
