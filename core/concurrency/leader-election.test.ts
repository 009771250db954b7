import { expect, test } from 'vitest';
import { createLogger } from '../api/logger.ts';
import { electLeader } from './leader-election.ts';
import { singleHostCluster } from './single-host-cluster.ts';

test('of hosts that ask at the same time one has the turn, and each time one has it again', async () => {
  const cluster = singleHostCluster(createLogger('silent'));
  const ask = () => Promise.all(Array.from({ length: 4 }, () => electLeader(cluster, 'sweep', 1_000)));
  expect((await ask()).filter(Boolean)).toHaveLength(1);
  expect((await ask()).filter(Boolean)).toHaveLength(0);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect((await ask()).filter(Boolean)).toHaveLength(1);
  expect(await electLeader(cluster, 'something else', 1_000)).toBe(true);
});
