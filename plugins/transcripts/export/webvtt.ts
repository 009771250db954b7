import type { TranscriptRecord } from '../kind.ts';
import { timestamp } from '../timestamp.ts';
import { spoken, voicesOf } from './voices.ts';

/** The transcript as WebVTT (w3.org/TR/webvtt1): a cue for each segment, named by its id, with its voice. */
export function webVtt(record: TranscriptRecord): string {
  const voiceOf = voicesOf(record);
  const cues = spoken(record).map((segment) => {
    const { id, startMs, endMs, text } = segment;
    return `${id}\n${timestamp(startMs, '.')} --> ${timestamp(endMs, '.')}\n<v ${escaped(voiceOf(segment).name)}>${escaped(text)}\n`;
  });
  return ['WEBVTT\n', ...cues].join('\n');
}

/** Without `<` no tag begins, without `>` there is no arrow. Brackets with a backslash are a position in some files, and would be read as one. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('{\\', '&#123;\\');
}
