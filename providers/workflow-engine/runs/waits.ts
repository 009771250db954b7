import { type AccountSleep, bodiesOf, durationMs, type StepState, type WorkflowNode } from 'chronoscribe/host';
import type { AwaitedSignal, DurationText } from 'chronoscribe/types';
import type { StoredSignal } from './documents.ts';

/*
 * Whatever waits in a run has a key: the path of a `waitFor`, or that of a sleep with `//` at its end. A signal is given
 * to one key, and a key gets one signal.
 */

/** When a sleep is over, from what its function gives. */
export function sleepEnd(end: number | DurationText): AccountSleep['until'] {
  return typeof end === 'number' ? { instant: end } : { ms: durationMs(end) };
}

/** The key of a sleep at a path. No node has such a path. */
export function sleepKey(path: string): string {
  return `${path}//`;
}

/** At the end of the path of a wait: the name of its timeout on the account's clock. */
export const timeoutEnd = '//timeout';

/** Whether a signal to this name, or path, is for the wait at `path`. */
export function isNamed(path: string, nameOrPath: string): boolean {
  return path === nameOrPath || path.slice(path.lastIndexOf('/') + 1) === nameOrPath;
}

/** A `waitFor` node of a run that waits, or may wait later. */
export interface OpenWait {
  readonly path: string;
  /** Whether it waits now. */
  readonly waits: boolean;
  /** Whether the items of an `each` around it are not known yet, so that there may be any number of it. */
  readonly isRepeated: boolean;
  /** What it is waited for under, for clients. */
  readonly signal: AwaitedSignal;
}

/** The `waitFor` nodes that wait, or may wait later, in the order of the graph. */
export function openWaits(
  nodes: readonly WorkflowNode[],
  states: readonly StepState[] | undefined,
  {
    prefix,
    isNested,
    isRepeated,
  }: { readonly prefix: string; readonly isNested: boolean; readonly isRepeated: boolean },
): readonly OpenWait[] {
  return nodes.flatMap((node, index): readonly OpenWait[] => {
    const state = states?.[index];
    const path = prefix + node.name;
    if (state !== undefined && state.status !== 'waiting' && state.status !== 'running') return [];
    if (node.kind === 'wait') {
      const startedAt = state?.startedAt ?? null;
      const timeoutMs = node.clock === 'wall' ? node.timeoutMs : undefined;
      const until = startedAt === null || timeoutMs === undefined ? null : startedAt + timeoutMs;
      return [{ path, waits: startedAt !== null, isRepeated, signal: { signal: isNested ? path : node.name, until } }];
    }
    const inside = { isNested: isNested || node.kind !== 'when', isRepeated };
    if (node.kind === 'each' || node.kind === 'repeat') {
      const begun = (state?.steps ?? []).flatMap(({ id, steps }) =>
        openWaits(node.body, steps, { ...inside, prefix: `${id}/` }),
      );
      // Another round may begin.
      if (node.kind === 'each' && state?.steps !== undefined) return begun;
      return [...begun, ...openWaits(node.body, undefined, { ...inside, prefix: `${path}/*/`, isRepeated: true })];
    }
    const isList = node.kind === 'when' || node.kind === 'child';
    return bodiesOf(node, path).flatMap((body, at) =>
      openWaits(body.nodes, isList ? state?.steps : state?.steps?.[at]?.steps, { ...inside, prefix: `${body.path}/` }),
    );
  });
}

/** What is known of a run whose signals are given. */
interface Signalled {
  /** What waits for a signal, or may wait later, and has got none. */
  readonly waits: readonly OpenWait[];
  readonly kept: readonly StoredSignal[];
}

/**
 * What a signal is given to: everything of that name that waits now; null for what may wait first, if nothing does. Empty
 * if there is nothing that may wait for it, or if that is sure to get another one.
 */
export function receiversOf({ waits, kept }: Signalled, name: string): readonly (string | null)[] {
  const named = waits.filter(({ path, isRepeated }) => isNamed(path, isRepeated ? asTemplate(name, path) : name));
  const now = named.filter((wait) => wait.waits).map(({ path }) => path);
  if (now.length > 0) return now;
  const expected = named.some(({ isRepeated }) => isRepeated) ? Number.POSITIVE_INFINITY : named.length;
  const promised = kept.filter(({ node, wait }) => node === name && wait === null).length;
  return promised < expected ? [null] : [];
}

/**
 * The path with `*` where the template has one: the item `3` of an `each` that has no items yet becomes `*`. A plain name
 * stays as it is.
 */
function asTemplate(name: string, template: string): string {
  const [names, parts] = [name.split('/'), template.split('/')];
  if (names.length !== parts.length) return name;
  return names.map((part, at) => (parts[at] === '*' && /^\d+$/.test(part) ? '*' : part)).join('/');
}
