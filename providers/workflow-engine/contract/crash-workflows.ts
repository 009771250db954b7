import { appendFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { workflow } from 'chronoscribe';
import type { AnyWorkflow } from 'chronoscribe/types';

/** The workflow of a run in a child process: its second step waits until it is aborted, ends, or kills the process. */
export type Plot = 'stuck' | 'brief' | 'dying' | 'looping' | 'racing';

/** What any process has recorded in `folder`: mostly the steps that it has started. */
export async function recordedSteps(folder: string): Promise<readonly string[]> {
  const lines = await readFile(join(folder, 'steps.txt'), 'utf8').catch(() => '');
  return lines.split('\n').filter((line) => line !== '');
}

export function recordStep(folder: string, line: string): void {
  appendFileSync(join(folder, 'steps.txt'), `${line}\n`);
}

/** If its second step is stuck, it records when it is aborted, and returns a result all the same. */
export function threeSteps(folder: string, second: 'stuck' | 'passing'): AnyWorkflow {
  return workflow('stuck')
    .step('first', () => {
      recordStep(folder, 'first');
      return 'first';
    })
    .step('second', async (_, { signal, text }) => {
      recordStep(folder, 'second');
      text('begun');
      if (second === 'passing') return 'second';
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      recordStep(folder, 'aborted');
      return 'too late';
    })
    .step('third', (state) => {
      recordStep(folder, 'third');
      return [state.first, state.second, 'third'];
    })
    .answer((last) => ({ body: last, location: '/' }));
}

/** Records each step with its run. */
export function brief(folder: string): AnyWorkflow {
  const step =
    (name: string) =>
    async (_: unknown, { runId }: { readonly runId: string }) => {
      recordStep(folder, `${runId} ${name}`);
      await pause(5);
      return runId;
    };
  return workflow('brief')
    .step('first', step('first'))
    .step('second', step('second'))
    .answer((last) => ({ body: last, location: '/' }));
}

/** Looks four times. The third look is stuck, or passes. */
export function looping(folder: string, third: 'stuck' | 'passing'): AnyWorkflow {
  return workflow('looping')
    .repeat('poll', { until: ({ poll }: { readonly poll: number }) => poll === 3, most: 10 }, (w) =>
      w
        .step('ask', ({ index }) => recordStep(folder, `ask ${index}`))
        .step('look', async ({ index }, { signal }) => {
          recordStep(folder, `look ${index}`);
          if (index === 2 && third === 'stuck')
            await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
          return index;
        }),
    )
    .answer((last) => ({ body: last, location: '/' }));
}

/** The slow branch is stuck until it is aborted; what comes after the race is stuck, or passes. */
export function racing(folder: string, after: 'stuck' | 'passing'): AnyWorkflow {
  const stuck = (signal: AbortSignal) =>
    new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  return workflow('racing')
    .race('first', {
      slow: (w) =>
        w.step('work', async (_, { signal }) => {
          recordStep(folder, 'slow');
          if (after === 'stuck') await stuck(signal);
          return 'slow';
        }),
      quick: (w) =>
        w.step('work', async () => {
          while (!(await recordedSteps(folder)).includes('slow')) await pause(5);
          recordStep(folder, 'quick');
          return 'quick';
        }),
    })
    .step('after', async ({ first }, { signal }) => {
      recordStep(folder, 'after');
      if (after === 'stuck') await stuck(signal);
      return first;
    })
    .answer((last) => ({ body: last, location: '/' }));
}

export function dying(folder: string, end: 'killed' | 'mended'): AnyWorkflow {
  return workflow('dying')
    .step('live', () => recordStep(folder, 'live'))
    .step('die', () => {
      if (end === 'mended') return 'alive';
      recordStep(folder, 'die');
      process.kill(process.pid, 'SIGKILL');
      return 'killed';
    })
    .answer((last) => ({ body: last, location: '/' }));
}
