import type { AccountSleep } from 'chronoscribe/host';
import {
  childInput,
  digest,
  type GraphInput,
  itemsOf,
  lineOf,
  type NodeSpec,
  valueAt,
  wallEnd,
} from './graph-specs.ts';

type State = Readonly<Record<string, unknown>>;

/** The lines that steps log, and in which order: one of `inOrder` after the other, those of `together` in any order. */
export type Order =
  | { readonly line: string }
  | { readonly inOrder: readonly Order[] }
  | { readonly together: readonly Order[] };

/** What a run of a random graph makes, if it is executed by the book. */
export interface Expected {
  readonly output: unknown;
  readonly order: Order;
  /** Id, kind and status of each node, in the order of the graph. */
  readonly states: readonly string[];
  /** What is asked of the account's clock. */
  readonly sleeps: readonly Pick<AccountSleep, 'node' | 'until' | 'from'>[];
}

/** A plain interpreter of random graphs, which knows no database, no replay and no failure. */
export function expectedOf(nodes: readonly NodeSpec[], input: GraphInput): Expected {
  const states: string[] = [];
  const sleeps: Expected['sleeps'][number][] = [];

  const list = (each: readonly NodeSpec[], before: State, prefix: string): { last: unknown; order: Order } => {
    let state = before;
    let last: unknown = null;
    const orders: Order[] = [];
    each.forEach((node, index) => {
      const done = one(node, state, prefix, earlierSleep(each.slice(0, index), state));
      last = done.value;
      orders.push(done.order);
      state = { ...state, [node.name]: last };
    });
    return { last, order: { inOrder: orders } };
  };

  const one = (
    node: NodeSpec,
    state: State,
    prefix: string,
    from: number | undefined,
  ): { value: unknown; order: Order } => {
    const path = prefix + node.name;
    const nothing: Order = { inOrder: [] };
    const note = (kind: string = node.kind, status = 'done', id = path) => states.push(`${id} ${kind} ${status}`);
    switch (node.kind) {
      case 'step':
        note();
        return { value: digest(node.name, state), order: { line: lineOf(node.name, state) } };
      case 'parallel': {
        note();
        const branches = Object.entries(node.branches).map(([name, body]) => {
          note('branch', 'done', `${path}/${name}`);
          return [name, list(body, state, `${path}/${name}/`)] as const;
        });
        return {
          value: Object.fromEntries(branches.map(([name, { last }]) => [name, last])),
          order: { together: branches.map(([, { order }]) => order) },
        };
      }
      case 'each': {
        note();
        const items = itemsOf(node.count, state).map((item, index) => {
          note('item', 'done', `${path}/${index}`);
          return list(node.body, { ...state, item, index }, `${path}/${index}/`);
        });
        const orders = items.map(({ order }) => order);
        return {
          value: items.map(({ last }) => last),
          order: node.concurrency === 1 ? { inOrder: orders } : { together: orders },
        };
      }
      case 'when': {
        note('when', node.holds ? 'done' : 'skipped');
        if (!node.holds) {
          skip(node.body, `${path}/`);
          return { value: null, order: nothing };
        }
        const { last, order } = list(node.body, state, `${path}/`);
        return { value: last, order };
      }
      case 'sleep':
        note();
        if (node.clock === 'wall') return { value: wallEnd(node.name, state), order: nothing };
        sleeps.push({ node: path, until: { ms: node.days * 86_400_000 }, from });
        return { value: valueAt(path), order: nothing };
      case 'wait':
        note();
        return { value: valueAt(path), order: nothing };
      case 'child': {
        note();
        const { last, order } = list(node.body, { input: childInput(state) }, `${path}/`);
        return { value: last, order };
      }
      default:
        return node satisfies never;
    }
  };

  /** Notes the nodes of a `when` whose condition does not hold. */
  const skip = (each: readonly NodeSpec[], prefix: string): void => {
    for (const node of each) {
      const path = prefix + node.name;
      states.push(`${path} ${node.kind} skipped`);
      if (node.kind === 'when' || node.kind === 'child') skip(node.body, `${path}/`);
      if (node.kind !== 'parallel') continue;
      for (const [name, body] of Object.entries(node.branches)) {
        states.push(`${path}/${name} branch skipped`);
        skip(body, `${path}/${name}/`);
      }
    }
  };

  const { last, order } = list(nodes, { input }, '');
  return { output: last, order, states, sleeps };
}

/** The end of the sleep on the account's clock that ends the list but for steps. */
function earlierSleep(before: readonly NodeSpec[], state: State): number | undefined {
  const latest = before.findLast(({ kind }) => kind !== 'step');
  return latest?.kind === 'sleep' && latest.clock === 'account' ? (state[latest.name] as number) : undefined;
}

/**
 * What of a log contradicts the order: a line that is missing, or that comes again after a later one.
 *
 * @param log the lines of one run; a line may be there several times
 */
export function contradictions(order: Order, log: readonly string[]): readonly string[] {
  const found: string[] = [];
  const span = (each: Order): { readonly first: number; readonly last: number } | undefined => {
    if ('line' in each) {
      const first = log.indexOf(each.line);
      if (first === -1) found.push(`${each.line} is missing`);
      return { first, last: log.lastIndexOf(each.line) };
    }
    const parts = 'inOrder' in each ? each.inOrder : each.together;
    const spans = parts.map(span).filter((part) => part !== undefined);
    if ('inOrder' in each)
      for (const [index, later] of spans.slice(1).entries()) {
        const earlier = spans[index];
        if (earlier !== undefined && earlier.last > later.first)
          found.push(
            `${log[earlier.last]} (line ${earlier.last}) comes after ${log[later.first]} (line ${later.first})`,
          );
      }
    if (spans.length === 0) return undefined;
    return { first: Math.min(...spans.map(({ first }) => first)), last: Math.max(...spans.map(({ last }) => last)) };
  };
  span(order);
  return found;
}
