import { join } from 'node:path';
import { inspect } from 'node:util';
import { Blobs, Problem } from 'chronoscribe';
import { silentLog, startProvider, temporaryFolder } from 'chronoscribe/testing';
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Fault } from '../../../test/doubles/faults.ts';
import { startS3 } from '../../../test/doubles/s3.ts';
import { s3Blobs } from './blobs.ts';
import s3, { S3Settings } from './index.ts';
import { defaultLimits } from './requests.ts';

const limits = { ...defaultLimits, silentMs: 300 };

const store = await startS3();
afterAll(() => store.stop());
beforeEach(async () => {
  await store.reset();
  store.makeBucket('clinic');
  store.makeBucket('far-away', 'eu-central-1');
});

const usual = () => ({ bucket: 'clinic', endpoint: store.url, ...store.key });

async function open(changed: object = {}) {
  const folder = await temporaryFolder();
  const settings = S3Settings.parse({ ...usual(), ...changed });
  const blobs = await s3Blobs(settings, { tempFolder: join(folder.path, 'scratch'), log: silentLog, limits });
  onTestFinished(async () => {
    await blobs.stop();
    await folder.remove();
  });
  return blobs;
}

async function* source(text = 'text') {
  yield Buffer.from(text);
}

/** What each thing that can be done with a store is refused with. */
async function refusals(blobs: Blobs): Promise<readonly Problem[]> {
  const attempts = [
    blobs.write('note', source()),
    Array.fromAsync(blobs.read('note')),
    blobs.withFile('note', async () => undefined),
    blobs.delete('note'),
    Array.fromAsync(blobs.list('')),
  ];
  return Promise.all(
    attempts.map((attempt) =>
      attempt.then(
        () => new Problem('internal', { detail: 'not refused' }),
        (thrown: unknown) => {
          if (!(thrown instanceof Problem)) throw thrown;
          expect(inspect(thrown, { depth: null, showHidden: true })).not.toMatch(
            /the\/secret|DOUBLEKEY|wrong-secret|WRONGKEY/,
          );
          return thrown;
        },
      ),
    ),
  );
}

const saying = (status: number, code: string, headers: Readonly<Record<string, string>> = {}): Fault => ({
  fault: 'status',
  status,
  headers: { 'content-type': 'application/xml', ...headers },
  body: `<?xml version="1.0"?><Error><Code>${code}</Code><Message>the key DOUBLEKEY</Message></Error>`,
});

describe('a store that is set up wrongly', () => {
  test.each([
    [
      'the secret is wrong',
      { secretAccessKey: 'wrong-secret' },
      /refuses the keys \(SignatureDoesNotMatch, 403\).*Correct accessKeyId/,
    ],
    [
      'the key is unknown',
      { accessKeyId: 'WRONGKEY' },
      /refuses the keys \(InvalidAccessKeyId, 403\).*Correct accessKeyId/,
    ],
    [
      'there is no such bucket',
      { bucket: 'nowhere' },
      /The bucket "nowhere" at http.* does not exist.*Create the bucket, or correct/,
    ],
    [
      'the bucket is in another region',
      { bucket: 'far-away' },
      /another region, eu-central-1 .*Set region of the blobs to eu-central-1/,
    ],
    [
      'the region is wrong',
      { region: 'eu-west-1' },
      /belongs to another region, us-east-1 .*Set region of the blobs to us-east-1/,
    ],
    ['TLS is asked of a store without it', { endpoint: 'tls' }, /does not speak TLS.*http:\/\/ for https:\/\//],
    [
      'nobody listens there',
      { endpoint: 'http://127.0.0.1:1' },
      /cannot be reached \(ECONNREFUSED\).*Start the store, or correct endpoint/,
    ],
    ['the host is unknown', { endpoint: 'http://nowhere.invalid' }, /cannot be reached \(E[A-Z_]+\).*correct endpoint/],
  ])('%s: every use and the health say so, and how to mend it', async (_, changed, expected) => {
    const tls =
      'endpoint' in changed && changed.endpoint === 'tls' ? { endpoint: store.url.replace('http:', 'https:') } : {};
    const blobs = await open({ ...changed, ...tls });
    for (const problem of await refusals(blobs)) {
      expect(problem).toMatchObject({ code: 'provider-unavailable', detail: expect.stringMatching(expected) });
    }
    const { status, detail, hint } = await blobs.health();
    expect({ status, told: `${detail.charAt(0).toUpperCase()}${detail.slice(1)}. ${hint}` }).toEqual({
      status: 'failed',
      told: expect.stringMatching(expected),
    });
  });
});

describe('a store that fails', () => {
  test.each<[string, Fault, object]>([
    [
      'it is too busy',
      saying(503, 'SlowDown', { 'retry-after': '1' }),
      { code: 'provider-unavailable', transient: true, retryAfter: 1 },
    ],
    ['it has a fault', saying(500, 'InternalError'), { code: 'provider-unavailable', transient: true }],
    [
      'a proxy has a fault',
      { fault: 'status', status: 502, body: '<html>Bad gateway</html>' },
      { code: 'provider-unavailable', transient: true },
    ],
    ['access is denied', saying(403, 'AccessDenied'), { code: 'provider-unavailable', transient: false }],
    ['it is full', saying(507, 'XMinioStorageFull'), { code: 'insufficient-storage', status: 507 }],
    ['the quota is used up', saying(403, 'QuotaExceeded'), { code: 'insufficient-storage', status: 507 }],
    ['what came was damaged', saying(400, 'XAmzContentSHA256Mismatch'), { code: 'provider-failed', transient: true }],
    [
      'a proxy takes less',
      { fault: 'status', status: 413, body: '<html>Too large</html>' },
      { code: 'provider-failed' },
    ],
    ['it refuses for a reason of its own', saying(400, 'InvalidStorageClass'), { code: 'provider-failed' }],
    ['a web page answers', { fault: 'html' }, { code: 'provider-failed' }],
    ['JSON answers', { fault: 'wrong-shape' }, { code: 'provider-failed' }],
    [
      'the page is not found',
      { fault: 'status', status: 404, body: '<html>Not found</html>' },
      { code: 'provider-failed' },
    ],
    [
      'it never answers',
      { fault: 'hang' },
      { code: 'provider-unavailable', transient: true, detail: expect.stringContaining('silent') },
    ],
  ])('%s: every use is refused, and nothing is taken for a blob', async (_, fault, expected) => {
    const blobs = await open();
    await blobs.write('note', source('old'));
    store.fail({ fault });
    for (const problem of await refusals(blobs)) {
      expect(problem).toMatchObject({
        ...expected,
        detail: expect.stringContaining(`he bucket "clinic" at ${store.url} `),
        ...expected,
      });
    }
    expect(await blobs.health()).toMatchObject({ status: 'failed', hint: expect.stringMatching(/\.$/) });
    await store.reset();
  });

  test('a blob that breaks off or stands still in the middle is never taken for whole', async () => {
    const blobs = await open();
    await blobs.write('note', source('x'.repeat(300_000)));
    store.fail({ on: 'GET /clinic/note', fault: { fault: 'cut' }, times: 1 });
    await expect(Array.fromAsync(blobs.read('note'))).rejects.toMatchObject({
      code: 'provider-failed',
      transient: true,
    });
    store.fail({ on: 'GET /clinic/note', fault: { fault: 'stall' }, times: 1 });
    await expect(Array.fromAsync(blobs.read('note'))).rejects.toMatchObject({
      code: 'provider-unavailable',
      transient: true,
    });
    expect(Buffer.concat(await Array.fromAsync(blobs.read('note')))).toHaveLength(300_000);
  });

  test('a list that breaks off is no shorter list', async () => {
    const blobs = await open();
    for (const name of ['a', 'b', 'c', 'd', 'e']) await blobs.write(name, source());
    store.fail({ on: 'GET /clinic/', fault: { fault: 'cut' } });
    store.fail({ on: 'GET /clinic', fault: { fault: 'cut' } });
    await expect(Array.fromAsync(blobs.list(''))).rejects.toBeInstanceOf(Problem);
  });
});

describe('a clock that differs from that of the store', () => {
  test('is made up for where the store tells its time', async () => {
    const blobs = await open();
    store.shiftClock(3_600_000, true);
    await blobs.write('note', source());
    expect(store.objects('clinic').has('note')).toBe(true);
  });

  test('is named where it does not', async () => {
    const blobs = await open();
    store.shiftClock(-3_600_000, false);
    for (const problem of await refusals(blobs)) {
      expect(problem.detail).toMatch(
        /clock of this machine differs from its own \(RequestTimeTooSkewed, 403\)\. Set the clock/,
      );
    }
  });
});

describe('the health of the blobs on S3', () => {
  const start = async () => {
    const started = await startProvider(Blobs, s3, { with: usual() });
    onTestFinished(() => started.stop());
    return started;
  };

  test('is ok where the bucket can be listed and written, which is tried once and leaves nothing', async () => {
    const { health, instance } = await start();
    for (const _ of [1, 2])
      expect(await health()).toEqual({
        status: 'ok',
        detail: `the bucket "clinic" at ${store.url} can be listed and written`,
      });
    expect(store.count('POST /clinic/health-check')).toBe(1);
    expect(store.uploads('clinic')).toBe(0);
    expect(await Array.fromAsync(instance.list(''))).toEqual([]);
  });

  test('is failed where the bucket can be listed but not written', async () => {
    const { health } = await start();
    store.fail({ on: 'POST /clinic/health-check', fault: saying(403, 'AccessDenied') });
    expect(await health()).toMatchObject({ status: 'failed', hint: expect.stringContaining('read, write and delete') });
  });

  test('a host starts without its store, and recovers when that is there', async () => {
    await store.refuse();
    const { health, instance } = await start();
    expect(await health()).toMatchObject({ status: 'failed', detail: expect.stringContaining('cannot be reached') });
    await store.listen();
    expect(await health()).toMatchObject({ status: 'ok' });
    await instance.write('note', source());
  });
});
