import type { z } from 'zod';
import type { PluginAuth } from '../api/access.ts';
import { Problem } from '../api/problem.ts';
import { type Workflow, type WorkflowDraft, workflow } from '../api/workflow.ts';
import type { AnyWorkflow } from '../api/workflow-graph.ts';
import type { AutomationEntry } from '../config/automations.ts';
import type { ChainedInput } from './chained-workflow.ts';
import type { Expression } from './expression.ts';
import type { InputTemplate } from './input.ts';

/** The event that an automation runs for, as the input of its run. */
export interface AutomationEvent {
  readonly id: string;
  /** The id of the run. */
  readonly run: string;
  readonly trigger: string;
  /** Wall time, in milliseconds since 1970. */
  readonly at: number;
  /** How many runs of automations led to it. */
  readonly links: number;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** An automation that was checked. */
export interface Automation {
  readonly entry: AutomationEntry;
  readonly name: string;
  /** The triggers that it listens to, with the schema of their payloads. */
  readonly triggers: ReadonlyMap<string, z.ZodObject>;
  readonly actions: readonly AutomationAction[];
  /** The scope that a key needs to see its runs. */
  readonly auth: PluginAuth;
  /** Whether it runs for an event. @throws Problem `automation-failed` if the condition has no value */
  condition(event: Pick<AutomationEvent, 'trigger' | 'payload'>): boolean;
  readonly workflow: Workflow<AutomationEvent, null>;
}

export interface AutomationAction {
  /** The name of the action. */
  readonly name: string;
  /** The input for an event. @throws Problem `automation-failed` */
  input(event: Pick<AutomationEvent, 'trigger' | 'payload'>): unknown;
}

/** What was compiled for each trigger of an automation. */
export interface CompiledParts {
  readonly entry: AutomationEntry;
  readonly auth: PluginAuth;
  readonly triggers: ReadonlyMap<string, z.ZodObject>;
  /** By trigger; empty without a condition. */
  readonly conditions: ReadonlyMap<string, Expression>;
  readonly actions: readonly CompiledAction[];
}

export interface CompiledAction {
  readonly name: string;
  /** What parses the input; null for a workflow that is run by its name. */
  readonly schema: z.ZodObject | null;
  /** A chained workflow. */
  readonly run: AnyWorkflow;
  /** By trigger. */
  readonly inputs: ReadonlyMap<string, InputTemplate>;
}

/** An automation as a workflow: a condition, and a node for each action. */
export function createAutomation({ entry, auth, triggers, conditions, actions }: CompiledParts): Automation {
  const { name } = entry;
  const condition: Automation['condition'] = (event) => {
    const expression = conditions.get(event.trigger);
    return (
      expression === undefined || explained(name, 'condition', event, () => expression.evaluate(event.payload) === true)
    );
  };
  const checked = actions.map((action): AutomationAction & { readonly run: AnyWorkflow } => ({
    name: action.name,
    run: action.run,
    input: (event) => explained(name, `input of ${action.name}`, event, () => inputOf(action, event)),
  }));
  return {
    entry,
    name,
    triggers,
    auth,
    condition,
    actions: checked,
    workflow: automationWorkflow(name, entry.if === undefined ? undefined : condition, checked),
  };
}

type Draft = WorkflowDraft<AutomationEvent, { readonly input: AutomationEvent }, unknown>;

function automationWorkflow(
  name: string,
  condition: Automation['condition'] | undefined,
  actions: readonly (AutomationAction & { readonly run: AnyWorkflow })[],
): Workflow<AutomationEvent, null> {
  const begin: Draft = workflow<AutomationEvent>(workflowName(name));
  const withActions = (draft: Draft): Draft =>
    actions.reduce<Draft>(
      (before, action, index) =>
        before.child(
          nodeName(actions, index),
          action.run,
          ({ input: event }): ChainedInput => ({ links: event.links + 1, input: action.input(event) }),
        ),
      draft,
    );
  const whole =
    condition === undefined ? withActions(begin) : begin.when('if', ({ input }) => condition(input), withActions);
  return whole.answer(() => ({ body: null, location: '' }));
}

/** The name of the workflow of an automation. */
const workflowName = (automation: string): string => `automation-${automation}`;

/** `ehr.push`, and `ehr.push 2` for the second one. */
function nodeName(actions: readonly AutomationAction[], index: number): string {
  const name = actions[index]?.name ?? '';
  const before = actions.slice(0, index).filter((action) => action.name === name).length;
  return before === 0 ? name : `${name} ${before + 1}`;
}

function inputOf({ schema, inputs }: CompiledAction, event: Pick<AutomationEvent, 'trigger' | 'payload'>): unknown {
  const input = inputs.get(event.trigger)?.(event.payload);
  if (schema === null) return input;
  const parsed = schema.strict().safeParse(input);
  if (parsed.success) return parsed.data;
  throw new Error(
    parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'input'}: ${message}`).join('; '),
  );
}

/** What `work` returns. @throws Problem `automation-failed` with the event, if it throws */
function explained<T>(
  name: string,
  what: string,
  event: Pick<AutomationEvent, 'trigger' | 'payload'>,
  work: () => T,
): T {
  try {
    return work();
  } catch (cause) {
    const reason = cause instanceof Error ? firstLine(cause) : String(cause);
    throw new Problem('automation-failed', {
      status: 422,
      detail: `The ${what} of the automation "${name}" has no value for this event: ${reason}. Change it in the configuration.`,
      members: { automation: name, event: { trigger: event.trigger, payload: event.payload } },
    });
  }
}

/** The message of an error of CEL goes on with a drawing of its place. */
const firstLine = ({ message }: Error): string => message.split('\n', 1).join('').replace(/\.$/, '');
