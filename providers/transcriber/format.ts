import { readSrt, readVtt } from './format-cues.ts';
import { readPocketsphinx } from './format-pocketsphinx.ts';
import { readWhisperJson } from './format-whisper-json.ts';
import type { Heard } from './heard.ts';

/** Understands a recogniser's whole output. Null: this is not the format that it should be. */
export type ReadFormat = (output: string) => Heard | null;

/** The formats by the names that configuration gives them. */
export const formats = {
  'whisper.cpp-json': readWhisperJson,
  vtt: readVtt,
  srt: readSrt,
  pocketsphinx: readPocketsphinx,
} as const satisfies Record<string, ReadFormat>;

export type FormatName = keyof typeof formats;
