import { spawnSync } from 'node:child_process';
import { temporaryFolder } from 'chronoscribe/testing';
import { Temporal } from 'temporal-polyfill';
import { afterAll, expect, test } from 'vitest';
import { readCalendars } from './components.ts';
import { parseMoment } from './moment.ts';
import { CalendarError, findProperty } from './property.ts';
import { listOccurrences } from './recurrence.ts';
import { createZoneLookup } from './zones.ts';

/** As many rules as are compared, and how many occurrences of each. */
const [rules, most] = [10_000, 40];

const packages = ['python-dateutil==2.9.0.post0', 'six==1.17.0'];
const program = new URL('../testing/rules.py', import.meta.url).pathname;

const folder = await temporaryFolder();
afterAll(() => folder.remove());
const python = `${folder.path}/bin/python`;
const run = (command: string, args: readonly string[], input = '') => {
  const { status, stdout, stderr, error } = spawnSync(command, args, { input, encoding: 'utf8', maxBuffer: 2 ** 30 });
  return { isDone: status === 0, stdout, why: error?.message ?? stderr.trim().split('\n').at(-1) };
};
const made = run('python3', ['-m', 'venv', folder.path]);
const { isDone, why } = made.isDone ? run(python, ['-m', 'pip', 'install', '--quiet', '--no-deps', ...packages]) : made;
if (!isDone) console.warn(`SKIPPED: rules are not compared with python-dateutil: ${why}`);

/** Numbers below `n`, the same each time. */
let seed = 40;
function below(n: number): number {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((seed / 2 ** 32) * n);
}
const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const oneOf = (list: readonly string[]) => list[below(list.length)] ?? '';
const some = (make: () => string | number, count = 3) =>
  [...new Set(Array.from({ length: 1 + below(count) }, make))].join(',');
const signed = (number: number) => (below(3) === 0 ? -number : number);
const twoDigits = (number: number) => String(number).padStart(2, '0');

function randomRule(): string {
  const freq = oneOf(['YEARLY', 'YEARLY', 'MONTHLY', 'MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY']);
  const parts = [`FREQ=${freq}`];
  const perhaps = (odds: number, name: string, value: () => string | number, isAllowed = true) => {
    if (isAllowed && below(odds) === 0) parts.push(`${name}=${value()}`);
  };
  const has = (name: string) => parts.some((part) => part.startsWith(`${name}=`));
  perhaps(3, 'INTERVAL', () => 1 + below(5));
  perhaps(3, 'BYMONTH', () => some(() => 1 + below(12)));
  perhaps(5, 'BYWEEKNO', () => some(() => signed(1 + below(53))), freq === 'YEARLY');
  perhaps(5, 'BYYEARDAY', () => some(() => signed(1 + below(366))), freq === 'YEARLY' || freq === 'HOURLY');
  perhaps(3, 'BYMONTHDAY', () => some(() => signed(1 + below(31))), freq !== 'WEEKLY');
  const numbered = freq === 'MONTHLY' || (freq === 'YEARLY' && !has('BYWEEKNO'));
  perhaps(2, 'BYDAY', () => some(() => (numbered && below(2) === 0 ? signed(1 + below(5)) : '') + oneOf(weekdays)));
  perhaps(6, 'BYHOUR', () => some(() => below(24)));
  perhaps(8, 'BYMINUTE', () => some(() => below(60)));
  perhaps(
    5,
    'BYSETPOS',
    () => some(() => signed(1 + below(4)), 2),
    parts.slice(1).some((part) => /^BY/.test(part)),
  );
  perhaps(4, 'WKST', () => oneOf(weekdays));
  return parts.join(';');
}

const randomStart = () =>
  `${2000 + below(30)}${twoDigits(1 + below(12))}${twoDigits(1 + below(28))}T${twoDigits(below(24))}3000`;

const dateOf = (start: string) => Temporal.PlainDate.from(start.slice(0, 8));
const compact = (date: { toString(): string }) => date.toString().replaceAll(/[-:]/g, '');

/**
 * The rule as dateutil has to be asked, where it does not do what RFC 5545 says:
 *
 * - `TU,1FR` is for it a Tuesday that is also the first Friday. So Tuesdays are spelled out.
 * - A week of the year without a day has all days for it, not that of the start.
 * - BYSETPOS counts for it in the first week from the start on, not in the whole week.
 */
function asked(rule: string, start: string) {
  const count = /FREQ=MONTHLY|BYMONTH=/.test(rule) ? 5 : 53;
  const all = (day: string) => Array.from({ length: count }, (_, at) => `${at + 1}${day}`);
  const spelled = rule.replace(/BYDAY=([^;]*\d[^;]*)/, (_, days: string) => {
    return `BYDAY=${days.split(',').flatMap((day) => (/\d/.test(day) ? [day] : all(day)))}`;
  });
  const { dayOfWeek } = dateOf(start);
  const hasNoDay = /FREQ=WEEKLY|BYWEEKNO/.test(rule) && !/BYDAY|BYMONTHDAY|BYYEARDAY/.test(rule);
  const wkst = weekdays.indexOf(/WKST=(..)/.exec(rule)?.[1] ?? 'MO');
  const isFromWeek = /FREQ=WEEKLY.*BYSETPOS/.test(rule);
  const monday = dateOf(start).subtract({ days: isFromWeek ? (dayOfWeek - 1 - wkst + 7) % 7 : 0 });
  const day = weekdays[dayOfWeek - 1];
  return { rule: hasNoDay ? `${spelled};BYDAY=${day}` : spelled, begin: compact(monday) + start.slice(8), start, most };
}

/** Our occurrences, or why the rule is refused. */
function ours(rule: string, start: string): readonly string[] | string {
  const file = ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', `DTSTART:${start}Z`, `RRULE:${rule}`, 'END:VEVENT', 'END:VCALENDAR'];
  const [calendar] = readCalendars(Buffer.from(file.join('\n'))).calendars;
  const [event] = calendar?.parts ?? [];
  const begin = event && findProperty(event, 'DTSTART');
  if (calendar === undefined || event === undefined || begin === undefined) throw new Error('there is no event');
  const zoneOf = createZoneLookup(calendar);
  const moment = parseMoment(begin.value, begin, zoneOf);
  const to = Date.UTC(Number(start.slice(0, 4)) + 10, 11, 31, 23, 59, 59);
  try {
    const { occurrences } = listOccurrences(event, moment, zoneOf, { most, to });
    return occurrences.map(({ at }) => compact(new Date(at).toISOString().slice(0, 19)));
  } catch (thrown) {
    if (!(thrown instanceof CalendarError)) throw thrown;
    return thrown.message;
  }
}

/** Why the two differ; null if they agree, and undefined if nobody knows. */
function differenceOf(rule: string, start: string, theirs: readonly string[]): string | null | undefined {
  const mine = ours(rule, start);
  if (typeof mine === 'string') return /^RRULE: BYSETPOS is not read in a yearly rule/.exec(mine)?.[0];
  // The start counts, whether or not it matches.
  const wanted = theirs[0] === start ? theirs : [start, ...theirs].slice(0, most);
  const more = wanted.filter((each) => !mine.includes(each));
  const less = mine.filter((each) => !wanted.includes(each));
  if (more.length === 0 && mine.length === wanted.length) return null;
  const weeks = /BYWEEKNO=([^;]*)/.exec(rule)?.[1]?.split(',');
  const isNoWeek53 = (each: string) => dateOf(each).weekOfYear !== 53 && /^....010[1-3]/.test(each);
  if (weeks?.includes('53') && !rule.includes('WKST') && more.every(isNoWeek53)) {
    return 'dateutil takes the first days of a year for a week 53 that the year before does not have';
  }
  // Where the year counts: a third one, or the place within one.
  const isYearCounted = weeks !== undefined && /INTERVAL=[2-9]|BYSETPOS/.test(rule);
  if (isYearCounted && [...more, ...less].some((each) => /^....(0101|0102|0103|1229|1230|1231)/.test(each))) {
    return 'a day of a week over the new year is for dateutil of its calendar year, and for us of the year of its week';
  }
  return undefined;
}

test.skipIf(!isDone)('random rules have the occurrences that dateutil finds, but for what is explained', () => {
  const cases = Array.from({ length: rules }, () => ({ rule: randomRule(), start: randomStart() }));
  const { stdout, why } = run(python, [program], JSON.stringify(cases.map(({ rule, start }) => asked(rule, start))));
  if (stdout === '') throw new Error(`dateutil: ${why}`);
  const theirs: readonly (readonly string[])[] = JSON.parse(stdout);
  const unexplained: string[] = [];
  const explained = new Map<string, number>();
  for (const [at, { rule, start }] of cases.entries()) {
    const why = differenceOf(rule, start, theirs[at] ?? []);
    if (why === undefined) unexplained.push(`${rule} from ${start}`);
    else if (why !== null) explained.set(why, (explained.get(why) ?? 0) + 1);
  }
  console.info(`${rules} rules`, Object.fromEntries(explained));
  expect(unexplained).toEqual([]);
  expect([...explained.values()].reduce((sum, count) => sum + count, 0)).toBeLessThan(rules / 30);
});
