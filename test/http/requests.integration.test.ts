import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { testHost } from 'chronoscribe/testing';
import { afterAll, describe, expect, test } from 'vitest';
import { form, probe } from '../fixtures/probe.ts';

const service = probe();
const host = await testHost({ plugins: service.plugins });
afterAll(() => host.stop());

describe('a GET', () => {
  test('takes its parameters from a JSON body, over a real socket', async () => {
    const { status, json } = await host.call('GET', '/v1/probe/echo', {
      json: { text: 'in the body', times: 3, loud: true },
    });
    expect(status).toBe(200);
    expect(json).toEqual({ text: 'in the body', times: 3, loud: true, account: 'default' });
  });

  test('takes them from the query string, as numbers and booleans where the endpoint wants those', async () => {
    const { json } = await host.call('GET', '/v1/probe/echo?text=12&times=3&loud=false');
    expect(json).toEqual({ text: '12', times: 3, loud: false, account: 'default' });
  });

  test('takes them from both, also the same one twice with one value', async () => {
    const { json } = await host.call('GET', '/v1/probe/echo?times=3&times=3', { json: { text: 'a', times: 3 } });
    expect(json).toMatchObject({ text: 'a', times: 3 });
  });
});

test('a HEAD is answered as its GET, without the body', async () => {
  const { status, text, headers } = await host.call('HEAD', '/v1/probe/echo?text=12&times=3');
  expect([status, text, headers.get('content-type')]).toEqual([200, '', 'application/json']);
  expect((await host.call('HEAD', '/v1/probe/echo')).status).toBe(422);
});

test('fields that a route does not declare are left out of its answer', async () => {
  const { json } = await host.call('POST', '/v1/probe/echo', { json: { text: 'a' } });
  expect(Object.keys(json as object)).toEqual(['text', 'count']);
});

test('either header names the key everywhere', async () => {
  for (const path of ['/v1/probe/echo?text=a', '/api/v1/probe/echo?text=a']) {
    expect((await host.call('GET', path, { key: null, headers: { 'x-api-key': host.key } })).status).toBe(200);
    expect((await host.call('GET', path, { key: null, headers: { authorization: `Bearer ${host.key}` } })).status).toBe(
      200,
    );
  }
});

test('JSON is taken whatever the client calls it, as curl -d sends it, but not a form', async () => {
  const json = { text: 'from curl' };
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  expect((await host.call('POST', '/v1/probe/echo', { json, headers })).json).toMatchObject(json);
  expect((await host.call('POST', '/v1/probe/echo', { form: form({ text: 'a' }) })).status).toBe(415);
});

test('what creates answers 201', async () => {
  expect((await host.call('POST', '/v1/probe/things')).status).toBe(201);
});

test('every answer carries a request id: the one that was sent if it is harmless, else a new one', async () => {
  const given = await host.call('GET', '/v1/probe/echo?text=a', { headers: { 'x-request-id': 'trace:1.2_3' } });
  expect(given.headers.get('x-request-id')).toBe('trace:1.2_3');
  const strange = await host.call('GET', '/nowhere', { headers: { 'x-request-id': 'a b<script>' } });
  expect(strange.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
});

test('every answer tells browsers not to sniff, frame or cache it', async () => {
  for (const path of ['/health', '/v1/probe/echo?text=a', '/nowhere']) {
    const { headers } = await host.call('GET', path);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  }
});

test('a refused request without a body leaves its connection open', async () => {
  for (const path of ['/nowhere', '/v1/current-time', '/admin/keys']) {
    const { status, headers } = await fetch(`${host.url}${path}`);
    expect(status).toBeGreaterThanOrEqual(401);
    expect(headers.get('connection')).toBe('keep-alive');
  }
});

test('a client that is still sending half a megabyte hears why it was refused, and its connection stays open', async () => {
  const body = new Blob(['x'.repeat(500_000)], { type: 'application/json' });
  for (let time = 0; time < 20; time += 1) {
    const refused = await fetch(`${host.url}/v1/probe/echo`, {
      method: 'POST',
      body,
      headers: { 'x-api-key': 'csk_wrong' },
    });
    expect([refused.status, refused.headers.get('connection')]).toEqual([401, 'keep-alive']);
    await refused.arrayBuffer();
  }
});

describe('a request that is not quite HTTP', () => {
  /** All that comes back for these bytes, until the server closes. */
  const raw = (bytes: string) =>
    new Promise<string>((resolve) => {
      const { hostname, port } = new URL(host.url);
      const socket = connect(Number(port), hostname, () => socket.write(bytes));
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk.toString();
      });
      socket.on('close', () => resolve(text));
    });

  test('is served in HTTP/1.0 without a Host, as simple health checks send it', async () => {
    expect(await raw('GET /health HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 .*\{"status":"ok"\}$/s);
  });

  test.each([
    'GET /health HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n',
    'OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
  ])('is refused with a request id where it makes no URL: %j', async (bytes) => {
    const answer = await raw(bytes);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toMatch(/\r\nx-request-id: [0-9a-f-]{36}\r\n/i);
    expect(answer).toContain('"type":"urn:chronoscribe:problem:malformed-request"');
  });

  test.each([
    'GET /health HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n',
    'GET /health HTTP/1.1\r\nHost: localhost\r\nhOST: evil.example\r\n',
    'GET /health HTTP/1.1\r\nHost: localhost\r\nX-Api-Key: a\r\nx-api-key: b\r\n',
    'GET /health HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer a\r\nAuthorization: Bearer b\r\n',
    'GET http://127.0.0.1/health HTTP/1.1\r\nHost: localhost\r\n',
    'GET http://localhost:1/health HTTP/1.1\r\nHost: localhost\r\n',
  ])('is refused where two readers could take it differently: %j', async (head) => {
    expect(await raw(`${head}Connection: close\r\n\r\n`)).toMatch(/^HTTP\/1\.1 400 /);
  });

  test('is served where its target names the host that Host names', async () => {
    const head = 'GET http://LOCALHOST:80/health HTTP/1.1\r\nHost: localhost\r\n';
    expect(await raw(`${head}Connection: close\r\n\r\n`)).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe('the JSON body of a POST', () => {
  const head = (more: string) =>
    `POST /v1/probe/echo HTTP/1.1\r\nhost: localhost\r\nx-api-key: ${host.key}\r\ncontent-type: application/json\r\n${more}\r\n\r\n`;
  const body = (text: string) => JSON.stringify({ text });
  const whole = (text: string) => head(`content-length: ${body(text).length}`) + body(text);
  const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;

  test.each<readonly [string, readonly string[], () => readonly string[]]>([
    ['with its head', ['one'], () => [whole('one')]],
    ['with others in one packet', ['one', 'two', 'three'], () => [whole('one') + whole('two') + whole('three')]],
    ['after its head', ['one'], () => [head(`content-length: ${body('one').length}`), body('one')]],
    ['in two parts', ['one', 'two'], () => [whole('one').slice(0, -9), whole('one').slice(-9) + whole('two')]],
    ['in chunks', ['one'], () => [head('transfer-encoding: chunked') + chunk(body('one')), chunk('')]],
  ])('is the same where it arrives %s', async (_, texts, packets) => {
    const { hostname, port } = new URL(host.url);
    const socket = connect(Number(port), hostname);
    let answers = '';
    socket.on('data', (data) => {
      answers += data.toString();
    });
    for (const packet of packets()) {
      socket.write(packet);
      await wait(50);
    }
    const echoed = () => [...answers.matchAll(/"text":"(\w+)"/g)].map(([, text]) => text);
    await expect.poll(echoed).toEqual(texts);
    expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(texts.map(() => 'HTTP/1.1 200'));
    socket.destroy();
  });
});

test('what is pipelined behind a refused body is neither done nor answered', async () => {
  const { hostname, port } = new URL(host.url);
  const body = 'x'.repeat(2 * 1024 * 1024);
  const heads = (path: string, length: number) =>
    `POST ${path} HTTP/1.1\r\nhost: localhost\r\nx-api-key: ${host.key}\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`;
  const answer = await new Promise<string>((resolve) => {
    const socket = connect(Number(port), hostname);
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(text));
    socket.write(heads('/v1/probe/echo', body.length));
    socket.write(body);
    socket.write(`${heads('/v1/probe/operations', 2)}{}`);
  });
  expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413']);
  expect(service.done.operations).toEqual([]);
});

describe('naughty input', () => {
  test.each(['__proto__', 'constructor', 'toString', '\u202e', 'a\u0000b', '😀', '../../etc/passwd'])(
    'comes back as it was: %j',
    async (text) => {
      const { status, json } = await host.call('POST', '/v1/probe/echo', {
        json: { text, __proto__: { polluted: true } },
      });
      expect(status).toBe(200);
      expect(json).toMatchObject({ text });
      expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    },
  );

  test.each(['/v1/probe/%', '/v1/probe/%00', '/%2e%2e/%2e%2e/etc/passwd', '//v1/probe/echo'])(
    'a strange path is not found: %s',
    async (path) => {
      const response = await fetch(`${host.url}${path}`, { headers: { 'x-api-key': host.key } });
      expect([400, 404]).toContain(response.status);
    },
  );
});
