import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CalendarFields, hoursOfCalendar } from '../calendars/calendar.ts';
import { endOf } from './dated.ts';
import { level } from './levelling.ts';
import { type Hold, type Network, PushList } from './network.ts';

const hour = 3_600_000;
const monday = Date.parse('2026-11-30T00:00:00Z');
const hoursOf = (week: object) => hoursOfCalendar(CalendarFields.parse({ name: 'x', week }));
const day = hoursOf({ mon: ['08:00-12:00', '13:00-17:00'], tue: ['08:00-16:00'], thu: ['08:00-12:00'] });
const night = hoursOf({ mon: ['22:00-06:00'], wed: ['22:00-06:00'] });

const drawn = fc.array(
  fc.record({
    at: fc.integer({ min: 0, max: 60 }),
    work: fc.integer({ min: 0, max: 12 }),
    time: fc.constantFrom(undefined, undefined, day, night),
    after: fc.option(fc.record({ which: fc.nat(30), lag: fc.integer({ min: -4, max: 8 }), toEnd: fc.boolean() })),
    takes: fc.uniqueArray(fc.record({ resource: fc.nat(2), units: fc.integer({ min: 1, max: 2 }) }), {
      maxLength: 2,
      selector: ({ resource }) => resource,
    }),
    isFixed: fc.integer({ min: 0, max: 9 }).map((chance) => chance === 0),
  }),
  { minLength: 1, maxLength: 30 },
);

/** A plan in which nothing is tied or limited. */
const planOf = (plan: Pick<Network, 'starts' | 'work' | 'times'>, pushes = new PushList()): Network => ({
  ...{ ...plan, durations: plan.work },
  notBefore: plan.work.map(() => Number.NEGATIVE_INFINITY),
  notAfter: plan.work.map(() => Number.POSITIVE_INFINITY),
  late: new Uint8Array(plan.work.length),
  deadlines: plan.work.map(() => Number.POSITIVE_INFINITY),
  baselines: plan.work.map(() => Number.POSITIVE_INFINITY),
  summaries: new Int32Array(plan.work.length).fill(-1),
  pushes: pushes.columns(),
});

test('two thousand tasks of one person follow each other without a gap, over years of hours', () => {
  const work = Float64Array.from({ length: 2_000 }, (_, task) => (1 + (task % 7)) * hour);
  const network = planOf({ starts: work.map(() => monday), work, times: [...work].map(() => day) });
  const none = [...work].map(() => undefined);
  const demands = none.map(() => [{ resource: 0, units: 1 }]);
  const starts = level({ network, holds: none, demands, capacities: [1] }, { seed: 1, milliseconds: 0 });
  const last = starts.reduce((end, start, task) => Math.max(end, endOf(network, task, start)), 0);
  expect(new Set(starts).size).toBe(work.length);
  expect(last).toBe(
    day.finish(
      monday,
      work.reduce((sum, each) => sum + each, 0),
    ),
  );
});

test('a schedule keeps links, capacities and hours, and begins nothing earlier, in 300 plans', () => {
  fc.assert(
    fc.property(drawn, (tasks) => {
      const pushes = new PushList();
      const sure = tasks.map(({ after }, task) => (after === null || task === 0 ? undefined : after.which % task));
      for (const [task, from] of sure.entries()) {
        const { lag = 0, toEnd = false } = tasks[task]?.after ?? {};
        if (from !== undefined) pushes.addLink({ from, fromEnd: true, toEnd, lag: lag * hour, working: false }, task);
      }
      const column = (of: (task: (typeof tasks)[number]) => number) => Float64Array.from(tasks, of);
      const [starting, work] = [column(({ at }) => monday + at * hour), column(({ work: each }) => each * hour)];
      const network = planOf({ starts: starting, work, times: tasks.map(({ time }) => time) }, pushes);
      const holds = tasks.map(({ isFixed }): Hold | undefined => (isFixed ? 'fixed' : undefined));
      const capacities = [1, 2, 3];
      const demands = tasks.map(({ takes }) =>
        takes.filter(({ resource, units }) => units <= (capacities[resource] ?? 0)),
      );
      const starts = level({ network, holds, demands, capacities }, { seed: 3, milliseconds: 1_000, schedules: 4 });

      const end = (task: number) => endOf(network, task, starts[task] ?? 0);
      const moves = [...starts.keys()].filter((task) => holds[task] === undefined);
      for (const task of moves) {
        const start = starts[task] ?? 0;
        expect(start).toBeGreaterThanOrEqual(network.starts[task] ?? 0);
        if ((network.work[task] ?? 0) > 0) expect(network.times[task]?.next(start) ?? start).toBe(start);
        const from = sure[task];
        const { lag = 0, toEnd = false } = tasks[task]?.after ?? {};
        if (from !== undefined && !toEnd) expect(start).toBeGreaterThanOrEqual(end(from) + lag * hour);
        // Where something begins, no more is in use than there is, beside what is fixed.
        for (const { resource } of demands[task] ?? []) {
          const used = moves
            .filter((other) => (starts[other] ?? 0) <= start && start < end(other))
            .flatMap((other) => demands[other]?.filter((each) => each.resource === resource) ?? []);
          if (start < end(task))
            expect(used.reduce((sum, { units }) => sum + units, 0)).toBeLessThanOrEqual(capacities[resource] ?? 0);
        }
      }
      for (const [task, start] of starts.entries())
        if (holds[task] !== undefined) expect(start).toBe(network.starts[task]);
    }),
    { numRuns: 300 },
  );
});
