import { Cluster, Store, workflow } from 'chronoscribe';
import { silentLog, startProvider } from 'chronoscribe/testing';
import { defineWorkflow, Worker } from 'openworkflow';
import { BackendPostgres } from 'openworkflow/postgres';
import store from '../../../providers/store/postgres/index.ts';
import { openDatabase } from '../../../providers/workflow-engine/postgres/database.ts';
import { postgresEngine } from '../../../providers/workflow-engine/postgres/engine.ts';

/** `node workflow-host ENGINE URL SCHEMA CONCURRENCY FOLDER`: works on runs of the workflow `two-steps` until it is told to end, on our engine or on the bare one. */
const [engine = '', url = '', schema = '', concurrency = '', dataFolder = ''] = process.argv.slice(2);

if (engine === 'bare') {
  const backend = await BackendPostgres.connect(url, { schema });
  const twoSteps = defineWorkflow({ name: 'two-steps' }, async ({ step }) => {
    const first = await step.run({ name: 'first' }, () => 'first');
    return step.run({ name: 'second' }, () => `${first} second`);
  });
  await new Worker({ backend, workflows: [twoSteps], concurrency: Number(concurrency) }).start();
} else {
  const { provided } = await startProvider(Store, store, { with: { url }, dataFolder });
  const twoSteps = workflow('two-steps')
    .step('first', () => 'first')
    .step('second', ({ first }) => `${first} second`)
    .answer((body) => ({ body, location: '/' }));
  const made = postgresEngine({
    database: await openDatabase({ url, schema, log: silentLog }),
    cluster: provided(Cluster),
    dataFolder,
    concurrency: Number(concurrency),
    log: silentLog,
    leaseMs: 30_000,
    absenceMs: 300_000,
  });
  await made.start([twoSteps], () => {});
}
process.send?.('ready');
