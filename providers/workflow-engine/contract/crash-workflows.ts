import { appendFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type AnyWorkflow, workflow } from 'chronoscribe';

/** What becomes of a run in a child process: it stays in its second step until it is aborted, it comes to its end, or its second step kills the process. */
export type Plot = 'stuck' | 'brief' | 'dying';

/** What was written down under `folder`, by whichever process: mostly the steps that were begun. */
export async function chronicle(folder: string): Promise<readonly string[]> {
  const lines = await readFile(join(folder, 'chronicle.txt'), 'utf8').catch(() => '');
  return lines.split('\n').filter((line) => line !== '');
}

export function chronicling(folder: string, line: string): void {
  appendFileSync(join(folder, 'chronicle.txt'), `${line}\n`);
}

/** One whose second step is stuck says when it is aborted, and answers all the same. */
export function threeSteps(folder: string, second: 'stuck' | 'passing'): AnyWorkflow {
  return workflow('stuck')
    .step('first', () => {
      chronicling(folder, 'first');
      return 'first';
    })
    .step('second', async (_, { signal, text }) => {
      chronicling(folder, 'second');
      text('begun');
      if (second === 'passing') return 'second';
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      chronicling(folder, 'aborted');
      return 'too late';
    })
    .step('third', (state) => {
      chronicling(folder, 'third');
      return [state.first, state.second, 'third'];
    })
    .answer((last) => ({ body: last, location: '/' }));
}

/** Writes down each step with the run that it is of. */
export function brief(folder: string): AnyWorkflow {
  const step =
    (name: string) =>
    async (_: unknown, { runId }: { readonly runId: string }) => {
      chronicling(folder, `${runId} ${name}`);
      await pause(5);
      return runId;
    };
  return workflow('brief')
    .step('first', step('first'))
    .step('second', step('second'))
    .answer((last) => ({ body: last, location: '/' }));
}

export function dying(folder: string, end: 'killed' | 'mended'): AnyWorkflow {
  return workflow('dying')
    .step('live', () => chronicling(folder, 'live'))
    .step('die', () => {
      if (end === 'mended') return 'alive';
      chronicling(folder, 'die');
      process.kill(process.pid, 'SIGKILL');
      return 'killed';
    })
    .answer((last) => ({ body: last, location: '/' }));
}
