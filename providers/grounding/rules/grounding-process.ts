import { Problem } from 'chronoscribe';
import { notStarted, scriptPool } from 'chronoscribe/child-process';
import type { Grounding } from 'chronoscribe/kinds/grounding';
import type { JobAnswer, JobPart } from './child.ts';

const heapMegabytes = 1024;
const totalMs = 300_000;
const atOnce = 500;

/** Facts and checks in processes of their own: a long source keeps nobody else waiting, and none ends the host. */
export function groundingProcess(): Grounding & { close(): Promise<void> } {
  const pool = scriptPool({ url: new URL('./child.ts', import.meta.url), heapMegabytes });
  const ask = async (parts: Iterable<JobPart>, signal: AbortSignal): Promise<JobAnswer> => {
    const onMessage = (message: unknown) => message as JobAnswer; // From our own script.
    const outcome = await pool.run({ parts, limits: { totalMs }, signal, onMessage });
    if (outcome.status === 'answered') return outcome.answer;
    if (outcome.status === 'not-started') throw notStarted('checks notes', outcome.cause);
    throw new Problem('too-large', {
      detail: 'Finding the facts of this source, or checking its note, took too much time or memory. Send it in parts.',
    });
  };
  return {
    async findFacts({ passages, language }, signal) {
      const answer = await ask([{ find: { language } }, ...slices('passages', passages)], signal);
      return 'facts' in answer ? answer.facts : [];
    },
    async check({ statements, passages, images, facts }, signal) {
      const parts = [
        { check: { images } },
        ...slices('passages', passages),
        ...slices('statements', statements),
        ...slices('facts', facts),
      ];
      const answer = await ask(parts as JobPart[], signal);
      if ('checked' in answer) return answer.checked;
      throw new Error('The process that checks notes answered another question.');
    },
    close: async () => pool[Symbol.asyncDispose](),
  };
}

function* slices(name: string, items: readonly unknown[]): Generator<JobPart> {
  for (let at = 0; at < items.length; at += atOnce)
    yield { [name]: items.slice(at, at + atOnce) } as unknown as JobPart;
}
