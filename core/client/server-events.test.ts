import fc from 'fast-check';
import { expect, test } from 'vitest';
import { serverEvents } from './server-events.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const eventsIn = (...pieces: readonly Uint8Array[]) => Array.fromAsync(serverEvents(ReadableStream.from(pieces)));

test.each([
  ['an event without a name is a message', 'data: rain\n\n', [{ event: 'message', data: 'rain' }]],
  [
    'a name comes before the data or after it',
    'event: a\ndata: 1\n\ndata: 2\nevent: b\n\n',
    [
      { event: 'a', data: '1' },
      { event: 'b', data: '2' },
    ],
  ],
  [
    'data may have several lines, also empty ones',
    'data: one\ndata\ndata:\ndata:two\n\n',
    [{ event: 'message', data: 'one\n\n\ntwo' }],
  ],
  ['a value keeps its colons, and its spaces but for the first', 'data:  a: b \n\n', [{ event: 'message', data: ' a: b ' }]],
  [
    'comments, ids, retry times and unknown fields are left out',
    ': here\nid: 1\nretry: 5\ndatas: 1\ndata: x\n\n',
    [{ event: 'message', data: 'x' }],
  ],
  ['a name without data is no event, and names none that follows', 'event: a\n\ndata: 1\n\n', [{ event: 'message', data: '1' }]],
  ['a byte order mark is no part of the first line', '\ufeffdata: 1\n\n', [{ event: 'message', data: '1' }]],
  ['a line separator of Unicode ends no line', 'data: a\u2028b\n\n', [{ event: 'message', data: 'a\u2028b' }]],
  ['an event in the middle of which the stream ends is none', 'data: 1\n\ndata: 2\n', [{ event: 'message', data: '1' }]],
])('%s', async (_, text, events) => {
  expect(await eventsIn(bytesOf(text))).toEqual(events);
});

test('lines end in any of the three ways, and the stream may be cut anywhere', async () => {
  const lines = ['event: told', 'data: Köln', 'data: 🌧', '', ': here', '', 'data: hail', '', ''];
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('\n', '\r', '\r\n'), fc.array(fc.nat(100)), async (lineEnd, cuts) => {
      const bytes = bytesOf(lines.join(lineEnd));
      const places = [0, ...cuts.toSorted((one, other) => one - other), bytes.length];
      const pieces = places.slice(1).map((end, index) => bytes.subarray(places[index], end));
      expect(await eventsIn(...pieces)).toEqual([
        { event: 'told', data: 'Köln\n🌧' },
        { event: 'message', data: 'hail' },
      ]);
    }),
  );
});
