import { Cluster, Store, workflow } from 'chronoscribe';
import { engineListener, silentLog, startProvider } from 'chronoscribe/testing';
import store from '../../../providers/store/postgres/index.ts';
import { openEmbeddedEngine } from '../../../providers/workflow-engine/embedded/engine.ts';
import { openPostgresEngine } from '../../../providers/workflow-engine/postgres/engine.ts';
import type { Engine } from '../../../providers/workflow-engine/runs/engine.ts';

/**
 * `node workflow-host ENGINE PLACE SCHEMA CONCURRENCY FOLDER ADDRESS`: works on runs of the workflow `two-steps` until it
 * is killed. PLACE is the url of a database or the path of a file, ADDRESS that of a Temporal server. A number as a
 * message submits as many runs; `memory` asks for the megabytes that the process takes.
 */
const [engineName = '', place = '', schema = '', concurrency = '', dataFolder = '', address = ''] =
  process.argv.slice(2);
const twoSteps = workflow('two-steps')
  .step('first', () => 'first')
  .step('second', ({ first }) => `${first} second`)
  .answer((body) => ({ body, location: '/' }));
const engine = await openEngine();
await engine.start([twoSteps], engineListener());
process.on('message', async (message) => {
  if (message === 'memory') return process.send?.(process.memoryUsage.rss() / 1e6);
  const submit = () =>
    engine.submit({ id: crypto.randomUUID(), account: 'clinic', workflow: 'two-steps', input: null });
  await Promise.all(Array.from({ length: Number(message) }, submit));
});
process.send?.('ready');

async function openEngine(): Promise<Engine> {
  const shared = { concurrency: Number(concurrency), log: silentLog };
  if (engineName === 'embedded') return openEmbeddedEngine({ ...shared, file: place });
  const isPostgres = engineName === 'postgres';
  const at = isPostgres ? { url: place } : { url: place, schema };
  const { instance, provided } = await startProvider(Store, store, { with: at, dataFolder });
  const cluster = provided(Cluster);
  if (isPostgres) return openPostgresEngine({ ...shared, url: place, schema, cluster, dataFolder });
  // Its packages are there only where it is measured.
  const [{ openTemporalEngine }, { loadTemporal }] = await Promise.all([
    import('../../../providers/workflow-engine/temporal/engine.ts'),
    import('../../../providers/workflow-engine/temporal/library.ts'),
  ]);
  return openTemporalEngine({
    ...{ ...shared, store: instance, cluster, temporal: await loadTemporal(silentLog), interpreter: 1 },
    ...{ address, namespace: 'default', taskQueue: schema, tls: undefined, apiKey: undefined },
    ...{ heartbeatMs: 10_000, missingWorkflowMs: 300_000 },
  });
}
