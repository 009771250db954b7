import { cueBlocks, cueVoices } from '../cues.ts';
import type { RecognitionResult } from './recogniser.ts';

/** Parses WebVTT as recognisers write it: cues with `<v Name>`. Styles, regions and notes are skipped. */
export function parseVtt(output: string): RecognitionResult | null {
  return /^\uFEFF?WEBVTT(\s|$)/.test(output) ? parseCues(output) : null;
}

/** Parses SubRip. An empty file means that nobody speaks. */
export function parseSrt(output: string): RecognitionResult | null {
  return output.trim() === '' || output.includes('-->') ? parseCues(output) : null;
}

/** A speaker label before the text: `[SPEAKER_00]:` (WhisperX), `(speaker 1)` (whisper.cpp). */
const diarized = /^\s*(?:\[(SPEAKER_\d+)\]:|\(speaker (\d+)\))\s*/;

function parseCues(output: string): RecognitionResult | null {
  const blocks = cueBlocks(output);
  // Of what it wrote, some would be lost.
  if (blocks.length < output.split('-->').length - 1) return null;
  const utterances = blocks.flatMap(({ lines, startMs, endMs }) => {
    const cue = lines.join(' ');
    const [label = '', whisperx, channel] = diarized.exec(cue) ?? [];
    return cueVoices(cue.slice(label.length), { startMs, endMs }).map(({ voice, text, words }) => ({
      ...{ speaker: voice ?? whisperx ?? channel ?? null, startMs, endMs, text, confidence: null },
      words,
    }));
  });
  return { utterances, language: null, model: null };
}
