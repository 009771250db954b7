import type { Utterance } from 'chronoscribe/kinds/transcriber';
import { wordsOfCue } from '../heard-words.ts';
import type { RecognitionResult } from './recogniser.ts';

const timing = /^\s*(?:(\d+):)?(\d\d):(\d\d)[.,](\d{3})\s+-->\s+(?:(\d+):)?(\d\d):(\d\d)[.,](\d{3})/;

/** Parses WebVTT as recognisers write it: cues with `<v Name>`. Styles, regions and notes are skipped. */
export function parseVtt(output: string): RecognitionResult | null {
  const text = normalized(output);
  return /^WEBVTT(\s|$)/.test(text) ? parseCues(text) : null;
}

/** Parses SubRip. An empty file means that nobody speaks. */
export function parseSrt(output: string): RecognitionResult | null {
  const text = normalized(output);
  if (text.trim() === '') return { utterances: [], language: null, model: null };
  return text.includes('-->') ? parseCues(text) : null;
}

function normalized(output: string): string {
  return output.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
}

function parseCues(text: string): RecognitionResult | null {
  const utterances: Utterance[] = [];
  for (const block of text.split(/\n{2,}/)) {
    const lines = block.split('\n');
    const at = lines.findIndex((line) => line.includes('-->'));
    if (at === -1) continue;
    const times = timing.exec(lines[at] ?? '');
    if (times === null) return null;
    utterances.push(utteranceOf(times, lines.slice(at + 1).join(' ')));
  }
  return { utterances, language: null, model: null };
}

function utteranceOf(found: readonly (string | undefined)[], cue: string): Utterance {
  const [, h1, m1, s1, ms1, h2, m2, s2, ms2] = found;
  const speaker = speakerOf(cue);
  const times = { startMs: milliseconds(h1, m1, s1, ms1), endMs: milliseconds(h2, m2, s2, ms2) };
  const said = speaker === null ? cue : cue.replace(diarized, '');
  return {
    ...{ speaker, ...times, text: withoutMarkup(said), confidence: null },
    words: wordsOfCue(said, times, withoutMarkup),
  };
}

/** A speaker label before the text: `[SPEAKER_00]:` (WhisperX), `(speaker 1)` (whisper.cpp). */
const diarized = /^\s*(?:\[(SPEAKER_\d+)\]:|\(speaker (\d+)\))\s*/;

function speakerOf(cue: string): string | null {
  const [, voice] = /<v(?:\.\S+)?\s+([^>]+)>/.exec(cue) ?? [];
  const [, label, channel] = diarized.exec(cue) ?? [];
  return voice ?? label ?? channel ?? null;
}

/** Removes only what looks like a tag: `BP <140 and >90` stays. */
function withoutMarkup(cue: string): string {
  const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', nbsp: ' ', lrm: '', rlm: '' };
  return cue
    .replace(/<\/?[a-z][^<>]*>|<\d[\d:.]*>/gi, '')
    .replace(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole);
}

function milliseconds(hours: string | undefined, minutes = '0', seconds = '0', ms = '0'): number {
  return ((Number(hours ?? 0) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(ms);
}
