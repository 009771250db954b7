import { once } from 'node:events';
import { request } from 'node:http';
import { testHost } from 'chronoscribe/testing';
import { afterAll, describe, expect, test } from 'vitest';
import { form, probe, tinyPng } from '../fixtures/probe.ts';

const host = await testHost({ plugins: probe().plugins, development: false });
afterAll(() => host.stop());

const bothStyles = [
  { style: 'problem', base: '/v1/probe' },
  { style: 'detail', base: '/api/v1/probe' },
] as const;

/** What a row of the error table must look like in the style of the service. */
function expectError(
  answer: { status: number; json: unknown; headers: Headers },
  style: 'problem' | 'detail',
  row: {
    status: number;
    slug: string;
    type?: string;
    loc?: readonly (string | number)[];
    msg?: string;
    pointer?: string;
  },
): void {
  expect(answer.status).toBe(row.status);
  if (style === 'problem') {
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(answer.json).toMatchObject({
      type: `urn:chronoscribe:problem:${row.slug}`,
      title: expect.any(String),
      status: row.status,
      detail: expect.any(String),
      ...(row.pointer !== undefined && { errors: [{ pointer: row.pointer, detail: expect.any(String) }] }),
    });
  } else {
    expect(answer.headers.get('content-type')).toContain('application/json');
    expect(answer.json).toMatchObject({
      detail: [
        {
          loc: row.loc ?? expect.any(Array),
          msg: row.msg ?? expect.any(String),
          type: row.type ?? row.slug.replaceAll('-', '_'),
        },
      ],
    });
  }
}

describe.each(bothStyles)('in the $style style', ({ style, base }) => {
  test('a missing key is 401', async () => {
    const answer = await host.call('GET', `${base}/echo?text=a`, { key: null });
    expectError(answer, style, {
      status: 401,
      slug: 'unauthorized',
      type: 'invalid_api_key',
      loc: ['header', 'x-api-key'],
      msg: 'Invalid API key',
    });
    expect(answer.headers.get('www-authenticate') !== null).toBe(style === 'problem');
  });

  test('a wrong key is 401', async () => {
    const answer = await host.call('GET', `${base}/echo?text=a`, { key: 'csk_wrong' });
    expectError(answer, style, { status: 401, slug: 'unauthorized', type: 'invalid_api_key' });
  });

  test('a key without the scope is 403', async () => {
    const { json } = await host.call('POST', '/admin/keys', { json: { account_id: 'default', scopes: ['admin'] } });
    const answer = await host.call('GET', `${base}/echo?text=a`, { key: (json as { key: string }).key });
    expectError(answer, style, { status: 403, slug: 'forbidden' });
  });

  test('an unknown path is 404', async () => {
    expectError(await host.call('GET', `${base}/nothing-here`), style, { status: 404, slug: 'not-found' });
  });

  test('a wrong method is 405 and says which are right', async () => {
    const answer = await host.call('PUT', `${base}/echo`, { json: {} });
    expectError(answer, style, { status: 405, slug: 'method-not-allowed' });
    expect(answer.headers.get('allow')).toBe('GET, POST');
  });

  test('a GET parameter with two values is 400', async () => {
    const answer = await host.call('GET', `${base}/echo?text=a`, { json: { text: 'b' } });
    expectError(answer, style, { status: 400, slug: 'conflicting-parameters' });
    expectError(await host.call('GET', `${base}/echo?text=a&text=b`), style, {
      status: 400,
      slug: 'conflicting-parameters',
    });
  });

  test.each(['{', '[1', 'nonsense', '{"text":"\xff"}', `{"text":${'['.repeat(50_000)}${']'.repeat(50_000)}}`])(
    'malformed JSON is 400: %.20s',
    async (body) => {
      const response = await fetch(`${host.url}${base}/echo`, {
        method: 'POST',
        body: Buffer.from(body, 'latin1'),
        headers: { 'x-api-key': host.key },
      });
      expectError({ status: response.status, headers: response.headers, json: await response.json() }, style, {
        status: 400,
        slug: 'malformed-json',
      });
    },
  );

  test('a missing field is 422 and named', async () => {
    const answer = await host.call('POST', `${base}/echo`, { json: {} });
    expectError(answer, style, {
      status: 422,
      slug: 'invalid-request',
      type: 'missing',
      loc: ['body', 'text'],
      msg: 'Field required',
      pointer: '/text',
    });
  });

  test('a parameter of a GET is looked for in the address, unless a body came', async () => {
    const fault = (loc: readonly string[]) => ({
      status: 422,
      slug: 'invalid-request',
      type: 'invalid_type',
      loc,
      pointer: '/times',
    });
    expectError(await host.call('GET', `${base}/echo?text=a&times=often`), style, fault(['query', 'times']));
    expectError(
      await host.call('GET', `${base}/echo`, { json: { text: 'a', times: 'often' } }),
      style,
      fault(['body', 'times']),
    );
  });

  test('null is a wrong type, not a missing field', async () => {
    const answer = await host.call('POST', `${base}/echo`, { json: { text: null } });
    expectError(answer, style, {
      status: 422,
      slug: 'invalid-request',
      type: 'invalid_type',
      loc: ['body', 'text'],
      pointer: '/text',
    });
  });

  test('all faults of a body are named together, each where it is', async () => {
    const { status, json } = await host.call('POST', `${base}/echo`, {
      json: { nested: { list: [{ n: 1 }, { n: 'two' }] } },
    });
    expect(status).toBe(422);
    const places =
      style === 'problem'
        ? (json as { errors: { pointer: string }[] }).errors.map(({ pointer }) => pointer)
        : (json as { detail: { loc: string[] }[] }).detail.map(({ loc }) => loc.join('/'));
    expect(places).toEqual(style === 'problem' ? ['/text', '/nested/list/1/n'] : ['body/text', 'body/nested/list/1/n']);
  });

  test('a JSON body over 1 MiB is 413', async () => {
    const answer = await host.call('POST', `${base}/echo`, { json: { text: 'a'.repeat(1024 * 1024) } });
    expectError(answer, style, { status: 413, slug: 'too-large' });
  });

  test('a missing file is 422, with or without a form', async () => {
    const row = {
      status: 422,
      slug: 'invalid-request',
      type: 'missing',
      loc: ['body', 'file'],
      msg: 'Field required',
      pointer: '/file',
    };
    expectError(await host.call('POST', `${base}/picture`, { form: form({ text: 'no file' }) }), style, row);
    expectError(await host.call('POST', `${base}/picture`, { form: form({ file: 'null' }) }), style, row);
    expectError(await host.call('POST', `${base}/picture`), style, row);
  });

  test('a form of more fields than are read is 413: none of them is left out without a word', async () => {
    const names = Array.from({ length: 100 }, (_, index) => [`field-${index}`, 'x']);
    const answer = await host.call('POST', `${base}/picture`, {
      form: form({ ...Object.fromEntries(names), text: 'the one that counts', file: tinyPng }),
    });
    expectError(answer, style, { status: 413, slug: 'too-large' });
  });

  test('a wrong kind of file is 415, whatever it is called', async () => {
    const disguised = new FormData();
    disguised.append('file', new File(['%PDF-1.4 not a picture'], 'picture.png', { type: 'image/png' }));
    expectError(await host.call('POST', `${base}/picture`, { form: disguised }), style, {
      status: 415,
      slug: 'unsupported-media-type',
      loc: ['body', 'file'],
    });
  });

  test('a wrong kind of file is refused while the client still has something to send', async () => {
    const outgoing = request(`${host.url}${base}/picture`, {
      method: 'POST',
      agent: false,
      headers: { 'x-api-key': host.key, 'content-type': 'multipart/form-data; boundary=b', 'content-length': '100000' },
    });
    const answered = once(outgoing, 'response');
    outgoing.write('--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\nno picture\r\n--b\r\n');
    outgoing.write('content-disposition: form-data; name="text"\r\n\r\nand now a pause');
    const [answer] = await answered;
    expect(answer.statusCode).toBe(415);
    outgoing.destroy();
    expect((await host.call('GET', '/health')).status).toBe(200);
  });

  test('an empty file is 422 and a large one 413', async () => {
    const empty = await host.call('POST', `${base}/picture`, { form: form({ file: new Uint8Array() }) });
    expectError(empty, style, { status: 422, slug: 'unreadable-file', loc: ['body', 'file'] });
    const large = new Uint8Array(1024 * 1024 + 1);
    large.set(tinyPng);
    expectError(await host.call('POST', `${base}/picture`, { form: form({ file: large }) }), style, {
      status: 413,
      slug: 'too-large',
      loc: ['body', 'file'],
    });
  });

  test('a file of many is named by its place', async () => {
    const answer = await host.call('POST', `${base}/pictures`, {
      form: form({ files: [tinyPng, new TextEncoder().encode('plain words')] }),
    });
    expectError(answer, style, {
      status: 415,
      slug: 'unsupported-media-type',
      loc: ['body', 'files', 1],
      pointer: '/files/1',
    });
  });

  test('a provider that is not there is 503, and says when to come back', async () => {
    const answer = await host.call('POST', `${base}/fail/unavailable`);
    expectError(answer, style, { status: 503, slug: 'provider-unavailable' });
    expect(answer.headers.get('retry-after')).toBe('7');
  });

  test('a provider that answers wrongly is 502', async () => {
    expectError(await host.call('POST', `${base}/fail/failed`), style, { status: 502, slug: 'provider-failed' });
  });

  test('a full disk is 507', async () => {
    expectError(await host.call('POST', `${base}/fail/full`), style, { status: 507, slug: 'insufficient-storage' });
  });

  test('a fault of ours is 500, shows nothing of its inside, and names the request', async () => {
    const answer = await host.call('POST', `${base}/fail/somehow`, { headers: { 'x-request-id': 'find-me' } });
    expectError(answer, style, { status: 500, slug: 'internal' });
    expect(answer.text).not.toContain('private');
    expect(answer.json).toMatchObject({ request_id: 'find-me' });
  });

  test('a code of a plugin of its own is shown with its members', async () => {
    const answer = await host.call('POST', `${base}/fail/own`);
    expectError(answer, style, { status: 404, slug: 'anchor-not-found' });
    expect(answer.json).toMatchObject({ nearest: 'a1' });
  });

  test('an idempotency key with another body is 422', async () => {
    const headers = { 'idempotency-key': `mismatch-${style}` };
    await host.call('POST', `${base}/echo`, { json: { text: 'one' }, headers });
    const answer = await host.call('POST', `${base}/echo`, { json: { text: 'two' }, headers });
    expectError(answer, style, { status: 422, slug: 'idempotency-mismatch' });
  });

  test('too many requests with one key are 429, while health is not counted', async () => {
    const limited = await testHost({ plugins: probe().plugins, config: { http: { rateLimit: { perMinute: 2 } } } });
    try {
      await limited.call('GET', `${base}/echo?text=1`);
      await limited.call('GET', `${base}/echo?text=2`);
      const answer = await limited.call('GET', `${base}/echo?text=3`);
      expectError(answer, style, { status: 429, slug: 'rate-limited' });
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      for (let i = 0; i < 5; i += 1) expect((await limited.call('GET', '/health')).status).toBe(200);
      const { key } = await limited.newAccount();
      expect((await limited.call('GET', `${base}/echo?text=1`, { key })).status).toBe(200);
    } finally {
      await limited.stop();
    }
  });
});
