import { resolve } from 'node:path';
import { temporaryFolder } from 'chronoscribe/testing';
import { z } from 'zod';
import { type ServerProcess, startChronoscribe } from '../server-process.ts';
import { table } from '../table.ts';
import { eventId, type MadeUpHistory, madeUpHistory, town } from './history.ts';
import { key, sendEvents } from './import.ts';
import { percentile } from './measure.ts';
import { mostPlanned, planLinesOverHttp } from './plan.ts';

const house = resolve(import.meta.dirname, '../../..');
const rounds = 3;
/** After this time no other round begins, in milliseconds. */
const patienceMs = 240_000;
const branches = 100;
const searches = 200;

/** What is measured of one host: seconds, or megabytes. */
type Figures = Readonly<Record<string, number>>;

/**
 * The ledger of this checkout beside that of another one, each over HTTP in processes of its own, by turns: so what else
 * the machine does falls on both. Processor time is that of the host, its threads included.
 */
export async function compareCheckouts(other: string, events: number): Promise<void> {
  const history = madeUpHistory(events);
  const begun = performance.now();
  const found: { readonly ours: Figures; readonly theirs: Figures }[] = [];
  while (found.length === 0 || (found.length < rounds && performance.now() - begun < patienceMs)) {
    found.push({
      theirs: await measureCheckout(resolve(other), history),
      ours: await measureCheckout(house, history),
    });
  }
  const median = (side: 'ours' | 'theirs', name: string) =>
    percentile(
      found.map((round) => round[side][name] ?? Number.NaN),
      0.5,
    );
  table(
    `${events.toLocaleString('en')} events, and a plan of ${Math.min(events, mostPlanned).toLocaleString('en')} (medians of ${found.length})`,
    ['what', `in ${other}`, 'here', 'here / there'],
    Object.keys(found[0]?.ours ?? {}).map((name) => {
      const [theirs, ours] = [median('theirs', name), median('ours', name)];
      const shown = (figure: number, digits: number) => (Number.isNaN(figure) ? '–' : figure.toFixed(digits));
      return [name, shown(theirs, 3), shown(ours, 3), shown(ours / theirs, 2)];
    }),
  );
}

async function measureCheckout(checkout: string, history: MadeUpHistory): Promise<Figures> {
  const folder = await temporaryFolder();
  try {
    const recorded = await withHost(`${folder.path}/history`, checkout, (host) => measureHistory(host, history));
    const events = Math.min(history.events, mostPlanned);
    const planned = await withHost(`${folder.path}/plan`, checkout, (host) => measurePlan(host, events));
    return { ...recorded, ...planned };
  } finally {
    await folder.remove();
  }
}

/** Uses a host of a checkout on a data folder. */
async function withHost<T>(dataFolder: string, checkout: string, use: (host: ServerProcess) => Promise<T>): Promise<T> {
  const host = await startChronoscribe(dataFolder, key, { checkout });
  try {
    return await use(host);
  } finally {
    await host.stop();
  }
}

async function measureHistory(host: ServerProcess, history: MadeUpHistory): Promise<Figures> {
  const imported = await timed(host, () => sendEvents(host, history.lines(), history.events));
  const peak = (await host.memory()).peak;
  const checked = await timed(host, () => call(host, 'GET', '/v1/check-paradox'));
  const branch = await growBranch(host);
  const query = new URLSearchParams({
    location: town(3),
    time_range: '2000-01-01T00:00:00Z/2100-01-01T00:00:00Z',
    timeline_id: branch,
  });
  const searched = await timed(host, async () => {
    for (let run = 0; run < searches; run += 1) await call(host, 'GET', `/v1/search-events?${query}`);
  });
  return {
    'import, s': imported.seconds,
    'import, s of processor time': imported.cpu,
    'highest resident memory, MB': peak / 1e6,
    'full check, s': checked.seconds,
    'full check, s of processor time': checked.cpu,
    [`${searches} searches ${branches} branches deep, s`]: searched.seconds,
  };
}

/** Nothing for a checkout that cannot reschedule yet. */
async function measurePlan(host: ServerProcess, events: number): Promise<Figures> {
  const asked = await fetch(`${host.url}/v1/reschedule`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
  });
  if (asked.status === 404) return {};
  await sendEvents(host, planLinesOverHttp(events), events);
  const move = { event_id: 'step-0', time: '2000-01-01T01:00:00Z' };
  const dry = await timed(host, () => call(host, 'POST', '/v1/reschedule', { ...move, dry_run: true }));
  const moved = await timed(host, () => call(host, 'POST', '/v1/reschedule', move));
  return {
    'reschedule, dry run, s': dry.seconds,
    'reschedule, dry run, s of processor time': dry.cpu,
    'reschedule, s': moved.seconds,
    'reschedule, s of processor time': moved.cpu,
  };
}

/** A chain of branches with a change on each. @returns the last one */
async function growBranch(host: ServerProcess): Promise<string> {
  let timeline = 'primary';
  for (let depth = 1; depth <= branches; depth += 1) {
    const made = await call(host, 'POST', '/v1/create-timeline', {
      base_timeline_id: timeline,
      description: 'What if',
    });
    timeline = z.object({ timeline_id: z.string() }).parse(made).timeline_id;
    const outcome = { description: 'Otherwise', changes: [] };
    const change = { event_id: eventId(depth * 7), new_outcome: outcome, timeline_id: timeline, safety_check: false };
    await call(host, 'POST', '/v1/manipulate-event', change);
  }
  return timeline;
}

async function timed(host: ServerProcess, work: () => Promise<unknown>) {
  const cpuBefore = await host.cpuMs();
  const begun = performance.now();
  await work();
  return { seconds: (performance.now() - begun) / 1000, cpu: ((await host.cpuMs()) - cpuBefore) / 1000 };
}

async function call(host: ServerProcess, method: string, path: string, body?: object): Promise<unknown> {
  const response = await fetch(host.url + path, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const answer: unknown = await response.json();
  if (!response.ok) throw new Error(`${method} ${path} answered ${JSON.stringify(answer).slice(0, 300)}`);
  return answer;
}
