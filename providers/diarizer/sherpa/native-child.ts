import { writeFileSync } from 'node:fs';

/**
 * A process that takes one order, reports, and is killed by the host: sherpa-onnx cannot be interrupted, and ends the
 * whole process if a model is damaged.
 */
export function takeOrder(work: (order: unknown) => Promise<void>): void {
  // An ordinary exit would wait for the native threads.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  process.once('message', async (message) => {
    stepBack();
    await work(message);
  });
}

/** It is killed before the host if memory runs out. */
function stepBack(): void {
  if (process.platform !== 'linux') return;
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Not every container allows it; it is optional.
  }
}
