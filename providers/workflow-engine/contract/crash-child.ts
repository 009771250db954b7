import { engineListener } from 'chronoscribe/testing';
import { brief, dying, looping, racing, recordStep, threeSteps } from './crash-workflows.ts';
import { ipcCluster } from './hub.ts';
import type { OpenEngine } from './test-bed.ts';

/**
 * `node crash-child OPENER FOLDER HOST [RUN PLOT]`: works as this host and submits the run if one is named. Ends once
 * that is settled, or with the message `stop`.
 */
const [opener = '', folder = '', host = '', id = '', plot = ''] = process.argv.slice(2);

const over = Promise.withResolvers<void>();
process.on('message', (message) => {
  if (message === 'stop') over.resolve();
});
process.on('disconnect', () => over.resolve());

const { open } = (await import(opener)) as { open: OpenEngine };
const { engine, stop } = await open(folder, { name: host, cluster: ipcCluster() });
await engine.start(
  [
    ...[threeSteps(folder, 'stuck'), brief(folder), dying(folder, 'killed')],
    ...[looping(folder, 'stuck'), racing(folder, 'stuck')],
  ],
  engineListener((settled) => {
    recordStep(folder, `settled by ${host}`);
    if (settled === id) over.resolve();
  }),
);
if (id !== '') await engine.submit({ id, account: 'clinic', workflow: plot, input: null });
process.send?.('ready');
await over.promise;
await stop();
process.disconnect?.();
