import { isDeepStrictEqual } from 'node:util';
import { type AnyWorkflow, bodiesOf } from './workflow-graph.ts';

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

interface Line {
  readonly kind: string;
  readonly id: string;
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
  const [before, now] = [begun.map(parseLine), current.map(parseLine)];
  const idsOf = (...kinds: readonly string[]) =>
    new Set([...before, ...now].flatMap(({ kind, id }) => (kinds.includes(kind) ? [id] : [])));
  const numbered = idsOf('each', 'repeat');
  const branching = idsOf('parallel', 'race');
  const reached = new Set([...names].flatMap((name) => idsAround(name, numbered)));
  /** Whether a node comes before another one in every run: neither around it nor in another branch. */
  const precedes = (nodes: readonly Line[], { id }: Line, other: Line): boolean =>
    nodes.findIndex((each) => each.id === id) < nodes.findIndex((each) => each.id === other.id) &&
    !other.id.startsWith(`${id}/`) &&
    !branching.has(commonPath(id, other.id));

  const gone = before.filter(({ kind, id }) => reached.has(id) && !current.includes(`${kind} ${id}`));
  const added = now.filter(
    (line) =>
      !begun.includes(`${line.kind} ${line.id}`) &&
      !reached.has(line.id) &&
      now.some((other) => reached.has(other.id) && precedes(now, line, other)),
  );
  const stayed = before.filter((line) => reached.has(line.id) && !gone.includes(line));
  const moved = stayed.filter((line) =>
    stayed.some((other) => precedes(before, other, line) && precedes(now, line, other)),
  );
  const renamed = new Map<Line, Line>();
  for (const old of gone) {
    const isSame = ({ kind, id }: Line) => kind === old.kind && listOf(id) === listOf(old.id);
    const to = added.find((line) => isSame(line) && ![...renamed.values()].includes(line));
    if (to !== undefined) renamed.set(old, to);
  }
  const said = [
    ...[...renamed].map(([old, to]) => `"${old.id}" is now called "${to.id}"`),
    ...gone.filter((line) => !renamed.has(line)).map((line) => `"${line.id}" ${becomes(line, now)}`),
    ...added.filter((line) => ![...renamed.values()].includes(line)).map(({ id }) => `"${id}" is new`),
    ...moved.map(({ id }) => `"${id}" has moved`),
  ];
  return said.length === 0 ? undefined : said.join('; ');
}

function becomes({ kind, id }: Line, now: readonly Line[]): string {
  const other = now.find((line) => line.id === id);
  return other === undefined ? 'is gone' : `was a ${kind}, and is a ${other.kind}`;
}

function parseLine(line: string): Line {
  const [kind = ''] = line.split(' ', 1);
  return { kind, id: line.slice(kind.length + 1) };
}

/** The path of the list that a node is in. */
const listOf = (id: string): string => id.slice(0, Math.max(0, id.lastIndexOf('/')));

function commonPath(one: string, other: string): string {
  const parts = other.split('/');
  const own = one.split('/');
  const count = own.findIndex((part, at) => part !== parts[at]);
  return own.slice(0, Math.max(0, count)).join('/');
}

/** The path of a node in the definition, without the numbers of items and rounds, and those of the nodes around it. */
function idsAround(name: string, numbered: ReadonlySet<string>): readonly string[] {
  const ids: string[] = [];
  const parts = (name.split('//')[0] ?? '').split('/').values();
  for (const part of parts) {
    ids.push(ids.length === 0 ? part : `${ids.at(-1)}/${part}`);
    if (numbered.has(ids.at(-1) ?? '')) parts.next();
  }
  return ids;
}
