import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterEach, describe, expect, it, test } from 'vitest';
import { createClient } from './client.ts';
import { ChronoscribeError, UnreachableError } from './errors.ts';
import { serverEvents } from './transport.ts';

/** What stands between a client and the service, or in its place: it does what no host does on demand. */
let server: Server | undefined;

async function listening(listener: RequestListener): Promise<string> {
  server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

const key = 'a-key';
const clientOf = (url: string) => createClient({ url, key });
const thrownBy = (call: Promise<unknown>) => call.then(() => undefined).catch((thrown: unknown) => thrown);

describe('what is sent', () => {
  it('goes below the path of the URL, with the key', async () => {
    const asked: unknown[] = [];
    const url = await listening(({ method, url, headers }, response) => {
      asked.push([method, url, headers.authorization]);
      response.end('{}');
    });
    await clientOf(`${url}/time/`).deleteAnchor({ anchor_id: 'a & b' });
    await clientOf(url).currentTime();
    expect(asked).toEqual([
      ['DELETE', '/time/v1/delete-anchor?anchor_id=a%20%26%20b', 'Bearer a-key'],
      ['GET', '/v1/current-time', 'Bearer a-key'],
    ]);
  });

  it('leaves out what is undefined, as JSON does', async () => {
    const url = await listening(({ url }, response) => response.end(JSON.stringify(url)));
    // Those who compile without `exactOptionalPropertyTypes` may say so.
    const query = { location: 'Berlin', time_range: 'always', ...({ as_of: undefined } as object) };
    expect(await clientOf(url).searchEvents(query)).toBe('/v1/search-events?location=Berlin&time_range=always');
  });

  it('asks a move to wait for what it sets off, and throws if that is not done', async () => {
    const asked: unknown[] = [];
    let settled = true;
    const url = await listening(async (request, response) => {
      asked.push(await json(request));
      response.end(JSON.stringify({ new_time: '2030-01-01T10:00:00Z', current_time: '2030-01-01T10:00:00Z', settled }));
    });
    const clock = clientOf(url).namedClock('clk_1');
    const ten = new Date('2030-01-01T10:00:00Z');
    expect(await clock.fastForward('1h', { settled: true })).toEqual(ten);
    expect(await clock.travel(ten, 'Berlin', { settled: true })).toEqual(ten);
    expect(await clock.return('anc_1', { settled: true })).toEqual(ten);
    const which = { clock_id: 'clk_1', wait: 'settled' };
    expect(asked).toEqual([
      { duration: '1h', ...which },
      { destination_time: '2030-01-01T10:00:00.000Z', location: 'Berlin', ...which },
      { anchor_id: 'anc_1', ...which },
    ]);
    settled = false;
    await expect(clock.fastForward('1h', { settled: true })).rejects.toThrow('shows 2030-01-01T10:00:00Z now, but');
  });

  it('goes through the fetch that is given', async () => {
    const asked: string[] = [];
    const client = createClient({
      url: 'http://elsewhere',
      key,
      fetch: async ({ url }) => {
        asked.push(url);
        return Response.json({ anchors: [] });
      },
    });
    expect(await client.listAnchors()).toEqual({ anchors: [] });
    expect(asked).toEqual(['http://elsewhere/v1/list-anchors']);
  });

  it('is a file as it comes, with its type, and the other fields beside it', async () => {
    const url = await listening(async (request, response) => {
      const body = Buffer.concat(await Array.fromAsync(request, (chunk: Buffer) => chunk)).toString();
      response.end(JSON.stringify([request.url, request.headers['content-type'], body]));
    });
    async function* lines() {
      for (const id of ['a', 'b']) yield new TextEncoder().encode(`{"event_id":"${id}"}\n`);
    }
    const answer = await clientOf(url).importEvents({
      type: 'application/x-ndjson',
      content: lines(),
      on_error: 'skip',
    });
    expect(answer).toEqual([
      '/v1/import-events?on_error=skip',
      'application/x-ndjson',
      '{"event_id":"a"}\n{"event_id":"b"}\n',
    ]);
  });
});

test.each(['', 'two words', 'csk_a\nb'])('a key such as %j is refused at once, and not quoted', (wrong) => {
  expect(() => createClient({ url: 'http://127.0.0.1', key: wrong })).toThrow(/^The key is empty, or there is a space/);
});

test('a URL that is none is refused at once', () => {
  expect(() => createClient({ url: '127.0.0.1', key })).toThrow(TypeError);
});

describe('what comes from somebody else', () => {
  it('is an error that quotes the beginning of it', async () => {
    const url = await listening((_, response) => {
      response.writeHead(502, { 'retry-after': 'Fri, 31 Dec 1999 23:59:59 GMT' });
      response.end(`<h1>Bad gateway</h1>${'x'.repeat(1000)}`);
    });
    const error = await thrownBy(clientOf(url).clock.now());
    expect(error).toBeInstanceOf(ChronoscribeError);
    expect(error).toMatchObject({
      status: 502,
      code: 'http-502',
      errors: [],
      requestId: undefined,
      retryAfter: undefined,
    });
    expect(String(error)).toMatch(/GET \/v1\/current-time: 502 http-502: .*<h1>Bad gateway<\/h1>x{180}$/);
  });

  it('is an error also where it looks like a success', async () => {
    const url = await listening((_, response) => response.end('<h1>Log in</h1>'));
    expect(await thrownBy(clientOf(url).clock.now())).toMatchObject({ status: 200, code: 'http-200' });
  });
});

describe('a network that fails', () => {
  it('is an error of its own, with its cause and the URL without what was asked', async () => {
    const url = await listening(() => undefined);
    server?.close();
    const error = await thrownBy(clientOf(url).deleteAnchor({ anchor_id: 'secret' }));
    expect(error).toBeInstanceOf(UnreachableError);
    expect(error).toMatchObject({ url: `${url}/v1/delete-anchor`, cause: { cause: { code: 'ECONNREFUSED' } } });
    expect(String(error)).toMatch(/^UnreachableError: No whole answer from http.*delete-anchor: connect ECONNREFUSED/);
  });

  it('in the middle of an answer, too', async () => {
    const url = await listening((_, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"anchors":', () => response.destroy());
    });
    expect(await thrownBy(clientOf(url).listAnchors())).toBeInstanceOf(UnreachableError);
  });

  it('in the middle of a refusal, too', async () => {
    const url = await listening((_, response) => {
      response.writeHead(404, { 'content-length': '100' });
      response.write('{"type":', () => response.destroy());
    });
    expect(await thrownBy(clientOf(url).listAnchors())).toBeInstanceOf(UnreachableError);
  });
});

test('a call that is aborted rejects with the reason of its signal', async () => {
  const leaving = new AbortController();
  const url = await listening(() => leaving.abort(new Error('too late')));
  const client = clientOf(url);
  expect(await thrownBy(client.listAnchors({}, { signal: leaving.signal }))).toBe(leaving.signal.reason);
  expect(await thrownBy(client.clock.pause({ signal: leaving.signal }))).toBe(leaving.signal.reason);
});

describe('watching events', () => {
  const query = { location: 'Berlin', time_range: '2030-01-01T00:00:00Z/2030-12-31T00:00:00Z' };
  const sighting = (description: string) => ({ time: '2030-01-01T09:00:00Z', description });
  const written = (event: object) => `data: ${JSON.stringify(event)}\n\n`;

  it('gives each as it comes, past heartbeats and cuts, and leaves when the caller does', async () => {
    let left: Promise<unknown> | undefined;
    let accepted: string | undefined;
    const url = await listening(({ headers }, response) => {
      left = once(response, 'close');
      accepted = headers.accept;
      const text = `: still here\n\n${written(sighting('rain in Köln'))}${written(sighting('hail'))}`;
      const bytes = Buffer.from(text);
      const cut = bytes.indexOf('ö') + 1;
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(bytes.subarray(0, cut), () => setImmediate(() => response.write(bytes.subarray(cut))));
    });
    const seen: unknown[] = [];
    for await (const event of await clientOf(url).events.watch(query)) {
      seen.push(event);
      if (seen.length === 2) break;
    }
    expect(seen).toEqual([sighting('rain in Köln'), sighting('hail')]);
    expect(accepted).toBe('text/event-stream');
    await left;
  });

  test.each([
    ['closes the stream without a word', '', UnreachableError, { cause: { message: 'the stream broke off' } }],
    [
      'names a problem',
      `event: error\n${written({ type: 'urn:chronoscribe:problem:internal', title: 'Internal error', status: 500, detail: 'Sorry.' })}`,
      ChronoscribeError,
      { status: 500, code: 'internal', detail: 'Sorry.' },
    ],
  ])('throws when the service %s', async (_, lastWords, kind, members) => {
    const url = await listening((_, response) => response.end(`${written(sighting('hail'))}${lastWords}`));
    const seen: unknown[] = [];
    const error = await thrownBy(
      (async () => {
        for await (const event of await clientOf(url).events.watch(query)) seen.push(event);
      })(),
    );
    expect(seen).toEqual([sighting('hail')]);
    expect(error).toBeInstanceOf(kind);
    expect(error).toMatchObject(members);
  });

  it('ends when the service says that it stops', async () => {
    const url = await listening((_, response) =>
      response.end(`${written(sighting('hail'))}event: stopping\ndata: {}\n\n`),
    );
    expect(await Array.fromAsync(await clientOf(url).events.watch(query))).toEqual([sighting('hail')]);
  });

  it('ends with the reason of its signal', async () => {
    const url = await listening((_, response) => response.writeHead(200).flushHeaders());
    const leaving = new AbortController();
    const watched = await clientOf(url).events.watch(query, { signal: leaving.signal });
    const next = thrownBy(watched[Symbol.asyncIterator]().next());
    leaving.abort(new Error('enough'));
    expect(await next).toBe(leaving.signal.reason);
  });

  it('that is refused throws before there is anything to watch', async () => {
    const url = await listening((_, response) => response.writeHead(404).end('{}'));
    expect(await thrownBy(clientOf(url).events.watch(query))).toMatchObject({ code: 'http-404' });
  });
});

describe('Server-Sent Events', () => {
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
    [
      'a value keeps its colons, and its spaces but for the first',
      'data:  a: b \n\n',
      [{ event: 'message', data: ' a: b ' }],
    ],
    [
      'comments, ids, retry times and unknown fields are left out',
      ': here\nid: 1\nretry: 5\ndatas: 1\ndata: x\n\n',
      [{ event: 'message', data: 'x' }],
    ],
    [
      'a name without data is no event, and names none that follows',
      'event: a\n\ndata: 1\n\n',
      [{ event: 'message', data: '1' }],
    ],
    ['a byte order mark is no part of the first line', '\ufeffdata: 1\n\n', [{ event: 'message', data: '1' }]],
    ['a line separator of Unicode ends no line', 'data: a\u2028b\n\n', [{ event: 'message', data: 'a\u2028b' }]],
    [
      'an event in the middle of which the stream ends is none',
      'data: 1\n\ndata: 2\n',
      [{ event: 'message', data: '1' }],
    ],
  ])('%s', async (_, text, events) => {
    expect(await eventsIn(bytesOf(text))).toEqual(events);
  });

  test('lines end in any of the three ways, and the stream may be cut anywhere', async () => {
    const lines = ['event: told', 'data: Köln', 'data: 🌧', '', ': here', '', 'data: hail', '', ''];
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('\n', '\r', '\r\n'), fc.array(fc.nat(100)), async (lineEnd, cuts) => {
        // The parser waits for a character after a CR, which may be half of a CR LF.
        const bytes = bytesOf(`${lines.join(lineEnd)}:\n`);
        const places = [0, ...cuts.toSorted((one, other) => one - other), bytes.length];
        const pieces = places.slice(1).map((end, index) => bytes.subarray(places[index], end));
        expect(await eventsIn(...pieces)).toEqual([
          { event: 'told', data: 'Köln\n🌧' },
          { event: 'message', data: 'hail' },
        ]);
      }),
    );
  });
});
