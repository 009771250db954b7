import { Problem } from 'chronoscribe';
import { textPool } from 'chronoscribe/child-process';
import type { Grounding } from 'chronoscribe/kinds/grounding';
import { sampleVisit } from 'chronoscribe/language';
import type { JobAnswer, JobLists, JobPart } from './grounding-work.ts';

const totalMs = 300_000;
/** Of each list in one piece. */
const atOnce = 300;

/** Facts and checks in processes of their own: a long source keeps nobody else waiting, and none ends the host. */
export function groundingProcess(): Grounding & { warmUp(signal: AbortSignal): Promise<void>; close(): Promise<void> } {
  const detail =
    'Finding the facts of this source, or checking its note, took too much time or memory. Send it in parts.';
  const pool = textPool(new URL('./grounding-work.ts', import.meta.url), {
    does: 'checks notes',
    totalMs,
    tooMuch: () => new Problem('too-large', { detail }),
  });
  const ask = (parts: Iterable<JobPart>, signal: AbortSignal) => pool.ask<JobAnswer>({ parts, signal });
  return {
    async findFacts({ passages, language }, signal) {
      const answer = await ask(partsOf({ find: { language } }, { passages }), signal);
      if ('found' in answer) return answer.found;
      throw new Error('The process that finds facts answered another question.');
    },
    async check({ images, ...lists }, signal) {
      const answer = await ask(partsOf({ check: { images } }, lists), signal);
      if ('checked' in answer) return answer.checked;
      throw new Error('The process that checks notes answered another question.');
    },
    async warmUp(signal) {
      const statements = sampleVisit.map(({ id, text }) => ({ text, evidence: [id] }));
      const parts = partsOf({ find: { language: 'en' }, check: { images: [] } }, { passages: sampleVisit, statements });
      // The first answer is the facts: the check must not be taken for that of the next job.
      const onMessage = (message: unknown) => ('checked' in (message as JobAnswer) ? true : undefined);
      await pool.warmUp({ parts, signal, onMessage });
    },
    close: async () => pool[Symbol.asyncDispose](),
  };
}

/** A job in pieces, most often one. */
function* partsOf(
  job: Pick<JobPart, 'find' | 'check'>,
  { passages, statements = [], facts = [] }: JobLists,
): Generator<JobPart> {
  const longest = Math.max(passages.length, statements.length, facts.length);
  for (let at = 0; at === 0 || at < longest; at += atOnce) {
    const slice = <T>(items: readonly T[]) => items.slice(at, at + atOnce);
    yield {
      ...(at === 0 && job),
      ...{ passages: slice(passages), statements: slice(statements), facts: slice(facts) },
    };
  }
}
