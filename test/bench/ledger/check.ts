import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { startChronoscribe } from '../server-process.ts';
import { table } from '../table.ts';
import type { MadeUpHistory } from './history.ts';
import { key } from './import.ts';
import { medianMs, percentile } from './measure.ts';

const headers = { authorization: `Bearer ${key}` };

/**
 * How long a check of the whole takes, and what others notice of it; beside it the strongly connected components of the
 * same graph by graphology.
 */
export async function checkWhileServing(dataFolder: string, history: MadeUpHistory): Promise<void> {
  const host = await startChronoscribe(dataFolder, key);
  const list = () => fetch(`${host.url}/v1/list-anchors`, { headers }).then((response) => response.text());
  const check = async () => {
    const answer = await fetch(`${host.url}/v1/check-paradox`, { headers });
    return z.object({ timeline_stability: z.string() }).parse(await answer.json()).timeline_stability;
  };
  for (let warm = 0; warm < 200; warm += 1) await list();
  const stability = await check();
  const checkMs = await medianMs(3, check);

  let isOver = false;
  const quiet = await latencies(list, () => false, 300);
  const checks = medianMs(3, check).finally(() => {
    isOver = true;
  });
  const meanwhile = await latencies(list, () => isOver);
  await checks;
  await host.stop();
  const graphology = await componentsByGraphology(history.events);
  table(
    `Full check of the primary timeline (${stability}), and the strongly connected components of the same graph`,
    ['what', 'seconds'],
    [
      ['check-paradox over HTTP: loading, all rules', (checkMs / 1000).toFixed(2)],
      ['graphology: building the graph', graphology.build.toFixed(2)],
      ['graphology-components: stronglyConnectedComponents', graphology.components.toFixed(2)],
    ],
  );
  table(
    'GET /v1/list-anchors',
    ['while', 'median, ms', 'p99, ms'],
    [
      ['nothing else happens', percentile(quiet, 0.5).toFixed(2), percentile(quiet, 0.99).toFixed(2)],
      ['a check runs', percentile(meanwhile, 0.5).toFixed(2), percentile(meanwhile, 0.99).toFixed(2)],
    ],
  );
}

/** A request every ten milliseconds, until there are enough of them or `over` says so. */
async function latencies(
  send: () => Promise<unknown>,
  over: () => boolean,
  most = Number.POSITIVE_INFINITY,
): Promise<number[]> {
  const times: number[] = [];
  while (times.length < most && !over()) {
    const begun = performance.now();
    await send();
    times.push(performance.now() - begun);
    await wait(10);
  }
  return times;
}

/** In a process of its own: it takes some gigabytes. */
async function componentsByGraphology(
  events: number,
): Promise<{ readonly build: number; readonly components: number }> {
  const script = new URL('./graphology-main.ts', import.meta.url).pathname;
  const child = spawn(
    process.execPath,
    ['--conditions=chronoscribe-source', '--max-old-space-size=8192', script, String(events)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  return z.object({ build: z.number(), components: z.number() }).parse(JSON.parse(await text(child.stdout)));
}
