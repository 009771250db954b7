import { parseJson } from 'chronoscribe/host';
import {
  HeardSegment,
  HeardWords,
  spokenWords,
  type Utterance,
  utteranceOfSegment,
  utteranceOfTokens,
  utteranceOfTurn,
  WhisperCppSegment,
  withListedWords,
} from 'chronoscribe/kinds/transcriber';
import { languageTag } from 'chronoscribe/language';
import { z } from 'zod';
import { checked, cloudWords, sentencesOf, type Word } from './cloud-json.ts';
import { parsePlainText } from './plain-text.ts';
import { UnreadableTranscript, type UploadedTranscript } from './uploaded-transcript.ts';

/** A longer recording is a mistake in the units of its times: 100 hours in milliseconds. */
const latestMs = 360_000_000;

const milliseconds = z.number().min(0).max(latestMs);
const seconds = z
  .number()
  .min(0)
  .max(latestMs / 1000);
/** AssemblyAI writes letters; diarization of Whisper writes `SPEAKER_00` or a number. */
const speaker = z.union([z.string(), z.number().transform(String)]).nullish();
const share = z.number().nullish();

/** A sentence, turn or word of AssemblyAI. */
const word = z.object({ text: z.string(), start: milliseconds, end: milliseconds, confidence: share, speaker });
const spoken = word.extend({ words: z.array(word).nullish().catch(null) });

/** A transcript of AssemblyAI (assemblyai.com/docs/api-reference/transcripts/get), or its sentences or paragraphs. */
const AssemblyAi = z.object({
  status: z.string().optional(),
  language_code: z.string().nullish(),
  utterances: z.array(spoken).nullish(),
  sentences: z.array(spoken).nullish(),
  paragraphs: z.array(spoken).nullish(),
  words: z.array(spoken).nullish(),
  text: z.string().nullish(),
});

const Whisper = z.object({
  language: z.string().nullish(),
  info: z.object({ language: z.string().nullish() }).nullish(),
  segments: z.array(HeardSegment.extend({ start: seconds, end: seconds })),
  words: HeardWords,
});

const WhisperCpp = z.object({
  result: z.object({ language: z.string().nullish() }).nullish(),
  transcription: z.array(WhisperCppSegment.extend({ offsets: z.object({ from: milliseconds, to: milliseconds }) })),
});

const TextOnly = z.object({ text: z.string(), language: z.string().nullish() });

/**
 * Reads the JSON of AssemblyAI, of Whisper (OpenAI, openai-whisper, WhisperX, faster-whisper, whisper.cpp, transformers), and
 * of what `cloudWords` knows.
 *
 * @throws UnreadableTranscript if it is no JSON, no transcript, or one with a wrong field
 */
export function parseTranscriptJson(text: string): UploadedTranscript {
  const content = parseJson(text);
  if (content === undefined) {
    throw new UnreadableTranscript('The file begins as JSON does but is none: it may have been cut');
  }
  if (Array.isArray(content)) return fromWhisper({ segments: content });
  if (typeof content !== 'object' || content === null) throw noTranscript();
  const cloud = cloudWords(content);
  if (cloud !== undefined) {
    const { source, language } = cloud;
    return {
      source,
      language: languageOf(language),
      utterances: sentencesOf(cloud.words).map(utteranceOfTurn),
      hasTimes: true,
    };
  }
  if ('chunks' in content) return fromChunks(content);
  if ('transcription' in content) return fromWhisperCpp(content);
  if ('segments' in content) return fromWhisper(content);
  if (['utterances', 'sentences', 'paragraphs', 'words', 'status'].some((name) => name in content)) {
    return fromAssemblyAi(content);
  }
  if ('text' in content) return fromText(content);
  throw noTranscript();
}

function fromAssemblyAi(content: unknown): UploadedTranscript {
  const { status, language_code, utterances, sentences, paragraphs, words, text } = checked(AssemblyAi, content);
  if (status !== undefined && status !== 'completed') {
    throw new UnreadableTranscript('The transcript of AssemblyAI is not complete: its `status` is not `completed`');
  }
  const language = languageOf(language_code);
  const parts: readonly Word[] =
    [utterances, sentences, paragraphs].find((list) => (list?.length ?? 0) > 0) ?? sentencesOf(words ?? []);
  if (parts.length === 0) return { ...parsePlainText(text ?? ''), source: 'assemblyai', language };
  return { source: 'assemblyai', language, utterances: parts.map(utteranceOfTurn), hasTimes: true };
}

/** The pipeline of transformers and transformers.js; the last time may be missing. */
const Chunks = z.object({
  chunks: z.array(
    z.object({ text: z.string(), timestamp: z.tuple([seconds.nullable(), seconds.nullable()]), speaker }),
  ),
});

function fromChunks(content: unknown): UploadedTranscript {
  let latest = 0;
  const utterances = checked(Chunks, content).chunks.map(
    ({ text, timestamp: [from, to], speaker: label }): Utterance => {
      const startMs = from === null ? latest : from * 1000;
      latest = Math.max(startMs, to === null ? startMs : to * 1000);
      return { speaker: label || null, startMs, endMs: latest, text, confidence: null };
    },
  );
  return { source: 'whisper', language: null, utterances, hasTimes: true };
}

function fromWhisper(content: unknown): UploadedTranscript {
  const { language, info, segments, words: listed } = checked(Whisper, content);
  const utterances = segments.map((each) => utteranceOfSegment(each));
  const timed = withListedWords(utterances, spokenWords(listed) ?? []);
  return { source: 'whisper', language: languageOf(language ?? info?.language), utterances: timed, hasTimes: true };
}

function fromWhisperCpp(content: unknown): UploadedTranscript {
  const { result, transcription } = checked(WhisperCpp, content);
  const utterances = transcription.map((each) => ({ ...utteranceOfTokens(each), confidence: null }));
  return { source: 'whisper', language: languageOf(result?.language), utterances, hasTimes: true };
}

function fromText(content: unknown): UploadedTranscript {
  const { text, language } = checked(TextOnly, content);
  return { ...parsePlainText(text), source: 'json', language: languageOf(language) };
}

function languageOf(name: string | null | undefined): string | null {
  return name ? languageTag(name) : null;
}

function noTranscript(): UnreadableTranscript {
  return new UnreadableTranscript(
    'The JSON is no transcript of AssemblyAI (`utterances`, `words`), Whisper (`segments`, `transcription`, `chunks`), AWS, ' +
      'Deepgram or Google (their whole answer)',
  );
}
