import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from 'chronoscribe/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CueReader, cueReader } from './cue-reader.ts';

const never = new AbortController().signal;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let reader: CueReader;
beforeAll(async () => {
  folder = await temporaryFolder();
  reader = cueReader();
});
afterAll(async () => {
  await reader.close();
  await folder.remove();
});

async function fileOf(content: Uint8Array | string): Promise<string> {
  const path = join(folder.path, 'transcript');
  await writeFile(path, content);
  return path;
}

test('gives the segments of a subtitle file as a line of JSON', async () => {
  const path = await fileOf(
    '\uFEFFWEBVTT\n\n00:01.000 --> 00:02.000\n<v Doctor>Any fever?\n\n00:03.000 --> 00:04.500\n<v Patient>No.\n',
  );
  const { lines, ...rest } = await reader.read(path, never);
  expect(rest).toEqual({ durationMs: 4500, count: 2 });
  expect(JSON.parse(Buffer.concat(lines).toString())).toEqual([
    {
      id: 's1',
      speaker: 'Speaker 1',
      role: 'clinician',
      startMs: 1000,
      endMs: 2000,
      text: 'Any fever?',
      confidence: null,
    },
    { id: 's2', speaker: 'Speaker 2', role: 'patient', startMs: 3000, endMs: 4500, text: 'No.', confidence: null },
  ]);
});

test('has none to give of a file without cues', async () => {
  expect(await reader.read(await fileOf('WEBVTT\n\nNOTE nothing\n'), never)).toEqual({
    durationMs: 0,
    count: 0,
    lines: [],
  });
});

test('calls a file that is not UTF-8 unreadable', async () => {
  const utf16 = Buffer.from('\uFEFFWEBVTT\n\n00:01.000 --> 00:02.000\nhi', 'utf16le');
  const refused = reader.read(await fileOf(utf16), never);
  await expect(refused).rejects.toMatchObject({ code: 'unreadable-file', detail: expect.stringContaining('UTF-8') });
});
