import { isDeepStrictEqual } from 'node:util';
import {
  type AnyWorkflow,
  bodiesOf,
  type NodeState,
  type Step,
  type WaitFor,
  type WorkflowNode,
} from './workflow-graph.ts';

/** The nodes of a workflow as its runs remember them: the kind and the path of each, such as `step pages/read`. */
export type Fingerprint = readonly string[];

/** The fingerprint of a workflow. The nodes of a `child` are in that of the child, which is a run of its own. */
export function fingerprintOf({ nodes }: Pick<AnyWorkflow, 'nodes'>, path = ''): Fingerprint {
  return nodes.flatMap((node) => {
    const id = path === '' ? node.name : `${path}/${node.name}`;
    const bodies = node.kind === 'child' ? [] : bodiesOf(node, id);
    return [`${node.kind} ${id}`, ...bodies.flatMap((body) => fingerprintOf(body, body.path))];
  });
}

/** A workflow as it is declared now, and as it was before. */
export const definitionsOf = (workflow: AnyWorkflow): readonly AnyWorkflow[] => [
  workflow,
  ...(workflow.versions ?? []),
];

/**
 * The definition that a run was begun with.
 *
 * @param begun its fingerprint; undefined for a run that has none, which goes on with the workflow as it is
 * @returns undefined if neither the workflow nor one of its versions has these nodes
 */
export function definitionBegun(workflow: AnyWorkflow, begun: Fingerprint | undefined): AnyWorkflow | undefined {
  if (begun === undefined) return workflow;
  return definitionsOf(workflow).find((each) => isDeepStrictEqual(fingerprintOf(each), begun));
}

/**
 * What has changed in the part of a workflow that a run has been through. What is ahead of it may change freely.
 *
 * @param begun the fingerprint of the definition that the run was begun with
 * @param names the paths of nodes in the run that have begun (`pages/3/read`), perhaps with `//` and more
 * @returns for example `"greet" is now called "welcome"; "check" is new`; undefined if nothing of it has changed
 */
export function changesBehind(
  begun: Fingerprint,
  workflow: Pick<AnyWorkflow, 'nodes'>,
  names: Iterable<string>,
): string | undefined {
  const current = fingerprintOf(workflow);
  const all = new Set([...begun, ...current]);
  const isKind = (id: string, ...kinds: readonly string[]) => kinds.some((kind) => all.has(`${kind} ${id}`));
  const isNumbered = (id: string) => isKind(id, 'each', 'repeat');
  const reached = new Set([...names].flatMap((name) => idsAround(name, isNumbered)));
  const isReached = (line: string) => reached.has(idOf(line));
  /** Whether a node comes before another one in every run: neither around it nor in another branch. */
  const precedes = (list: Fingerprint, line: string, other: string): boolean =>
    list.indexOf(line) < list.indexOf(other) &&
    !idOf(other).startsWith(`${idOf(line)}/`) &&
    !isKind(commonPath(idOf(line), idOf(other)), 'parallel', 'race');

  const gone = begun.filter((line) => isReached(line) && !current.includes(line));
  const stayed = begun.filter((line) => isReached(line) && current.includes(line));
  const added = current.filter((line) => {
    const isBehind = () => current.some((other) => isReached(other) && precedes(current, line, other));
    return !begun.includes(line) && !isReached(line) && isBehind();
  });
  const moved = stayed.filter((line) =>
    stayed.some((other) => precedes(begun, other, line) && precedes(current, line, other)),
  );
  const said: string[] = [];
  for (const line of gone) {
    const id = idOf(line);
    const same = current.find((other) => idOf(other) === id);
    const renamed = added.findIndex((other) => listOf(other) === listOf(line));
    if (same !== undefined) said.push(`"${id}" was a ${kindOf(line)}, and is a ${kindOf(same)}`);
    else if (renamed === -1) said.push(`"${id}" is gone`);
    else said.push(...added.splice(renamed, 1).map((other) => `"${id}" is now called "${idOf(other)}"`));
  }
  said.push(...added.map((line) => `"${idOf(line)}" is new`), ...moved.map((line) => `"${idOf(line)}" has moved`));
  return said.length === 0 ? undefined : said.join('; ');
}

const kindOf = (line: string): string => line.split(' ', 1).join('');
const idOf = (line: string): string => line.slice(kindOf(line).length + 1);

/** The kind of a node, and the list that it is in. */
const listOf = (line: string): string => line.slice(0, Math.max(kindOf(line).length, line.lastIndexOf('/')));

function commonPath(one: string, other: string): string {
  const [parts, others] = [one.split('/'), other.split('/')];
  const end = parts.findIndex((part, at) => part !== others[at]);
  return parts.slice(0, Math.max(0, end)).join('/');
}

/** The path of a node in the definition, without the numbers of items and rounds, and those of the nodes around it. */
function idsAround(name: string, isNumbered: (id: string) => boolean): readonly string[] {
  const ids: string[] = [];
  const parts = (name.split('//')[0] ?? '').split('/').values();
  for (const part of parts) {
    const id = ids.length === 0 ? part : `${ids.at(-1)}/${part}`;
    ids.push(id);
    if (isNumbered(id)) parts.next();
  }
  return ids;
}

/** What stands in the place of what the nodes of a workflow call. */
interface NodeMapping {
  step(step: Step): Step;
  /** @param what a node evaluates beside the steps, for messages: `condition`. @param name of the node */
  evaluated<T>(evaluate: (state: NodeState) => T, what: string, name: string): (state: NodeState) => T;
  /** The input of a child. Default: as `evaluated`. */
  input?(evaluate: (state: NodeState) => unknown): (state: NodeState) => unknown;
  /** Default: the same. */
  wait?(wait: WaitFor): WaitFor;
  /** For an earlier version, and for a child. */
  workflow(other: AnyWorkflow): AnyWorkflow;
}

/** The workflow with the same nodes, which call something else. */
export function mapNodes(workflow: AnyWorkflow, mapping: NodeMapping): AnyWorkflow {
  const { wait = (node) => node } = mapping;
  const mapped = (node: WorkflowNode): WorkflowNode => {
    const of = <T>(what: string, evaluate: (state: NodeState) => T) => mapping.evaluated(evaluate, what, node.name);
    switch (node.kind) {
      case 'step':
        return mapping.step(node);
      case 'parallel':
      case 'race': {
        const branches = Object.entries(node.branches).map(([name, nodes]) => [name, nodes.map(mapped)] as const);
        return { ...node, branches: Object.fromEntries(branches) };
      }
      case 'each':
        return { ...node, items: of('list of items', node.items), body: node.body.map(mapped) };
      case 'when':
        return { ...node, condition: of('condition', node.condition), body: node.body.map(mapped) };
      case 'repeat':
        return { ...node, until: of('end', node.until), body: node.body.map(mapped) };
      case 'sleep':
        return typeof node.until === 'number' ? node : { ...node, until: of('end', node.until) };
      case 'wait':
        return wait(node);
      case 'child':
        return {
          ...node,
          workflow: mapping.workflow(node.workflow),
          input: mapping.input?.(node.input) ?? of('input', node.input),
        };
      default:
        return node satisfies never;
    }
  };
  const { nodes, versions } = workflow;
  return { ...workflow, nodes: nodes.map(mapped), ...(versions && { versions: versions.map(mapping.workflow) }) };
}
