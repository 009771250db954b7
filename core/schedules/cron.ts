import { Cron } from 'croner';
import { isTimeZone } from '../api/text.ts';

/** The times of a cron expression in a time zone. All instants are in milliseconds since 1970. */
export interface CronTimes {
  /** The first time after an instant; null if there is none any more. */
  next(after: number): number | null;
  /** The last time up to an instant, included; null if there is none. */
  latest(upTo: number): number | null;
}

/** Any instant: an expression without a time after it has none at all. */
const longAgo = Date.UTC(1000, 0, 1);

/** @throws Error that says what is wrong with the expression or the time zone */
export function cronTimes(expression: string, timeZone: string): CronTimes {
  if (!isTimeZone(timeZone))
    throw new Error(`there is no time zone "${timeZone}". Give the IANA name of one, such as Europe/Berlin, or UTC.`);
  const cron = parsed(expression, timeZone);
  const times: CronTimes = {
    next: (after) => cron.nextRun(new Date(after))?.getTime() ?? null,
    // The library leaves out the instant from which it looks back, if that is a whole second.
    latest: (upTo) => cron.previousRuns(1, new Date(upTo + 1))[0]?.getTime() ?? null,
  };
  if (times.next(longAgo) === null) throw new Error(`the cron expression "${expression}" has no time at all`);
  return times;
}

function parsed(expression: string, timezone: string): Cron {
  try {
    // As in Vixie cron, `30 2,14 * * *` has fixed times too, see the option's documentation.
    return new Cron(withYears(expression), { timezone, paused: true, fixedTimeRule: 'no-wildcard' });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.replace(/^CronPattern: /, '') : String(cause);
    throw new Error(
      `the cron expression "${expression}" is wrong (${reason}). Write minute, hour, day, month and weekday, such as "0 2 * * MON".`,
      { cause },
    );
  }
}

/** With a wildcard as year the library stops at the year 3000. An account's clock goes to the year 9999. */
function withYears(expression: string): string {
  const fields = expression.trim().split(/\s+/);
  if (fields.length === 5) return ['0', ...fields, '1-9999'].join(' ');
  return fields.length === 6 || (fields.length === 7 && fields[6] === '*')
    ? [...fields.slice(0, 6), '1-9999'].join(' ')
    : expression;
}
