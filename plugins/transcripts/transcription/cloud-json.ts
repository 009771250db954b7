import { z } from 'zod';
import { UnreadableTranscript } from './uploaded-transcript.ts';

/** 1.5 or "1.5" or "1.500s"; in seconds, given in milliseconds. */
const seconds = z
  .union([z.number(), z.string().regex(/^\d{1,6}(?:\.\d{1,9})?s?$/)])
  .transform((value) => Number.parseFloat(String(value)) * 1000);
const share = z
  .union([z.number(), z.string()])
  .nullish()
  .transform((value) => (value == null ? null : Number(value)));
const label = z.union([z.string(), z.number().transform(String)]).nullish();

/** Amazon Transcribe (docs.aws.amazon.com/transcribe/latest/dg/how-input.html): punctuation is an item without times. */
const Aws = z.object({
  results: z.object({
    language_code: z.string().nullish(),
    items: z.array(
      z.object({
        start_time: seconds.optional(),
        end_time: seconds.optional(),
        speaker_label: label,
        alternatives: z.array(z.object({ content: z.string(), confidence: share })).min(1),
      }),
    ),
    speaker_labels: z
      .object({
        segments: z.array(
          z.object({ items: z.array(z.object({ start_time: z.string(), speaker_label: z.string() })) }),
        ),
      })
      .nullish(),
  }),
});

const timedWord = z.object({
  word: z.string(),
  punctuated_word: z.string().optional(),
  start: seconds,
  end: seconds,
  confidence: share,
  speaker: label,
});

/** Deepgram (developers.deepgram.com/docs/pre-recorded-audio). */
const Deepgram = z.object({
  results: z.object({
    channels: z.array(
      z.object({
        detected_language: z.string().nullish(),
        alternatives: z.array(z.object({ words: z.array(timedWord) })).min(1),
      }),
    ),
  }),
});

/** Google Speech-to-Text, version 1. With speakers, the last result repeats all words, each with its speaker. */
const Google = z.object({
  results: z.array(
    z.object({
      languageCode: z.string().nullish(),
      alternatives: z
        .array(
          z.object({
            words: z
              .array(z.object({ word: z.string(), startTime: seconds, endTime: seconds, speakerTag: label }))
              .default([]),
          }),
        )
        .default([]),
    }),
  ),
});

/** What a cloud service heard, word by word. */
export interface CloudWords {
  readonly source: string;
  readonly language: string | null | undefined;
  readonly words: readonly Word[];
}

/**
 * Reads the answer of Amazon Transcribe, Deepgram or Google Speech-to-Text.
 *
 * @returns undefined if it is of none of them
 * @throws UnreadableTranscript if a field is wrong
 */
export function cloudWords(content: object): CloudWords | undefined {
  if (!('results' in content)) return undefined;
  const { results } = content;
  if (Array.isArray(results)) return google(checked(Google, content));
  if (typeof results !== 'object' || results === null) return undefined;
  if ('items' in results) return aws(checked(Aws, content));
  return 'channels' in results ? deepgram(checked(Deepgram, content)) : undefined;
}

function aws({ results: { items, language_code, speaker_labels } }: z.output<typeof Aws>): CloudWords {
  const segments = speaker_labels?.segments ?? [];
  const speakers = new Map(
    segments.flatMap((each) => each.items.map((item) => [Number(item.start_time) * 1000, item.speaker_label] as const)),
  );
  const words: Word[] = [];
  for (const { start_time: start, end_time: end, alternatives, speaker_label } of items) {
    const { content: text = '', confidence } = alternatives[0] ?? {};
    const last = words.at(-1);
    if (start === undefined && last !== undefined) words[words.length - 1] = { ...last, text: last.text + text };
    else {
      const from = start ?? 0;
      words.push({ text, start: from, end: end ?? from, confidence, speaker: speaker_label ?? speakers.get(from) });
    }
  }
  return { source: 'aws', language: language_code, words };
}

function deepgram({ results: { channels } }: z.output<typeof Deepgram>): CloudWords {
  const several = channels.length > 1;
  const words = channels.flatMap(({ alternatives }, channel) =>
    (alternatives[0]?.words ?? []).map(({ word, punctuated_word, speaker, ...times }) => ({
      ...times,
      text: punctuated_word ?? word,
      speaker: several ? `Channel ${channel}` : speaker,
    })),
  );
  return { source: 'deepgram', language: channels[0]?.detected_language, words };
}

function google({ results }: z.output<typeof Google>): CloudWords {
  const lists = results.map(({ alternatives }) => alternatives[0]?.words ?? []);
  const last = lists.at(-1) ?? [];
  const said = last.some(({ speakerTag }) => speakerTag != null) ? last : lists.flat();
  const words = said.map(({ word, startTime, endTime, speakerTag }) => ({
    ...{ text: word, start: startTime, end: endTime, speaker: speakerTag },
  }));
  return { source: 'google', language: results[0]?.languageCode, words };
}

/** A word, or a sentence with its words, with times in milliseconds. */
export interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly confidence?: number | null | undefined;
  readonly speaker?: string | null | undefined;
  readonly words?: readonly Word[] | null | undefined;
}

/** Groups words: a sentence ends with its mark, or where somebody else speaks. */
export function sentencesOf(words: readonly Word[]): Word[] {
  const found: { words: Word[]; first: Word; end: number; scores: number[] }[] = [];
  for (const word of words) {
    const last = found.at(-1);
    const goesOn =
      last !== undefined && last.first.speaker === word.speaker && !/[.?!]$/.test(last.words.at(-1)?.text ?? '');
    if (!goesOn) found.push({ words: [word], first: word, end: word.end, scores: [word.confidence ?? 0] });
    else {
      last.words.push(word);
      last.scores.push(word.confidence ?? 0);
      last.end = word.end;
    }
  }
  return found.map(({ words: said, first, end, scores }) => ({
    ...first,
    ...{ text: said.map(({ text }) => text).join(' '), end, words: said },
    confidence: first.confidence == null ? null : scores.reduce((sum, score) => sum + score, 0) / scores.length,
  }));
}

/** Names the first field that is wrong. The message of zod quotes no value. */
export function checked<T>(schema: z.ZodType<T>, content: unknown): T {
  const { success, data, error } = schema.safeParse(content);
  if (success) return data;
  const [issue] = error.issues;
  throw new UnreadableTranscript(`The field \`${issue?.path.join('.')}\` of the JSON is wrong: ${issue?.message}`);
}
