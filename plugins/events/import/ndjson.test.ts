import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NewEventFields } from 'chronoscribe/kinds/ledger';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { readNdjson } from './ndjson.ts';
import { earthquakes } from './testing/earthquakes.ts';
import { writtenEvents } from './testing/events.ts';
import { anyCuts, inChunks, readLines } from './testing/reading.ts';
import { hasSharedData, sharedData } from './testing/shared.ts';

const read = (file: string | Uint8Array, ...borders: readonly number[]) => readLines(readNdjson, file, ...borders);
const landing = '{"description":"Landing","time":"1969-07-20T20:17:40Z","location":"Mare Tranquillitatis"}';
const landed = { description: 'Landing', time: -14182940000, location: 'Mare Tranquillitatis' };

describe('a file of newline-delimited JSON', () => {
  it('has one event per line, with all fields of an event', async () => {
    const file = `${landing}
{"event_id":"walk","description":"Walk","time":"1969-07-21T02:56:15.7+00:00","location":"Moon","end_time":"1969-07-21T05:11:13Z","causes":["landing",{"event_id":"hatch","min_delay":"5m"}],"participants":["Neil"],"requires":{"hatch":"open"},"effects":{"steps":1},"geo":{"lat":0.67,"lon":23.47}}`;
    expect(await read(file)).toEqual([
      { line: 1, event: landed },
      {
        line: 2,
        event: {
          event_id: 'walk',
          description: 'Walk',
          time: Date.parse('1969-07-21T02:56:15.700Z'),
          location: 'Moon',
          end_time: Date.parse('1969-07-21T05:11:13Z'),
          causes: [
            { event_id: 'landing', min_delay: null, max_delay: null },
            { event_id: 'hatch', min_delay: 300_000, max_delay: null },
          ],
          participants: ['Neil'],
          requires: { hatch: 'open' },
          effects: { steps: 1 },
          geo: { lat: 0.67, lon: 23.47 },
        },
      },
    ]);
  });

  it('may have a byte order mark, either kind of line end, and empty lines, which count', async () => {
    const file = `\uFEFF${landing}\r\n\r\n \t\n${landing}\n\n`;
    expect(await read(file)).toEqual([
      { line: 1, event: landed },
      { line: 4, event: landed },
    ]);
  });

  it('may be empty', async () => {
    expect(await read('')).toEqual([]);
    expect(await read('\n\n')).toEqual([]);
  });

  it('has errors by line, and the other lines are read', async () => {
    const file = [
      '{"description":"x"}',
      'not JSON',
      '[1]',
      'null',
      '"text"',
      '{"description":"x","time":"2025-02-30T00:00:00Z","location":5}',
      '{"description":"x","time":"2025-02-20T00:00:00Z","location":null}',
      `{"description":"x","time":"2025-02-20T00:00:00Z","location":"x","end_time":"2025-02-19T23:59:59Z"}`,
      landing.replace('}', ',"end_time":"1969-07-20T20:17:40Z"}'),
    ];
    expect(await read(file.join('\n'))).toEqual([
      { line: 1, detail: 'time: Field required; location: Field required' },
      { line: 2, detail: expect.stringMatching(/^This is not JSON: /) },
      { line: 3, detail: 'Write a JSON object' },
      { line: 4, detail: 'Write a JSON object' },
      { line: 5, detail: 'Write a JSON object' },
      {
        line: 6,
        detail: expect.stringMatching(/^time: The day of that month is 1 to 28, not 30; location: .*string.*number/),
      },
      { line: 7, detail: expect.stringMatching(/^location: .*null/) },
      { line: 8, detail: 'end_time: Must not be before `time`' },
      { line: 9, event: { ...landed, end_time: landed.time } },
    ]);
  });

  it('has an error for each unknown field, with the nearest name', async () => {
    const cause = '{"event_id":"a","min_dely":"5m"}';
    const line = landing.replace('}', `,"timelineId":"x","causes":["b",${cause}],"geo":{"lat":1,"long":2}}`);
    expect(await read(`${line}\n${landing}\n${landing.replace('description', 'desciption')}`)).toEqual([
      {
        line: 1,
        detail: expect.stringMatching(
          /^unknown field "timelineId"; known: description, .*; causes\.1: unknown field "min_dely"; known: event_id, min_delay, max_delay, from; did you mean "min_delay"\?; geo: unknown field "long"; known: lat, lon; geo\.lon: Field required$/,
        ),
      },
      { line: 2, event: landed },
      {
        line: 3,
        detail: expect.stringMatching(
          /^unknown field "desciption"; .*; did you mean "description"\?; description: Field required$/,
        ),
      },
    ]);
  });

  it('is refused where it is not UTF-8, and only there', async () => {
    const latin1 = Buffer.from(`${landing.replace('Landing', 'Änderung')}`, 'latin1');
    const file = Buffer.concat([
      latin1,
      Buffer.from(`\n${landing}\n`),
      Buffer.from('{"a":"'),
      Buffer.from([0xc3]),
      Buffer.from('"}'),
    ]);
    expect(await read(file)).toEqual([
      { line: 1, detail: 'The line is not UTF-8' },
      { line: 2, event: landed },
      { line: 3, detail: 'The line is not UTF-8' },
    ]);
  });

  it('has lines of at most 1 MiB, wherever its pieces are cut', async () => {
    const most = 1024 * 1024;
    const padded = (length: number) => landing.padEnd(length, ' ');
    const file = `${padded(most)}\n${padded(most + 1)}\n${'x'.repeat(3 * most)}\n${landing}`;
    const expected = [
      { line: 1, event: landed },
      { line: 2, detail: 'The line is longer than 1 MiB' },
      { line: 3, detail: 'The line is longer than 1 MiB' },
      { line: 4, event: landed },
    ];
    expect(await read(file)).toEqual(expected);
    expect(await read(file, 1, 100, most - 1, most, most + 1, 2 * most, 4 * most)).toEqual(expected);
  });

  it('is nested at most 100 levels deep', async () => {
    const nested = (levels: number) =>
      landing.replace('}', `,"effects":{"a":${'['.repeat(levels - 2)}${']'.repeat(levels - 2)}}}`);
    expect(await read(`${nested(100)}\n${nested(101)}`)).toEqual([
      { line: 1, event: expect.objectContaining({ location: landed.location }) },
      { line: 2, detail: 'The JSON is nested deeper than 100 levels' },
    ]);
  });

  it('comes in lists of at most 100 lines', async () => {
    const lengths: number[] = [];
    const bytes = Buffer.from(`${landing}\n`.repeat(1201));
    for await (const list of readNdjson(inChunks(bytes))) lengths.push(list.length);
    expect(Math.max(...lengths)).toBe(100);
    expect(lengths.reduce((sum, length) => sum + length)).toBe(1201);
  });

  it('reads back as it was written, wherever its pieces are cut', async () => {
    const NewEvent = z.object(NewEventFields);
    await fc.assert(
      fc.asyncProperty(writtenEvents, anyCuts, fc.constantFrom('\n', '\r\n'), async (events, cuts, lineEnd) => {
        const file = events.map((event) => JSON.stringify(event) + lineEnd).join('');
        const expected = events.map((event, index) => ({ line: index + 1, event: NewEvent.parse(event) }));
        expect(await read(file, ...cuts)).toEqual(expected);
      }),
    );
  });
});

describe('a detail', () => {
  it('never quotes more than 80 characters', async () => {
    const long = 'q'.repeat(500);
    const lines = [
      long,
      `{"${long}`,
      `{"description":"x","time":"${long}","location":"x"}`,
      `{"description":"x","time":"2025-02-20T00:00:00Z","location":"x","requires":{${[1, 2, 3, 4, 5, 6, 7].map((n) => `"${n}${long}":1`)}}}`,
      `{"specversion":"${long}"}`,
    ];
    for (const line of await read(lines.join('\n'))) {
      expect('detail' in line ? (line.detail.match(/q/g)?.length ?? 0) : Number.NaN).toBeLessThanOrEqual(80);
    }
  });

  it('lists some errors of a line and counts the others', async () => {
    const causes = Array.from({ length: 9 }, () => 5);
    const [line] = await read(JSON.stringify({ ...JSON.parse(landing), causes }));
    expect(line).toEqual({ line: 1, detail: expect.stringMatching(/^causes\.0: .*; causes\.4: [^;]*; and 4 more$/) });
  });

  it('explains an invalid cause by the form it was meant to have', async () => {
    const causes = [{ event_id: 'x', min_delay: '90' }, { max_delay: '1h' }, ' '];
    const [line] = await read(JSON.stringify({ ...JSON.parse(landing), causes }));
    expect(line).toEqual({
      line: 1,
      detail:
        'causes.0.min_delay: Write a whole number and its unit m, h or d, such as 90m, 12h or 7d; ' +
        'causes.1.event_id: Field required; causes.2: Begin and end with something other than a space',
    });
  });
});

describe.skipIf(!hasSharedData)('files that others made', () => {
  test('no malformed JSON of the JSONTestSuite throws', async () => {
    const folder = join(sharedData, 'malformed/json/JSONTestSuite');
    const files = readdirSync(folder);
    expect(files.length).toBeGreaterThan(100);
    for (const file of files) {
      const lines = await read(readFileSync(join(folder, file)));
      expect(lines.filter((line) => 'event' in line)).toEqual([]);
    }
  });

  test('a week of earthquakes is read whole', async () => {
    const { features, lines: file } = earthquakes();
    const lines = await read(file.join('\n'));
    expect(lines).toHaveLength(1707);
    expect(lines).toEqual(
      features.map(({ id, properties, geometry: { coordinates } }, index) => ({
        line: index + 1,
        event: {
          event_id: id,
          description: `Magnitude ${properties.mag}`,
          time: properties.time,
          location: properties.place,
          geo: { lat: coordinates[1], lon: coordinates[0] },
        },
      })),
    );
  });
});
