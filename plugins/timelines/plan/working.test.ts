import { describe, expect, test } from 'vitest';
import { type Calendar, CalendarFields } from '../calendars/calendar.ts';
import type { PlanFields } from '../ledger/event.ts';
import { openSnapshot } from '../paradox/testing/plain-snapshot.ts';
import { record, versionsOf } from '../paradox/testing/story.ts';
import { answerPlanJob, type PlanJob } from './plan-job.ts';
import { readPlan } from './read-plan.ts';

/** Day and hour of a week in which the first of December 2026 is the Tuesday: `tue 08`. */
const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const monday = Date.parse('2026-11-30T00:00:00Z');
const at = (text: string): number => {
  const [week = '', day = '', time = ''] = /^(\+*)(\w+) ([\d:]+)$/.exec(text)?.slice(1) ?? [];
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return monday + ((week.length * 7 + days.indexOf(day)) * 24 + hours) * 3_600_000 + minutes * 60_000;
};
const when = (text: string): string => `${new Date(at(text)).toISOString().slice(0, 19)}Z`;
const told = (instant: string): string => {
  const minutes = Math.round((Date.parse(instant) - monday) / 60_000);
  const day = Math.floor(minutes / 1440);
  return `${'+'.repeat(Math.floor(day / 7))}${days[day % 7]} ${new Date(minutes * 60_000).toISOString().slice(11, 16)}`;
};

const office = ['08:00-12:00', '13:00-17:00'];
const fiveDays = { mon: office, tue: office, wed: office, thu: office, fri: office };
const calendars: readonly Calendar[] = [
  { name: 'office', account: true, week: fiveDays, days: { '2026-12-08': [] } },
  { name: 'mondays', week: { mon: office } },
  { name: 'thursdays', people: ['tom'], week: { thu: office } },
  { name: 'always', week: Object.fromEntries(days.map((day) => [day, ['00:00-24:00']])) },
].map((fields) => CalendarFields.parse(fields));

interface Task {
  readonly from: string;
  readonly to?: string;
  readonly after?: string;
  readonly plan?: Omit<PlanFields, 'links'>;
  readonly link?: Partial<Omit<NonNullable<PlanFields['links']>[number], 'lag'>> & { readonly lag?: number };
  readonly who?: readonly string[];
  readonly fixed?: true;
}

const hour = 3_600_000;
const linked = { event_id: 'a', from: 'end', to: 'start' } as const;

async function openPlan(tasks: Readonly<Record<string, Task>>) {
  const acts = Object.entries(tasks).map(([id, { from, to, after, plan, link, who = [], fixed = false }]) =>
    record(id, {
      ...{ time: at(from), end_time: to === undefined ? null : at(to), participants: who, fixed },
      causes: after === undefined ? [] : [{ event_id: after, min_delay: 0, from: 'end' as const }],
      ...((plan ?? link) !== undefined && {
        plan: { ...plan, ...(link && { links: [{ ...linked, ...link, lag: `${(link.lag ?? 0) / 60_000}m` }] }) },
      }),
    }),
  );
  return openSnapshot(versionsOf(...acts));
}

/** What moves if the task a, or another one, moves; then the conflicts, and what is late. */
async function move(tasks: Readonly<Record<string, Task>>, time: string, which = 'a'): Promise<string> {
  const snapshot = await openPlan(tasks);
  const { seqs } = await readPlan(snapshot, []);
  const target = seqs[Object.keys(tasks).indexOf(which)] ?? -1;
  const job = { type: 'reschedule', anchors: [], calendars, target, time: at(time) } as const;
  const { moved, conflicts, late = [] } = (await answerPlanJob(snapshot, job)).rescheduled;
  return [
    ...moved.map(({ event_id, to, ends }) => `${event_id} ${told(to)}${ends === undefined ? '' : `-${told(ends)}`}`),
    ...conflicts.map(({ event_id, reason, needed }) => `${event_id} ${reason} ${told(needed)}`),
    ...late.map(({ event_id }) => `${event_id} is late`),
  ].join(', ');
}

const a = { from: 'mon 08', to: 'mon 11' };

describe('a task of three working hours that moves', () => {
  test.each([
    ['to Friday afternoon goes on after the weekend', 'fri 16', 'a fri 16:00-+mon 10:00'],
    ['within a day is as long as before', 'tue 08', 'a tue 08:00'],
    ['over lunch lasts longer', 'tue 11', 'a tue 11:00-tue 15:00'],
    ['to the weekend lands on Monday', 'sat 10', 'a +mon 08:00'],
    ['to a lunch break lands after it', 'tue 12:30', 'a tue 13:00'],
    ['to the evening lands on the next morning', 'tue 17', 'a wed 08:00'],
    ['to a holiday lands after it', '+tue 09', 'a +wed 08:00'],
    ['to the day before a holiday goes on after it', '+mon 16', 'a +mon 16:00-+wed 10:00'],
  ])('%s', async (_, time, expected) => {
    expect(await move({ a }, time)).toBe(expected);
  });
  test('and back is as long as it was', async () => {
    expect(await move({ a: { from: 'fri 16', to: '+mon 10' } }, 'tue 08')).toBe('a tue 08:00-tue 11:00');
  });
  test('from outside of the hours is worked on as long as it lasted', async () => {
    expect(await move({ a: { from: 'sat 08', to: 'sat 11' } }, 'fri 16')).toBe('a fri 16:00-+mon 10:00');
  });
  test('by the hours of who takes part', async () => {
    expect(await move({ a: { ...a, who: ['tom'] } }, 'tue 08')).toBe('a thu 08:00');
  });
  test('has no hour where its calendars never agree', async () => {
    const never = { a: { ...a, who: ['tom'], plan: { calendar: 'mondays' } } };
    expect(await move(never, 'tue 08')).toBe('a no_working_time tue 08:00');
  });
});

describe('what follows a task that moves to Friday 13:00 and ends at 16:00', () => {
  test.each([
    ['begins when it ends', { from: 'mon 13', to: 'mon 15', after: 'a' }, 'b fri 16:00-+mon 09:00'],
    ['as a milestone at the end', { from: 'mon 13', after: 'a' }, 'b fri 16:00'],
    [
      'after four hours of a clock, not before Monday',
      { from: 'mon 13', to: 'mon 15', link: { lag: 4 * hour } },
      'b +mon 08:00',
    ],
    [
      'after four working hours',
      { from: 'mon 13', to: 'mon 15', link: { lag: 4 * hour, working: true as const } },
      'b +mon 11:00-+mon 14:00',
    ],
    ['two hours before its end: a lead', { from: 'mon 13', to: 'mon 15', link: { lag: -2 * hour } }, 'b fri 14:00'],
    [
      'with a lead over the lunch break',
      { from: 'mon 13', to: 'mon 15', link: { lag: -4 * hour, working: true as const } },
      'b fri 11:00-fri 14:00',
    ],
    ['start to start', { from: 'mon 13', to: 'mon 15', link: { from: 'start' as const } }, 'b fri 13:00'],
    ['finish to finish', { from: 'mon 13', to: 'mon 15', link: { to: 'end' as const } }, 'b fri 14:00'],
    [
      'start to finish',
      { from: 'mon 13', to: 'mon 15', link: { from: 'start' as const, to: 'end' as const } },
      'b fri 10:00',
    ],
    [
      'finish to finish with a lag over the weekend',
      { from: 'mon 13', to: 'mon 15', link: { to: 'end' as const, lag: 2 * hour, working: true as const } },
      'b fri 16:00-+mon 09:00',
    ],
    [
      'start to finish with a lead',
      { from: 'mon 13', to: 'mon 15', link: { from: 'start' as const, to: 'end' as const, lag: -5 * hour } },
      'b thu 15:00',
    ],
    [
      'not after its own limit',
      { from: 'mon 13', to: 'mon 15', after: 'a', plan: { not_after: when('fri 15') } },
      'b fri 13:00, b not_after fri 16:00',
    ],
    [
      'not before its own limit',
      { from: 'mon 13', to: 'mon 15', after: 'a', plan: { not_before: when('+wed 10') } },
      'b +wed 10:00',
    ],
    [
      'late for its deadline',
      { from: 'mon 13', to: 'mon 15', after: 'a', plan: { deadline: when('fri 17') } },
      'b fri 16:00-+mon 09:00, b is late',
    ],
    ['in time for its deadline', { from: 'mon 13', after: 'a', plan: { deadline: when('fri 17') } }, 'b fri 16:00'],
    [
      'not at all, if it must start when it does',
      { from: 'mon 13', to: 'mon 15', after: 'a', fixed: true as const },
      'b fixed fri 16:00',
    ],
    [
      'by its own calendar on Saturday',
      { from: 'mon 13', to: 'mon 15', plan: { calendar: 'always' }, link: { lag: 20 * hour } },
      'b sat 12:00',
    ],
  ])('%s', async (_, b: Task, expected) => {
    const all = (await move({ a, b }, 'fri 13')).split(', ');
    expect(all.filter((each) => each !== 'a fri 13:00').join(', ')).toBe(expected);
    expect(all).toContain('a fri 13:00');
  });
});

test.each([
  [
    'a lead over a weekend counts its hours alone',
    '+mon 08',
    { from: 'mon 13', to: 'mon 15', link: { lag: -5 * hour, working: true as const } },
    'b fri 15:00',
  ],
  [
    'a lead by the clock over a weekend lands on the hours after it',
    '+mon 08',
    { from: 'mon 13', to: 'mon 15', link: { lag: -24 * hour } },
    'b +mon 08:00',
  ],
  ['a milestone on a holiday comes after it', 'fri 13', { from: 'mon 13', link: { lag: 89 * hour } }, 'b +wed 08:00'],
  ['a milestone at the end of a day stays there', 'fri 13', { from: 'mon 13', link: { lag: hour } }, 'b fri 17:00'],
  [
    'a lag over a holiday counts its hours alone',
    '+mon 13',
    { from: 'mon 13', to: 'mon 15', link: { lag: 3 * hour, working: true as const } },
    'b +wed 10:00',
  ],
])('%s', async (_, time, b: Task, expected) => {
  expect(await move({ a, b }, time)).toContain(expected);
});

describe('what stands as late as possible', () => {
  const c = { from: 'thu 08', to: 'thu 10', after: 'b' };
  test.each([
    [
      'ends when what follows begins',
      { b: { from: 'mon 13', to: 'mon 15', after: 'a', plan: { as_late_as_possible: true as const } }, c },
      'a tue 08:00, b wed 15:00',
    ],
    [
      'ends by its deadline',
      {
        b: {
          from: 'mon 13',
          to: 'mon 15',
          after: 'a',
          plan: { as_late_as_possible: true as const, deadline: when('wed 10') },
        },
        c,
      },
      'a tue 08:00, b wed 08:00',
    ],
    [
      'ends with the plan, if nothing follows',
      {
        b: { from: 'mon 13', to: 'mon 15', plan: { as_late_as_possible: true as const }, after: 'a' },
        c: { from: 'fri 08', to: 'fri 12' },
        d: { from: 'fri 14', after: 'c' },
      },
      'a tue 08:00, b ',
    ],
  ])('%s', async (_, others, expected) => {
    expect(await move({ a, ...others }, 'tue 08')).toContain(expected);
  });
});

describe('a summary', () => {
  const tasks = {
    sum: { from: 'mon 08', to: 'tue 11' },
    a: { ...a, plan: { part_of: 'sum' } },
    b: { from: 'tue 08', to: 'tue 11', after: 'a', plan: { part_of: 'sum' } },
  };
  test('has the dates of its parts', async () => {
    expect(await move(tasks, 'thu 13')).toBe('sum thu 13:00-fri 10:00, a thu 13:00, b thu 16:00-fri 10:00');
  });
  test('moves with all of its parts', async () => {
    expect(await move(tasks, 'wed 08', 'sum')).toBe('sum wed 08:00, a wed 08:00, b thu 08:00');
  });
  test('ends later where a part does', async () => {
    expect(await move(tasks, 'wed 08', 'b')).toBe('sum mon 08:00-wed 11:00, b wed 08:00');
  });
});

test.each([
  ['a chain of ten thousand summaries', 10_000, (at: number) => at - 1],
  ['ten thousand parts of one', 10_000, () => 0],
  ['summaries that are parts of each other', 3, (at: number) => (at === 1 ? 2 : 1)],
])('%s is planned', async (_, size, summaryOf) => {
  const tasks = Object.fromEntries(
    Array.from({ length: size }, (_task, at) => [
      `t${at}`,
      { ...a, ...(at > 0 && { plan: { part_of: `t${summaryOf(at)}` } }) },
    ]),
  );
  expect(await move(tasks, 'tue 08', `t${size - 1}`)).toContain(`t${size - 1} tue 08:00`);
});

test('the slack counts to the end of the hours', async () => {
  const plan = { a, b: { from: 'mon 11', to: 'mon 12', after: 'a' }, c: { from: 'mon 08', to: 'mon 17' } };
  const path = await answerPlanJob(await openPlan(plan), { type: 'critical-path', anchors: [], calendars });
  expect(Object.fromEntries(path.slack.map(({ event_id, slack }) => [event_id, slack]))).toEqual({
    ...{ a: '300m', b: '300m', c: '0m' },
  });
});

/** What moves if a plan is levelled; then the conflicts. */
async function level(tasks: Readonly<Record<string, Task>>, capacities: object = {}, places: object = {}) {
  const by = (sizes: object) => new Map<string, number>(Object.entries(sizes));
  const job: Extract<PlanJob, { readonly type: 'level' }> = {
    ...{ type: 'level', anchors: [], calendars, seed: 7, seconds: 10 },
    ...{ capacities: by(capacities), places: by(places) },
  };
  const { moved, conflicts } = (await answerPlanJob(await openPlan(tasks), job)).rescheduled;
  return [
    ...moved.map(({ event_id, to, ends }) => `${event_id} ${told(to)}${ends === undefined ? '' : `-${told(ends)}`}`),
    ...conflicts.map(({ event_id, reason }) => `${event_id} ${reason}`),
  ].join(', ');
}

describe('levelling', () => {
  const who = ['ann'];
  const first = { from: 'fri 08', to: 'fri 16', who };
  const second = { from: 'fri 08', to: 'fri 10', who };
  test.each([
    ['leaves what nobody is needed for twice', { first, second: { ...second, who: ['bob'] } }, {}, ''],
    ['leaves what fits into a capacity', { first, second }, { ann: 2 }, ''],
    [
      'delays one of two, so that both begin as soon as they can',
      { first: { ...first, to: 'fri 10' }, second: { from: 'fri 08', to: 'fri 12', who } },
      {},
      'second fri 10:00-fri 15:00',
    ],
    [
      'goes over a weekend',
      { first, second: { ...second, plan: { not_before: when('fri 09') } } },
      {},
      'second fri 16:00-+mon 09:00',
    ],
    [
      'goes around what must start when it does',
      { first, second: { ...second, from: 'fri 10', to: 'fri 12', fixed: true as const } },
      {},
      'first fri 13:00-+mon 11:00',
    ],
    [
      'keeps the order of links',
      { first, second, third: { from: 'fri 10', to: 'fri 11', after: 'second', who } },
      { bob: 1 },
      'first fri 11:00-+mon 10:00',
    ],
    [
      'counts units',
      { first: { ...first, plan: { units: { ann: 0.5 } } }, second: { ...second, plan: { units: { ann: 0.5 } } } },
      {},
      '',
    ],
    ['leaves what needs more than there is, alone', { first: { ...first, plan: { units: { ann: 3 } } } }, {}, ''],
    [
      'tells of a limit that it breaks',
      { first: { ...first, fixed: true as const }, second: { ...second, plan: { not_after: when('fri 12') } } },
      {},
      'second fri 16:00-+mon 09:00, second not_after',
    ],
    ['takes no summary for work of its own', { sum: { ...first }, a: { ...first, plan: { part_of: 'sum' } } }, {}, ''],
    ['has nothing to do with milestones', { first, second: { from: 'fri 09', who } }, {}, ''],
  ])('%s', async (_, tasks: Readonly<Record<string, Task>>, capacities, expected) => {
    expect(await level(tasks, capacities)).toBe(expected);
  });

  test('counts what is in a place', async () => {
    const both = { first: { ...first, who: [] }, second: { ...second, who: [] } };
    expect(await level(both)).toBe('');
    const { location } = versionsOf(record('x'))[0] ?? { location: '' };
    expect(await level(both, {}, { [` ${location.toUpperCase()}`]: 1 })).toBe('first fri 10:00-+mon 09:00');
  });

  test('leads to the same schedule again', async () => {
    const tasks = Object.fromEntries(
      Array.from({ length: 12 }, (_, at) => [
        `t${at}`,
        { from: 'mon 08', to: `mon ${at % 2 ? '10' : '11'}`, who: [`p${at % 3}`] },
      ]),
    );
    const all = await Promise.all([level(tasks), level(tasks)]);
    expect(all[0]).toBe(all[1]);
    expect(all[0]?.split(', ')).toHaveLength(9);
  });
});
