import { basename, extname } from 'node:path';
import type { Utterance } from 'chronoscribe/kinds/transcriber';
import { z } from 'zod';
import type { Heard } from './heard.ts';
import { isSoundName } from './sound-name.ts';

/** `whisper-cli --output-json` and `--output-json-full`, which adds the tokens (whisper.cpp, `examples/cli/cli.cpp`). */
const whisperJson = z.object({
  params: z.object({ model: z.string() }).optional(),
  result: z.object({ language: z.string() }).optional(),
  transcription: z.array(
    z.object({
      /** Milliseconds. */
      offsets: z.object({ from: z.number(), to: z.number() }),
      text: z.string(),
      /** Only with `--diarize`: the louder channel, `?` where both are alike. */
      speaker: z.string().optional(),
      tokens: z.array(z.object({ text: z.string(), p: z.number() })).optional(),
    }),
  ),
});

type Segment = z.output<typeof whisperJson>['transcription'][number];

export function readWhisperJson(output: string): Heard | null {
  const parsed = whisperJson.safeParse(parseJson(output));
  if (!parsed.success) return null;
  const { params, result, transcription } = parsed.data;
  return {
    utterances: transcription.filter(({ text }) => !isSoundName(text)).map(utteranceOf),
    language: result?.language ?? null,
    model: params === undefined ? null : basename(params.model, extname(params.model)),
  };
}

function utteranceOf({ offsets, text, speaker, tokens }: Segment): Utterance {
  return {
    speaker: speaker === undefined || speaker === '?' ? null : speaker,
    startMs: offsets.from,
    endMs: offsets.to,
    text,
    confidence: confidenceOf(tokens ?? []),
  };
}

/** The mean probability of the tokens that are words; `[_BEG_]`, `[_TT_50]` and their like are marks. */
function confidenceOf(tokens: readonly { readonly text: string; readonly p: number }[]): number | null {
  const words = tokens.filter(({ text }) => !text.startsWith('[_'));
  if (words.length === 0) return null;
  return words.reduce((sum, { p }) => sum + p, 0) / words.length;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
