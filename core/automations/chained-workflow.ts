import type { AnyWorkflow, NodeState, WorkflowNode } from '../api/workflow-graph.ts';
import { inChain } from '../triggers/emitter.ts';

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
export function chainedWorkflow(workflow: AnyWorkflow): AnyWorkflow {
  // An engine finds a workflow by its name, and the plain one has another input.
  const { name, nodes, versions } = workflow;
  return {
    ...workflow,
    name: `${name}-automated`,
    nodes: nodes.map(chainedNode),
    ...(versions !== undefined && { versions: versions.map(chainedWorkflow) }),
  };
}

function chainedNode(node: WorkflowNode): WorkflowNode {
  switch (node.kind) {
    case 'step':
      return {
        ...node,
        run(state, context) {
          return inChain(chainedInput(state).links, () => node.run(plain(state), context));
        },
      };
    case 'parallel':
    case 'race': {
      const branches = Object.entries(node.branches).map(([name, nodes]) => [name, nodes.map(chainedNode)] as const);
      return { ...node, branches: Object.fromEntries(branches) };
    }
    case 'each':
      return { ...node, items: (state) => node.items(plain(state)), body: node.body.map(chainedNode) };
    case 'when':
      return { ...node, condition: (state) => node.condition(plain(state)), body: node.body.map(chainedNode) };
    case 'repeat':
      return { ...node, until: (state) => node.until(plain(state)), body: node.body.map(chainedNode) };
    case 'sleep': {
      const { until } = node;
      return typeof until === 'number' ? node : { ...node, until: (state) => until(plain(state)) };
    }
    case 'wait':
      return node;
    case 'child':
      return {
        ...node,
        workflow: chainedWorkflow(node.workflow),
        input: (state): ChainedInput => ({ ...chainedInput(state), input: node.input(plain(state)) }),
      };
    default:
      return node satisfies never;
  }
}

/** The boundary where types are erased: `chainedWorkflow` is started with a `ChainedInput` only. */
const chainedInput = (state: NodeState): ChainedInput => state.input as ChainedInput;

/** The state as the nodes of the workflow know it. */
const plain = (state: NodeState): NodeState => ({ ...state, input: chainedInput(state).input });
