import { describe, expect, it } from 'vitest';
import { type EdgesFrom, reachableFrom, shortestPath } from './causal-queries.ts';

/** A graph of letters: `ab` is a step from a to b. */
function graphOf(...steps: readonly string[]) {
  const asked: string[] = [];
  const stepsFrom: EdgesFrom<string> = async (layer) => {
    asked.push(layer.join(''));
    return layer.flatMap((from) => steps.filter((step) => step.startsWith(from)).map((step) => ({ from, to: step.slice(1) })));
  };
  return { stepsFrom, asked };
}

describe('a shortest way', () => {
  const graph = () => graphOf('ab', 'bc', 'cb', 'cd', 'ae', 'ed', 'da', 'ff');

  it('has the fewest steps', async () => {
    expect(await shortestPath('a', (node) => node === 'd', graph().stepsFrom)).toEqual(['a', 'e', 'd']);
  });

  it('may lead back to where it began, but takes one step at least', async () => {
    expect(await shortestPath('a', (node) => node === 'a', graph().stepsFrom)).toEqual(['a', 'e', 'd', 'a']);
    expect(await shortestPath('f', (node) => node === 'f', graph().stepsFrom)).toEqual(['f', 'f']);
  });

  it('is looked for a layer at a time, and each node only once', async () => {
    const { stepsFrom, asked } = graph();
    expect(await shortestPath('a', () => false, stepsFrom)).toBeUndefined();
    expect(asked).toEqual(['a', 'be', 'cd']);
  });
});

describe('what is reached', () => {
  it('is all that ways lead to, a start only where a way leads back to it', async () => {
    const { stepsFrom, asked } = graphOf('ab', 'bc', 'cb', 'xy', 'yx');
    expect([...(await reachableFrom(['a', 'x'], stepsFrom))]).toEqual(['b', 'y', 'c', 'x']);
    expect(asked).toEqual(['ax', 'by', 'cx']);
  });

  it('is nothing from nowhere', async () => {
    const { stepsFrom, asked } = graphOf('ab');
    expect(await reachableFrom([], stepsFrom)).toEqual(new Set());
    expect(asked).toEqual([]);
  });
});
