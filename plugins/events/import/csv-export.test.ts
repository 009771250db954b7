import { expect, test } from 'vitest';
import { csvOf } from '../../console/web/src/time/timelines/events-csv.ts';
import { readCsv } from './csv.ts';
import { readNdjson } from './ndjson.ts';
import { readLines } from './testing/reading.ts';

test('what the console exports as CSV is imported as the same events, with the delays of causes and any names', async () => {
  const plain = { description: 'Tea', time: '2025-03-01T12:00:00Z', location: 'Oslo' };
  const events = [
    { ...plain, event_id: 'plain', causes: [{ event_id: 'a' }, { event_id: 'b' }], participants: ['Ann', 'Bob'] },
    {
      ...plain,
      event_id: 'delayed',
      end_time: '2025-03-01T13:00:00Z',
      causes: [{ event_id: 'a', min_delay: '90m', max_delay: '2d', from: 'end' as const }, { event_id: 'b' }],
      requires: { door: 'open' },
      effects: { '=': [1, null], 'a;b': '"' },
      geo: { lat: 59.9, lon: 10.7 },
      fixed: true as const,
    },
    {
      ...plain,
      event_id: 'names',
      description: ' of, all\r\n"sorts" ',
      causes: [{ event_id: 'a;b' }, { event_id: 'c min=5m' }, { event_id: '[d' }],
      participants: ['Ann; Bob', '["Eve"]'],
    },
  ];
  const lines = events.map((event) => JSON.stringify(event)).join('\n');
  const eventsOf = (read: readonly object[]) => read.map((line) => ('event' in line ? line.event : line));
  const imported = eventsOf(await readLines(readCsv, csvOf(events)));
  expect(imported).toEqual(eventsOf(await readLines(readNdjson, lines)));
  expect(imported).toHaveLength(3);
});
