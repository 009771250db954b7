import { createHash, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { Problem, type Provider, type Store } from 'chronoscribe';
import { temporaryFolder, testHost } from 'chronoscribe/testing';
import { Upload } from 'tus-js-client';
import { afterAll, describe, expect, test } from 'vitest';
import sqlite from '../../providers/store/sqlite/index.ts';
import { answerForgetter } from '../../test/fixtures/answer-forgetter.ts';

const tus = { 'tus-resumable': '1.0.0' };
const transcript = `WEBVTT

00:00:00.000 --> 00:00:03.500
<v Doctor>What brings you in today?

00:00:04.000 --> 00:00:09.000
<v Patient>My left knee hurts on the stairs.
`;

/** The store, in which no run can be saved while it is full. */
let isFull = false;
const bounded: Provider = {
  ...sqlite,
  async create(context) {
    // The boundary where types are given back: it is what `defineProvider` saw that it is.
    const store = (await sqlite.create(context)) as Store;
    const insert: Store['insert'] = async (collection, document) => {
      if (isFull && collection.name === 'runs')
        throw new Problem('provider-unavailable', { detail: 'The store is full.' });
      return store.insert(collection, document);
    };
    return { ...store, insert };
  },
};

const { plugin, forget } = answerForgetter();
const host = await testHost({
  plugins: [plugin],
  providers: [{ provider: bounded }],
  config: { uploads: { maxBytes: 40_000_000, bytesPerAccount: 60_000_000 } },
});
afterAll(() => host.stop());

const idOf = (location: string | null) => location?.split('/').at(-1) ?? '';

async function create(length: number | null, { key = host.key, metadata = '' } = {}) {
  const answer = await host.call('POST', '/api/v1/uploads', {
    key,
    headers: {
      ...tus,
      ...(length === null ? { 'upload-defer-length': '1' } : { 'upload-length': String(length) }),
      ...(metadata !== '' && { 'upload-metadata': metadata }),
    },
  });
  return { ...answer, id: idOf(answer.headers.get('location')) };
}

const append = (id: string, offset: number, body: string | Uint8Array, headers = {}, key = host.key) =>
  host.call('PATCH', `/api/v1/uploads/${id}`, {
    ...{ key, body },
    headers: {
      ...tus,
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(offset),
      ...headers,
    },
  });
const offsetOf = async (id: string, key = host.key) => {
  const { status, headers } = await host.call('HEAD', `/api/v1/uploads/${id}`, { headers: tus, key });
  return status === 200 ? Number(headers.get('upload-offset')) : status;
};
const upload = (fields: Readonly<Record<string, string | Blob>>, path = 'upload_audio_file', key = host.key) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return host.call('POST', `/api/v1/transcripts/${path}`, { form, key });
};
const whole = async (content: string, options = {}) => {
  const { id } = await create(Buffer.byteLength(content), options);
  await append(id, 0, content, {}, 'key' in options ? String(options.key) : host.key);
  return id;
};

describe('a tus client', () => {
  test('sends a file in pieces, and goes on where its connection broke', async () => {
    const content = randomBytes(20_000_000);
    let broken = 0;
    const url = await new Promise<string>((resolve, reject) => {
      const sending = new Upload(content, {
        endpoint: `${host.url}/api/v1/uploads`,
        headers: { 'x-api-key': host.key },
        metadata: { filename: 'visit.wav' },
        chunkSize: 3_000_000,
        retryDelays: [0, 0, 0],
        onError: reject,
        onSuccess: () => resolve(sending.url ?? ''),
        onChunkComplete(_size, sent) {
          if (sent < 9_000_000 || broken > 0) return;
          broken += 1;
          void sending.abort().then(() => sending.start());
        },
      });
      sending.start();
    });
    expect(broken).toBe(1);
    expect(await offsetOf(idOf(url))).toBe(content.length);
    await host.call('DELETE', `/api/v1/uploads/${idOf(url)}`, { headers: tus });
    expect(await offsetOf(idOf(url))).toBe(404);
  });

  test('learns the extensions, the largest size and the checksums', async () => {
    const { status, headers } = await host.call('OPTIONS', '/api/v1/uploads');
    expect(status).toBe(204);
    expect(headers.get('tus-version')).toBe('1.0.0');
    expect(headers.get('tus-max-size')).toBe('40000000');
    expect(headers.get('tus-extension')?.split(',')).toEqual(
      expect.arrayContaining(['creation', 'termination', 'expiration', 'checksum', 'creation-with-upload']),
    );
    expect(headers.get('tus-checksum-algorithm')).toContain('sha1');
  });

  test('keeps what had arrived when the connection broke in the middle of a request', async () => {
    const { id } = await create(1_000_000);
    await new Promise<void>((resolve) => {
      const cut = request(`${host.url}/api/v1/uploads/${id}`, {
        method: 'PATCH',
        headers: {
          ...tus,
          'x-api-key': host.key,
          'content-type': 'application/offset+octet-stream',
          'upload-offset': '0',
          'content-length': '1000000',
        },
      });
      cut.on('error', () => resolve());
      cut.write(Buffer.alloc(300_000, 1), () => setTimeout(() => cut.destroy(), 200));
      cut.on('close', () => resolve());
    });
    await expect.poll(() => offsetOf(id)).toBe(300_000);
    expect((await append(id, 300_000, Buffer.alloc(700_000, 2))).status).toBe(204);
    expect(await offsetOf(id)).toBe(1_000_000);
  });

  test('gets its file back in the order of its offsets after the host has started again', async () => {
    const folder = await temporaryFolder();
    const first = await testHost({ dataFolder: folder.path });
    const half = Math.floor(transcript.length / 2);
    const headers = { ...tus, 'upload-length': String(transcript.length) };
    const { headers: made } = await first.call('POST', '/api/v1/uploads', { headers });
    const path = `/api/v1/uploads/${idOf(made.get('location'))}`;
    const patch = { ...tus, 'content-type': 'application/offset+octet-stream' };
    await first.call('PATCH', path, { headers: { ...patch, 'upload-offset': '0' }, body: transcript.slice(0, half) });
    await first.stop();

    const second = await testHost({ dataFolder: folder.path });
    const known = await second.call('HEAD', path, { headers: tus });
    expect(known.headers.get('upload-offset')).toBe(String(half));
    await second.call('PATCH', path, {
      headers: { ...patch, 'upload-offset': String(half) },
      body: transcript.slice(half),
    });
    const form = new FormData();
    form.set('upload_id', idOf(path));
    const { status, text } = await second.call('POST', '/api/v1/transcripts/upload_audio_file', { form });
    expect({ status, text }).toMatchObject({ status: 200, text: expect.stringContaining('My left knee hurts') });
    await second.stop();
    await folder.remove();
  });
});

describe('a creation with an Idempotency-Key', () => {
  const begin = (key: string, length: number, headers: Readonly<Record<string, string>> = {}, body?: string) =>
    host.call('POST', '/api/v1/uploads', {
      headers: { ...tus, 'upload-length': String(length), 'idempotency-key': key, ...headers },
      ...(body !== undefined && { body }),
    });

  test('makes one upload, however often it is sent, and another for another key', async () => {
    const [first, again, other] = [await begin('one', 10), await begin('one', 10), await begin('two', 10)];
    expect([first.status, again.status, other.status]).toEqual([201, 201, 201]);
    expect(again.headers.get('location')).toBe(first.headers.get('location'));
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.headers.get('tus-resumable')).toBe('1.0.0');
    expect(other.headers.get('location')).not.toBe(first.headers.get('location'));
  });

  test('is refused for a file of another length', async () => {
    await begin('length', 10);
    expect(await begin('length', 11)).toMatchObject({
      status: 422,
      json: { detail: [{ type: 'idempotency_mismatch' }] },
    });
  });

  test('goes on with the first bytes that had arrived when its connection broke', async () => {
    const content = Buffer.from(transcript);
    const { key } = await host.newAccount();
    const headers = { ...tus, 'x-api-key': key, 'idempotency-key': 'cut', 'upload-length': String(content.length) };
    const type = { 'content-type': 'application/offset+octet-stream' };
    await new Promise<void>((resolve) => {
      const cut = request(`${host.url}/api/v1/uploads`, {
        method: 'POST',
        headers: { ...headers, ...type, 'content-length': String(content.length) },
      });
      cut.on('error', () => resolve());
      cut.write(content.subarray(0, 30), () => setTimeout(() => cut.destroy(), 200));
      cut.on('close', () => resolve());
    });
    const again = await host.call('POST', '/api/v1/uploads', { key, headers: { ...headers, ...type }, body: content });
    expect(again.status).toBe(201);
    const id = idOf(again.headers.get('location'));
    const offset = Number(again.headers.get('upload-offset'));
    expect(offset).toBe(30);
    expect((await append(id, offset, content.subarray(offset), {}, key)).status).toBe(204);
    const answer = await upload({ upload_id: id }, 'upload_audio_file', key);
    expect(answer).toMatchObject({ status: 200, text: expect.stringContaining('My left knee hurts') });
  });

  test('is tried again as the same upload if its first bytes were damaged on their way', async () => {
    const digest = createHash('sha1').update('hello').digest('base64');
    const headers = { 'content-type': 'application/offset+octet-stream', 'upload-checksum': `sha1 ${digest}` };
    expect((await begin('checked', 5, headers, 'hullo')).status).toBe(460);
    const again = await begin('checked', 5, headers, 'hello');
    expect([again.status, again.headers.get('upload-offset')]).toEqual([201, '5']);
  });
});

test('an upload that nobody has used expires, with its pieces', async () => {
  const folder = await temporaryFolder();
  const config = { uploads: { keepHours: 1e-6 } };
  const first = await testHost({ dataFolder: folder.path });
  const headers = { ...tus, 'upload-length': '10', 'upload-metadata': `filename ${btoa('Okafor.wav')}` };
  const made = await first.call('POST', '/api/v1/uploads', { headers });
  const path = made.headers.get('location') ?? '';
  const content = { ...tus, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' };
  await first.call('PATCH', path, { headers: content, body: 'hello' });
  expect(
    Date.parse(
      (await first.call('PATCH', path, { headers: { ...content, 'upload-offset': '5' }, body: '1' })).headers.get(
        'upload-expires',
      ) ?? '',
    ),
  ).toBeGreaterThan(Date.now());
  await first.stop();

  const second = await testHost({ dataFolder: folder.path, config });
  await expect.poll(async () => (await second.call('HEAD', path, { headers: tus })).status).toBe(404);
  await expect.poll(() => readdir(join(folder.path, 'blobs/incoming'))).toEqual([]);
  await second.stop();
  await folder.remove();
});

describe('what is refused', () => {
  test('content for an offset that is not the end, which a second sender would have', async () => {
    const { id } = await create(10);
    await append(id, 0, '12345');
    const again = await append(id, 0, '12345');
    expect(again).toMatchObject({ status: 409, json: { detail: [{ type: 'upload_conflict' }] } });
    expect(again.headers.get('tus-resumable')).toBe('1.0.0');
    const both = await Promise.all([append(id, 5, '67'), append(id, 5, 'ab')]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([204, 409]);
  });

  test('content whose checksum differs, of which nothing is kept', async () => {
    const { id } = await create(5);
    const digest = (text: string) => createHash('sha1').update(text).digest('base64');
    expect(await append(id, 0, 'hello', { 'upload-checksum': `sha1 ${digest('other')}` })).toMatchObject({
      status: 460,
      json: { detail: [{ type: 'checksum_mismatch' }] },
    });
    expect(await offsetOf(id)).toBe(0);
    expect((await append(id, 0, 'hello', { 'upload-checksum': `crc1 ${digest('hello')}` })).status).toBe(400);
    expect((await append(id, 0, 'hello', { 'upload-checksum': `sha1 ${digest('hello')}` })).status).toBe(204);
  });

  test('a file over the limit, and files of an account over its quota', async () => {
    const { key } = await host.newAccount();
    expect((await create(40_000_001, { key })).status).toBe(413);
    expect((await create(35_000_000, { key })).status).toBe(201);
    const over = await create(35_000_000, { key });
    expect(over).toMatchObject({ status: 507, json: { detail: [{ type: 'quota_exceeded' }] } });
    expect(over.text).toContain('60000000 bytes');
    const unknown = await create(null, { key });
    expect(unknown.status).toBe(201);
    expect((await append(unknown.id, 0, Buffer.alloc(26_000_000), {}, key)).status).toBe(507);
  });

  test('a request without the version of the protocol, and one without a key', async () => {
    expect(await host.call('POST', '/api/v1/uploads', { headers: { 'upload-length': '5' } })).toMatchObject({
      status: 412,
      json: { detail: [{ type: 'unsupported_tus_version' }] },
    });
    expect((await host.call('OPTIONS', '/api/v1/uploads', { key: null })).status).toBe(401);
    expect((await host.call('PUT', '/api/v1/uploads')).headers.get('allow')).toBe('OPTIONS, POST');
  });

  test('the uploads of another account, as if they did not exist', async () => {
    const { key } = await host.newAccount();
    const { id } = await create(5);
    expect(await offsetOf(id, key)).toBe(404);
    expect((await append(id, 0, 'hello', {}, key)).status).toBe(404);
    expect((await host.call('DELETE', `/api/v1/uploads/${id}`, { headers: tus, key })).status).toBe(404);
    expect((await upload({ upload_id: id }, 'upload_audio_file', key)).status).toBe(404);
    expect(await offsetOf(id)).toBe(0);
  });
});

describe('an upload in place of a file', () => {
  test('is used like one, with its name, and is then gone', async () => {
    const id = await whole(transcript, { metadata: `filename ${Buffer.from('Visit 7.vtt').toString('base64')}` });
    const answer = await upload({ upload_id: id, text: 'the knee' });
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('My left knee hurts on the stairs');
    const run = await host.call('GET', `/api/v1/runs/${answer.headers.get('x-run-id')}`);
    expect(run.json).toMatchObject({ name: 'Visit 7.vtt' });
    expect(await offsetOf(id)).toBe(404);
  });

  test('may be several where a form takes several files', async () => {
    const form = new FormData();
    for (const id of [await whole(transcript), await whole(transcript)]) form.append('upload_id', id);
    const { status, json } = await host.call('POST', '/api/v1/transcripts/batch', { form });
    expect({ status, json }).toMatchObject({ status: 202, json: { runs: [{}, {}] } });
  });

  test('stays when the request is refused, so that it can be sent again', async () => {
    const id = await whole(transcript);
    expect((await upload({ upload_id: id, language: 'english' })).status).toBe(422);
    expect((await upload({ upload_id: id }, 'upload_pdf_files')).status).toBe(415);
    expect((await upload({ upload_id: id })).status).toBe(200);
  });

  test.each(['upload_audio_file', 'grid_chiropractor', 'upload_image_file', 'upload_pdf_files'])(
    'is either that or a file: %s',
    async (path) => {
      const file = path.includes('pdf') ? 'files' : 'file';
      const both = await upload({ upload_id: 'x', [file]: new Blob(['%PDF-1.4 or not']) }, path);
      const neither = await upload({ text: 'note' }, path);
      expect(neither).toMatchObject({ status: 422, json: { detail: [{ loc: ['body', file], type: 'missing' }] } });
      // Content of the wrong type is refused before the fields are looked at.
      if (both.status !== 415) {
        expect(both).toMatchObject({ status: 422, json: { detail: [{ loc: ['body', 'upload_id'] }] } });
      }
      expect(await upload({ upload_id: 'x' }, path)).toMatchObject({
        status: 404,
        json: { detail: [{ loc: ['body', 'upload_id'], type: 'not_found' }] },
      });
    },
  );

  test('is refused while bytes are missing', async () => {
    const { id } = await create(transcript.length);
    await append(id, 0, transcript.slice(0, 20));
    const answer = await upload({ upload_id: id });
    expect(answer).toMatchObject({ status: 409, json: { detail: [{ type: 'upload_incomplete' }] } });
    expect(answer.text).toContain(`${transcript.length - 20} bytes are missing`);
  });

  test('stays when its run cannot be begun, so that the request can be sent again', async () => {
    const id = await whole(transcript);
    isFull = true;
    const refused = await upload({ upload_id: id }).finally(() => {
      isFull = false;
    });
    expect(refused.status).toBe(503);
    expect((await upload({ upload_id: id })).status).toBe(200);
  });

  test('is made into one record if the host died before it could answer', async () => {
    const id = await whole(transcript);
    const form = new FormData();
    form.set('upload_id', id);
    const send = () =>
      host.call('POST', '/api/v1/transcripts/upload_audio_file', { form, headers: { 'idempotency-key': id } });
    const first = await send();
    await forget();
    const second = await send();
    expect(second.headers.has('idempotency-replayed')).toBe(false);
    expect({ status: second.status, json: second.json }).toEqual({ status: 200, json: first.json });
    expect(second.headers.get('x-run-id')).toBe(first.headers.get('x-run-id'));
  });

  test('is made into one record if the request is repeated', async () => {
    const id = await whole(transcript);
    const form = new FormData();
    form.set('upload_id', id);
    const send = () =>
      host.call('POST', '/api/v1/transcripts/upload_audio_file', { form, headers: { 'idempotency-key': id } });
    const [first, second] = [await send(), await send()];
    expect(first.status).toBe(200);
    expect(second.json).toEqual(first.json);
  });
});
