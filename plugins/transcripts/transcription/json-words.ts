import type { z } from 'zod';
import { UnreadableTranscript } from './uploaded-transcript.ts';

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
