import {
  bodiesOf,
  definitionBegun,
  definitionsOf,
  type NodeState,
  type StepState,
  type WorkflowNode,
} from 'chronoscribe/host';
import type { AnyWorkflow } from 'chronoscribe/types';
import type { StoredNode, Values } from './documents.ts';
import { decodeResult } from './documents.ts';
import type { Brief } from './messages.ts';
import { isOver } from './node-states.ts';

/** Workflows by their names, and those of their `child` nodes. */
export function withChildren(workflows: readonly AnyWorkflow[]): ReadonlyMap<string, AnyWorkflow> {
  const found = new Map(workflows.map((workflow) => [workflow.name, workflow]));
  const addChildren = (nodes: readonly WorkflowNode[]): void => {
    for (const node of nodes) {
      if (node.kind !== 'child') for (const body of bodiesOf(node, '')) addChildren(body.nodes);
      else {
        if (!found.has(node.workflow.name)) found.set(node.workflow.name, node.workflow);
        for (const definition of definitionsOf(node.workflow)) addChildren(definition.nodes);
      }
    }
  };
  for (const { nodes } of workflows.flatMap(definitionsOf)) addChildren(nodes);
  return found;
}

/** A node of a run, with what it sees. */
export interface Located {
  readonly node: WorkflowNode;
  readonly state: NodeState;
  /** Of a `repeat`: what is asked is whether this round was the last one. */
  readonly isRound: boolean;
  /** The workflow that it is a node of, and the run of that: the child which it is in, if any. */
  readonly workflow: AnyWorkflow;
  readonly runId: string;
}

export interface Root {
  readonly workflow: AnyWorkflow;
  readonly runId: string;
  readonly input: unknown;
}

/** What the nodes of a run see and make, from what is saved of it. */
export function createValues(root: Root, saved: ReadonlyMap<string, StoredNode>, encoding: Values) {
  const values = new Map<string, unknown>();
  const outputs = new Map<string, unknown>();

  const outputOf = (name: string): unknown => {
    if (!outputs.has(name)) outputs.set(name, deepFreeze(decodeResult(encoding, saved.get(name)?.output).result));
    return outputs.get(name);
  };

  /** The definition by which a child goes on. */
  const definitionOf = (path: string, workflow: AnyWorkflow): AnyWorkflow =>
    definitionBegun(workflow, saved.get(path)?.child?.definition) ?? workflow;

  const valueOfAll = (nodes: readonly WorkflowNode[], prefix: string): unknown => {
    const [last] = nodes.slice(-1);
    return last === undefined ? null : valueAt(last, prefix + last.name);
  };

  /** The value of a node that is done. */
  const valueAt = (node: WorkflowNode, path: string): unknown => {
    if (!values.has(path)) values.set(path, deepFreeze(newValue(node, path)));
    return values.get(path);
  };

  const newValue = (node: WorkflowNode, path: string): unknown => {
    const inside = (body: readonly WorkflowNode[], part: string | number) => valueOfAll(body, `${path}/${part}/`);
    switch (node.kind) {
      case 'step':
      case 'sleep':
      case 'wait':
        return outputOf(path);
      case 'race':
        return outputOf(`${path}//`);
      case 'parallel':
        return Object.fromEntries(Object.entries(node.branches).map(([name, body]) => [name, inside(body, name)]));
      case 'each':
        return Array.from({ length: Number(briefOf(outputOf(`${path}//`))) }, (_, index) => inside(node.body, index));
      case 'when':
        return outputOf(`${path}//`) === true ? valueOfAll(node.body, `${path}/`) : null;
      case 'repeat': {
        let round = 0;
        while (outputOf(`${path}/${round}//`) === false) round += 1;
        return inside(node.body, round);
      }
      case 'child':
        return valueOfAll(definitionOf(path, node.workflow).nodes, `${path}/`);
      default:
        return node satisfies never;
    }
  };

  const locateIn = (
    nodes: readonly WorkflowNode[],
    [name, ...inside]: readonly string[],
    at: { readonly prefix: string; readonly state: NodeState; readonly workflow: AnyWorkflow; readonly runId: string },
  ): Located => {
    const index = nodes.findIndex((node) => node.name === name);
    const node = nodes[index];
    if (node === undefined) throw new Error(`the workflow ${at.workflow.name} has no node ${at.prefix}${name}`);
    const state: Record<string, unknown> = { ...at.state };
    for (const earlier of nodes.slice(0, index)) state[earlier.name] = valueAt(earlier, at.prefix + earlier.name);
    const path = at.prefix + node.name;
    const [part, ...rest] = inside;
    if (part === undefined) return { ...at, node, state: Object.freeze(state), isRound: false };
    const number = Number(part);
    const within = (added: NodeState, extra = `${part}/`) => ({
      ...at,
      prefix: `${path}/${extra}`,
      state: { ...state, ...added },
    });
    switch (node.kind) {
      case 'parallel':
      case 'race':
        return locateIn(node.branches[part] ?? [], rest, within({}));
      case 'each': {
        const items = outputOf(`${path}//`) as readonly unknown[];
        return locateIn(node.body, rest, within({ item: items[number], index: number }));
      }
      case 'repeat': {
        const round = within({ index: number });
        if (rest.length > 0) return locateIn(node.body, rest, round);
        const value = valueOfAll(node.body, round.prefix);
        return { ...at, node, state: Object.freeze({ ...state, [node.name]: value }), isRound: true };
      }
      case 'when':
        return locateIn(node.body, inside, within({}, ''));
      case 'child': {
        const workflow = definitionOf(path, node.workflow);
        const runId = saved.get(path)?.child?.id ?? at.runId;
        const state = { input: outputOf(`${path}//`) };
        return locateIn(workflow.nodes, inside, { prefix: `${path}/`, state, workflow, runId });
      }
      default:
        throw new Error(`nothing is inside of ${path}`);
    }
  };

  const input = deepFreeze(root.input);
  return {
    valueOfAll,
    /** See `WorkflowEngine.results`. @param steps the states of the nodes */
    soFar(steps: readonly StepState[]): NodeState {
      const state: Record<string, unknown> = { input };
      for (const [at, { name, status, steps: inside = [] }] of steps.entries()) {
        const node = root.workflow.nodes[at];
        if (isOver({ status })) state[name] = node && valueAt(node, name);
        else if (node?.kind === 'each' || node?.kind === 'repeat') {
          const results = inside.filter(isOver).map(({ id }) => valueOfAll(node.body, `${id}/`));
          if (results.length > 0) state[name] = node.kind === 'each' ? results : results.at(-1);
        }
      }
      return Object.freeze(state);
    },
    /** Finds a node by its path, and what it sees. */
    locate: (path: string): Located =>
      locateIn(root.workflow.nodes, path.split('/'), { ...root, prefix: '', state: { input } }),
  };
}

/** What is known of an answer without its contents: of items how many there are. */
export function briefOf(given: unknown): Brief {
  const brief = Array.isArray(given) ? given.length : given;
  return typeof brief === 'number' || typeof brief === 'boolean' ? brief : null;
}

/** Freezes JSON in place, at any depth: what one node is given, the next one is given too. */
function deepFreeze<T>(json: T): T {
  if (typeof json !== 'object' || json === null || Object.isFrozen(json)) return json;
  for (const member of Object.values(json)) deepFreeze(member);
  return Object.freeze(json);
}
