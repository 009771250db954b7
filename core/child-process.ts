/** For what works on files of others, in processes that can be killed. */

export { answerOf } from './child-process/answer.ts';
export { bareEnvironment, environmentWithoutKeys } from './child-process/environment.ts';
export { type Limit, type Limits, watchLimits } from './child-process/limits.ts';
export { endingWithHost } from './child-process/orphans.ts';
export { scriptCommand } from './child-process/script.ts';
export { type Ending, type ScriptProcess, startScript } from './child-process/script-process.ts';
