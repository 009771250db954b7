import { appendFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type AnyWorkflow, workflow } from 'chronoscribe';

/** What becomes of a run in a child process: it stays in its second step for ever, or its second step kills the process. */
export type Plot = 'stuck' | 'dying';

/** The steps that were begun under `folder`, by whichever process. */
export async function chronicle(folder: string): Promise<readonly string[]> {
  const lines = await readFile(join(folder, 'chronicle.txt'), 'utf8').catch(() => '');
  return lines.split('\n').filter((line) => line !== '');
}

function write(folder: string, step: string): void {
  appendFileSync(join(folder, 'chronicle.txt'), `${step}\n`);
}

export function threeSteps(folder: string, second: 'stuck' | 'passing'): AnyWorkflow {
  return workflow('stuck')
    .step('first', () => {
      write(folder, 'first');
      return 'first';
    })
    .step('second', async () => {
      write(folder, 'second');
      if (second === 'stuck') await new Promise(() => {});
      return 'second';
    })
    .step('third', (state) => {
      write(folder, 'third');
      return [state.first, state.second, 'third'];
    })
    .answer((last) => ({ body: last, location: '/' }));
}

export function dying(folder: string): AnyWorkflow {
  return workflow('dying')
    .step('live', () => write(folder, 'live'))
    .step('die', () => {
      write(folder, 'die');
      process.kill(process.pid, 'SIGKILL');
    })
    .answer((last) => ({ body: last, location: '/' }));
}
