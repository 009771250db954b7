import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from 'chronoscribe/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { soundFormat } from './sound-format.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => folder.remove());

const ogg = (codec: string) => `OggS${'\0'.repeat(24)}${codec}`;
/** An ID3 tag of 300 bytes after its header. */
const tag = `ID3\x04\0\0\0\0\x02\x2c${'x'.repeat(300)}`;

test.each([
  ['RIFF\0\0\0\0WAVEfmt ', 'wav'],
  ['RIFF\0\0\0\0AVI ', undefined],
  ['\0\0\0\x20ftypM4A ', 'm4a'],
  [ogg('OpusHead'), 'opus'],
  [ogg('\x01vorbis'), 'oga'],
  [ogg('\x7fFLAC'), 'flac'],
  [ogg('Speex   '), undefined],
  ['fLaC', 'flac'],
  ['#!AMR\n', 'amr'],
  ['#!AMR-WB\n', 'amr'],
  ['\x1a\x45\xdf\xa3\x9f\x42\x82\x84webm', 'webm'],
  ['\x1a\x45\xdf\xa3\x9f\x42\x82\x88matroska', undefined],
  ['\xff\xfb\x90\x64', 'mp3'],
  ['\xff\xf1\x50\x80', 'aac'],
  [`${tag}\xff\xfb\x90\x64`, 'mp3'],
  [`${tag}\xff\xf9\x50\x80`, 'aac'],
  [`${tag}fLaC`, 'flac'],
  [tag, undefined],
  ['some text', undefined],
  ['', undefined],
])('a file that begins with %j is %s', async (head, format) => {
  const path = join(folder.path, 'file');
  await writeFile(path, head, 'latin1');
  expect(await soundFormat(path)).toBe(format);
});
