import { Cluster, Store, workflow } from 'chronoscribe';
import { engineListener, silentLog, startProvider } from 'chronoscribe/testing';
import { defineWorkflow, OpenWorkflow } from 'openworkflow';
import { BackendPostgres } from 'openworkflow/postgres';
import { BackendSqlite } from 'openworkflow/sqlite';
import store from '../../../providers/store/postgres/index.ts';
import { openEmbeddedEngine } from '../../../providers/workflow-engine/embedded/engine.ts';
import type { Engine } from '../../../providers/workflow-engine/engine.ts';
import { openPostgresEngine } from '../../../providers/workflow-engine/postgres/engine.ts';

/**
 * `node workflow-host ENGINE PLACE SCHEMA CONCURRENCY FOLDER`: works on runs of the workflow `two-steps` until it is
 * killed, on our
 * engine (`ours`) or on openworkflow alone (`bare`). PLACE is the url of a database or the path of a file. The message
 * `submit`
 * submits a run.
 */
const [engine = '', place = '', schema = '', concurrency = '', dataFolder = ''] = process.argv.slice(2);
const onPostgres = place.startsWith('postgres:');
const submit = engine === 'bare' ? await startBare() : await startOurs();
process.on('message', () => void submit());
process.send?.('ready');

async function startBare(): Promise<() => Promise<unknown>> {
  const backend = onPostgres ? await BackendPostgres.connect(place, { schema }) : BackendSqlite.connect(place);
  const client = new OpenWorkflow({ backend });
  const twoSteps = defineWorkflow<unknown, string>({ name: 'two-steps' }, async ({ step }) => {
    const first = await step.run({ name: 'first' }, () => 'first');
    return step.run({ name: 'second' }, () => `${first} second`);
  });
  client.implementWorkflow(twoSteps.spec, twoSteps.fn);
  await client.newWorker({ concurrency: Number(concurrency) }).start();
  return () => client.runWorkflow(twoSteps.spec);
}

async function startOurs(): Promise<() => Promise<void>> {
  const twoSteps = workflow('two-steps')
    .step('first', () => 'first')
    .step('second', ({ first }) => `${first} second`)
    .answer((body) => ({ body, location: '/' }));
  const made = await openOurs();
  await made.start([twoSteps], engineListener());
  return () => made.submit({ id: crypto.randomUUID(), account: 'clinic', workflow: 'two-steps', input: null });
}

async function openOurs(): Promise<Engine> {
  const shared = { concurrency: Number(concurrency), log: silentLog };
  if (!onPostgres) return openEmbeddedEngine({ ...shared, file: place });
  const { provided } = await startProvider(Store, store, { with: { url: place }, dataFolder });
  return openPostgresEngine({ ...shared, url: place, schema, cluster: provided(Cluster), dataFolder });
}
