import { z } from 'zod';
import type { PluginAuth } from '../api/access.ts';
import type { AnyAction, Triggers } from '../api/trigger.ts';
import type { AnyWorkflow } from '../api/workflow-graph.ts';

/** What the plugins of a host offer to automations, by name. */
export interface Catalog {
  readonly triggers: ReadonlyMap<string, OfferedTrigger>;
  readonly actions: ReadonlyMap<string, OfferedAction>;
  readonly workflows: ReadonlyMap<string, OfferedWorkflow>;
}

export interface OfferedTrigger {
  readonly schema: Triggers[string];
  /** The scope of the plugin that offers it. */
  readonly auth: PluginAuth;
}

export interface OfferedAction extends AnyAction {
  readonly auth: PluginAuth;
}

export interface OfferedWorkflow {
  readonly workflow: AnyWorkflow;
  readonly auth: PluginAuth;
}

/** The trigger of a watched folder, with the file that arrived. Its automation says which folder. */
export const fileArrived = 'file.arrived';

export const FileArrived = z.object({
  name: z.string().describe('The name of the file'),
  type: z.string().describe('Its media type, by its content'),
  bytes: z.int().describe('Its size'),
  file: z
    .object({ blob: z.string(), bytes: z.int(), sha256: z.string(), type: z.string(), name: z.string() })
    .describe('The file, for an action that takes one'),
});

/** The trigger of a schedule. Its automation says when. */
export const scheduleFired = 'schedule.fired';

export const ScheduleFired = z.object({
  time: z.iso.datetime().describe('The time of the schedule that has come'),
  at: z.int().describe('The same in milliseconds since 1970'),
});

/** The action that runs any workflow of a plugin, by its name. */
export const runWorkflow = 'workflows.run';

export const RunWorkflow = z.object({
  workflow: z.string().min(1).describe('The name of a workflow'),
  input: z.unknown().optional().describe('Its input, which is not checked before it runs'),
});

/** The fields of an input that are a `FolderPath`: a folder of the machine, which the configuration alone may name. */
export function folderFields(input: z.ZodObject): readonly string[] {
  const { properties = {} } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  return Object.entries(properties).flatMap(([name, property]) =>
    typeof property === 'object' && property.folder === true ? [name] : [],
  );
}
