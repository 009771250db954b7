import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Levelling } from '../../../plugins/timelines/plan/levelling.ts';
import { type Network, PushList } from '../../../plugins/timelines/plan/network.ts';

/** A project of PSPLIB (R. Kolisch and A. Sprecher, 1996) with the least makespan that is known of it. */
export interface Project extends Levelling {
  readonly name: string;
  readonly best: number;
}

export const minute = 60_000;

/** A plan in which nothing is ruled by a calendar: what takes `durations` milliseconds, each after those that it names. */
export function planOf(durations: readonly number[], causes: readonly (readonly number[])[]): Network {
  const pushes = new PushList();
  for (const [effect, all] of causes.entries()) {
    for (const cause of all)
      pushes.addCause({ cause, min: 0, max: null, fromEnd: true }, effect, durations[cause] ?? 0);
  }
  const { length } = durations;
  return {
    starts: new Float64Array(length),
    durations: Float64Array.from(durations),
    work: Float64Array.from(durations),
    times: durations.map(() => undefined),
    notBefore: new Float64Array(length).fill(Number.NEGATIVE_INFINITY),
    notAfter: new Float64Array(length).fill(Number.POSITIVE_INFINITY),
    late: new Uint8Array(length),
    deadlines: new Float64Array(length).fill(Number.POSITIVE_INFINITY),
    baselines: new Float64Array(length).fill(Number.POSITIVE_INFINITY),
    summaries: new Int32Array(length).fill(-1),
    pushes: pushes.columns(),
  };
}

const numbersIn = (line: string): readonly number[] => line.trim().split(/\s+/).map(Number);

function sectionOf(text: string, title: string, skipped: number): readonly (readonly number[])[] {
  const lines = text
    .slice(text.indexOf(title))
    .split('\n')
    .slice(1 + skipped);
  return lines
    .slice(
      0,
      lines.findIndex((line) => /^\s*(\*|$)/.test(line)),
    )
    .map(numbersIn);
}

/** The projects of a folder `j30` beside a file `j30hrs.sm` with the best that is known, by name; none without them. */
export async function readProjects(folder: string, set: string): Promise<readonly Project[]> {
  const known = await readFile(join(folder, `${set}hrs.sm`), 'latin1').catch(() => '');
  const best = new Map<string, number>(
    known.split('\n').flatMap((line) => {
      const [group, number, makespan] = numbersIn(line);
      return Number.isInteger(makespan) ? [[`${set}${group}_${number}.sm`, makespan ?? 0] as const] : [];
    }),
  );
  const files = (await readdir(join(folder, set)).catch(() => [])).filter((file) => best.has(file)).sort();
  return Promise.all(
    files.map(async (name) => {
      const text = await readFile(join(folder, set, name), 'latin1');
      const successors = sectionOf(text, 'PRECEDENCE RELATIONS', 1);
      const requests = sectionOf(text, 'REQUESTS/DURATIONS', 2);
      const [capacities = []] = sectionOf(text, 'RESOURCEAVAILABILITIES', 1);
      const causes: number[][] = successors.map(() => []);
      for (const [job = 0, , , ...after] of successors) for (const other of after) causes[other - 1]?.push(job - 1);
      return {
        name,
        best: best.get(name) ?? 0,
        network: planOf(
          requests.map(([, , duration = 0]) => duration * minute),
          causes,
        ),
        holds: requests.map(() => undefined),
        demands: requests.map(([, , , ...units]) =>
          units.flatMap((each, resource) => (each > 0 ? [{ resource, units: each }] : [])),
        ),
        capacities,
      };
    }),
  );
}

/** Whether a schedule keeps the links and the capacities, by a count of every minute. */
export function isValid({ network, demands, capacities }: Project, starts: Float64Array): boolean {
  const { durations, pushes } = network;
  const end = (event: number) => (starts[event] ?? 0) + (durations[event] ?? 0);
  const keepsLinks = pushes.from.every((from, at) => (starts[pushes.to[at] ?? 0] ?? 0) >= end(from));
  const used = new Map<string, number>();
  for (const [event, each] of demands.entries()) {
    for (let at = starts[event] ?? 0; at < end(event); at += minute) {
      for (const { resource, units } of each)
        used.set(`${at}/${resource}`, (used.get(`${at}/${resource}`) ?? 0) + units);
    }
  }
  return keepsLinks && [...used].every(([key, units]) => units <= (capacities[Number(key.split('/')[1])] ?? 0));
}
