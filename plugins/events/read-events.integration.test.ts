import { once } from 'node:events';
import type { ImportLine } from 'chronoscribe/kinds/ledger';
import { describe, expect, it, test } from 'vitest';
import { inChunks } from './import/testing/reading.ts';
import { readEvents } from './read-events.ts';

test.each(['', 'application/json', 'text/plain', 'constructor'])('%j cannot be read', (mediaType) => {
  expect(() => readEvents(mediaType, inChunks(Buffer.alloc(0)), never)).toThrow('is not a media type of an import');
});

const never = new AbortController().signal;
const files = [
  [
    'application/x-ndjson',
    '{"description":"Landing","time":"1969-07-20T20:17:40Z","location":"Moon","event_id":"landing"}',
  ],
  ['text/csv', 'event_id,description,time,location\nlanding,Landing,1969-07-20T20:17:40Z,Moon'],
  [
    'text/calendar',
    'BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:landing\nDTSTART:19690720T201740Z\nSUMMARY:Landing\nLOCATION:Moon\nEND:VEVENT\nEND:VCALENDAR',
  ],
] as const;

async function lines(read: AsyncIterable<readonly ImportLine[]>): Promise<readonly ImportLine[]> {
  return (await Array.fromAsync(read)).flat().filter((line) => !('series' in line));
}

test.each(files)('an event is the same in each kind of file: %s', async (type, file) => {
  const [line, ...others] = await lines(readEvents(type, inChunks(Buffer.from(file)), never));
  expect(others).toEqual([]);
  expect(line).toMatchObject({
    event: { event_id: 'landing', description: 'Landing', time: -14182940000, location: 'Moon' },
  });
});

test.each(['application/ndjson', 'application/jsonl', 'application/cloudevents+json'])(
  '%s has JSON lines',
  async (type) => {
    expect(await lines(readEvents(type, inChunks(Buffer.from('[]')), never))).toEqual([
      { line: 1, detail: 'Write a JSON object' },
    ]);
  },
);

describe.each(files)('reading %s', (type, file) => {
  it('throws what the stream throws, after what came before', async () => {
    const broken = (async function* () {
      yield Buffer.from(file);
      throw new Error('the client went away');
    })();
    await expect(lines(readEvents(type, broken, never))).rejects.toThrow('the client went away');
  });

  it('does not begin where its signal is aborted', async () => {
    let asked = false;
    const stream = (async function* () {
      asked = true;
      yield Buffer.from(file);
    })();
    await expect(lines(readEvents(type, stream, AbortSignal.abort(new Error('stop'))))).rejects.toThrow('stop');
    expect(asked).toBe(false);
  });

  it('stops where its signal is aborted, though the stream is silent', async () => {
    const stop = new AbortController();
    let stopped = false;
    const silent: AsyncIterable<Uint8Array> = {
      [Symbol.asyncIterator]: () => ({
        next: () => {
          setImmediate(() => stop.abort(new Error('stop')));
          return new Promise(() => {});
        },
        return: async () => {
          stopped = true;
          return { done: true, value: undefined };
        },
      }),
    };
    await expect(lines(readEvents(type, silent, stop.signal))).rejects.toThrow('stop');
    expect(stopped).toBe(true);
  });
});

test('a stream without end is read as it comes, and is ended by whoever has read enough', async () => {
  const [, line] = files[0] ?? [];
  let sent = 0;
  const ended = new EventTarget();
  const isEnded = once(ended, 'end');
  const endless = (async function* () {
    try {
      for (;;) {
        sent += 1;
        yield Buffer.from(`${line}\n`);
      }
    } finally {
      ended.dispatchEvent(new Event('end'));
    }
  })();
  let received = 0;
  for await (const list of readEvents('application/x-ndjson', endless, never)) {
    received += list.length;
    if (received === 10) break;
  }
  await isEnded;
  expect(sent).toBe(10);
});
