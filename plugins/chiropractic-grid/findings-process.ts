import { Problem } from 'chronoscribe';
import { textPool } from 'chronoscribe/child-process';
import type { Findings, Segment } from 'chronoscribe/kinds/transcripts';
import type { DraftSection } from 'chronoscribe/kinds/writer';
import type { JobPart } from './findings-work.ts';
import type { GridFinder } from './form.ts';

const totalMs = 120_000;
const segmentsAtOnce = 500;

/** `findingsOf` and `withRows` in processes of their own: a long transcript keeps nobody else waiting. */
export function findingsProcess(): GridFinder & { close(): Promise<void> } {
  const detail = 'Looking for findings in the transcript took too much time or memory. Send it in parts.';
  const pool = textPool(new URL('./findings-work.ts', import.meta.url), {
    does: 'reads the findings',
    totalMs,
    tooMuch: () => new Problem('too-large', { detail }),
  });
  const ask = <T>(parts: Iterable<JobPart>, signal: AbortSignal) => pool.ask<T>({ parts, signal });
  return {
    findings: (segments, signal) => ask<Findings>(slicesOf(segments), signal),
    async complete(sections, { findings: { grid = [] }, segments }, signal) {
      if (grid.length === 0) return sections;
      return ask<readonly DraftSection[]>([...slicesOf(segments), { sections, grid }], signal);
    },
    close: async () => pool[Symbol.asyncDispose](),
  };
}

function* slicesOf(segments: readonly Segment[]): Generator<JobPart> {
  for (let at = 0; at < segments.length; at += segmentsAtOnce) {
    yield { segments: segments.slice(at, at + segmentsAtOnce) };
  }
}
