import { Problem } from 'chronoscribe';
import { notStarted, scriptPool } from 'chronoscribe/child-process';
import type { Findings, NoteForm, Segment } from 'chronoscribe/kinds/transcripts';

const heapMegabytes = 512;
const totalMs = 120_000;
const segmentsAtOnce = 500;

/** `findingsOf` in processes of its own: a long transcript keeps nobody else waiting. */
export function findingsProcess(): { readonly findings: NoteForm['findings']; close(): Promise<void> } {
  const pool = scriptPool({ url: new URL('./findings-child.ts', import.meta.url), heapMegabytes });
  return {
    async findings(segments, signal) {
      const outcome = await pool.run({
        parts: slicesOf(segments),
        limits: { totalMs },
        signal,
        onMessage: (message) => message as Findings, // From our own script.
      });
      if (outcome.status === 'answered') return outcome.answer;
      if (outcome.status === 'not-started') throw notStarted('reads the findings', outcome.cause);
      throw new Problem('too-large', {
        detail: 'Looking for findings in the transcript took too much time or memory. Send it in parts.',
      });
    },
    close: async () => pool[Symbol.asyncDispose](),
  };
}

function* slicesOf(segments: readonly Segment[]): Generator<readonly Segment[]> {
  for (let at = 0; at < segments.length; at += segmentsAtOnce) yield segments.slice(at, at + segmentsAtOnce);
}
