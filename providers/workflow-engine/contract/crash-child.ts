import { dying, threeSteps } from './crash-workflows.ts';
import type { OpenEngine } from './test-bed.ts';

/** `node crash-child OPENER FOLDER RUN PLOT`: submits the run, and ends by itself only if it is settled. */
const [opener = '', folder = '', id = '', plot = ''] = process.argv.slice(2);

const settled = Promise.withResolvers<void>();
const staysAlive = setInterval(() => {}, 60_000);

const { open } = (await import(opener)) as { open: OpenEngine };
const { engine, stop } = await open(folder);
await engine.start([threeSteps(folder, 'stuck'), dying(folder)], () => settled.resolve());
await engine.submit({ id, account: 'clinic', workflow: plot, input: null });
await settled.promise;
await stop();
clearInterval(staysAlive);
