import { Cluster, Store } from 'chronoscribe';
import { singleHostCluster } from 'chronoscribe/concurrency';
import { silentLog, startProvider } from 'chronoscribe/testing';
import { clusterContract } from '../contract/cluster.ts';
import postgres from './index.ts';
import { sharedDatabase } from './testing/database.ts';

const shared = sharedDatabase();
let tests = 0;

clusterContract('Postgres', async () => {
  tests += 1;
  const settings = shared().settings(`cluster ${tests}`);
  const hosts = await Promise.all([1, 2].map(() => startProvider(Store, postgres, { with: settings })));
  const [one, other] = hosts.map(({ provided }) => provided(Cluster));
  if (one === undefined || other === undefined) throw new Error('two hosts were to be started');
  return { hosts: [one, other], stop: async () => void (await Promise.all(hosts.map(({ stop }) => stop()))) };
});

clusterContract('the memory of one host', async () => ({
  hosts: [singleHostCluster(silentLog)],
  stop: async () => undefined,
}));
