import type { Plugin } from '../api/plugin.ts';
import type { ScheduleDefinition } from '../api/schedule.ts';
import type { AnyWorkflow, WorkflowNode } from '../api/workflow-node.ts';
import type { Runs } from '../kinds/runs.ts';
import type { ScheduleDeclaration } from '../schedules/schedule.ts';
import type { Services } from './services.ts';

/** The schedules that a plugin declares. */
export interface PluginSchedules {
  readonly plugin: Pick<Plugin, 'name' | 'auth'>;
  readonly declared: Readonly<Record<string, ScheduleDefinition<unknown>>>;
}

/** The schedules of a plugin as the host registers them: each starts a run that its account can see. */
export function scheduleDeclarations(
  { plugin, declared }: PluginSchedules,
  runs: Runs,
): readonly ScheduleDeclaration[] {
  return Object.entries(declared).map(([name, { run: workflow, input, ...times }]) => ({
    ...times,
    name,
    plugin: plugin.name,
    workflow: workflow.name,
    launch: ({ run: id, account, clockId }) =>
      runs.launch({ id, account, clockId, workflow, input, visible: { auth: plugin.auth, name } }),
  }));
}

/** @throws Error if a workflow or a schedule follows the accounts' clocks and no plugin has them */
export function requireClocks(workflows: readonly AnyWorkflow[], { timers, schedules }: Services): void {
  if (timers.source.hasAccounts) return;
  const sleeping = workflows.find(({ nodes }) => nodes.some(sleepsOnAccountClock));
  const [schedule] = schedules.onAccountClocks();
  const follower =
    sleeping === undefined ? schedule && `The schedule "${schedule}"` : `The workflow "${sleeping.name}"`;
  if (follower !== undefined) {
    throw new Error(`${follower} follows the accounts' clocks, and no plugin has them. Enable the plugin time-flow.`);
  }
}

function sleepsOnAccountClock(node: WorkflowNode): boolean {
  switch (node.kind) {
    case 'sleep':
      return node.clock === 'account';
    case 'parallel':
      return Object.values(node.branches).some((nodes) => nodes.some(sleepsOnAccountClock));
    case 'each':
    case 'when':
      return node.body.some(sleepsOnAccountClock);
    case 'child':
      return node.workflow.nodes.some(sleepsOnAccountClock);
    case 'step':
    case 'wait':
      return false;
    default:
      return node satisfies never;
  }
}
