import { Temporal } from 'temporal-polyfill';
import { describe, expect, it, test } from 'vitest';
import { readCalendars } from './components.ts';
import { zonesOf } from './zones.ts';

/** When the clocks of a VTIMEZONE show that, in UTC. */
function instant(local: string, ...lines: readonly string[]): string {
  const file = ['BEGIN:VCALENDAR', 'BEGIN:VTIMEZONE', 'TZID:Home', ...lines, 'END:VTIMEZONE', 'END:VCALENDAR'];
  const [calendar] = readCalendars(Buffer.from(file.join('\n'))).calendars;
  if (calendar === undefined) throw new Error('there is no calendar');
  const zone = zonesOf(calendar)('Home');
  const shown = Temporal.PlainDateTime.from(local).toZonedDateTime(zone.id);
  return new Date(zone.instantOf(shown)).toISOString().slice(0, 19);
}

const observance = (name: string, start: string, from: string, to: string, ...more: readonly string[]) => [
  `BEGIN:${name}`,
  `DTSTART:${start}`,
  `TZOFFSETFROM:${from}`,
  `TZOFFSETTO:${to}`,
  ...more,
  `END:${name}`,
];

describe('a VTIMEZONE', () => {
  // As Outlook writes it.
  const berlin = [
    ...observance('STANDARD', '16010101T030000', '+0200', '+0100', 'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10'),
    ...observance('DAYLIGHT', '16010101T020000', '+0100', '+0200', 'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3'),
  ];

  test.each(['2025-03-30T01:59:59', '2025-03-30T03:00:00', '2025-10-26T01:59:59', '2025-10-26T03:00:00', '2060-07-01T12:00:00'])(
    'agrees at %s with the time zone database, whose rule it has',
    (local) => {
      const named = Temporal.PlainDateTime.from(local).toZonedDateTime('Europe/Berlin').toInstant();
      expect(instant(local, ...berlin)).toBe(named.toString().slice(0, 19));
    },
  );

  it('may change its rules', () => {
    const until = observance('STANDARD', '20000101T000000', '+0000', '+0300', 'RRULE:FREQ=YEARLY;UNTIL=20100101T000000Z');
    const then = observance('STANDARD', '20200101T000000', '+0300', '+0400');
    expect(instant('2015-01-01T12:00:00', ...until, ...then)).toBe('2015-01-01T09:00:00');
    expect(instant('2025-01-01T12:00:00', ...until, ...then)).toBe('2025-01-01T08:00:00');
  });

  test.each([
    [[], 'The VTIMEZONE in line 2 has no STANDARD or DAYLIGHT'],
    [['BEGIN:STANDARD', 'TZOFFSETFROM:+0100', 'TZOFFSETTO:+0100', 'END:STANDARD'], 'line 2 has a STANDARD without DTSTART'],
    [observance('STANDARD', '20000101T000000', '+0100', 'soon'), 'The VTIMEZONE in line 2 cannot be read'],
    [observance('STANDARD', 'soon', '+0100', '+0100'), 'The VTIMEZONE in line 2 cannot be read'],
    [observance('STANDARD', '20000101T000000', '+0100', '+0100', 'RRULE:soon'), 'The VTIMEZONE in line 2 cannot be read'],
  ])('is refused with what is wrong: %#', (lines, reason) => {
    expect(() => instant('2025-01-01T12:00:00', ...lines)).toThrow(reason);
  });
});
