import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { type TestHost, testHost } from 'chronoscribe/testing';
import { expect, onTestFinished, test } from 'vitest';
import { form, probe, tinyPng } from '../fixtures/probe.ts';

async function limitedHost(perAccount: object) {
  const service = probe();
  const host = await testHost({ plugins: service.plugins, config: { limits: { perAccount } } });
  onTestFinished(() => host.stop());
  onTestFinished(() => service.release());
  return { host, service };
}

const startRun = (host: TestHost, key = host.key) =>
  host.call('POST', '/v1/probe/picture-work', {
    key,
    form: form({ file: tinyPng }),
    headers: { prefer: 'respond-async' },
  });

const refusal = (limit: string) => ({
  status: 429,
  json: { type: 'urn:chronoscribe:problem:quota-exceeded', detail: expect.stringContaining(limit) },
});

test('an account with as many waiting runs as it may have is told to come back, and another account is not', async () => {
  const { host, service } = await limitedHost({ runsAtOnce: 1, runsQueued: 2 });
  service.hold();
  const ids: string[] = [];
  for (let run = 0; run < 3; run += 1) {
    const answer = await startRun(host);
    expect(answer.status).toBe(202);
    ids.push((answer.json as { id: string }).id);
    await expect.poll(() => service.done.steps.length, { timeout: 20_000 }).toBe(2);
  }
  const refused = await startRun(host);
  expect(refused).toMatchObject(refusal('2 runs wait to begin for this account'));
  expect(refused.headers.get('retry-after')).toBe('5');
  const { key } = await host.newAccount();
  expect((await startRun(host, key)).status).toBe(202);
  service.release();
  for (const id of ids)
    await expect
      .poll(async () => (await host.call('GET', `/api/v1/runs/${id}`)).json, { timeout: 20_000 })
      .toMatchObject({ status: 'done' });
  expect((await startRun(host)).status).toBe(202);
});

test('an account has as many event streams as it may have, until one is closed', async () => {
  const { host } = await limitedHost({ streams: 1 });
  const leaving = new AbortController();
  const open = (key: string, signal?: AbortSignal) =>
    fetch(`${host.url}/v1/probe/ticks?how=none`, {
      headers: { 'x-api-key': key, accept: 'text/event-stream' },
      ...(signal && { signal }),
    });
  expect((await open(host.key, leaving.signal)).status).toBe(200);
  const refused = await open(host.key);
  expect({ status: refused.status, json: await refused.json() }).toMatchObject(refusal('limits.perAccount.streams'));
  const other = await open((await host.newAccount()).key);
  expect(other.status).toBe(200);
  await other.body?.cancel();
  leaving.abort();
  await expect
    .poll(async () => {
      const { status, body } = await open(host.key);
      await body?.cancel();
      return status;
    })
    .toBe(200);
});

test('an account sends as many files at once as it may, and the next one when one has arrived', async () => {
  const { host } = await limitedHost({ uploadsAtOnce: 1 });
  const slow = request(`${host.url}/v1/probe/table`, {
    method: 'POST',
    headers: { 'x-api-key': host.key, 'content-type': 'text/csv', expect: '100-continue' },
  });
  const answered = new Promise<number>((resolve) =>
    slow.once('response', (response) => resolve(response.statusCode ?? 0)),
  );
  slow.write('a,b\n');
  const send = (key = host.key) =>
    host.call('POST', '/v1/probe/table', { key, body: 'a,b\n', headers: { 'content-type': 'text/csv' } });
  await expect.poll(() => send()).toMatchObject(refusal('limits.perAccount.uploadsAtOnce'));
  expect((await send((await host.newAccount()).key)).status).toBe(200);
  slow.end('1,2\n');
  expect(await answered).toBe(200);
  expect((await send()).status).toBe(200);
});

test('an account keeps as many bytes as it may, and can send more once its runs are done', async () => {
  const { host, service } = await limitedHost({ bytesStored: 100_000 });
  service.hold();
  const text = randomBytes(35_000).toString('hex').slice(0, 60_000);
  const send = (key = host.key) =>
    host.call('POST', '/v1/probe/table-work?text=a', {
      key,
      body: text,
      headers: { 'content-type': 'text/csv', prefer: 'respond-async' },
    });
  const first = await send();
  expect(first.status).toBe(202);
  await expect
    .poll(() => send(), { timeout: 10_000 })
    .toMatchObject({
      status: 507,
      json: {
        type: 'urn:chronoscribe:problem:quota-exceeded',
        detail: expect.stringContaining('100000 bytes, the most that limits.perAccount.bytesStored allows'),
      },
    });
  expect((await send((await host.newAccount()).key)).status).toBe(202);
  service.release();
  await expect.poll(async () => (await send()).status, { timeout: 10_000 }).toBe(202);
});
