import { describe, expect, it, test } from 'vitest';
import { readNdjson } from './ndjson.ts';
import { readLines } from './testing/reading.ts';

/** The example of the CloudEvents specification, section 5. */
const example = {
  specversion: '1.0',
  type: 'com.github.pull_request.opened',
  source: 'https://github.com/cloudevents/spec/pull',
  subject: '123',
  id: 'A234-1234-1234',
  time: '2018-04-05T17:31:00Z',
  comexampleextension1: 'value',
  comexampleothervalue: 5,
  datacontenttype: 'text/xml',
  data: '<much wow="xml"/>',
};

async function read(attributes: object): Promise<unknown> {
  const lines = await readLines(readNdjson, JSON.stringify(attributes));
  expect(lines).toHaveLength(1);
  return lines[0];
}

describe('a CloudEvent', () => {
  it('happened at its subject and is what its type says', async () => {
    expect(await read(example)).toEqual({
      line: 1,
      event: {
        event_id: 'A234-1234-1234',
        time: Date.parse('2018-04-05T17:31:00Z'),
        location: '123',
        description: 'com.github.pull_request.opened',
      },
    });
  });

  it('happened at its source where it has no subject', async () => {
    const { subject: _, ...withoutSubject } = example;
    expect(await read(withoutSubject)).toMatchObject({ event: { location: example.source } });
  });

  it('says more in its data, where that is an object', async () => {
    const data = {
      location: 'Berlin',
      description: 'Opened',
      end_time: '2018-04-05T18:00:00Z',
      causes: [{ event_id: 'push', min_delay: '1m' }],
      participants: ['ada'],
      requires: { open: false },
      effects: { open: true },
      geo: { lat: 52.5, lon: 13.4 },
      event_id: 'not this one',
      time: 'nor this',
      colour: 'red',
    };
    expect(await read({ ...example, data })).toEqual({
      line: 1,
      event: {
        event_id: 'A234-1234-1234',
        time: Date.parse('2018-04-05T17:31:00Z'),
        end_time: Date.parse('2018-04-05T18:00:00Z'),
        location: 'Berlin',
        description: 'Opened',
        causes: [{ event_id: 'push', min_delay: 60_000, max_delay: null }],
        participants: ['ada'],
        requires: { open: false },
        effects: { open: true },
        geo: { lat: 52.5, lon: 13.4 },
      },
    });
  });

  test.each([
    ['alone', undefined, ['fork']],
    ['beside those in the data', ['push'], ['push', 'fork']],
    ['once, however it is named', ['fork', 'push'], ['fork', 'push']],
    ['once, with its delay', [{ event_id: 'fork', max_delay: '1d' }], ['fork']],
  ])('has its causationid as a cause: %s', async (_, causes, expected) => {
    const line = await read({ ...example, causationid: 'fork', data: { causes } });
    expect(line).toMatchObject({ event: { causes: expected.map((event_id) => ({ event_id })) } });
  });

  test.each([
    [{ specversion: '0.3' }, 'specversion: Only CloudEvents 1.0 can be read'],
    [{ specversion: 1 }, 'specversion: Invalid input: expected string, received number'],
    [{ id: undefined }, 'id: Field required'],
    [{ source: undefined, type: undefined }, 'source: Field required; type: Field required'],
    [{ time: undefined }, 'time: Field required'],
    [{ time: 'yesterday' }, /^time: Write an ISO 8601 date-time/],
    [{ subject: ' ' }, /^location: Name a place/],
    [{ data: { location: 5 } }, /^location: .*string.*number/],
    [{ data: { causes: 'push' }, causationid: 'fork' }, /^causes: .*array/],
  ])('with %j is refused', async (change, detail) => {
    expect(await read({ ...example, ...change })).toEqual({
      line: 1,
      detail: typeof detail === 'string' ? detail : expect.stringMatching(detail),
    });
  });

  it('of a later 1.x is read, and stands beside other lines', async () => {
    const own = { description: 'x', time: '2025-01-01T00:00:00Z', location: 'y' };
    const lines = await readLines(
      readNdjson,
      [own, { ...example, specversion: '1.1' }, own].map((each) => JSON.stringify(each)).join('\n'),
    );
    expect(lines.map((line) => 'event' in line && line.event.location)).toEqual(['y', '123', 'y']);
  });
});
