import { describe, expect, it, test } from 'vitest';
import { readCalendars } from './components.ts';
import { parseMoment } from './moment.ts';
import { findProperty } from './property.ts';
import { listOccurrences } from './recurrence.ts';
import { createZoneLookup } from './zones.ts';

/**
 * What the clocks show at the first occurrences, each as far as it differs from the start: `1997-09-02`, or
 * `1997-09-02T12:00:00`.
 */
function walls(rule: string, start: string, most = 1000, zone = 'UTC'): readonly string[] {
  const file = [
    'BEGIN:VCALENDAR',
    'BEGIN:VEVENT',
    `DTSTART;TZID=${zone}:${start}`,
    `RRULE:${rule}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  const [calendar] = readCalendars(Buffer.from(file.join('\n'))).calendars;
  const [event] = calendar?.parts ?? [];
  if (calendar === undefined || event === undefined) throw new Error('there is no event');
  const begin = findProperty(event, 'DTSTART');
  if (begin === undefined) throw new Error('there is no DTSTART');
  const zoneOf = createZoneLookup(calendar);
  const moment = parseMoment(start, begin, zoneOf);
  return listOccurrences(event, moment, zoneOf, { most }).occurrences.map(({ moment: { wallTime } }) =>
    wallTime.toPlainDateTime().toString().replace(`T${moment.wallTime.toPlainTime()}`, ''),
  );
}

/** `1997-09-02,16,30 1997-10-14` is three days of a September and one of an October. */
function days(text: string): readonly string[] {
  return text.split(' ').flatMap((month) => {
    const [first = '', ...others] = month.split(',');
    return [first, ...others.map((date) => first.slice(0, 8) + date)];
  });
}

describe('the examples of RFC 5545, section 3.8.5.3', () => {
  test.each([
    ['FREQ=DAILY;COUNT=10', '19970902T090000', '1997-09-02,03,04,05,06,07,08,09,10,11'],
    ['FREQ=DAILY;INTERVAL=10;COUNT=5', '19970902T090000', '1997-09-02,12,22 1997-10-02,12'],
    ['FREQ=WEEKLY;COUNT=10', '19970902T090000', '1997-09-02,09,16,23,30 1997-10-07,14,21,28 1997-11-04'],
    ['FREQ=WEEKLY;COUNT=10;WKST=SU;BYDAY=TU,TH', '19970902T090000', '1997-09-02,04,09,11,16,18,23,25,30 1997-10-02'],
    [
      'FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH',
      '19970902T090000',
      '1997-09-02,04,16,18,30 1997-10-02,14,16',
    ],
    [
      'FREQ=MONTHLY;COUNT=10;BYDAY=1FR',
      '19970905T090000',
      '1997-09-05 1997-10-03 1997-11-07 1997-12-05 1998-01-02 1998-02-06 1998-03-06 1998-04-03 1998-05-01 1998-06-05',
    ],
    [
      'FREQ=MONTHLY;INTERVAL=2;COUNT=10;BYDAY=1SU,-1SU',
      '19970907T090000',
      '1997-09-07,28 1997-11-02,30 1998-01-04,25 1998-03-01,29 1998-05-03,31',
    ],
    [
      'FREQ=MONTHLY;COUNT=6;BYDAY=-2MO',
      '19970922T090000',
      '1997-09-22 1997-10-20 1997-11-17 1997-12-22 1998-01-19 1998-02-16',
    ],
    [
      'FREQ=MONTHLY;COUNT=6;BYMONTHDAY=-3',
      '19970928T090000',
      '1997-09-28 1997-10-29 1997-11-28 1997-12-29 1998-01-29 1998-02-26',
    ],
    [
      'FREQ=MONTHLY;COUNT=10;BYMONTHDAY=2,15',
      '19970902T090000',
      '1997-09-02,15 1997-10-02,15 1997-11-02,15 1997-12-02,15 1998-01-02,15',
    ],
    [
      'FREQ=MONTHLY;COUNT=10;BYMONTHDAY=1,-1',
      '19970930T090000',
      '1997-09-30 1997-10-01,31 1997-11-01,30 1997-12-01,31 1998-01-01,31 1998-02-01',
    ],
    [
      'FREQ=MONTHLY;INTERVAL=18;COUNT=10;BYMONTHDAY=10,11,12,13,14,15',
      '19970910T090000',
      '1997-09-10,11,12,13,14,15 1999-03-10,11,12,13',
    ],
    [
      'FREQ=MONTHLY;INTERVAL=2;COUNT=11;BYDAY=TU',
      '19970902T090000',
      '1997-09-02,09,16,23,30 1997-11-04,11,18,25 1998-01-06,13',
    ],
    [
      'FREQ=YEARLY;COUNT=10;BYMONTH=6,7',
      '19970610T090000',
      '1997-06-10 1997-07-10 1998-06-10 1998-07-10 1999-06-10 1999-07-10 2000-06-10 2000-07-10 2001-06-10 2001-07-10',
    ],
    [
      'FREQ=YEARLY;INTERVAL=2;COUNT=10;BYMONTH=1,2,3',
      '19970310T090000',
      '1997-03-10 1999-01-10 1999-02-10 1999-03-10 2001-01-10 2001-02-10 2001-03-10 2003-01-10 2003-02-10 2003-03-10',
    ],
    [
      'FREQ=YEARLY;INTERVAL=3;COUNT=10;BYYEARDAY=1,100,200',
      '19970101T090000',
      '1997-01-01 1997-04-10 1997-07-19 2000-01-01 2000-04-09 2000-07-18 2003-01-01 2003-04-10 2003-07-19 2006-01-01',
    ],
    ['FREQ=YEARLY;COUNT=3;BYDAY=20MO', '19970519T090000', '1997-05-19 1998-05-18 1999-05-17'],
    ['FREQ=YEARLY;COUNT=3;BYWEEKNO=20;BYDAY=MO', '19970512T090000', '1997-05-12 1998-05-11 1999-05-17'],
    [
      'FREQ=YEARLY;COUNT=11;BYMONTH=3;BYDAY=TH',
      '19970313T090000',
      '1997-03-13,20,27 1998-03-05,12,19,26 1999-03-04,11,18,25',
    ],
    [
      'FREQ=YEARLY;COUNT=14;BYDAY=TH;BYMONTH=6,7,8',
      '19970605T090000',
      '1997-06-05,12,19,26 1997-07-03,10,17,24,31 1997-08-07,14,21,28 1998-06-04',
    ],
    [
      'FREQ=MONTHLY;COUNT=6;BYDAY=FR;BYMONTHDAY=13',
      '19970902T090000',
      '1997-09-02 1998-02-13 1998-03-13 1998-11-13 1999-08-13 2000-10-13',
    ],
    [
      'FREQ=MONTHLY;COUNT=10;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13',
      '19970913T090000',
      '1997-09-13 1997-10-11 1997-11-08 1997-12-13 1998-01-10 1998-02-07 1998-03-07 1998-04-11 1998-05-09 1998-06-13',
    ],
    [
      'FREQ=YEARLY;INTERVAL=4;COUNT=3;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8',
      '19961105T090000',
      '1996-11-05 2000-11-07 2004-11-02',
    ],
    ['FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3', '19970904T090000', '1997-09-04 1997-10-07 1997-11-06'],
    [
      'FREQ=MONTHLY;COUNT=7;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2',
      '19970929T090000',
      '1997-09-29 1997-10-30 1997-11-27 1997-12-30 1998-01-29 1998-02-26 1998-03-30',
    ],
    ['FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO', '19970805T090000', '1997-08-05,10,19,24'],
    ['FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU', '19970805T090000', '1997-08-05,17,19,31'],
    ['FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5', '20070115T090000', '2007-01-15,30 2007-02-15 2007-03-15,30'],
  ])('%s from %s', (rule, start, expected) => {
    expect(walls(rule, start)).toEqual(days(expected));
  });

  test('each day in January for three years, told in two ways', () => {
    const yearly = walls('FREQ=YEARLY;COUNT=93;BYMONTH=1;BYDAY=SU,MO,TU,WE,TH,FR,SA', '19980101T090000');
    expect(yearly).toEqual(walls('FREQ=DAILY;COUNT=93;BYMONTH=1', '19980101T090000'));
    expect([yearly[30], yearly[31], yearly.at(-1)]).toEqual(['1998-01-31', '1999-01-01', '2000-01-31']);
  });

  test('hours and minutes', () => {
    expect(walls('FREQ=HOURLY;INTERVAL=3;COUNT=3', '19970902T090000')).toEqual([
      '1997-09-02',
      '1997-09-02T12:00:00',
      '1997-09-02T15:00:00',
    ]);
    expect(walls('FREQ=MINUTELY;INTERVAL=90;COUNT=4', '19970902T090000')).toEqual([
      '1997-09-02',
      '1997-09-02T10:30:00',
      '1997-09-02T12:00:00',
      '1997-09-02T13:30:00',
    ]);
    const daily = walls('FREQ=DAILY;BYHOUR=9,10,11,12,13,14,15,16;BYMINUTE=0,20,40', '19970902T090000', 50);
    expect(daily).toEqual(walls('FREQ=MINUTELY;INTERVAL=20;BYHOUR=9,10,11,12,13,14,15,16', '19970902T090000', 50));
    expect([daily[1], daily[23], daily[24]]).toEqual(['1997-09-02T09:20:00', '1997-09-02T16:40:00', '1997-09-03']);
  });
});

describe('a rule', () => {
  test.each([
    ['FREQ=YEARLY;COUNT=4', '20240229', '2024-02-29 2028-02-29 2032-02-29 2036-02-29'],
    ['FREQ=MONTHLY;COUNT=4', '20250131', '2025-01-31 2025-03-31 2025-05-31 2025-07-31'],
    ['FREQ=WEEKLY;BYMONTH=2;COUNT=5', '20250204', '2025-02-04,11,18,25 2026-02-03'],
    ['FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=3', '19971231', '1997-12-31 1998-12-31 1999-12-31'],
    [
      'FREQ=YEARLY;BYMONTH=1,7;BYDAY=MO;BYSETPOS=1,-1;COUNT=4',
      '19970106',
      '1997-01-06 1997-07-28 1998-01-05 1998-07-27',
    ],
    ['FREQ=YEARLY;BYWEEKNO=1;COUNT=3', '19971229', '1997-12-29 1999-01-04 2000-01-03'],
    ['FREQ=YEARLY;BYWEEKNO=-1;BYDAY=SU;COUNT=3', '20041226', '2004-12-26 2005-01-02 2006-01-01'],
    ['FREQ=YEARLY;BYYEARDAY=-1,366;COUNT=4', '20231231', '2023-12-31 2024-12-31 2025-12-31 2026-12-31'],
    ['FREQ=YEARLY;BYDAY=5SA,TU;COUNT=6', '20211227', '2021-12-27,28 2022-01-04,11,18,25'],
    ['FREQ=YEARLY;BYDAY=5SU,4WE,SU;BYSETPOS=-1;COUNT=3', '20011104', '2001-11-04 2001-12-30 2002-12-29'],
    ['FREQ=YEARLY;BYDAY=53SU;COUNT=3', '20170101', '2017-01-01 2017-12-31 2023-12-31'],
    ['FREQ=YEARLY;BYDAY=-53SU,-1SU;COUNT=3', '20001231', '2000-12-31 2001-12-30 2002-12-29'],
    ['FREQ=YEARLY;BYMONTHDAY=-31;COUNT=3', '20250101', '2025-01-01 2025-03-01 2025-05-01'],
    ['FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU;COUNT=3', '20251026', '2025-10-26 2026-10-25 2027-10-31'],
  ])('%s from %s means the days of the calendar, not days near them', (rule, start, expected) => {
    expect(walls(rule, start)).toEqual(days(expected));
  });

  // The days that python-dateutil gives.
  test.each([
    ['INTERVAL=2;BYYEARDAY=1;BYDAY=TH;COUNT=4', '20270207', '2027-02-07 2037-01-01 2043-01-01 2065-01-01'],
    ['BYMONTHDAY=13;BYYEARDAY=286;BYDAY=FR;COUNT=3', '20200101', '2020-01-01 2023-10-13 2034-10-13'],
    ['BYYEARDAY=-279,-239;BYDAY=TU,MO,TH,FR;COUNT=4', '20210709', '2021-07-09 2022-03-28 2023-03-28 2024-03-28'],
    ['BYMONTHDAY=4,24,30;BYDAY=-1SU;COUNT=3', '20200722', '2020-07-22 2029-12-30 2035-12-30'],
    ['BYMONTHDAY=-14,-13;BYDAY=2TH,-2WE;COUNT=3', '20221126', '2022-11-26 2024-12-18 2029-12-19'],
    ['BYMONTHDAY=26;BYWEEKNO=-39,-9,27,44;COUNT=3', '20220901', '2022-09-01 2026-10-26 2032-10-26'],
    ['BYMONTHDAY=-22;BYWEEKNO=17,19,52;BYDAY=MO,TH,FR,TU;COUNT=3', '20231022', '2023-10-22 2024-05-10 2027-05-10'],
    ['INTERVAL=2;BYYEARDAY=-76,3,28,147,337;BYWEEKNO=-27,49;COUNT=3', '20210417', '2021-04-17 2025-12-03 2029-12-03'],
    ['INTERVAL=7;BYMONTHDAY=-14,1,20,21;BYYEARDAY=-29,72,260;COUNT=3', '20231130', '2023-11-30 2030-09-17 2037-09-17'],
    ['BYMONTH=1,2,3,5;BYYEARDAY=-240,112;BYDAY=FR,TH,SA;COUNT=3', '20211210', '2021-12-10 2022-05-06 2023-05-06'],
  ])('of each year, %s from %s, means the days that all its limits leave', (rule, start, expected) => {
    expect(walls(`FREQ=YEARLY;${rule}`, start)).toEqual(days(expected));
  });

  it('with BYSETPOS has its start too, though that does not fit', () => {
    const found = walls('FREQ=WEEKLY;BYDAY=WE,MO,SU,TU;BYSETPOS=-5,-1;COUNT=3', '20250205');
    expect(found).toEqual(['2025-02-05', '2025-02-09', '2025-02-16']);
  });

  it('counts its start, whether or not it fits', () => {
    expect(walls('FREQ=WEEKLY;BYDAY=MO;COUNT=3', '20250101T090000')).toEqual([
      '2025-01-01',
      '2025-01-06',
      '2025-01-13',
    ]);
  });

  it('keeps its interval over days that it does not mean', () => {
    expect(walls('FREQ=HOURLY;INTERVAL=5;BYDAY=MO;COUNT=7', '20250106T000000')).toEqual([
      '2025-01-06',
      '2025-01-06T05:00:00',
      '2025-01-06T10:00:00',
      '2025-01-06T15:00:00',
      '2025-01-06T20:00:00',
      '2025-01-13T02:00:00',
      '2025-01-13T07:00:00',
    ]);
  });

  it('knows no second 60', () => {
    const found = walls('FREQ=MINUTELY;BYSECOND=30,60;COUNT=3', '20250101T000030');
    expect(found).toEqual(['2025-01-01', '2025-01-01T00:01:30', '2025-01-01T00:02:30']);
  });

  it('takes a date as a date, whatever it says about hours', () => {
    expect(walls('FREQ=DAILY;BYHOUR=9,12;COUNT=2', '20250101')).toEqual(['2025-01-01', '2025-01-02']);
  });

  it('ends with the year 9999', () => {
    expect(walls('FREQ=YEARLY;INTERVAL=2', '99970101')).toEqual(['9997-01-01', '9999-01-01']);
    expect(walls('FREQ=YEARLY;INTERVAL=5000', '20250101')).toEqual(['2025-01-01', '7025-01-01']);
  });

  test.each([
    'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=DAILY;INTERVAL=999999999',
  ])('%s that never comes true is given up', (rule) => {
    expect(() => walls(rule, '20250101T090000')).toThrow('never to come true');
  });

  it('has only its start if nothing else comes true until its end', () => {
    expect(walls('FREQ=YEARLY;UNTIL=20350101;BYMONTH=3;BYDAY=10SU', '20250301')).toEqual(['2025-03-01']);
  });

  it('leaves out a time that the change of the clocks leaves out', () => {
    expect(walls('FREQ=DAILY;COUNT=3', '20250329T023000', 1000, 'Europe/Berlin')).toEqual([
      '2025-03-29',
      '2025-03-31',
      '2025-04-01',
    ]);
  });

  it('waits 28 years for a Sunday that is a 29 February', () => {
    expect(walls('FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;BYDAY=SU;COUNT=3', '20040229')).toEqual([
      '2004-02-29',
      '2032-02-29',
      '2060-02-29',
    ]);
  });
});

describe('a rule that cannot be read', () => {
  test.each([
    ['COUNT=3', 'RRULE must include FREQ'],
    ['FREQ=SOMETIMES', 'is not understood'],
    ['FREQ=DAILY;BYDAY=XX', 'is not understood'],
    ['FREQ=DAILY;BYMONTH=13', 'is not understood'],
    ['FREQ=DAILY;BYHOUR=', 'BYHOUR= is not understood'],
    ['FREQ=DAILY;COUNT=0', 'COUNT=0 is not understood'],
    ['FREQ=DAILY;UNTIL=20250230', '20250230 is no date'],
    ['FREQ=YEARLY;RSCALE=CHINESE', 'RSCALE=CHINESE is not understood'],
    ['FREQ=WEEKLY;BYDAY=2MO', 'MUST NOT be used unless FREQ is MONTHLY or YEARLY'],
    ['FREQ=YEARLY;BYYEARDAY=1,2;BYDAY=TH,FR;BYSETPOS=1', 'BYSETPOS is not read in a yearly rule'],
    [`FREQ=DAILY;X=${'x'.repeat(200)}`, /^RRULE: .{40} is not understood$/],
  ])('%s says why: %s', (rule, reason) => {
    expect(() => walls(rule, '20250101T090000')).toThrow(reason);
  });
});
