import { setTimeout as wait } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { drawRun, errorText, type Run, type Step } from './drawing.ts';

const everyMs = 500;

/** Where a run is drawn. */
export interface Output {
  readonly isTTY?: boolean;
  /** How many characters a line of the terminal has. */
  readonly columns?: number;
  write(text: string): unknown;
}

/**
 * Shows a run until it has ended: in a terminal its drawing, again and again in the same place; elsewhere a line for
 * each change of a step.
 *
 * @param read reads the run from the host
 * @returns the exit code: 1 unless the run is done
 */
export async function followRun(read: () => Promise<Run>, output: Output): Promise<0 | 1> {
  const show = output.isTTY ? redrawing(output) : logging(output);
  for (;;) {
    const run = await read();
    show(run);
    switch (run.status) {
      case 'queued':
      case 'running':
        await wait(everyMs);
        break;
      case 'done':
        return 0;
      case 'failed':
      case 'cancelled':
        return 1;
    }
  }
}

/** A function that draws a run in place of its last drawing. */
function redrawing(output: Output): (run: Run) => void {
  let last = '';
  return (run) => {
    const drawing = drawRun(run);
    if (drawing === last) return;
    const height = heightOf(last, output.columns ?? 80);
    output.write(`${height === 0 ? '' : `\u001b[${height}F\u001b[0J`}${drawing}`);
    last = drawing;
  };
}

/** How many lines of a terminal a text takes that ends with a line feed. */
function heightOf(text: string, columns: number): number {
  const lines = stripVTControlCharacters(text).split('\n').slice(0, -1);
  return lines.reduce((height, line) => height + Math.max(1, Math.ceil(line.length / columns)), 0);
}

/** A function that writes what has changed in a run. */
function logging(output: Output): (run: Run) => void {
  const known = new Map<string, string>();
  const tell = (what: string, state: string): void => {
    if (known.get(what) === state) return;
    known.set(what, state);
    output.write(`${what}  ${state}\n`);
  };
  const tellSteps = (steps: readonly Step[]): void => {
    for (const { id, status, error, steps: inside } of steps) {
      // A step that has not begun is no news.
      if (status !== 'waiting' || known.has(id)) tell(id, error === null ? status : `${status}  ${errorText(error)}`);
      tellSteps(inside);
    }
  };
  return (run) => {
    tellSteps(run.steps);
    for (const { signal } of run.waitingFor) tell(signal, 'waits for this signal');
    tell('run', run.error === null ? run.status : `${run.status}  ${errorText(run.error)}`);
  };
}
