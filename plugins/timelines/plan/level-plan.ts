import { normalizeLocation } from '../ledger/event.ts';
import type { LevelRequest } from '../ledger/planning.ts';
import { endOf, partsOf, startFor } from './dated.ts';
import { type Demand, level } from './levelling.ts';
import type { Plan } from './read-plan.ts';
import { type PlanConflict, putBack, type Rescheduling, summarize } from './rescheduling.ts';

/** What a small plan takes less than a second for, and so comes to the same schedule each time. */
const mostSchedules = 1_000;

/** Levels a plan: each participant works on one thing at a time, unless a capacity is told, and each place that is named. */
export function levelled(
  plan: Plan,
  { capacities, places, seed, seconds }: Omit<LevelRequest, 'dryRun'>,
): Rescheduling {
  const { network, holds } = plan;
  const numbers = new Map<string, number>();
  const sizes: number[] = [];
  const resource = (kind: string, name: string, size: number): number => {
    const key = `${kind} ${name}`;
    const number = numbers.get(key) ?? sizes.push(size) - 1;
    numbers.set(key, number);
    return number;
  };
  const rooms = new Map([...places].map(([name, size]) => [normalizeLocation(name), size]));
  const parts = partsOf(network);
  const demands = plan.taken.map(({ participants, units, place }, event): readonly Demand[] => {
    // What a summary takes, its parts take.
    if (parts.has(event)) return [];
    const people = participants.map((name) => ({
      resource: resource('person', name, capacities.get(name) ?? 1),
      units: units?.[name] ?? 1,
    }));
    const size = place === undefined ? undefined : rooms.get(place);
    return size === undefined ? people : [...people, { resource: resource('place', place ?? '', size), units: 1 }];
  });
  const held = holds.map((hold, event) => hold ?? (parts.has(event) ? ('target' as const) : undefined));
  const search = { seed, milliseconds: seconds * 1_000, schedules: mostSchedules };
  const starts = level({ network, holds: held, demands, capacities: sizes }, search);
  const beyond = [...starts.entries()].flatMap(([event, time]) => limitOf(plan, event, time) ?? []);
  const ends = summarize(network, starts);
  const { conflicts } = putBack(network, new Map(starts.entries()), holds, 'contradiction');
  return { starts, conflicts: [...beyond, ...conflicts], ends };
}

/** Where levelling moves an event beyond its own limit. */
function limitOf({ network }: Plan, event: number, time: number): PlanConflict | undefined {
  const end = network.notAfter[event] ?? Number.POSITIVE_INFINITY;
  if (time === network.starts[event] || endOf(network, event, time) <= end) return undefined;
  return { event, pusher: event, time, needed: startFor(network, event, end), hold: 'not_after' };
}
