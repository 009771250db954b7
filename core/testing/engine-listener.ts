import type { EngineListener } from '../kinds/workflow-engine.ts';

/** A listener for `WorkflowEngine.start` that calls `settled`, and has no clocks: a sleep on one never ends. */
export function engineListener(settled: (id: string) => void = () => undefined): EngineListener {
  return {
    runsAtOnce: Number.MAX_SAFE_INTEGER,
    settled,
    armSleep: async () => undefined,
    adopt: async () => undefined,
    disarmSleeps: async () => undefined,
  };
}
