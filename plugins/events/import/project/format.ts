import { formatInstant, formatLocalTime, localInstant } from 'chronoscribe/kinds/clock';
import { type Calendar, easterOf } from 'chronoscribe/kinds/ledger';

/** The numbers of MSPDI. */
export const linkType = { finishToFinish: '0', finishToStart: '1', startToFinish: '2', startToStart: '3' } as const;
export const constraints = {
  asLateAsPossible: '1',
  mustStartOn: '2',
  mustFinishOn: '3',
  startNoEarlier: '4',
  startNoLater: '5',
  finishNoEarlier: '6',
  finishNoLater: '7',
} as const;

/** Tells times as a file does: in whole seconds, by the clocks of one zone that no time names. */
export function clocksOf(zone: string) {
  const shown = (instant: string): string => {
    const at = zone === 'UTC' ? Number.NaN : Date.parse(instant);
    return (Number.isNaN(at) ? instant : formatLocalTime(at, zone)).slice(0, 19);
  };
  /** @param kept the instant, if the clocks show the text at it too: they show some times twice */
  const instant = (text: string, kept?: unknown): string => {
    if (typeof kept === 'string' && shown(kept) === text) return kept;
    const local = zone === 'UTC' ? Number.NaN : Date.parse(`${text}Z`);
    return Number.isNaN(local) ? `${text}Z` : formatInstant(localInstant(local, zone));
  };
  return { zone, shown, instant };
}
export type Clocks = ReturnType<typeof clocksOf>;

/** Before the zone of a file of ours, which other programs keep as its subject. */
export const zoneMark = 'Time zone: ';

/**
 * The one constraint that a task has, of the fields of an event: where none is said, that it does not begin before it
 * does, so that no program moves it.
 */
export function constraintOf(
  fields: Readonly<Record<string, unknown>>,
  { shown }: Clocks,
): { readonly type: string; readonly date?: string } {
  const plan: Readonly<Record<string, unknown>> = Object(fields.plan);
  const dated = (type: string, date: unknown) => ({ type, date: shown(String(date)) });
  if (fields.fixed === true) return dated(constraints.mustStartOn, fields.time);
  if (plan.as_late_as_possible === true) return { type: constraints.asLateAsPossible };
  if (plan.not_before === undefined && plan.not_after !== undefined)
    return dated(constraints.finishNoLater, plan.not_after);
  return dated(constraints.startNoEarlier, plan.not_before ?? fields.time);
}

/** In the order of MSPDI. */
export const weekDays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;
/** The years for which days that count from Easter are written. */
const easterYears = Array.from({ length: 51 }, (_, at) => 2000 + at);

/** The hours of a calendar, by the days of a week and by dates, of which those of every year have none. */
export type WrittenHours = Readonly<Record<'week' | 'days', Readonly<Record<string, readonly string[]>>>>;

/** The hours of a calendar as a file has them. */
export function writtenHours({ week, days }: Pick<Calendar, 'week' | 'days'>): WrittenHours {
  const written = (spans: readonly string[] = []) => spans.map((span) => span.replace(/24:00$/, '00:00'));
  const dates = Object.entries(days).flatMap(([day, spans]) => {
    if (!day.startsWith('easter')) return [[day, written(spans)] as const];
    const dateIn = (year: number) => new Date(easterOf(year) + Number(day.slice(6)) * 86_400_000);
    const counted = easterYears.map((year) => dateIn(year).toISOString().slice(0, 10));
    // What is said of a date itself counts.
    return counted
      .filter((date) => days[date] === undefined && days[date.slice(5)] === undefined)
      .map((date) => [date, written(spans)] as const);
  });
  return {
    week: Object.fromEntries(weekDays.map((day) => [day, written(week[day])])),
    days: Object.fromEntries(dates),
  };
}
