import { localInstant, TimeZone } from 'chronoscribe/kinds/clock';
import { z } from 'zod';
import { type Hours, hoursOf, startOfYear, type WorkingTime, workingTime } from './working-time.ts';

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

const span = /^(?:[01]\d|2[0-3]):[0-5]\d-(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/;

const Spans = z
  .array(z.string().regex(span, 'Write `08:00-16:30`'))
  .max(24)
  .meta({
    description:
      'The hours, by the clock of the time zone, of what begins on that day; the end may be on the next: `22:00-06:00`',
    examples: [['08:00-12:00', '13:00-17:00']],
  });

/** A date, a date of every year, or a number of days from Easter. */
const day = /^(?:(?:\d{4}-)?\d\d-\d\d|easter(?:[+-]\d{1,3})?)$/;

const isDay = (text: string): boolean => {
  if (text.startsWith('easter')) return true;
  // A leap year has every date.
  const date = text.length === 5 ? `2000-${text}` : text;
  const time = Date.parse(`${date}T00:00:00Z`);
  return Number.isFinite(time) && new Date(time).toISOString().startsWith(date);
};

const Names = z.array(z.string().trim().min(1).max(1000)).max(1000).default([]);

export const CalendarFields = z
  .object({
    name: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .meta({ description: 'The name of the calendar', examples: ['office'] }),
    time_zone: TimeZone.default('UTC').meta({ description: 'IANA name of the time zone in which the hours are told' }),
    week: z.partialRecord(z.enum(weekdays), Spans).meta({ description: 'The hours of each day; none where absent' }),
    days: z
      .record(
        z.string().regex(day, 'Write 2026-12-24, 12-24 for every year, or easter+1').refine(isDay, 'No such day'),
        Spans,
      )
      .refine((days) => Object.keys(days).length <= 5_000, 'At most 5,000 days')
      .default({})
      .meta({
        description: 'The hours of days that are not as in every week, such as holidays, which have none',
        examples: [{ '12-25': [], 'easter+1': [], '2026-12-24': ['08:00-12:00'] }],
      }),
    account: z.boolean().default(false).meta({ description: 'Whether it rules what no other calendar does' }),
    places: Names.meta({ description: 'The places that it rules' }),
    people: Names.meta({ description: 'The participants that it rules' }),
  })
  .refine(({ week, days }) => [...Object.values(week), ...Object.values(days)].some((spans) => spans.length > 0), {
    path: ['week'],
    error: 'A calendar needs some hours: without them nothing that it rules would ever be done',
  });
/** When work is done. */
export type Calendar = Readonly<z.output<typeof CalendarFields>>;

const dayMs = 86_400_000;

/** The hours of a calendar, by years. A day of its own counts before one of every year, then those around Easter. */
export function hoursOfCalendar({ time_zone, week, days }: Pick<Calendar, 'time_zone' | 'week' | 'days'>): WorkingTime {
  const spansOn = (date: number, easter: number): readonly string[] => {
    const text = new Date(date).toISOString().slice(0, 10);
    const since = (date - easter) / dayMs;
    const fromEaster = since === 0 ? 'easter' : `easter${since > 0 ? '+' : ''}${since}`;
    const weekday = weekdays[(new Date(date).getUTCDay() + 6) % 7] ?? 'mon';
    return days[text] ?? days[text.slice(5)] ?? days[fromEaster] ?? week[weekday] ?? [];
  };
  return workingTime((year): Hours => {
    const spans: (readonly [number, number])[] = [];
    const easter = easterOf(year);
    // From the last evening before the year, where it begins later than in UTC.
    let date = startOfYear(year) - 2 * dayMs;
    let midnight = localInstant(date, time_zone);
    for (let count = -2; count < 367; count += 1) {
      const end = localInstant(date + dayMs, time_zone);
      for (const text of spansOn(date, easter)) spans.push(spanOn(text, { date, midnight, end, time_zone }));
      date += dayMs;
      midnight = end;
    }
    return hoursOf(spans, year);
  });
}

interface Day {
  /** Its midnight as if it were UTC. */
  readonly date: number;
  readonly midnight: number;
  /** The next midnight. */
  readonly end: number;
  readonly time_zone: string;
}

function spanOn(text: string, { date, midnight, end, time_zone }: Day): readonly [number, number] {
  const [from = 0, to = 0] = text.split('-').map((time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3)));
  const at = (minutes: number): number =>
    end - midnight === dayMs && minutes <= 1440
      ? midnight + minutes * 60_000
      : localInstant(date + minutes * 60_000, time_zone);
  return [at(from), at(to <= from ? to + 1440 : to)];
}

/** Easter Sunday in the Gregorian calendar (J. Meeus, “Astronomical Algorithms”, 1991, chapter 8), as if it were UTC. */
export function easterOf(year: number): number {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100];
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const days = h + l - 7 * Math.floor((a + 11 * h + 22 * l) / 451) + 114;
  return new Date(0).setUTCFullYear(year, Math.floor(days / 31) - 1, (days % 31) + 1);
}
