import type { TextWork } from 'chronoscribe/child-process';
import { isUnpunctuated } from 'chronoscribe/kinds/punctuator';
import { detectLanguage } from 'chronoscribe/language';
import { z } from 'zod';
import { parseCsv } from './csv.ts';
import { parseCues } from './cues.ts';
import { parsePlainText } from './plain-text.ts';
import { segmentLines, segmentsOf } from './segments.ts';
import { dashWarning, doubtfulWarning } from './speaker-labels.ts';
import { parseTranscriptJson } from './transcript-json.ts';
import {
  type ReadTranscriptFile,
  sampleOf,
  type TranscriptFormat,
  UnreadableTranscript,
  type UploadedTranscript,
} from './uploaded-transcript.ts';

/** A job: a file to read, whose bytes are the other parts, or a text whose language is wanted. */
export type TranscriptOrder =
  | {
      readonly type: 'file';
      readonly format: TranscriptFormat;
      /** The most characters that are said. */
      readonly maxCharacters: number;
      readonly detectsLanguage: boolean;
      /** The modules of other plugins, which are asked first. */
      readonly readers: readonly { readonly name: string; readonly url: string }[];
    }
  | { readonly type: 'language'; readonly text: string };

/** The messages of the process; pieces of segments come first. */
export type TranscriptMessage =
  | { readonly type: 'segments'; readonly lines: Uint8Array }
  | ({ readonly type: 'done' } & Omit<ReadTranscript, 'lines'>)
  | { readonly type: 'language'; readonly language: string | null }
  | { readonly type: 'refused'; readonly reason: 'not-utf8' | 'too-long' }
  | { readonly type: 'refused'; readonly reason: 'unreadable'; readonly detail: string };

/** Segments of an uploaded transcript. */
export interface ReadTranscript extends Pick<Required<UploadedTranscript>, 'source' | 'hasTimes' | 'warnings'> {
  /** BCP 47; null if the file does not say and it cannot be told. */
  readonly language: string | null;
  readonly durationMs: number;
  /** How many segments there are. */
  readonly count: number;
  /** Whether it lacks punctuation. */
  readonly isUnpunctuated: boolean;
  /** The segments, see `segmentLines`. */
  readonly lines: readonly Uint8Array[];
}

/** Reads uploaded transcripts. */
const work: TextWork = async ([part, ...pieces], send) => {
  const say = (message: TranscriptMessage) => send(message);
  const order = part as TranscriptOrder;
  if (order.type === 'language') {
    say({ type: 'language', language: await detectLanguage(order.text) });
    return;
  }
  const file = Buffer.concat(pieces as readonly Uint8Array[]);
  try {
    const read = await readByOthers(file, order.readers);
    const text = read === undefined ? utf8(file) : '';
    if (text === undefined) {
      say({ type: 'refused', reason: 'not-utf8' });
      return;
    }
    const transcript = read ?? parse(text, order.format);
    const { utterances, source, hasTimes } = transcript;
    if (utterances.reduce((sum, each) => sum + each.text.length, 0) > order.maxCharacters) {
      say({ type: 'refused', reason: 'too-long' });
      return;
    }
    const durationMs = utterances.reduce((latest, { endMs }) => Math.max(latest, Math.round(endMs)), 0);
    const { segments, warnings: ofNames } = segmentsOf(utterances, durationMs);
    const language = transcript.language ?? (order.detectsLanguage ? await detectLanguage(sampleOf(segments)) : null);
    for (const lines of segmentLines(segments)) say({ type: 'segments', lines });
    const unpunctuated = isUnpunctuated(segments.map((segment) => segment.text));
    say({
      ...{ type: 'done', source, language, durationMs, count: segments.length, hasTimes },
      isUnpunctuated: unpunctuated,
      warnings: [...(transcript.warnings ?? []), ...ofNames],
    });
  } catch (thrown) {
    if (!(thrown instanceof UnreadableTranscript)) throw thrown;
    say({ type: 'refused', reason: 'unreadable', detail: thrown.message });
  }
};

export default work;

const heard = {
  ...{ startMs: z.number().min(0), endMs: z.number().min(0), text: z.string() },
  confidence: z.number().min(0).max(1).nullable(),
};

const Read = z.union([
  z.object({ unreadable: z.string() }),
  z.object({
    ...{ source: z.string().min(1), language: z.string().nullable(), hasTimes: z.boolean() },
    utterances: z.array(
      z.object({ ...heard, speaker: z.string().nullable(), words: z.array(z.object(heard)).optional() }),
    ),
    warnings: z.array(z.string()).default([]),
  }),
]);

/** @throws UnreadableTranscript if a reader says so, or fails: its message may have words of the file */
async function readByOthers(
  file: Uint8Array,
  readers: Extract<TranscriptOrder, { type: 'file' }>['readers'],
): Promise<UploadedTranscript | undefined> {
  for (const { name, url } of readers) {
    const found = await readBy(url, file).catch(() => {
      throw new UnreadableTranscript(`The reader "${name}" failed on this file`);
    });
    if (found === undefined) continue;
    if ('unreadable' in found) throw new UnreadableTranscript(found.unreadable);
    return found;
  }
  return undefined;
}

async function readBy(url: string, file: Uint8Array) {
  const { default: read } = (await import(url)) as { readonly default: ReadTranscriptFile };
  const found = await read(file);
  return found && Read.parse(found);
}

function parse(text: string, format: TranscriptFormat): UploadedTranscript {
  switch (format) {
    case 'vtt':
    case 'srt': {
      const { cues, doubtful, dashed } = parseCues(text);
      const warnings = [...doubtfulWarning('cue', doubtful), ...dashWarning(dashed)];
      const utterances = cues.map((cue) => ({ ...cue, confidence: null }));
      return { source: format, language: null, utterances, hasTimes: true, warnings };
    }
    case 'text':
      return parseCsv(text) ?? parsePlainText(text);
    case 'json':
      return parseTranscriptJson(text);
    case 'other':
      throw new UnreadableTranscript('No reader of transcripts knows the form of this file');
    default:
      return format satisfies never;
  }
}

function utf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
