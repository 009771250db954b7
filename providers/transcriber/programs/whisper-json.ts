import { parseJson } from 'chronoscribe/host';
import { z } from 'zod';
import { HeardSegment, utteranceOfSegment } from '../heard-segments.ts';
import { isSoundName } from '../utterances.ts';
import type { RecognitionResult } from './recogniser.ts';

/** The JSON of openai-whisper, which whisper-ctranslate2 and WhisperX write too (`--output_format json`). */
const whisperJson = z.object({ language: z.string().nullish(), segments: z.array(HeardSegment) });

export function parseOpenaiWhisperJson(output: string): RecognitionResult | null {
  const parsed = whisperJson.safeParse(parseJson(output));
  if (!parsed.success) return null;
  const { language, segments } = parsed.data;
  const said = segments.filter(({ text }) => !isSoundName(text));
  return { utterances: said.map((each) => utteranceOfSegment(each)), language: language ?? null, model: null };
}
