import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { LimitedTask, Watch } from '../../host/part-runner.ts';

/** What the thread is told: a task begins, or, without one, is over. */
export interface Message {
  readonly id: number;
  readonly task?: LimitedTask;
}

// In a built package the worker is a `.js` file, as this file is.
const script = new URL(`./watchdog-worker${extname(import.meta.url)}`, import.meta.url);

/**
 * Kills this process, with a line in the log, when a part that starts or stops blocks its main thread for longer than it
 * has: no timer of that thread would end it. The thread that does so is started with the first task.
 */
export function createWatchdog(): Watch {
  let thread: Worker | undefined;
  let tasks = 0;
  const tell = (message: Message): void => thread?.postMessage(message);
  return (task) => {
    thread ??= new Worker(script);
    thread.unref();
    tasks += 1;
    const id = tasks;
    tell({ id, task });
    return () => tell({ id });
  };
}
