import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Blobs } from 'chronoscribe';
import { silentLog, startProvider, temporaryFolder } from 'chronoscribe/testing';
import { afterAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { startS3 } from '../../../test/doubles/s3.ts';
import { type S3Blobs, s3Blobs } from './blobs.ts';
import s3, { S3Settings } from './index.ts';
import { defaultLimits, openClient, type S3Location } from './requests.ts';

const limits = { ...defaultLimits, partBytes: 5 * 1024 * 1024 };
let folder: string;
let settings: S3Location;

const store = await startS3();
afterAll(() => store.stop());

beforeEach(async () => {
  await store.reset();
  store.makeBucket('clinic');
  const made = await temporaryFolder();
  onTestFinished(made.remove);
  folder = made.path;
  settings = S3Settings.parse({ bucket: 'clinic', endpoint: store.url, ...store.key });
});

async function open(): Promise<S3Blobs> {
  const blobs = await s3Blobs(settings, { tempFolder: join(folder, 'scratch'), log: silentLog, limits });
  onTestFinished(() => blobs.stop());
  return blobs;
}

async function* pieces(...contents: readonly (Buffer | (() => void | Promise<void>))[]) {
  for (const content of contents) {
    if (Buffer.isBuffer(content)) yield content;
    else await content();
  }
}

/** Three parts and a half. */
const large = Buffer.alloc(3.5 * limits.partBytes, Buffer.from(Array.from({ length: 251 }, (_, at) => at)));
/** Waits until a part of the blob has been sent. */
const partSent = (name: string) => () =>
  vi.waitFor(() => expect(store.count(`PUT /clinic/${name}`)).toBeGreaterThan(0), { timeout: 10_000 });

describe('the settings', () => {
  const refusal = (changed: object) => startProvider(Blobs, s3, { with: { ...settings, ...changed } });

  test('need a bucket alone where AWS itself is asked by a machine with a role', () => {
    expect(S3Settings.parse({ bucket: 'clinic' })).toEqual({ bucket: 'clinic', region: 'us-east-1' });
  });

  test('take both parts of a key or none, no key in an address, and a name that a bucket can have', async () => {
    await expect(refusal({ secretAccessKey: undefined })).rejects.toThrow('both, or leave out both');
    await expect(refusal({ endpoint: 'https://key:secret@objects.example' })).rejects.toThrow('keys go to accessKeyId');
    await expect(refusal({ endpoint: 'objects.example' })).rejects.toThrow('Invalid URL');
    await expect(refusal({ bucket: 'clinic/recordings' })).rejects.toThrow('is not the name of a bucket');
  });
});

describe('writing to S3', () => {
  test('takes one request for a small blob and pieces for a large one, with the checksum of each', async () => {
    const blobs = await open();
    await blobs.write('small', pieces(Buffer.alloc(limits.partBytes)));
    expect(store.count('PUT /clinic/small')).toBe(1);
    await blobs.write('large', pieces(large));
    expect(store.count('PUT /clinic/large')).toBe(4);
    expect(store.objects('clinic').get('large')?.equals(large)).toBe(true);
    const sums = store.requests
      .filter(({ method }) => method === 'PUT')
      .map(({ headers }) => headers['x-amz-content-sha256']);
    expect(sums).toEqual(Array(5).fill(expect.stringMatching(/^[0-9a-f]{64}$/)));
  });

  test('leaves no pieces behind when the source fails or the signal aborts in the middle', async () => {
    const blobs = await open();
    const fail = () => {
      throw new Error('broken off');
    };
    await expect(blobs.write('note', pieces(large, partSent('note'), fail))).rejects.toThrow('broken off');

    const aborting = new AbortController();
    const abort = () => aborting.abort(new Error('gone away'));
    await expect(
      blobs.write('aborted', pieces(large, partSent('aborted'), abort, large), { signal: aborting.signal }),
    ).rejects.toThrow('gone away');
    expect(store.count('DELETE /clinic/note') + store.count('DELETE /clinic/aborted')).toBe(2);
    expect(store.uploads('clinic')).toBe(0);
    expect(store.objects('clinic').size).toBe(0);
  });

  test('does not wait for a store that takes a piece and says nothing, when the signal aborts', async () => {
    const blobs = await open();
    const aborting = new AbortController();
    store.fail({ on: 'PUT /clinic/note', fault: { fault: 'hang' } });
    const writing = blobs.write('note', pieces(large), { signal: aborting.signal });
    await expect.poll(() => store.count('PUT /clinic/note')).toBeGreaterThan(0);
    aborting.abort(new Error('gone away'));
    await expect(writing).rejects.toThrow('gone away');
    expect(store.uploads('clinic')).toBe(0);
  });

  test('gets over a store that is busy for a moment', async () => {
    const blobs = await open();
    store.fail({
      on: 'PUT /clinic/note',
      fault: { fault: 'status', status: 503, body: '<Error><Code>SlowDown</Code></Error>' },
      times: 2,
    });
    await blobs.write('note', pieces(large));
    expect(store.objects('clinic').get('note')?.equals(large)).toBe(true);
  });

  test('breaks the upload off when a piece cannot be stored, and the old content stays', async () => {
    const blobs = await open();
    await blobs.write('note', pieces(Buffer.from('old')));
    store.fail({ on: 'PUT /clinic/note', fault: { fault: 'status', status: 500 } });
    await expect(blobs.write('note', pieces(large))).rejects.toMatchObject({
      code: 'provider-unavailable',
      transient: true,
    });
    expect(store.uploads('clinic')).toBe(0);
    expect(`${store.objects('clinic').get('note')}`).toBe('old');
  });

  test('a blob that is there counts as written, though the answer to the last request was lost', async () => {
    const blobs = await open();
    const lose = () => store.fail({ on: 'POST /clinic/large', fault: { fault: 'cut' } });
    expect(await blobs.write('large', pieces(large, partSent('large'), lose))).toMatchObject({ bytes: large.length });
    expect(store.objects('clinic').get('large')?.equals(large)).toBe(true);

    store.fail({ on: 'PUT /clinic/small', fault: { fault: 'cut' } });
    expect(await blobs.write('small', pieces(Buffer.from('text')))).toMatchObject({ bytes: 4 });
  });

  test('a blob of another write does not count as written', async () => {
    const blobs = await open();
    await blobs.write('note', pieces(Buffer.from('old')));
    store.fail({ on: 'PUT /clinic/note', fault: { fault: 'status', status: 500 } });
    await expect(blobs.write('note', pieces(Buffer.from('new')))).rejects.toMatchObject({
      code: 'provider-unavailable',
    });
  });
});

describe('lending a file from S3', () => {
  test('keeps it to its owner and deletes it, whatever is done with it', async () => {
    const blobs = await open();
    await blobs.write('runs/1/audio.wav', pieces(large));
    let lent = '';
    const use = async (path: string) => {
      lent = path;
      expect(path).toMatch(/\.wav$/);
      expect((await stat(path)).mode & 0o777).toBe(0o600);
      throw new Error('no ear for it');
    };
    await expect(blobs.withFile('runs/1/audio.wav', use)).rejects.toThrow('no ear for it');
    await expect(stat(lent)).rejects.toThrow('ENOENT');

    store.fail({ on: 'GET /clinic/runs/1/audio.wav', fault: { fault: 'cut' } });
    await expect(blobs.withFile('runs/1/audio.wav', async () => 'never')).rejects.toMatchObject({
      code: 'provider-failed',
    });
    expect(await readdir(join(lent, '..'))).toEqual([]);
  });
});

const endlessWriter = fileURLToPath(new URL('./testing/endless-writer.ts', import.meta.url));

/**
 * Runs another process on this data folder that writes the blob `finished`, and kills it with SIGKILL while it writes
 * another blob inside `withFile`.
 */
async function killInTheMiddleOfAWrite(dataFolder: string, location: object): Promise<void> {
  const child = spawn(
    process.execPath,
    ['--conditions=chronoscribe-source', endlessWriter, dataFolder, JSON.stringify(location)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const closed = once(child, 'close');
  await Promise.race([
    once(child.stdout, 'data'),
    closed.then(() => Promise.reject(new Error('The writer ended by itself.'))),
  ]);
  child.kill('SIGKILL');
  await closed;
}

describe('a host that is killed in the middle of a write', () => {
  test('leaves nothing that is listed, no lent file, and pieces that another host breaks off when they are old', async () => {
    await killInTheMiddleOfAWrite(folder, settings);
    const blobs = await open();
    expect((await Array.fromAsync(blobs.list(''))).map(({ name }) => name)).toEqual(['finished']);
    const left = await readdir(join(folder, 'scratch'), { recursive: true, withFileTypes: true });
    expect(left.filter((entry) => entry.isFile() && !entry.name.endsWith('.lock'))).toEqual([]);

    // It may be that of a living host, so the sweep at the start has let it be.
    await expect.poll(() => store.requests.some(({ query }) => query.has('uploads'))).toBe(true);
    expect(store.uploads('clinic')).toBe(1);
    expect(await blobs.abortUnfinished(new Date(Date.now() - 60_000))).toBe(0);
    expect(await blobs.abortUnfinished(new Date(Date.now() + 60_000))).toBe(1);
    expect(store.uploads('clinic')).toBe(0);
  });

  test('many old uploads are all swept, and those of a name that no blob can have are left', async () => {
    const client = await openClient(settings);
    const names = ['.somebody-else', ...Array.from({ length: 10 }, (_, at) => `runs/${at}`)];
    for (const Key of names) await client.createMultipartUpload({ Bucket: 'clinic', Key });
    expect(await (await open()).abortUnfinished(new Date(Date.now() + 60_000))).toBe(10);
    expect(store.uploads('clinic')).toBe(1);
    client.destroy();
  });
});
