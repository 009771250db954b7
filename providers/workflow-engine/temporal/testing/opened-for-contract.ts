import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Store } from 'chronoscribe';
import { silentLog, startProvider } from 'chronoscribe/testing';
import postgresStore from '../../../store/postgres/index.ts';
import type { OpenEngine } from '../../contract/test-bed.ts';
import { anyRowHolds } from '../../testing/any-row-holds.ts';
import { databaseOfTest } from '../../testing/database-of-test.ts';
import { openTemporalEngine } from '../engine.ts';
import { loadTemporal } from '../library.ts';
import { interpreterVersion } from '../messages.ts';
import { temporalOfTest } from './server.ts';

/** Short, so that a test need not wait long until a host that was killed has lost its runs. */
const heartbeatMs = 2000;

/** The name of a host ends with the version of its interpreter, if that is another one. */
const versionOf = (host: string): number => Number(/ v(\d+)$/.exec(host)?.[1] ?? interpreterVersion);

/** The engine as the contract suite opens it: each folder has a store and a task queue of its own. */
export const open: OpenEngine = async (folder, { cluster, name: host }) => {
  const name = `of_${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`;
  const at = { url: databaseOfTest(), schema: name };
  const store = await startProvider(Store, postgresStore, { with: at });
  const { address, keeps } = temporalOfTest();
  const engine = await openTemporalEngine({
    ...{ address, namespace: 'default', taskQueue: name, tls: undefined, apiKey: undefined },
    ...{ store: store.instance, cluster, concurrency: 2, heartbeatMs, missingWorkflowMs: 3000, log: silentLog },
    ...{ temporal: await loadTemporal(silentLog), interpreter: versionOf(host) },
  });
  return {
    engine,
    async stop() {
      await engine.close();
      await store.stop();
    },
    keeps: async (text) => (await anyRowHolds(at, text)) || (await keeps(text)),
    // A host that is dead or suspended sends no heartbeats.
    expireLeases: () => wait(2 * heartbeatMs),
  };
};
