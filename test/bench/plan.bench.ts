import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { z } from 'zod';
import { CalendarFields, hoursOfCalendar } from '../../plugins/timelines/calendars/calendar.ts';
import { findCriticalPath } from '../../plugins/timelines/plan/critical-path.ts';
import { level } from '../../plugins/timelines/plan/levelling.ts';
import type { Network } from '../../plugins/timelines/plan/network.ts';
import { reschedule } from '../../plugins/timelines/plan/rescheduling.ts';
import { isValid, minute, planOf, readProjects } from './plan/psplib.ts';
import { table } from './table.ts';

const [lanes, tasksOfLane] = [100, 1_000];
const size = lanes * tasksOfLane;

/** Tasks of two to five hours, each after the one before it in its lane and after one of the next lane. */
function largePlan(): { readonly network: Network; readonly edges: readonly (readonly number[])[] } {
  const durations = Array.from({ length: size }, (_, task) => (2 + (task % 4)) * 60 * minute);
  const causes = durations.map((_, task) => {
    const before = task - lanes;
    return before < 0 ? [] : [before, before - (before % lanes) + ((before + 1) % lanes)];
  });
  const network = planOf(durations, causes);
  // Where the last one of those before it ends.
  for (const [task, all] of causes.entries()) {
    const ends = all.map((cause) => (network.starts[cause] ?? 0) + (durations[cause] ?? 0));
    network.starts[task] = Math.max(0, ...ends);
  }
  const edges = causes.flatMap((all, task) => all.map((cause) => [cause, task, durations[cause] ?? 0]));
  return { network, edges };
}

function ruled(network: Network): Network {
  const office = ['08:00-12:00', '13:00-17:00'];
  const week = { mon: office, tue: office, wed: office, thu: office, fri: office };
  const hours = hoursOfCalendar(CalendarFields.parse({ name: 'office', time_zone: 'Europe/Berlin', week }));
  return { ...network, times: network.times.map(() => hours) };
}

function median(work: () => unknown): number {
  const times = Array.from({ length: 3 }, () => {
    const begin = performance.now();
    work();
    return performance.now() - begin;
  });
  return times.toSorted((one, other) => one - other)[1] ?? 0;
}

const Measured = z.object({ version: z.string(), ms: z.number(), length: z.number() });

/** The longest path by networkx, with the Python of a virtual environment that has it. */
function networkx(edges: readonly (readonly number[])[]) {
  const python = process.env.NETWORKX_PYTHON ?? 'python3';
  const script = join(import.meta.dirname, 'plan', 'longest_path.py');
  const input = JSON.stringify({ size, edges });
  const { status, stdout } = spawnSync(python, [script], { input, maxBuffer: 1024 ** 2 });
  return status === 0 ? Measured.parse(JSON.parse(String(stdout))) : undefined;
}

/** Plans of 10^5 tasks beside networkx, and the projects of PSPLIB beside the best schedules that are known. */
export async function benchPlan(): Promise<void> {
  const { network, edges } = largePlan();
  const holds = network.times.map(() => undefined);
  const office = ruled(network);
  const demands = holds.map((_, task) => [{ resource: task % lanes, units: 1 }]);
  const capacities = Array.from({ length: lanes }, () => 1);
  const search = { seed: 1, milliseconds: 0 };
  const later = (network.starts[0] ?? 0) + 24 * 60 * minute;
  const rows: readonly (readonly [string, number])[] = [
    ['critical path', median(() => findCriticalPath(network, holds))],
    ['critical path over working hours', median(() => findCriticalPath(office, holds))],
    ['reschedule', median(() => reschedule(network, 0, later, holds))],
    ['reschedule over working hours', median(() => reschedule(office, 0, later, holds))],
    ['level 100 people', median(() => level({ network, holds, demands, capacities }, search))],
    [
      'level 100 people over working hours',
      median(() => level({ network: office, holds, demands, capacities }, search)),
    ],
  ];
  const other = networkx(edges);
  if (other === undefined)
    console.log(
      'NOT RUN beside networkx: set NETWORKX_PYTHON to a Python with networkx==3.4.2 (python3 -m venv, pip).',
    );
  const all = [
    ...rows,
    ...(other === undefined ? [] : [[`longest path by networkx ${other.version}`, other.ms] as const]),
  ];
  table(
    `Plans of ${size.toLocaleString('en')} tasks, medians of three`,
    ['what', 'ms', 'of networkx'],
    all.map(([what, ms]) => [what, ms.toFixed(0), other === undefined ? '' : (ms / other.ms).toFixed(2)]),
  );
  await benchProjects(process.env.PSPLIB, Number(process.env.PSPLIB_MS ?? 1_000));
}

async function benchProjects(folder: string | undefined, milliseconds: number): Promise<void> {
  const rows: string[][] = [];
  for (const set of folder === undefined ? [] : ['j30', 'j60', 'j120']) {
    const projects = await readProjects(folder ?? '', set);
    const found = projects.map((project) => {
      const starts = level(project, { seed: 1, milliseconds });
      const ends = starts.map((start, task) => start + (project.network.durations[task] ?? 0));
      const end = ends.reduce((last, each) => Math.max(last, each), 0) / minute;
      return { over: end / project.best - 1, isValid: isValid(project, starts) };
    });
    if (found.length === 0) continue;
    const percent = (share: number) => `${(100 * share).toFixed(2)} %`;
    rows.push([
      ...[set, String(found.length), String(found.filter((each) => each.isValid).length)],
      percent(found.reduce((sum, { over }) => sum + over, 0) / found.length),
      percent(found.reduce((most, { over }) => Math.max(most, over), 0)),
      String(found.filter(({ over }) => over <= 0).length),
    ]);
  }
  if (rows.length === 0) {
    console.log(
      'NOT RUN: PSPLIB names no folder with j30, j60, j120 (.sm files) and j30hrs.sm, j60hrs.sm, j120hrs.sm.',
    );
    return;
  }
  const head = ['set', 'projects', 'valid', 'over the best known', 'at most', 'as good'];
  table(`Schedules of PSPLIB, ${milliseconds} ms each`, head, rows);
}
