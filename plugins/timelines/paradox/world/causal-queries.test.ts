import { describe, expect, it } from 'vitest';
import { type EdgesFrom, reachableFrom, shortestPath } from './causal-queries.ts';

/** A graph of letters: `ab` is a step from a to b. */
function graphOf(...steps: readonly string[]) {
  const asked: string[] = [];
  const stepsFrom: EdgesFrom<string> = async (layer) => {
    asked.push(layer.join(''));
    return layer.flatMap((from) =>
      steps.filter((step) => step.startsWith(from)).map((step) => ({ from, to: step.slice(1) })),
    );
  };
  return { stepsFrom, asked };
}

describe('a shortest path', () => {
  const graph = () => graphOf('ab', 'bc', 'cb', 'cd', 'ae', 'ed', 'da', 'ff');

  it('has the fewest edges', async () => {
    expect(await shortestPath('a', (node) => node === 'd', graph().stepsFrom)).toEqual(['a', 'e', 'd']);
  });

  it('may return to its start, but has at least one edge', async () => {
    expect(await shortestPath('a', (node) => node === 'a', graph().stepsFrom)).toEqual(['a', 'e', 'd', 'a']);
    expect(await shortestPath('f', (node) => node === 'f', graph().stepsFrom)).toEqual(['f', 'f']);
  });

  it('is searched a layer at a time, each node once', async () => {
    const { stepsFrom, asked } = graph();
    expect(await shortestPath('a', () => false, stepsFrom)).toBeUndefined();
    expect(asked).toEqual(['a', 'be', 'cd']);
  });
});

describe('what is reachable', () => {
  it('is every node on a path, and a start only if a path returns to it', async () => {
    const { stepsFrom, asked } = graphOf('ab', 'bc', 'cb', 'xy', 'yx');
    expect([...(await reachableFrom(['a', 'x'], stepsFrom))]).toEqual(['b', 'y', 'c', 'x']);
    expect(asked).toEqual(['ax', 'by', 'cx']);
  });

  it('is nothing without a start', async () => {
    const { stepsFrom, asked } = graphOf('ab');
    expect(await reachableFrom([], stepsFrom)).toEqual(new Set());
    expect(asked).toEqual([]);
  });
});
