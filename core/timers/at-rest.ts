import { setTimeout as wait } from 'node:timers/promises';
import type { WorkflowEngine } from '../kinds/workflow-engine.ts';

/** Milliseconds. The next instant of a jump waits for the last look. */
const longestPauseMs = 5;

/** Those of some runs that are at work: neither settled nor waiting. */
async function busyRuns(engine: Pick<WorkflowEngine, 'state'>, runs: readonly string[]): Promise<string[]> {
  const states = await Promise.all(runs.map((id) => engine.state(id)));
  return runs.filter((_, index) => {
    const state = states[index];
    return state !== undefined && (state.status === 'queued' || state.status === 'running') && !state.isWaiting;
  });
}

/**
 * Waits until runs have come to rest: each is settled, or all of its branches sleep or wait.
 *
 * @param timeoutMs milliseconds
 * @returns the runs that are still at work
 */
export async function whenAtRest(
  engine: Pick<WorkflowEngine, 'state'>,
  runs: readonly string[],
  timeoutMs: number,
): Promise<string[]> {
  const until = performance.now() + timeoutMs;
  let busy = await busyRuns(engine, runs);
  for (let pauseMs = 1; busy.length > 0 && performance.now() < until; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    await wait(pauseMs);
    busy = await busyRuns(engine, busy);
  }
  return busy;
}
