import { oneLine } from 'chronoscribe/host';
import type { Utterance } from 'chronoscribe/kinds/transcriber';
import { withText } from './spoken-words.ts';

/**
 * Utterances as the kind defines them: whole milliseconds within the recording, in order, trimmed, none empty.
 * Recognisers round times past the end of the recording, pad text with spaces and return scores a little above 1. Words
 * that are not those of the text are left out.
 */
export function tidyUtterances(utterances: readonly Utterance[], durationMs: number): readonly Utterance[] {
  const within = (ms: number) => Math.round(Math.min(durationMs, Math.max(0, ms)));
  return utterances
    .map(({ speaker, startMs, endMs, text, confidence, words }) =>
      withText(
        {
          speaker: speaker?.trim() || null,
          startMs: within(startMs),
          endMs: Math.max(within(startMs), within(endMs)),
          text,
          confidence: confidence === null ? null : Math.min(1, Math.max(0, confidence)),
          words,
        },
        oneLine(text),
      ),
    )
    .filter(({ text }) => text !== '')
    .sort((one, other) => one.startMs - other.startMs || one.endMs - other.endMs);
}

/**
 * Whether a text is Whisper's name of a sound that is not speech: `[BLANK_AUDIO]`, `(wind blowing)`, `*coughs*`, `♪`.
 */
export function isSoundName(text: string): boolean {
  return /^\s*(\[[^\]]*\]|\([^)]*\)|\*[^*]*\*|♪[^♪]*♪?)\s*$/u.test(text);
}
