import { NewEventFields } from 'chronoscribe/kinds/ledger';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { readCsv } from './csv.ts';
import type { ImportSettings } from './event-line.ts';
import { type WrittenEvent, writtenEvents } from './testing/events.ts';
import { anyCuts, inChunks, readLines } from './testing/reading.ts';

const read = (file: string | Uint8Array, ...cuts: readonly number[]) => readLines(readCsv, file, ...cuts);
const header = 'description,time,location';
const landing = 'Landing,1969-07-20T20:17:40Z,Moon';
const landed = { description: 'Landing', time: -14182940000, location: 'Moon' };

describe('a file of comma-separated values', () => {
  it('has columns named like the fields of an event, in any order', async () => {
    const file = `Location,event_id, TIME ,end_time,description,lat,lon,participants,causes,requires,effects
Moon,walk,1969-07-21T02:56:15Z,1969-07-21T05:11:13Z,Walk,0.67,-23.47,Neil; Buzz;,landing;hatch min=5m;descent max=2d min=1h,hatch=open; light = on;code=a=b,"{""steps"":1}"
Moon,,1969-07-21T02:56:15Z,,,,,,,,
`;
    expect(await read(file)).toEqual([
      {
        line: 2,
        event: {
          event_id: 'walk',
          description: 'Walk',
          time: Date.parse('1969-07-21T02:56:15Z'),
          end_time: Date.parse('1969-07-21T05:11:13Z'),
          location: 'Moon',
          geo: { lat: 0.67, lon: -23.47 },
          participants: ['Neil', 'Buzz'],
          causes: [
            { event_id: 'landing', min_delay: null, max_delay: null },
            { event_id: 'hatch', min_delay: 300_000, max_delay: null },
            { event_id: 'descent', min_delay: 3_600_000, max_delay: 172_800_000 },
          ],
          requires: { hatch: 'open', light: 'on', code: 'a=b' },
          effects: { steps: 1 },
        },
      },
      { line: 3, event: { description: '', time: Date.parse('1969-07-21T02:56:15Z'), location: 'Moon' } },
    ]);
  });

  it('quotes commas, quotes and line ends, and counts lines as an editor does', async () => {
    const file = `${header}\r\n"Lan""ding\r\nat, last\n\rnow",1969-07-20T20:17:40Z,"Moon"\r\n\r\n${landing}\n${landing}`;
    expect(await read(file)).toEqual([
      { line: 2, event: { ...landed, description: 'Lan"ding\r\nat, last\n\rnow' } },
      { line: 7, event: landed },
      { line: 8, event: landed },
    ]);
  });

  it('may have a byte order mark, also before a quoted column and also in pieces', async () => {
    const file = `\uFEFF"description",time,location\n${landing}`;
    expect(await read(file)).toEqual([{ line: 2, event: landed }]);
    expect(await read(file, 1, 2, 3, 4)).toEqual([{ line: 2, event: landed }]);
  });

  it('keeps a byte order mark inside the file', async () => {
    expect(await read(`${header}\n\uFEFF${landing}`)).toEqual([
      { line: 2, event: { ...landed, description: '\uFEFFLanding' } },
    ]);
  });

  it('may end its lines with carriage returns alone', async () => {
    expect(await read(`${header}\r${landing}\r${landing}`)).toEqual([
      { line: 2, event: landed },
      { line: 3, event: landed },
    ]);
  });

  test.each([
    ['', 'The file is empty: its first line must name the columns'],
    ['\uFEFF', 'The file is empty: its first line must name the columns'],
    [`\n${header}\n${landing}`, 'The header lacks the column description and the column time and the column location'],
    [`time\n1969-07-20T20:17:40Z`, 'The header lacks the column description and the column location'],
    [`${header},Time\n${landing},`, 'The header names the column time twice'],
    [`desc"ription,time,location\n${landing}`, expect.stringMatching(/^A quote is misplaced/)],
  ])('is not read if its header is wrong: %j', async (file, detail) => {
    expect(await read(file)).toEqual([{ line: 1, detail }]);
  });

  it('fails as a whole for an unknown column, with the nearest name', async () => {
    const known =
      'known: description, time, location, event_id, end_time, causes, participants, requires, effects, fixed, plan, lat, lon';
    expect(await read(`description,time,loction\n${landing}`)).toEqual([
      { line: 1, fatal: `unknown column "loction"; ${known}; did you mean "location"?` },
    ]);
    expect(await read(`${header}, Colour,geo\n${landing},,`)).toEqual([
      { line: 1, fatal: `unknown column "Colour"; ${known}; unknown column "geo"; ${known}` },
    ]);
  });

  it('names the first of many unknown columns', async () => {
    const many = Array.from({ length: 10_000 }, (_, n) => `column-${n}`);
    const [error] = await read([...many, header].join());
    expect(error).toMatchObject({
      line: 1,
      fatal: expect.stringMatching(/^unknown column "column-0".*; and 999\d more$/),
    });
  });

  it('fails as a whole if it is hardly a table', async () => {
    const [last] = (await read(`${header}\n${'a\n'.repeat(50_000)}`)).slice(-1);
    expect(last).toMatchObject({
      fatal: expect.stringMatching(/^More than 10000 records have another number of fields/),
    });
  });

  it('may have columns without a name', async () => {
    expect(await read(`${header},,\n${landing},a,b`)).toEqual([{ line: 2, event: landed }]);
  });

  it('has errors by record, and the other records are read', async () => {
    const file = `${header},causes,requires,effects,lat,lon
x,noon,
${landing},,,,,,
${landing},,,, ,0
${landing},,,,,
x,noon, ,,a=1;a=2,b,north,
x,1969-07-20T20:17:40Z,Moon,a min=5,"{""a""",,1,
${landing},,,,,
`;
    expect(await read(file)).toEqual([
      { line: 2, detail: 'The record has 3 fields, the header 8' },
      { line: 3, detail: 'The record has 9 fields, the header 8' },
      { line: 4, detail: 'geo.lat: Invalid input: expected number, received string' },
      { line: 5, event: landed },
      {
        line: 6,
        detail: expect.stringMatching(
          /^requires: A key is given twice; effects: Write a JSON object or key=value;key=value; time: Write .*; location: Name a place.*; geo.lat: .*number.*; and 1 more$/,
        ),
      },
      {
        line: 7,
        detail: expect.stringMatching(
          /^requires: This is not JSON.*; causes.0.min_delay: .*; geo.lon: Field required$/,
        ),
      },
      { line: 8, event: landed },
    ]);
  });

  test.each([
    ['in a field without quotes', 'a 5" nail,1969-07-20T20:17:40Z,Moon'],
    ['after a field in quotes', '"a"b,1969-07-20T20:17:40Z,Moon'],
    ['that is not doubled', '"a "nail" here",1969-07-20T20:17:40Z,Moon'],
  ])('loses only the record with a quote %s', async (_, record) => {
    const misplaced =
      'A quote is misplaced: put a field that holds one in quotes, and write each quote inside it twice';
    expect(await read(`${header}\n${record}\n${landing}\n`)).toEqual([
      { line: 2, detail: misplaced },
      { line: 3, event: landed },
    ]);
  });

  it('is not read after a quote that is never closed', async () => {
    expect(await read(`${header}\n${landing}\n"x,1969-07-20T20:17:40Z,Moon\n${landing}\n`)).toEqual([
      { line: 2, event: landed },
      { line: 3, detail: 'A quote in this record is never closed: nothing after it was read' },
    ]);
  });

  it('has records of at most 1 MiB, and keeps those before a longer one', async () => {
    const most = 1024 * 1024;
    const long = (length: number) => `${landing},`.padEnd(length, '!');
    const file = [`${header},`, long(most), `${landing},`, long(most + 100), `${landing},`].join('\n');
    expect(await read(file)).toEqual([
      { line: 2, event: landed },
      { line: 3, event: landed },
      {
        line: 4,
        detail: 'The record is longer than 1 MiB, perhaps since a quote is never closed: nothing after it was read',
      },
    ]);
  });

  it('is refused where it is not UTF-8, and only there', async () => {
    const file = Buffer.concat([
      Buffer.from(`${header}\n`),
      Buffer.from('Änderung,x,y\n', 'latin1'),
      Buffer.from(landing),
    ]);
    expect(await read(file)).toEqual([
      { line: 2, detail: 'The record is not UTF-8' },
      { line: 3, event: landed },
    ]);
    expect(await read(Buffer.from(header, 'utf16le'))).toEqual([
      { line: 1, fatal: expect.stringMatching(/^unknown column/) },
    ]);
  });

  it('comes in lists of at most 100 lines', async () => {
    const lengths: number[] = [];
    for await (const list of readCsv(inChunks(Buffer.from(`${header}\n${`${landing}\n`.repeat(1201)}`))))
      lengths.push(list.length);
    expect(Math.max(...lengths)).toBe(100);
    expect(lengths.reduce((sum, length) => sum + length)).toBe(1201);
  });

  it('closes its stream when reading stops', async () => {
    let stopped = false;
    const endless = (async function* () {
      try {
        for (;;) yield Buffer.from('nonsense\n');
      } finally {
        stopped = true;
      }
    })();
    expect(await Array.fromAsync(readCsv(endless))).toHaveLength(1);
    expect(stopped).toBe(true);
  });

  it('reads back as it was written, wherever its pieces are cut', async () => {
    const NewEvent = z.object(NewEventFields);
    await fc.assert(
      fc.asyncProperty(writtenEvents, anyCuts, fc.constantFrom('\n', '\r\n'), async (events, cuts, lineEnd) => {
        const file = [columns, ...events.map(record)].map((cells) => cells.map(quoted).join(',') + lineEnd).join('');
        const read = await readLines(readCsv, file, ...cuts);
        expect(read.map((line) => ('event' in line ? line.event : line))).toEqual(
          events.map((event) => NewEvent.parse(event)),
        );
        expect(read.map(({ line }) => line)).toEqual(beginnings(events.map(record)));
      }),
    );
  });
});

const columns = [
  'lat',
  'event_id',
  'description',
  'time',
  'location',
  'end_time',
  'causes',
  'participants',
  'requires',
  'effects',
  'fixed',
  'lon',
];

function record(event: WrittenEvent): readonly string[] {
  const {
    geo,
    event_id = '',
    description,
    time,
    location,
    end_time = '',
    causes = [],
    participants = [],
    requires,
    effects,
    fixed,
  } = event;
  const cause = causes.map((each) => {
    if (typeof each === 'string') return each;
    const { event_id: id, min_delay, max_delay, from } = each;
    return [id, min_delay && `min=${min_delay}`, max_delay && `max=${max_delay}`, from && `from=${from}`]
      .filter((part) => part !== undefined)
      .join(' ');
  });
  const facts = [requires, effects].map((each) => (each === undefined ? '' : JSON.stringify(each)));
  const [lat = '', lon = ''] = [geo?.lat, geo?.lon].map((each) => each?.toString());
  const lists = [cause.join(';'), participants.join(';')];
  return [lat, event_id, description, time, location, end_time, ...lists, ...facts, fixed?.toString() ?? '', lon];
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** The line on which each record begins, after the header. */
function beginnings(records: readonly (readonly string[])[]): readonly number[] {
  let line = 1;
  return records.map((cells) => {
    line += 1;
    const begin = line;
    line += cells.join('').match(/\r\n|\n|\r/g)?.length ?? 0;
    return begin;
  });
}

describe('a table of another program', () => {
  const readWith = (file: string, settings: ImportSettings = {}) =>
    readLines((bytes) => readCsv(bytes, settings), file, 1, 2, 3);

  it('has semicolons, decimal commas and local dates', async () => {
    const file =
      'description;time;end_time;location;lat;lon\r\n"Tea; ""hot""";31.10.2026 14:30;1.11.2026;Köln, Altstadt;50,9375;6,96\r\n';
    expect(await readWith(`\uFEFF${file}`)).toEqual([
      {
        line: 2,
        event: {
          description: 'Tea; "hot"',
          time: Date.parse('2026-10-31T14:30:00Z'),
          end_time: Date.parse('2026-11-01T00:00:00Z'),
          location: 'Köln, Altstadt',
          geo: { lat: 50.9375, lon: 6.96 },
        },
      },
    ]);
  });

  it('has titles of its own, told by `columns`', async () => {
    const columns = 'name=description,Start=time,Finish=end_time,ID=,Predecessors=';
    const file = 'ID\tName\tStart\tFinish\tPredecessors\n2\tBuild\t2027-01-11\t2027-01-15\t1FS+2d\n';
    expect(await readWith(file, { columns, location: 'Site' })).toMatchObject([
      { line: 2, event: { description: 'Build', location: 'Site', time: Date.parse('2027-01-11') } },
    ]);
    expect(await readWith(file, { columns: 'Nme=description', location: 'Site' })).toEqual([
      { line: 1, fatal: 'The header has no column Nme=description' },
    ]);
  });

  it.each([
    ['10/31/2026', undefined, '2026-10-31T00:00:00Z'],
    ['31/10/2026', undefined, '2026-10-31T00:00:00Z'],
    ['5/5/2026 12:05 AM', undefined, '2026-05-05T00:05:00Z'],
    ['5/6/2026 2:30:15 PM', 'mdy', '2026-05-06T14:30:15Z'],
    ['5/6/2026', 'dmy', '2026-06-05T00:00:00Z'],
    ['5/6/2026', undefined, 'time: 5/6/2026 may be two dates: send the file with ?dates=dmy or ?dates=mdy'],
    ['31.2.2026', undefined, expect.stringMatching(/^time: /)],
    ['10/31/2026', 'dmy', expect.stringMatching(/^time: /)],
    ['1.11.2026 25:00', undefined, expect.stringMatching(/^time: /)],
  ] as const)('has the date %s (%s)', async (text, dates, expected) => {
    const [read] = await readWith(`${header}\nTea,${text},Rome\n`, { dates });
    const said = z.union([z.object({ event: z.object({ time: z.number() }) }), z.object({ detail: z.string() })]);
    const line = said.parse(read);
    const told = 'detail' in line ? line.detail : new Date(line.event.time).toISOString().replace('.000', '');
    expect(told).toEqual(expected);
  });
});
