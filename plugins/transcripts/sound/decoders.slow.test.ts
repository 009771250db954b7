import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Problem } from 'chronoscribe';
import { temporaryFolder } from 'chronoscribe/testing';
import { afterAll, describe, expect, test } from 'vitest';
import { detectMediaType } from '../../../core/http/body/media-type.ts';
import { hasSharedData, sharedData } from '../testing/shared.ts';
import { amr, tone, wav } from '../testing/sounds.ts';
import { bundledDecoder } from './bundled-decoder.ts';
import type { Decoder } from './decoder.ts';
import { findFfmpeg } from './ffmpeg.ts';
import { isSoundType } from './formats.ts';

const ffmpeg = await findFfmpeg(process.env.PATH ?? '');
const decoders: readonly { readonly name: string; readonly decoder: Decoder | undefined }[] = [
  { name: 'ffmpeg (skipped where it is not installed)', decoder: ffmpeg },
  { name: 'the bundled decoder', decoder: bundledDecoder() },
];

if (ffmpeg === undefined) console.warn('ffmpeg is not installed: its tests are skipped');

const never = new AbortController().signal;
const folder = await temporaryFolder();
afterAll(() => folder.remove());

async function decoded(decoder: Decoder, path: string): Promise<{ whole: boolean; sound: Int16Array }> {
  const pieces: Uint8Array[] = [];
  const whole = await decoder.decode(path, async (piece) => void pieces.push(piece), never);
  const bytes = new Uint8Array(Buffer.concat(pieces));
  return { whole, sound: new Int16Array(bytes.buffer, 0, Math.floor(bytes.length / 2)) };
}

async function fileOf(name: string, content: Uint8Array | string): Promise<string> {
  const path = join(folder.path, name);
  await writeFile(path, content);
  return path;
}

/** A WAV file of two channels, whose samples take turns. */
function stereo(both: Float32Array): Uint8Array {
  const file = wav(both, { rate: 32_000 });
  const view = new DataView(file.buffer);
  view.setUint16(22, 2, true);
  view.setUint32(24, 16_000, true);
  view.setUint32(28, 64_000, true);
  view.setUint16(32, 4, true);
  return file;
}

const seconds = (sound: Int16Array) => sound.length / 16_000;
const peak = (sound: Int16Array) => sound.reduce((highest, sample) => Math.max(highest, Math.abs(sample)), 0) / 32_768;

for (const { name, decoder } of decoders) {
  describe.skipIf(decoder === undefined)(name, () => {
    const it = decoder as Decoder; // The skip above is the check.

    test.skipIf(!hasSharedData).each(['wav', 'mp3', 'm4a', 'aac', 'ogg', 'opus', 'webm', 'flac'])(
      'hears the whole consultation in a .%s file',
      async (format) => {
        const { whole, sound } = await decoded(it, join(sharedData, `audio/consult.${format}`));
        expect(whole).toBe(true);
        expect(Math.abs(seconds(sound) - 31.169)).toBeLessThan(0.1);
        expect(peak(sound)).toBeGreaterThan(0.1);
      },
    );

    test.skipIf(!hasSharedData).each(['opus', 'webm'])(
      'hears a .%s stream while it comes, with all of its sound at the end',
      async (format) => {
        const content = await readFile(join(sharedData, `audio/consult.${format}`));
        const half = Math.floor(content.length / 2);
        let samples = 0;
        const firstHalf = Promise.withResolvers<void>();
        async function* coming() {
          for (let at = 0; at < half; at += 4096) yield content.subarray(at, Math.min(at + 4096, half));
          // The rest comes only after most of the first half was heard.
          await firstHalf.promise;
          yield content.subarray(half);
        }
        const sink = async (piece: Uint8Array) => {
          samples += piece.length / 2;
          if (samples > 10 * 16_000) firstHalf.resolve();
        };
        expect(await it.decodeStream(coming(), sink, never)).toBe(true);
        expect(Math.abs(samples / 16_000 - 31.169)).toBeLessThan(0.1);
      },
    );

    test('hears a WAV stream whose header leaves the length open', async () => {
      const file = wav(tone(3));
      new DataView(file.buffer).setUint32(54, 0xffffffff, true);
      let bytes = 0;
      const add = async (piece: Uint8Array) => {
        bytes += piece.length;
      };
      expect(await it.decodeStream(new Blob([new Uint8Array(file)]).stream(), add, never)).toBe(true);
      expect(bytes).toBe(3 * 32_000);
    });

    test('throws what its source throws, and stops when it is told to', async () => {
      async function* breaking() {
        yield wav(tone(1));
        throw new Error('the sound broke off');
      }
      await expect(it.decodeStream(breaking(), async () => undefined, never)).rejects.toThrow('broke off');
      const waiting = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(wav(tone(1))) });
      const stopped = new AbortController();
      const listening = it.decodeStream(waiting, async () => undefined, stopped.signal);
      stopped.abort(new Error('the recording was discarded'));
      await expect(listening).rejects.toThrow('was discarded');
    });

    test.skipIf(!hasSharedData)('gives a recording that is 16 kHz mono already as it is', async () => {
      const path = join(sharedData, 'audio/jfk.wav');
      const { sound } = await decoded(it, path);
      expect(sound.length).toBe(176_000);
      const original = (await readFile(path)).subarray(-2 * 176_000);
      const farthest = sound.reduce(
        (most, sample, i) => Math.max(most, Math.abs(sample - original.readInt16LE(2 * i))),
        0,
      );
      expect(farthest).toBeLessThanOrEqual(1);
    });

    test.each([
      { encoding: 'pcm8', rate: 8000, channels: 1 },
      { encoding: 'pcm16', rate: 44_100, channels: 2 },
      { encoding: 'pcm24', rate: 96_000, channels: 2 },
      { encoding: 'float32', rate: 48_000, channels: 1 },
      { encoding: 'float64', rate: 11_025, channels: 1 },
      { encoding: 'alaw', rate: 8000, channels: 1 },
    ] as const)('hears a tone at its level in a $encoding WAV file of $rate Hz', async (format) => {
      const path = await fileOf('tone.wav', wav(tone(2, { rate: format.rate, level: 0.5 }), format));
      const { sound } = await decoded(it, path);
      expect(Math.abs(seconds(sound) - 2)).toBeLessThan(0.1);
      expect(peak(sound.subarray(4000, -4000))).toBeCloseTo(0.5, 1);
    });

    test.each([
      ['whose channels cancel each other out', (sample: number) => -sample],
      ['of which one channel is silent', () => 0],
    ])('hears a stereo file %s', async (_, second) => {
      const both = Float32Array.from([...tone(2)].flatMap((sample) => [sample, second(sample)]));
      const { sound } = await decoded(it, await fileOf('stereo.wav', stereo(both)));
      expect(seconds(sound)).toBe(2);
      expect(peak(sound)).toBeGreaterThan(0.1);
    });

    test('hears AMR, as dictation devices write it', async () => {
      const { sound } = await decoded(it, await fileOf('dictation.amr', amr(100)));
      expect(Math.abs(seconds(sound) - 2)).toBeLessThan(0.1);
    });

    test('names a file of noise unreadable, and says nothing of its path', async () => {
      const path = await fileOf(
        'broken.mp3',
        Uint8Array.from({ length: 5000 }, (_, i) => (i * 7919) % 251),
      );
      const refused = decoded(it, path);
      await expect(refused).rejects.toThrow(Problem);
      await expect(refused).rejects.not.toThrow(folder.path);
    });

    test('names a file of which only the first bytes make sense unreadable', async () => {
      const path = await fileOf('broken.wav', Buffer.concat([Buffer.from('RIFF\x20\0\0\0WAVE'), Buffer.alloc(500, 7)]));
      await expect(decoded(it, path)).rejects.toMatchObject({ code: 'unreadable-file' });
    });

    test('hears what is left of a file that was cut off', async () => {
      const path = await fileOf('cut.wav', wav(tone(4)).subarray(0, 64_058));
      const { sound } = await decoded(it, path);
      expect(Math.abs(seconds(sound) - 2)).toBeLessThan(0.1);
    });

    test.skipIf(!hasSharedData)(
      'gives sound or a clean problem for every broken file',
      async () => {
        for (const collection of await readdir(join(sharedData, 'malformed/audio'))) {
          for (const file of await readdir(join(sharedData, 'malformed/audio', collection))) {
            const outcome = await decoded(it, join(sharedData, 'malformed/audio', collection, file)).catch(
              (thrown: unknown) => thrown,
            );
            if (outcome instanceof Problem)
              expect(['unreadable-file', 'provider-unavailable'], file).toContain(outcome.code);
            else expect(outcome, file).toHaveProperty('sound');
          }
        }
      },
      120_000,
    );

    test('stops with the reason of the signal when it is aborted', async () => {
      const path = await fileOf('long.wav', wav(tone(120)));
      const stop = new AbortController();
      const stopped = it.decode(path, async () => stop.abort(new Error('the client cancelled')), stop.signal);
      await expect(stopped).rejects.toThrow('the client cancelled');
    });

    test('stops with what its sink throws', async () => {
      const path = await fileOf('long.wav', wav(tone(120)));
      const refusing = async () => {
        throw new Error('the disk is full');
      };
      await expect(it.decode(path, refusing, never)).rejects.toThrow('the disk is full');
    });
  });
}

describe.skipIf(ffmpeg === undefined)('ffmpeg, where it is installed', () => {
  const it = ffmpeg as Decoder; // The skip above is the check.

  test('says its version and where it is', () => {
    expect(it.description).toMatch(/^ffmpeg \d\S* at \/.*ffmpeg/);
  });

  test.each(['aiff', 'caf', 'wma', 'mov', '3gp', 'mka', 'mp4'])('hears a .%s file', async (extension) => {
    const source = await fileOf('tone.wav', wav(tone(2)));
    const path = join(folder.path, `tone.${extension}`);
    const codec = extension === '3gp' ? ['-c:a', 'aac'] : [];
    await promisify(execFile)('ffmpeg', ['-loglevel', 'error', '-i', source, ...codec, path]);
    expect(isSoundType((await detectMediaType(await readFile(path))) ?? 'unknown')).toBe(true);
    const { sound } = await decoded(it, path);
    expect(Math.abs(seconds(sound) - 2)).toBeLessThan(0.2);
    expect(peak(sound.subarray(4000, -4000))).toBeCloseTo(0.3, 1);
  });

  test('hears a WAV file with the header of those over 4 GB', async () => {
    const source = await fileOf('tone.wav', wav(tone(2)));
    const path = join(folder.path, 'long-header.wav');
    await promisify(execFile)('ffmpeg', ['-loglevel', 'error', '-i', source, '-rf64', 'always', path]);
    expect(await detectMediaType(await readFile(path))).toBe('audio/wav');
    expect(seconds((await decoded(it, path)).sound)).toBe(2);
    expect(seconds((await decoded(bundledDecoder(), path)).sound)).toBe(2);
  });

  test.each([
    [
      'an HLS playlist',
      (target: string) => `#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\n${target}\n#EXT-X-ENDLIST\n`,
    ],
    ['a concat script', (target: string) => `ffconcat version 1.0\nfile ${target}\n`],
  ])('does not open the file that %s names', async (_, listing) => {
    await fileOf('secret.wav', wav(tone(1)));
    const path = await fileOf('playlist', listing('secret.wav'));
    await expect(decoded(it, path)).rejects.toMatchObject({ code: 'unreadable-file' });
  });
});

describe('looking for ffmpeg', () => {
  test('finds nothing on a path without it', async () => {
    expect(await findFfmpeg(folder.path)).toBeUndefined();
    expect(await findFfmpeg('')).toBeUndefined();
  });

  test('passes over a program of that name that is something else', async () => {
    const bin = join(folder.path, 'bin');
    await mkdir(bin);
    await writeFile(join(bin, 'ffmpeg'), '#!/bin/sh\necho "something else"\n', { mode: 0o755 });
    expect(await findFfmpeg(bin)).toBeUndefined();
  });
});

describe('the bundled decoder', () => {
  test('says that a format beyond it needs ffmpeg', async () => {
    const aiff = Buffer.concat([Buffer.from('FORM\0\0\0\x2eAIFFCOMM'), Buffer.alloc(64)]);
    await expect(decoded(bundledDecoder(), await fileOf('a.aiff', aiff))).rejects.toMatchObject({
      code: 'provider-unavailable',
      detail: expect.stringContaining('apt-get install ffmpeg'),
    });
  });
});
