import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from 'chronoscribe/testing';
import { afterAll, expect, test } from 'vitest';
import { type ReadOptions, transcriptReader } from './transcript-reader.ts';

const never = new AbortController().signal;
const folder = await temporaryFolder();
const reader = transcriptReader();
afterAll(async () => {
  await reader.close();
  await folder.remove();
});

const options = (format: ReadOptions['format'], more: Partial<ReadOptions> = {}): ReadOptions => ({
  ...{ format, maxCharacters: 1_000_000, signal: never },
  ...more,
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
  const { lines, ...rest } = await reader.read(path, options('vtt'));
  expect(rest).toEqual({
    source: 'vtt',
    language: null,
    durationMs: 4500,
    count: 2,
    hasTimes: true,
    isUnpunctuated: false,
    warnings: [],
  });
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
  expect(await reader.read(await fileOf('WEBVTT\n\nNOTE nothing\n'), options('vtt'))).toMatchObject({
    durationMs: 0,
    count: 0,
    lines: [],
  });
});

test('calls a file that is not UTF-8 unreadable', async () => {
  const utf16 = Buffer.from('\uFEFFWEBVTT\n\n00:01.000 --> 00:02.000\nhi', 'utf16le');
  const refused = reader.read(await fileOf(utf16), options('vtt'));
  await expect(refused).rejects.toMatchObject({ code: 'unreadable-file', detail: expect.stringContaining('UTF-8') });
});

test('tells the language of what is said, unless the file or the caller does', async () => {
  const german = 'WEBVTT\n\n00:01.000 --> 00:02.000\nIch habe seit drei Tagen Schmerzen im linken Knie.\n';
  expect(await reader.read(await fileOf(german), options('vtt'))).toMatchObject({ language: 'de' });
  expect(await reader.read(await fileOf(german), options('vtt', { language: 'de-AT' }))).toMatchObject({
    language: 'de-AT',
  });
  const told = JSON.stringify({ language: 'french', segments: [{ start: 0, end: 1, text: 'Oui.' }] });
  expect(await reader.read(await fileOf(told), options('json'))).toMatchObject({ language: 'fr', source: 'whisper' });
  expect(await reader.language('Mi fa male il ginocchio sinistro da tre giorni, dottore.', never)).toBe('it');
  expect(await reader.language('Ibuprofen 400 mg', never)).toBe(null);
});

test.each([
  ['cut', '{"segments": [{"start": 0, "en', 'it may have been cut'],
  ['of something else', '{"patients": []}', 'is no transcript'],
  ['with a wrong time', '{"segments": [{"start": "soon", "end": 2, "text": "hi"}]}', '`segments.0.start`'],
  ['with a time before the start', '{"utterances": [{"start": -5, "end": 2, "text": "hi"}]}', '`utterances.0.start`'],
  ['with endless nesting', '['.repeat(500_000), 'it may have been cut'],
  ['that failed', '{"status": "error", "error": "no", "text": null}', '`completed`'],
])('refuses JSON %s, says why, and reads the next file', async (_, text, reason) => {
  const refused = reader.read(await fileOf(text), options('json'));
  await expect(refused).rejects.toMatchObject({ code: 'unreadable-file', detail: expect.stringContaining(reason) });
  const next = reader.read(await fileOf('Doctor: Any fever?\nPatient: No.\n'), options('text'));
  expect(await next).toMatchObject({ count: 2, hasTimes: false, durationMs: 0 });
});

test('refuses a file that says more than is taken', async () => {
  const long = JSON.stringify({ text: 'word '.repeat(2000) });
  const refused = reader.read(await fileOf(long), options('json', { maxCharacters: 5000 }));
  await expect(refused).rejects.toMatchObject({ code: 'too-large' });
});
