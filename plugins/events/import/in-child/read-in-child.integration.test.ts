import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, test } from 'vitest';
import { childRunning } from '../../../../core/child-process/testing/running.ts';
import { inChunks, readLines } from '../testing/reading.ts';
import { calendarReader, readInChild } from './read-in-child.ts';

const readCalendar = readInChild(calendarReader);
const never = new AbortController().signal;
const limits = { bytes: 16 * 1024 * 1024, milliseconds: 30_000, megabytes: 512 };
const read = async (file: string, own: Partial<typeof limits> = {}) => {
  const lines = await readLines((bytes) => readCalendar(bytes, never, {}, { ...limits, ...own }), file, 10, 1000);
  return lines.filter((line) => !('series' in line));
};

const calendar = (...lines: readonly string[]) => ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR', ''].join('\n');
const named = (uid: string, ...lines: readonly string[]) => [
  'BEGIN:VEVENT',
  `UID:${uid}`,
  `SUMMARY:${uid}`,
  'LOCATION:Berlin',
  ...lines,
  'END:VEVENT',
];

test('a calendar is read as events', async () => {
  const file = calendar(
    ...named('x', 'DTSTART:20250101T000000Z', 'RELATED-TO:y', 'ATTENDEE:mailto:a@b.example'),
    ...named('y'),
  );
  expect(await read(file)).toEqual([
    {
      line: 2,
      event: {
        event_id: 'x',
        description: 'x',
        location: 'Berlin',
        time: Date.parse('2025-01-01T00:00:00Z'),
        causes: [{ event_id: 'y', min_delay: null, max_delay: null }],
        participants: ['a@b.example'],
      },
      version: { sequence: 0, series: { id: 'x' } },
    },
    { line: 10, detail: 'The event has no DTSTART' },
  ]);
});

test('a fault that all occurrences share is told once', async () => {
  const file = calendar(
    ...named('x', 'DTSTART:20250101T000000Z', 'RRULE:FREQ=DAILY;COUNT=700', 'GEO:91;0'),
    ...named('y', 'DTSTART:20250101T000000Z', 'DTEND:20241231T000000Z'),
  );
  expect(await read(file)).toEqual([
    { line: 2, detail: expect.stringMatching(/^geo\.lat: Too big/) },
    { line: 10, detail: 'end_time: Must not be before `time`' },
  ]);
});

test('lists have at most 100 lines', async () => {
  const file = calendar(...named('x', 'DTSTART:20250101T000000Z', 'RRULE:FREQ=DAILY;COUNT=198'));
  const lists = await Array.fromAsync(readCalendar(inChunks(Buffer.from(file)), never));
  expect(lists.map(({ length }) => length)).toEqual([100, 99]);
});

test.skipIf(process.platform !== 'linux')('a calendar is read where its process waits for a processor', async () => {
  const reading = read(calendar(...named('x', 'DTSTART:20250101T000000Z')), { milliseconds: 3000 });
  const pid = await childRunning('in-child/child');
  // As if others had all processors.
  process.kill(pid, 'SIGSTOP');
  await sleep(3500);
  process.kill(pid, 'SIGCONT');
  expect(await reading).toMatchObject([{ event: { event_id: 'x' } }]);
});

describe('a calendar that asks for too much', () => {
  // A rule that is sought for centuries, for a second or more.
  const impossible = 'COUNT=2;BYMONTH=2;BYMONTHDAY=29;BYYEARDAY=1';
  const slow = (at: number) =>
    named(`slow-${at}`, 'DTSTART;TZID=Europe/Berlin:20250101T000000', `RRULE:FREQ=HOURLY;${impossible}`);
  const many = (at: number) => named(`many-${at}`, 'DTSTART:20250101T000000Z', 'RRULE:FREQ=DAILY;COUNT=500');

  it('is larger than allowed', async () => {
    const file = calendar(...many(1));
    expect(await read(file, { bytes: file.length })).toHaveLength(500);
    expect(await read(file, { bytes: file.length - 1 })).toEqual([
      { line: 1, detail: `The calendar is larger than ${file.length - 1} bytes: split it` },
    ]);
  });

  it('takes too long: what was read before is kept', async () => {
    const seconds = Array.from({ length: 40 }, (_, at) => slow(at)).flat();
    const lines = await read(calendar(...many(1), ...seconds, ...many(2)), { milliseconds: 5000 });
    expect(lines.slice(0, 500).filter((line) => 'detail' in Object(line))).toEqual([]);
    expect(lines.length).toBeLessThan(541);
    expect(lines.at(-1)).toMatchObject({
      detail: 'What follows took too long, and nothing more was read: split the file, or shorten its rules',
    });
  });

  it('takes too long in many small parts', async () => {
    const file = calendar(...Array.from({ length: 200 }, (_, at) => [...slow(at), ...many(at)]).flat());
    // Longer than a process takes to start on a busy machine.
    const lines = await read(file, { milliseconds: 10_000 });
    expect(lines.length).toBeGreaterThan(500);
    expect(lines.at(-1)).toMatchObject({ detail: expect.stringContaining('took too long') });
  });

  it('has a zone whose clocks change every second', async () => {
    const observance = ['DTSTART:19700101T000000', 'TZOFFSETFROM:+0000', 'TZOFFSETTO:+0100', 'RRULE:FREQ=SECONDLY'];
    const zone = ['BEGIN:VTIMEZONE', 'TZID:Restless', 'BEGIN:STANDARD', ...observance, 'END:STANDARD', 'END:VTIMEZONE'];
    const file = calendar(...zone, ...named('x', 'DTSTART;TZID=Restless:20250101T000000'));
    expect(await read(file)).toEqual([
      { line: 11, detail: 'The VTIMEZONE in line 2 changes its clocks more than 1000 times until then' },
    ]);
  });

  it('takes too much memory: the host lives on', async () => {
    const file = calendar('BEGIN:VEVENT', 'SUMMARY:x\n x'.padEnd(4_000_000, '\n x'), 'END:VEVENT');
    expect(await read(file, { megabytes: 32 })).toEqual([
      {
        line: 1,
        detail:
          'What follows took more than 32 MB of memory, and nothing more was read: split the file, or shorten its rules',
      },
    ]);
  });

  it('is left as soon as the signal is aborted', async () => {
    const stop = new AbortController();
    setTimeout(() => stop.abort(new Error('stop')), 500);
    const reading = readCalendar(inChunks(Buffer.from(calendar(...slow(1)))), stop.signal, {}, limits);
    await expect(Array.fromAsync(reading)).rejects.toThrow('stop');
  });
});
