import { useTranslation } from 'react-i18next';

const dayMs = 86_400_000;

/**
 * Dates, times and numbers in the words of the chosen language. Instants are milliseconds since 1970, or ISO 8601.
 *
 * @param timeZone by default that of the browser
 */
export function useFormat(timeZone?: string) {
  const { i18n } = useTranslation();
  const { language } = i18n;
  const format = (options: Intl.DateTimeFormatOptions) => {
    const formatter = new Intl.DateTimeFormat(language, { ...options, ...(timeZone && { timeZone }) });
    return (instant: number | string) => formatter.format(typeof instant === 'string' ? Date.parse(instant) : instant);
  };
  return {
    date: format({ dateStyle: 'medium' }),
    dateTime: format({ dateStyle: 'medium', timeStyle: 'short' }),
    time: format({ timeStyle: 'short' }),
    preciseTime: format({ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' }),
    longDate: format({ dateStyle: 'full' }),
    /** A day without a time zone, as `2026-11-22`, or an instant as an ISO string. */
    day: (day: string) =>
      new Intl.DateTimeFormat(language, {
        dateStyle: 'medium',
        ...(day.length === 10 ? { timeZone: 'UTC' } : {}),
      }).format(Date.parse(day)),
    /** “Today” and “Yesterday”, and any day before by its date. */
    dayName: (instant: number) => {
      const daysAgo = Math.round((new Date().setHours(0, 0, 0, 0) - new Date(instant).setHours(0, 0, 0, 0)) / dayMs);
      if (daysAgo < 0 || daysAgo > 1) return format({ dateStyle: 'full' })(instant);
      const name = new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(-daysAgo, 'day');
      return name.slice(0, 1).toLocaleUpperCase(language) + name.slice(1);
    },
    number: (value: number) => new Intl.NumberFormat(language).format(value),
    percent: (share: number) => new Intl.NumberFormat(language, { style: 'percent' }).format(share),
    bytes: (value: number) => bytes(value, language),
  };
}

/** A position in a recording: `1:02:03` or `2:03`. */
export function clockTime(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (value: number) => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

function bytes(value: number, language: string): string {
  const power = Math.min(units.length - 1, value < 1 ? 0 : Math.floor(Math.log10(value) / 3));
  const unit = units[power] ?? 'byte';
  return new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits: 1 }).format(
    value / 1000 ** power,
  );
}
