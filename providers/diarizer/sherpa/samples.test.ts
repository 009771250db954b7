import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from 'chronoscribe/testing';
import { afterAll, describe, expect, test } from 'vitest';
import { writeRecording } from '../../transcriber/testing/recording.ts';
import { openSamples } from './speech.ts';

const folder = await temporaryFolder();
const wav = await readFile(
  (await writeRecording(join(folder.path, 'buzz.wav'), { durationMs: 1000, level: 16_384 })).path,
);
afterAll(() => folder.remove());

async function opened(bytes: Uint8Array) {
  const path = join(folder.path, 'opened.wav');
  await writeFile(path, bytes);
  return openSamples(path);
}

describe('a recording', () => {
  test('is read where it is wanted, as fractions', async () => {
    await using sound = await opened(wav);
    expect(sound.length).toBe(16_000);
    expect([...(await sound.read({ start: 78, end: 82 }))]).toEqual([0.5, 0.5, -0.5, -0.5]);
  });

  test('ends where it ends, whatever is asked for', async () => {
    await using sound = await opened(wav);
    expect(await sound.read({ start: 15_990, end: 20_000 })).toHaveLength(10);
    expect(await sound.read({ start: 20_000, end: 20_100 })).toHaveLength(0);
  });

  test('may have other chunks before its samples', async () => {
    const list = Buffer.concat([Buffer.from('LIST'), Buffer.from([3, 0, 0, 0]), Buffer.from('abc\0')]);
    await using sound = await opened(Buffer.concat([wav.subarray(0, 36), list, wav.subarray(36)]));
    expect([...(await sound.read({ start: 0, end: 2 }))]).toEqual([0.5, 0.5]);
  });

  test.each([0, 0xffff_ffff])(
    'whose writer did not know its length is read to the end of the file: %i',
    async (length) => {
      const streamed = Buffer.from(wav);
      streamed.writeUInt32LE(length, 40);
      await using sound = await opened(streamed);
      expect(sound.length).toBe(16_000);
    },
  );

  test.each([
    ['is no WAV file', () => Buffer.from('ID3 and so on, and so on, and so on, and so on')],
    ['has no samples', () => wav.subarray(0, 36)],
    ['has two channels', () => Buffer.from(wav).fill(2, 22, 23)],
    ['has 8 kHz', () => Buffer.from(wav).fill(0x1f, 25, 26)],
  ])('that %s is refused', async (_, bytes) => {
    await expect(opened(bytes())).rejects.toThrow(/WAV|16 kHz/);
  });
});
