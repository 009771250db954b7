import { expect, test } from 'vitest';
import { workflow } from './workflow.ts';
import { changesBehind, fingerprintOf } from './workflow-definition.ts';
import type { Chain, WorkflowDraft } from './workflow-draft.ts';

type Draft = WorkflowDraft<unknown, { readonly input: unknown }, unknown>;

/** A chain of steps of these names. */
const steps = (draft: Draft, ...names: readonly string[]) =>
  names.reduce<Draft>((chain, name) => chain.step(name as 'step', () => 1) as unknown as Draft, draft);
const chain = (...names: readonly string[]) => steps(workflow<unknown>('w'), ...names);
const branches = (draft: Draft, ...names: readonly string[]) =>
  draft.parallel('p', Object.fromEntries(names.map((name) => [name, (w) => steps(w as unknown as Draft, name)])));
const each = (name: string) =>
  chain('a').each(
    'e',
    () => [1],
    {},
    (w) => steps(w as unknown as Draft, 'x', name),
  );
const rounds = (name: string) =>
  chain('a').repeat('r', { until: () => true, most: 3 }, (w) => steps(w as unknown as Draft, 'x', name));
const when = (...names: readonly string[]) =>
  steps(
    chain('a').when(
      'h',
      () => true,
      (w) => steps(w as unknown as Draft, ...names),
    ) as unknown as Draft,
    'z',
  );

test.each<
  readonly [what: string, Chain<unknown>, Chain<unknown>, reached: readonly string[], said: string | undefined]
>([
  ['nothing', chain('a', 'b'), chain('a', 'b'), ['a', 'b'], undefined],
  ['nothing was reached', chain('a', 'b'), chain('c'), [], undefined],
  ['the end is ahead', chain('a', 'b', 'c'), chain('a', 'b', 'd', 'e'), ['a', 'b'], undefined],
  ['all is ahead but the first', chain('a', 'b', 'c'), chain('a', 'c', 'b'), ['a'], undefined],
  ['the first was renamed', chain('a', 'b'), chain('c', 'b'), ['a', 'b'], '"a" is now called "c"'],
  [
    'two were renamed',
    chain('a', 'b', 'c'),
    chain('d', 'e', 'c'),
    ['a', 'b', 'c'],
    '"a" is now called "d"; "b" is now called "e"',
  ],
  ['the place where it waits is gone', chain('a', 'b'), chain('a', 'c'), ['a', 'b'], '"b" is gone'],
  ['one is new before', chain('a', 'b'), chain('a', 'c', 'b'), ['a', 'b'], '"c" is new'],
  ['one that was new was done meanwhile', chain('a', 'b', 'd'), chain('a', 'c', 'b', 'd'), ['a', 'c', 'b'], undefined],
  ['the order is another', chain('a', 'b', 'c'), chain('b', 'a', 'c'), ['a', 'b', 'c'], '"b" has moved'],
  [
    'a kind is another',
    chain('a', 'b'),
    chain()
      .sleep('a', '1s')
      .step('b', () => 1),
    ['a', 'b'],
    '"a" was a step, and is a sleep',
  ],
  ['an item has another step', each('y'), each('z'), ['a', 'e//', 'e/0/x', 'e/0/y'], '"e/y" is gone'],
  ['an item has another step ahead', each('y'), each('z'), ['a', 'e//', 'e/0/x'], undefined],
  ['a round has another step', rounds('y'), rounds('z'), ['a', 'r/0/x', 'r/0/y', 'r/0//'], '"r/y" is gone'],
  [
    'branches are in another order',
    branches(chain(), 'a', 'b'),
    branches(chain(), 'b', 'a'),
    ['p/a/a', 'p/b/b'],
    undefined,
  ],
  ['a branch is new while others run', branches(chain(), 'a'), branches(chain(), 'b', 'a'), ['p/a/a'], undefined],
  ['a branch is gone', branches(chain(), 'a', 'b'), branches(chain(), 'a'), ['p/a/a', 'p/b/b'], '"p/b/b" is gone'],
  ['what depends on a condition is new', when('x'), when('x', 'y'), ['a', 'h//', 'h/x', 'z'], '"h/y" is new'],
])('a run is told what has changed behind it where %s', (_what, begun, now, reached, said) => {
  expect(changesBehind(fingerprintOf(begun), now, reached)).toBe(said);
});
