/** For what works on files of others, in processes that can be killed. */

export { awaitAnswer, type Outcome } from './answer.ts';
export { bareEnvironment, environmentWithoutKeys } from './environment.ts';
export { type Limit, type Limits, watchLimits } from './limits.ts';
export { killWithHost } from './orphans.ts';
export { scriptCommand } from './script.ts';
export { type Job, type PoolOptions, type ScriptPool, scriptPool, serveJobs } from './script-pool.ts';
export { type ProcessExit, type ScriptProcess, startScript } from './script-process.ts';
