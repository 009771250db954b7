import { Cluster, Store, workflow } from 'chronoscribe';
import { engineListener, silentLog, startProvider } from 'chronoscribe/testing';
import store from '../../../providers/store/postgres/index.ts';
import { openEmbeddedEngine } from '../../../providers/workflow-engine/embedded/engine.ts';
import { openPostgresEngine } from '../../../providers/workflow-engine/postgres/engine.ts';

/**
 * `node workflow-host PLACE SCHEMA CONCURRENCY FOLDER`: works on runs of the workflow `two-steps` until it is killed.
 * PLACE is the url of a database or the path of a file. A number as a message submits as many runs.
 */
const [place = '', schema = '', concurrency = '', dataFolder = ''] = process.argv.slice(2);
const twoSteps = workflow('two-steps')
  .step('first', () => 'first')
  .step('second', ({ first }) => `${first} second`)
  .answer((body) => ({ body, location: '/' }));
const engine = await openEngine();
await engine.start([twoSteps], engineListener());
process.on('message', async (count) => {
  const submit = () =>
    engine.submit({ id: crypto.randomUUID(), account: 'clinic', workflow: 'two-steps', input: null });
  await Promise.all(Array.from({ length: Number(count) }, submit));
});
process.send?.('ready');

async function openEngine() {
  const shared = { concurrency: Number(concurrency), log: silentLog };
  if (!place.startsWith('postgres:')) return openEmbeddedEngine({ ...shared, file: place });
  const { provided } = await startProvider(Store, store, { with: { url: place }, dataFolder });
  return openPostgresEngine({ ...shared, url: place, schema, cluster: provided(Cluster), dataFolder });
}
