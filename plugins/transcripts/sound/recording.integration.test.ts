import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { Blobs, definePlugin } from 'chronoscribe';
import { type TestHost, temporaryFolder, testHost } from 'chronoscribe/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tone, wav } from '../testing/sounds.ts';
import { bundledDecoder } from './bundled-decoder.ts';
import { decoderOf } from './ffmpeg.ts';
import { deleteLeftRecordings, withDecodedRecording } from './recording.ts';

let host: TestHost;
let blobs: Blobs;
let work: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  work = await temporaryFolder();
  const borrower = definePlugin({
    name: 'borrower',
    auth: 'public',
    needs: { blobs: Blobs },
    start({ needs }) {
      blobs = needs.blobs;
      return {};
    },
    routes: () => [],
  });
  host = await testHost({ plugins: [borrower] });
});
afterAll(async () => {
  await host.stop();
  await work.remove();
});

async function decode(upload: Uint8Array, options: { maxHours?: number; signal?: AbortSignal } = {}) {
  await blobs.write('uploads/u1', pieces(upload));
  return withDecodedRecording(
    { blob: 'uploads/u1', maxHours: 4, signal: new AbortController().signal, ...options },
    { decoder: bundledDecoder(), blobs, folder: work.path },
    async ({ path, ...recording }) => ({ ...recording, file: await readFile(path) }),
  );
}

async function* pieces(upload: Uint8Array) {
  yield upload;
}

describe('decoding an upload', () => {
  test('gives a WAV file of 16 kHz, mono, 16 bits, and tells its length', async () => {
    const upload = wav(tone(1.5, { rate: 44_100 }), { rate: 44_100, channels: 2, encoding: 'float32' });
    const { file, ...recording } = await decode(upload);
    expect(recording).toEqual({ durationMs: 1500, warnings: [] });
    expect(file.subarray(0, 4).toString() + file.subarray(8, 16).toString()).toBe('RIFFWAVEfmt ');
    expect(file.readUInt32LE(4)).toBe(file.length - 8);
    expect([file.readUInt16LE(20), file.readUInt16LE(22), file.readUInt32LE(24), file.readUInt16LE(34)]).toEqual([
      1, 1, 16_000, 16,
    ]);
    expect(file.readUInt32LE(40)).toBe(48_000);
    expect(file).toHaveLength(44 + 48_000);
  });

  test('tells the clinician of quiet sound', async () => {
    const { warnings } = await decode(wav(tone(1, { level: 0.004 })));
    expect(warnings).toEqual([expect.stringContaining('very quiet')]);
  });

  test('refuses silence', async () => {
    const refused = decode(wav(new Float32Array(16_000)));
    await expect(refused).rejects.toMatchObject({ code: 'no-speech', status: 422 });
  });

  test('refuses what is longer than the limit, and names the limit', async () => {
    const refused = decode(wav(tone(20)), { maxHours: 0.005 });
    await expect(refused).rejects.toMatchObject({
      code: 'too-large',
      status: 413,
      detail: expect.stringContaining('0.005 h'),
    });
  });

  test('takes what is exactly as long as the limit', async () => {
    expect(await decode(wav(tone(18)), { maxHours: 0.005 })).toMatchObject({ durationMs: 18_000 });
  });

  test('leaves no file behind, whether it ends well, badly or by an abort', async () => {
    await decode(wav(tone(1)));
    await decode(new Uint8Array(1000)).catch(() => {});
    await decode(wav(tone(20)), { maxHours: 0.005 }).catch(() => {});
    await decode(wav(tone(20)), { signal: AbortSignal.timeout(150) }).catch(() => {});
    expect(await readdir(work.path)).toEqual([]);
  });

  test('deletes at the next start what killed processes left, and nothing that is in use', async () => {
    const host = hostname().replaceAll(/[^\w.]/g, '_');
    const left = [
      `recording-${host}-${process.pid}-a.wav`,
      `recording-${host}-99999999-b.wav`,
      'recording-other-1-c.wav',
    ];
    const kept = [`recording-${host}-${process.ppid}-e.wav`, 'recording-other-1-f.wav', 'chronoscribe.db'];
    for (const name of [...left, ...kept]) await writeFile(join(work.path, name), '');
    await utimes(join(work.path, 'recording-other-1-c.wav'), 0, 0);
    await deleteLeftRecordings(work.path);
    expect((await readdir(work.path)).toSorted()).toEqual(kept.toSorted());
  });
});

describe('choosing a decoder', () => {
  test('takes the bundled decoder where the path has no ffmpeg, and says how to get it', async () => {
    const health = await decoderOf(work.path).health();
    expect(health).toMatchObject({
      status: 'ok',
      detail: expect.stringContaining('bundled decoder'),
      hint: expect.stringContaining('apt-get install ffmpeg'),
    });
  });
});
