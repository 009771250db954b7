import { readFile } from 'node:fs/promises';
import { serveJobs } from 'chronoscribe/child-process';
import { parseCues } from './cues.ts';
import { segmentLines } from './segment-file.ts';
import { segmentsOf } from './segments.ts';

/** The messages of the process: pieces of segments, then a summary, or that the file is not UTF-8. */
export type CueMessage =
  | { readonly type: 'segments'; readonly lines: Uint8Array }
  | { readonly type: 'done'; readonly durationMs: number; readonly count: number }
  | { readonly type: 'not-utf8' };

/** The process that reads subtitle files. A job is one path. */
serveJobs(async ([path], send) => {
  const say = (message: CueMessage) => send(message);
  const text = utf8(await readFile(String(path)));
  if (text === undefined) {
    say({ type: 'not-utf8' });
    return;
  }
  const cues = parseCues(text);
  const durationMs = cues.reduce((latest, { endMs }) => Math.max(latest, endMs), 0);
  const segments = segmentsOf(
    cues.map((cue) => ({ ...cue, confidence: null })),
    durationMs,
  );
  for (const lines of segmentLines(segments)) say({ type: 'segments', lines });
  say({ type: 'done', durationMs, count: segments.length });
});

function utf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
