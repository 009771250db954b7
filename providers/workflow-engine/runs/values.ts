import { definitionBegun, type NodeState, type StepState, type WorkflowNode } from 'chronoscribe/host';
import type { AnyWorkflow } from 'chronoscribe/types';
import { interpret, type NodeExecution } from '../interpreter.ts';
import { decodeResult } from '../saved/saved-result.ts';
import type { StoredNode, Values } from './documents.ts';
import type { Brief } from './messages.ts';

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

const forever = new AbortController().signal;

/** What the nodes of a run see and make, from what is saved of it. */
export function createValues(root: Root, saved: ReadonlyMap<string, StoredNode>, encoding: Values) {
  const values = new Map<string, Promise<unknown>>();

  const outputs = new Map<string, unknown>();

  const outputOf = (name: string): unknown => {
    if (!outputs.has(name)) outputs.set(name, deepFreeze(decodeResult(encoding, saved.get(name)?.output).result));
    return outputs.get(name);
  };

  /** The definition by which a child goes on. */
  const definitionOf = (path: string, workflow: AnyWorkflow): AnyWorkflow => {
    let begun = saved.get(path)?.child?.definition;
    for (let at = 0; saved.has(`${path}///since${at}//`); at += 1)
      begun = outputOf(`${path}///since${at}//`) as string[];
    return definitionBegun(workflow, begun) ?? workflow;
  };

  /** Executes what is done, which changes nothing: so values follow from what is saved as they did when it was done. */
  const lookup: NodeExecution = {
    isFailure: () => true,
    isPark: () => false,
    step: async ({ path }) => outputOf(path),
    sleep: async ({ path }) => Number(outputOf(path)),
    wait: async ({ path }) => outputOf(path),
    child: ({ workflow }, { path }) => valueOfAll(definitionOf(path, workflow).nodes, `${path}/`),
    decide: async ({ path }) => briefOf(outputOf(`${path}//`)),
    decided: ({ path }) => Promise.resolve(outputOf(`${path}//`)),
    abandon: async () => {},
  };

  const valueOfAll = (nodes: readonly WorkflowNode[], prefix: string): Promise<unknown> => {
    const [last] = nodes.slice(-1);
    return last === undefined ? Promise.resolve(null) : valueOfNode(last, prefix);
  };

  /** The value of a node that is done. */
  const valueOfNode = (node: WorkflowNode, prefix: string): Promise<unknown> => {
    const path = prefix + node.name;
    const scope = { prefix, signal: forever, position: undefined };
    const value = values.get(path) ?? interpret([node], scope, lookup).then(deepFreeze);
    values.set(path, value);
    return value;
  };

  const locateIn = async (
    nodes: readonly WorkflowNode[],
    [name, ...inside]: readonly string[],
    at: { readonly prefix: string; readonly state: NodeState; readonly workflow: AnyWorkflow; readonly runId: string },
  ): Promise<Located> => {
    const index = nodes.findIndex((node) => node.name === name);
    const node = nodes[index];
    if (node === undefined) throw new Error(`the workflow ${at.workflow.name} has no node ${at.prefix}${name}`);
    const state: Record<string, unknown> = { ...at.state };
    for (const earlier of nodes.slice(0, index)) state[earlier.name] = await valueOfNode(earlier, at.prefix);
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
        const value = await valueOfAll(node.body, round.prefix);
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
    async soFar(steps: readonly StepState[]): Promise<NodeState> {
      const state: Record<string, unknown> = { input };
      for (const [at, { name, status, steps: inside = [] }] of steps.entries()) {
        const node = root.workflow.nodes[at];
        if (isOver({ status })) state[name] = await valueOfAll(root.workflow.nodes.slice(at, at + 1), '');
        else if (node?.kind === 'each' || node?.kind === 'repeat') {
          const over = inside.filter(isOver).map(({ id }) => valueOfAll(node.body, `${id}/`));
          const results = await Promise.all(over);
          if (results.length > 0) state[name] = node.kind === 'each' ? results : results.at(-1);
        }
      }
      return Object.freeze(state);
    },
    /** Finds a node by its path, and what it sees. */
    locate: (path: string): Promise<Located> =>
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

function isOver({ status }: Pick<StepState, 'status'>): boolean {
  return status === 'done' || status === 'skipped';
}
