import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { z } from 'zod';

/** The package with sherpa-onnx's native library for this system. */
const binary = `sherpa-onnx-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;

/** More threads make the models hardly faster. */
const mostThreads = 4;

/** The setting for the threads of a model. */
export const threadsSetting = z
  .int()
  .min(1)
  .max(64)
  .default(() => Math.min(mostThreads, availableParallelism()))
  .describe('how many processor cores a recording may take');

/** What sherpa-onnx needs and this system does not have; null: nothing. It looks for files and loads no native code. */
export function missingNativeLibrary(): { readonly detail: string; readonly hint: string } | null {
  try {
    const library = createRequire(import.meta.url).resolve('sherpa-onnx-node');
    createRequire(library).resolve(binary);
    return null;
  } catch {
    return {
      detail: `sherpa-onnx needs the package ${binary}, which is not installed or does not exist for this system.`,
      hint: 'Run `npm install` again without leaving out optional packages, or choose another provider in the configuration.',
    };
  }
}

/**
 * Makes this a process that takes one order, reports, and is killed by the host: sherpa-onnx cannot be interrupted, and
 * ends the whole process if a model is damaged.
 */
export function takeOrder(work: (order: unknown) => Promise<void>): void {
  // An ordinary exit would wait for the native threads.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  process.once('message', async (message) => {
    try {
      // It is killed before the host if memory runs out.
      if (process.platform === 'linux') writeFileSync('/proc/self/oom_score_adj', '1000');
    } catch {
      // Not every container allows it; it is optional.
    }
    await work(message);
  });
}
