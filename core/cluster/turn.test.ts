import { expect, test } from 'vitest';
import { createLogger } from '../logger.ts';
import { soloCluster } from './solo-cluster.ts';
import { hasTurn } from './turn.ts';

test('of hosts that ask at the same time one has the turn, and each time one has it again', async () => {
  const cluster = soloCluster(createLogger('silent'));
  const ask = () => Promise.all(Array.from({ length: 4 }, () => hasTurn(cluster, 'sweep', 1_000)));
  expect((await ask()).filter(Boolean)).toHaveLength(1);
  expect((await ask()).filter(Boolean)).toHaveLength(0);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect((await ask()).filter(Boolean)).toHaveLength(1);
  expect(await hasTurn(cluster, 'something else', 1_000)).toBe(true);
});
