import { setTimeout as pause } from 'node:timers/promises';
import { singleHostCluster } from 'chronoscribe/concurrency';
import type { AccountSleep, StepState, WorkflowEngine } from 'chronoscribe/host';
import { silentLog } from 'chronoscribe/testing';
import { graphLog } from './graph-log.ts';
import { type GraphRun, graphRuns, graphWorkflow, valueAt } from './graph-specs.ts';
import type { OpenEngine } from './test-bed.ts';

/**
 * `node graph-child OPENER FOLDER HOST SEED COUNT LIFE`: executes the runs of random graphs until all are done, or kills
 * itself after `LIFE` milliseconds if that is not 0. Wakes what sleeps, signals what waits, mends and retries what fails.
 */
const [opener = '', folder = '', host = '', seed = '', count = '', life = ''] = process.argv.slice(2);

const { open } = (await import(opener)) as { open: OpenEngine };
const runs = graphRuns(Number(seed), Number(count));
const log = graphLog(folder);
const { engine, stop } = await open(folder, { name: host, cluster: singleHostCluster(silentLog) });

const wake = ({ run, node }: AccountSleep) => engine.wake(run, node, valueAt(node));
await engine.start(
  runs.map(({ id, name, nodes }) =>
    graphWorkflow(name, nodes, { log: (line) => log.log(id, line), isMended: () => log.isMended(id) }),
  ),
  {
    runsAtOnce: 2,
    settled: log.settle,
    async armSleep(sleep) {
      log.arm(sleep);
      setTimeout(() => void wake(sleep), Math.random() * 20);
    },
    adopt: async () => undefined,
    disarmSleeps: async () => undefined,
  },
);
if (life !== '0') setTimeout(() => process.kill(process.pid, 'SIGKILL'), Number(life));

for (const { id, name, input } of runs) await engine.submit({ id, account: 'clinic', workflow: name, input });
for (const sleep of await log.sleeps()) await wake(sleep);
for (const { id, nodes } of runs)
  for (const node of nodes)
    if (node.kind === 'wait' && Math.random() < 0.5) await engine.signal(id, node.name, valueAt(node.name));
await Promise.all(runs.map((run) => finish(engine, run)));
await stop();
process.disconnect?.();

async function finish(engine: WorkflowEngine, { id, name }: GraphRun): Promise<void> {
  for (;;) {
    const state = await engine.state(id);
    if (state?.status === 'done') return;
    if (state?.status === 'cancelled') throw new Error(`${name} was cancelled`);
    if (state?.status === 'failed') {
      log.mend(id);
      await engine.retry(id);
    } else {
      const { steps = [], waitingFor = [] } = (await engine.steps(id)) ?? {};
      const waits = flat(steps).filter(({ kind }) => kind === 'wait');
      for (const { signal } of waitingFor) {
        const path = waits.find((wait) => wait.id === signal || wait.name === signal)?.id ?? signal;
        await engine.signal(id, signal, valueAt(path));
      }
    }
    await pause(30);
  }
}

function flat(steps: readonly StepState[]): readonly StepState[] {
  return steps.flatMap((step) => [step, ...flat(step.steps ?? [])]);
}
