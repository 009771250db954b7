import { type TestHost, temporaryFolder, testHost } from 'chronoscribe/testing';
import sharp from 'sharp';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { page, pdfOf } from '../pdfs/testing/pdf-writer.ts';
import { startReceiver } from './testing/receiver.ts';

const config = { plugins: { webhooks: { with: { allowPrivateAddresses: true } } } };
const vtt = 'WEBVTT\n\n00:00.000 --> 00:03.000\n<v Patient>My secret knee has been hurting for two weeks.\n';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let host: TestHost;
beforeEach(async () => {
  folder = await temporaryFolder();
  receiver = await startReceiver();
  host = await testHost({ config, dataFolder: folder.path });
});
afterEach(async () => {
  await host.stop();
  await receiver.stop();
  await folder.remove();
});

const register = async (events: readonly string[] = ['transcript.completed', 'run.failed'], url = receiver.url) =>
  (await host.call('POST', '/api/v1/webhooks', { json: { url, events } })).json as { id: string; secret: string };
const upload = (text: string) => {
  const form = new FormData();
  form.append('file', new File([text], 'visit.vtt'));
  return host.call('POST', '/api/v1/transcripts/upload_audio_file', { form });
};

test('a completed note is reported, signed, without clinical text', async () => {
  const { id, secret } = await register();
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
  const record = (await upload(vtt)).headers.get('x-run-id');
  await expect.poll(() => receiver.received.length).toBe(1);
  const [{ headers, body } = { headers: {}, body: '' }] = receiver.received;
  const told = new Webhook(secret).verify(body, headers as Record<string, string>);
  expect(told).toEqual({
    type: 'transcript.completed',
    timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
    data: { id: record, run: record, status: 'done' },
  });
  expect(body).not.toContain('knee');
  expect(() =>
    new Webhook('whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA').verify(body, headers as Record<string, string>),
  ).toThrow();

  const listed = await host.call('GET', '/api/v1/webhooks');
  expect(listed.json).toMatchObject({ items: [{ id, url: receiver.url, disabledAt: null }] });
  expect(listed.text).not.toContain('whsec_');
});

const chart = await sharp({ create: { width: 200, height: 100, channels: 3, background: 'white' } })
  .png()
  .toBuffer();
test.each([
  ['grid.completed', 'grid_chiropractor', 'file', Buffer.from(vtt)],
  ['image.completed', 'upload_image_file', 'file', chart],
  [
    'pdf.completed',
    'upload_pdf_files',
    'files',
    Buffer.from(pdfOf([page('The patient was seen again for the knee.')])),
  ],
])('%s is sent when its run completes', async (type, endpoint, field, content) => {
  await register([type]);
  const form = new FormData();
  form.append(field, new File([new Uint8Array(content)], 'upload'));
  const answer = await host.call('POST', `/api/v1/transcripts/${endpoint}`, { form });
  expect(answer.status).toBe(200);
  await expect.poll(() => receiver.received.length).toBe(1);
  const { data } = JSON.parse(receiver.received[0]?.body ?? '') as { data: { id: string } };
  // The id that is told is that of the record.
  expect(answer.headers.get('content-location')).toMatch(new RegExp(`/${data.id}$`));
  expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({ type, data: { status: 'done' } });
});

test('a signature is reported with the record, and so is an addendum', async () => {
  await register(['transcript.signed']);
  const record = (await upload(vtt)).headers.get('x-run-id');
  const path = `/api/v1/transcripts/${record}`;
  const { warnings } = (await host.call('GET', path)).json as { warnings: string[] };
  const signed = await host.call('POST', `${path}/sign`, { json: { acknowledge: warnings } });
  await host.call('POST', `${path}/addendum`, { json: { text: 'My secret addendum.' } });
  await expect.poll(() => receiver.received.length).toBe(2);
  const [first, second] = receiver.received.map(({ body }) => JSON.parse(body) as unknown);
  const data = { id: record, run: signed.headers.get('x-run-id'), status: 'done' };
  expect(first).toMatchObject({ type: 'transcript.signed', data });
  expect(second).toMatchObject({ type: 'transcript.signed', data: { id: record } });
  expect(JSON.stringify(receiver.received)).not.toContain('secret');
});

test('a failed run is reported', async () => {
  await register(['run.failed']);
  await upload('WEBVTT\n\n');
  await expect.poll(() => receiver.received.length).toBe(1);
  expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({
    type: 'run.failed',
    data: { status: 'failed' },
  });
});

test('a webhook gets only its events, of its account, until it is deleted', async () => {
  await register(['grid.completed']);
  const { id } = await register();
  const other = await host.newAccount();
  expect((await host.call('DELETE', `/api/v1/webhooks/${id}`, { key: other.key })).status).toBe(404);
  expect((await host.call('GET', '/api/v1/webhooks', { key: other.key })).json).toEqual({ items: [] });
  expect((await host.call('DELETE', `/api/v1/webhooks/${id}`)).status).toBe(204);
  const witness = await register(['transcript.completed'], `${receiver.url}/witness`);
  await upload(vtt);
  await expect.poll(() => receiver.received.length).toBe(1);
  expect(receiver.received[0]).toMatchObject({
    path: '/hook/witness',
    headers: { 'webhook-id': expect.stringContaining(witness.id) },
  });
});

test('a delivery is retried with the same id, also after a restart', async () => {
  receiver.answerWith({ status: 500 });
  await register();
  await upload(vtt);
  await expect.poll(() => receiver.received.length).toBe(1);
  await host.stop();
  receiver.answerWith({ status: 200 });
  host = await testHost({ config, dataFolder: folder.path });
  await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBe(2);
  const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
  expect(ids[0]).toBe(ids[1]);
  const health = (await host.call('GET', '/ready')).json;
  expect(health).toMatchObject({ checks: { 'plugin webhooks': { status: 'ok' } } });
});

test.each([
  ['breaks off', 'break' as const],
  ['sends it elsewhere', { status: 302, headers: { location: '/elsewhere' } }],
  ['is busy', { status: 429, headers: { 'retry-after': '1' } }],
])('a receiver that %s is tried again, at the address that was registered', async (_, answer) => {
  receiver.answerWith(answer);
  const { id } = await register();
  await upload(vtt);
  const path = `/api/v1/webhooks/${id}/deliveries`;
  const Waiting = z.object({ items: z.tuple([z.object({ id: z.string(), state: z.literal('waiting') })]) });
  const deliveries = async () => (await host.call('GET', path)).json;
  await expect.poll(deliveries).toMatchObject({
    items: [{ state: 'waiting', tries: 1, reason: expect.any(String) }],
  });
  receiver.answerWith({ status: 200 });
  const [delivery] = Waiting.parse(await deliveries()).items;
  // Now, and not only when its time has come.
  expect((await host.call('POST', `${path}/${delivery.id}/retry`)).status).toBe(204);
  await expect.poll(() => receiver.received.map(({ path }) => path)).toEqual(['/hook', '/hook']);
});

test('a response of 410 disables the webhook', async () => {
  receiver.answerWith({ status: 410 });
  await register();
  await upload(vtt);
  await expect
    .poll(async () => (await host.call('GET', '/api/v1/webhooks')).json)
    .toMatchObject({ items: [{ disabledAt: expect.any(Number) }] });
  receiver.answerWith({ status: 200 });
  const witness = await register(['transcript.completed'], `${receiver.url}/witness`);
  await upload(vtt);
  await expect.poll(() => receiver.received.length).toBe(2);
  expect(receiver.received[1]?.headers['webhook-id']).toContain(witness.id);
});

test('a repeated registration creates one webhook with one secret', async () => {
  const send = () =>
    host.call('POST', '/api/v1/webhooks', {
      json: { url: receiver.url, events: ['run.failed'] },
      headers: { 'idempotency-key': 'once' },
    });
  const [first, second] = [await send(), await send()];
  expect(first.status).toBe(201);
  expect(second.json).toEqual(first.json);
});

test('a host that allows no private addresses rejects them, and what is no URL', async () => {
  const strict = await testHost();
  onTestFinished(() => strict.stop());
  for (const url of [
    ...['http://127.1/', 'https://[::1]/', 'gopher://example.org/', 'not a url'],
    ...['https://\u00cf.example/', 'https://x.example/\u00cf', 'https://x.example/a b', 'https://x.example/{id}'],
  ]) {
    const { status, json } = await strict.call('POST', '/api/v1/webhooks', { json: { url, events: ['run.failed'] } });
    expect([url, status]).toEqual([url, 422]);
    expect(json).toMatchObject({ detail: [{ loc: ['body', 'url'], msg: expect.stringMatching(/URL/) }] });
  }
});

test('an unknown event is rejected with the known ones', async () => {
  const { status, text } = await host.call('POST', '/api/v1/webhooks', {
    json: { url: receiver.url, events: ['note.done'] },
  });
  expect([status, text]).toEqual([422, expect.stringContaining('transcript.completed')]);
});

test('what was not received is listed with its reason, and sent when somebody asks for it', async () => {
  receiver.answerWith({ status: 503 });
  const { id } = await register();
  const run = (await upload(vtt)).headers.get('x-run-id');
  const undelivered = async () => {
    const { json } = await host.call('GET', `/api/v1/webhooks/${id}/deliveries`);
    return (json as { items: readonly { readonly id: string }[] }).items;
  };
  await expect.poll(undelivered).toEqual([
    expect.objectContaining({
      event: 'transcript.completed',
      run,
      state: 'waiting',
      tries: 1,
      reason: expect.any(String),
    }),
  ]);
  const path = `/api/v1/webhooks/${id}/deliveries/${(await undelivered())[0]?.id}/retry`;
  const stranger = await host.newAccount();
  expect((await host.call('GET', `/api/v1/webhooks/${id}/deliveries`, { key: stranger.key })).status).toBe(404);
  expect((await host.call('POST', path, { key: stranger.key })).status).toBe(404);

  receiver.answerWith({ status: 204 });
  expect((await host.call('POST', path)).status).toBe(204);
  await expect.poll(undelivered).toEqual([]);
  expect(receiver.received).toHaveLength(2);
  expect((await host.call('POST', path)).status).toBe(404);
});
