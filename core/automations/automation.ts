import type { z } from 'zod';
import type { PluginAuth } from '../api/access.ts';
import { Problem } from '../api/problem.ts';
import { messageOf } from '../api/text.ts';
import { workflow } from '../api/workflow.ts';
import { mapNodes } from '../api/workflow-definition.ts';
import type { Workflow, WorkflowDraft } from '../api/workflow-draft.ts';
import type { AnyWorkflow, NodeState } from '../api/workflow-graph.ts';
import type { AutomationEntry } from '../config/automations.ts';
import { inChain } from '../triggers/emitter.ts';
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

export interface CompiledAction {
  readonly name: string;
  /** What parses the input; null for a workflow that is run by its name. */
  readonly schema: z.ZodObject | null;
  /** A chained workflow. */
  readonly run: AnyWorkflow;
  /** By trigger. */
  readonly inputs: ReadonlyMap<string, InputTemplate>;
}

type OfEvent = Pick<AutomationEvent, 'trigger' | 'payload'>;

/** An automation that was checked, as a workflow: a condition, and a node for each action. */
export function createAutomation({
  entry,
  auth,
  triggers,
  conditions,
  actions,
}: {
  readonly entry: AutomationEntry;
  /** The scope that a key needs to see its runs. */
  readonly auth: PluginAuth;
  /** Those that it listens to, with the schema of their payloads. */
  readonly triggers: ReadonlyMap<string, z.ZodObject>;
  /** By trigger; empty without a condition. */
  readonly conditions: ReadonlyMap<string, Expression>;
  readonly actions: readonly CompiledAction[];
}) {
  const { name } = entry;
  /** Whether it runs for an event. @throws Problem `automation-failed` if the condition has no value */
  const condition = (event: OfEvent): boolean => {
    const expression = conditions.get(event.trigger);
    return (
      expression === undefined || explained(name, 'condition', event, () => expression.evaluate(event.payload) === true)
    );
  };
  const checked = actions.map((action) => ({
    name: action.name,
    run: action.run,
    /** The input for an event. @throws Problem `automation-failed` */
    input: (event: OfEvent) => explained(name, `input of ${action.name}`, event, () => inputOf(action, event)),
  }));
  const workflow: AnyWorkflow = automationWorkflow(name, entry.if === undefined ? undefined : condition, checked);
  return { entry, name, triggers, auth, condition, actions: checked, workflow };
}

export type Automation = ReturnType<typeof createAutomation>;

type Draft = WorkflowDraft<AutomationEvent, { readonly input: AutomationEvent }, unknown>;

function automationWorkflow(
  name: string,
  condition: ((event: OfEvent) => boolean) | undefined,
  actions: readonly (Pick<CompiledAction, 'name' | 'run'> & { input(event: OfEvent): unknown })[],
): Workflow<AutomationEvent, null> {
  const begin: Draft = workflow<AutomationEvent>(`automation-${name}`);
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

/** `ehr.push`, and `ehr.push 2` for the second one. */
function nodeName(actions: readonly Pick<CompiledAction, 'name'>[], index: number): string {
  const name = actions[index]?.name ?? '';
  const before = actions.slice(0, index).filter((action) => action.name === name).length;
  return before === 0 ? name : `${name} ${before + 1}`;
}

function inputOf({ schema, inputs }: CompiledAction, event: OfEvent): unknown {
  const input = inputs.get(event.trigger)?.(event.payload);
  if (schema === null) return input;
  const parsed = schema.strict().safeParse(input);
  if (parsed.success) return parsed.data;
  throw new Error(
    parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'input'}: ${message}`).join('; '),
  );
}

/** What `work` returns. @throws Problem `automation-failed` with the event, if it throws */
function explained<T>(name: string, what: string, event: OfEvent, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    // The message of an error of CEL goes on with a drawing of its place.
    const reason = messageOf(cause).split('\n', 1).join('').replace(/\.$/, '');
    throw new Problem('automation-failed', {
      status: 422,
      detail: `The ${what} of the automation "${name}" has no value for this event: ${reason}. Change it in the configuration.`,
      members: { automation: name, event: { trigger: event.trigger, payload: event.payload } },
    });
  }
}

/** The input of a chained workflow. */
export interface ChainedInput {
  /** How many runs of automations led here, with the present one. */
  readonly links: number;
  readonly input: unknown;
}

/**
 * A workflow whose input is wrapped in a `ChainedInput`, for an action of an automation: events that its steps emit
 * count the automations before them, so that a chain that sets itself off is found, also after a restart.
 */
export const chainedWorkflow = (workflow: AnyWorkflow): AnyWorkflow => ({
  ...mapNodes(workflow, {
    step: (step) => ({
      ...step,
      run: (state, context) => inChain(chainedInput(state).links, () => step.run(plain(state), context)),
    }),
    evaluated: (evaluate) => (state) => evaluate(plain(state)),
    input:
      (evaluate) =>
      (state): ChainedInput => ({ ...chainedInput(state), input: evaluate(plain(state)) }),
    workflow: chainedWorkflow,
  }),
  // An engine finds a workflow by its name, and the plain one has another input.
  name: `${workflow.name}-automated`,
});

/** The boundary where types are erased: `chainedWorkflow` is started with a `ChainedInput` only. */
const chainedInput = (state: NodeState): ChainedInput => state.input as ChainedInput;

/** The state as the nodes of the workflow know it. */
const plain = (state: NodeState): NodeState => ({ ...state, input: chainedInput(state).input });
