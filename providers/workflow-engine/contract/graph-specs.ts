import { Problem, workflow } from 'chronoscribe';
import type { AnyWorkflow } from 'chronoscribe/types';
import { z } from 'zod';

/** A node of a random graph. Names are unique in the graph, so that a line of the log names a node. */
export type NodeSpec =
  | {
      readonly kind: 'step';
      readonly name: string;
      readonly ms: number;
      readonly flaws: 'none' | 'transient' | 'final';
    }
  | {
      readonly kind: 'parallel';
      readonly name: string;
      readonly branches: Readonly<Record<string, readonly NodeSpec[]>>;
    }
  | {
      readonly kind: 'each';
      readonly name: string;
      readonly count: number;
      readonly concurrency: number;
      readonly body: readonly NodeSpec[];
    }
  | { readonly kind: 'when'; readonly name: string; readonly holds: boolean; readonly body: readonly NodeSpec[] }
  | { readonly kind: 'sleep'; readonly name: string; readonly clock: 'wall' | 'account'; readonly days: number }
  | { readonly kind: 'wait'; readonly name: string }
  | { readonly kind: 'child'; readonly name: string; readonly workflow: string; readonly body: readonly NodeSpec[] };

/** The input of a random graph, and of each child in it. */
export interface GraphInput {
  /** The indices of the items that it is in, such as `/0/2`. */
  readonly trail: string;
  /** The instant from which sleeps on the wall clock count. */
  readonly base: number;
}

/** What is around a random graph. */
export interface Surroundings {
  /** Called before a step does anything. */
  log(line: string): void;
  /** Whether steps that fail have been mended. */
  isMended(): boolean;
}

/** The random graphs of a campaign, as runs. */
export interface GraphRun {
  readonly id: string;
  readonly name: string;
  readonly nodes: readonly NodeSpec[];
  readonly input: GraphInput;
}

export function graphRuns(seed: number, count: number): readonly GraphRun[] {
  return Array.from({ length: count }, (_, index) => {
    const own = seed + index;
    const random = randomNumbers(own);
    const digits = Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16)).join('');
    const id = digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    return { id, name: `graph-${own}`, nodes: randomNodes(own), input: { trail: '', base: 1_700_000_000_000 } };
  });
}

/** Numbers from 0 to 1, the same for the same seed: Mulberry32. */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const mostNodes = 24;
const depth = 4;

/** The nodes of a random graph of all kinds. */
export function randomNodes(seed: number): readonly NodeSpec[] {
  const random = randomNumbers(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  let made = 0;
  const list = (levels: number): readonly NodeSpec[] => Array.from({ length: 1 + below(3) }, () => node(levels));
  const leaf = (name: string): NodeSpec => {
    const kind = below(10);
    if (kind === 0) return { kind: 'sleep', name, clock: 'wall', days: 0 };
    if (kind === 1 || kind === 2) return { kind: 'sleep', name, clock: 'account', days: 1 + below(9) };
    if (kind === 3) return { kind: 'wait', name };
    const flaw = below(12);
    return { kind: 'step', name, ms: below(6), flaws: flaw === 0 ? 'final' : flaw < 3 ? 'transient' : 'none' };
  };
  const node = (levels: number): NodeSpec => {
    made += 1;
    const name = `n${made}`;
    if (levels === 0 || made > mostNodes) return leaf(name);
    switch (below(9)) {
      case 0:
      case 1: {
        const names = ['left', 'middle', 'right'].slice(0, 1 + below(3));
        return { kind: 'parallel', name, branches: Object.fromEntries(names.map((each) => [each, list(levels - 1)])) };
      }
      case 2:
      case 3:
        return { kind: 'each', name, count: below(4), concurrency: 1 + below(3), body: list(levels - 1) };
      case 4:
        return { kind: 'when', name, holds: below(3) > 0, body: list(levels - 1) };
      case 5:
        return { kind: 'child', name, workflow: `child-${seed}-${name}`, body: list(levels - 1) };
      default:
        return leaf(name);
    }
  };
  return list(depth);
}

type State = Readonly<Record<string, unknown>>;

/** Where a node is executed, by the state that it sees. */
function trailOf({ item, input }: State): GraphInput {
  return { ...(input as GraphInput), ...(item as Partial<GraphInput> | undefined) };
}

/** A number made of all that a node sees. */
export function digest(name: string, state: State): number {
  let hash = 7;
  for (const character of name + JSON.stringify(state)) hash = (Math.imul(hash, 31) + character.charCodeAt(0)) | 0;
  return hash;
}

/** What the clock shows, or the signal brings, that ends the wait at a path. */
export function valueAt(path: string): number {
  return Math.abs(digest(path, {}));
}

/** The instant at which a sleep on the wall clock is over. */
export function wallEnd(name: string, state: State): number {
  return trailOf(state).base + (Math.abs(digest(name, {})) % 40);
}

export function itemsOf(count: number, state: State): readonly GraphInput[] {
  const { trail, base } = trailOf(state);
  return Array.from({ length: count }, (_, index) => ({ trail: `${trail}/${index}`, base }));
}

export function childInput(state: State): GraphInput {
  return trailOf(state);
}

/** The line that a step logs. */
export function lineOf(name: string, state: State): string {
  return name + trailOf(state).trail;
}

/** The builder without its types, which cannot follow a random graph. */
interface Builder {
  step(name: string, options: object, run: (state: State, context: { signal: AbortSignal }) => unknown): Builder;
  parallel(name: string, branches: Readonly<Record<string, (builder: Builder) => Builder>>): Builder;
  each(name: string, items: (state: State) => unknown, options: object, body: (builder: Builder) => Builder): Builder;
  when(name: string, condition: (state: State) => boolean, body: (builder: Builder) => Builder): Builder;
  sleep(name: string, until: string | ((state: State) => number), options: object): Builder;
  waitFor(name: string, schema: z.ZodType): Builder;
  child(name: string, child: AnyWorkflow, input: (state: State) => unknown): Builder;
  answer(answer: (body: unknown) => unknown): AnyWorkflow;
}

/** The workflow of a random graph. */
export function graphWorkflow(name: string, nodes: readonly NodeSpec[], around: Surroundings): AnyWorkflow {
  // The boundary where types are erased.
  return addNodes(workflow<GraphInput>(name) as unknown as Builder, nodes, around).answer((body) => ({
    body,
    location: '/',
  }));
}

function addNodes(start: Builder, nodes: readonly NodeSpec[], around: Surroundings): Builder {
  const failed = new Set<string>();
  return nodes.reduce((builder, node): Builder => {
    const { name } = node;
    const body = (inside: readonly NodeSpec[]) => (inner: Builder) => addNodes(inner, inside, around);
    switch (node.kind) {
      case 'step':
        return builder.step(name, { attempts: 2, backoffMs: 1 }, async (state, { signal }) => {
          const line = lineOf(name, state);
          around.log(line);
          await new Promise((later) => setTimeout(later, node.ms));
          signal.throwIfAborted();
          if (node.flaws === 'transient' && !failed.has(line)) {
            failed.add(line);
            throw new Problem('provider-unavailable', { detail: 'It is away.', transient: true });
          }
          if (node.flaws === 'final' && !around.isMended()) throw new Problem('provider-failed', { detail: 'No.' });
          return digest(name, state);
        });
      case 'parallel':
        return builder.parallel(
          name,
          Object.fromEntries(Object.entries(node.branches).map(([branch, inside]) => [branch, body(inside)])),
        );
      case 'each':
        return builder.each(
          name,
          (state) => itemsOf(node.count, state),
          { concurrency: node.concurrency },
          body(node.body),
        );
      case 'when':
        return builder.when(name, () => node.holds, body(node.body));
      case 'sleep':
        return node.clock === 'wall'
          ? builder.sleep(name, (state) => wallEnd(name, state), {})
          : builder.sleep(name, `${node.days}d`, { clock: 'account' });
      case 'wait':
        return builder.waitFor(name, z.number());
      case 'child':
        return builder.child(name, graphWorkflow(node.workflow, node.body, around), childInput);
      default:
        return node satisfies never;
    }
  }, start);
}
