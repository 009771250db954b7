/**
 * **Internal**: child processes for untrusted files and slow programs: they can be killed, have limits, and end with
 * the host. A script reads its own code, and what `reads` and `writes` name; `sendFile` gives it a file that it may not
 * open.
 *
 * @example
 * const Reply = z.object({ pages: z.number() });
 * const script = { url: new URL('./child.ts', import.meta.url), heapMegabytes: 256 };
 * await using child = startScript(script, { memoryBytes: 1e9 });
 * await sendFile(child, file, signal);
 * const outcome = await awaitAnswer(child, {
 *   request: 'read',
 *   limits: { inactivityMs: 10_000, totalMs: 60_000 },
 *   signal,
 *   onMessage: (message) => Reply.parse(message),
 * });
 * if (outcome.status !== 'answered') throw new Problem('unreadable-file', { detail: 'The file could not be read.' });
 */

export { type Allowance, confined } from './confinement.ts';
export {
  isProcessAlive,
  killWithHost,
  minimalEnvironment,
  programEnvironment,
  stepThreadBehindHost,
} from './isolation.ts';
export { type Limit, type Limits, watchLimits } from './limits.ts';
export { type Job, type PoolOptions, type ScriptPool, scriptPool, serveJobs } from './script-pool.ts';
export {
  awaitAnswer,
  notStarted,
  type ProcessExit,
  piecesOf,
  receivedFile,
  type ScriptProcess,
  scriptCommand,
  scriptFile,
  sendFile,
  startScript,
} from './script-process.ts';
export { type TextPool, type TextWork, textPool } from './text-pool.ts';
