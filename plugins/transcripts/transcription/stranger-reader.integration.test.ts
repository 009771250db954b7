import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { definePlugin, transcriptReaders } from 'chronoscribe';
import { temporaryFolder, testHost } from 'chronoscribe/testing';
import { afterAll, expect, test } from 'vitest';

const reader = `
import { readFileSync } from 'node:fs';
export default function read(file) {
  const [first, ...lines] = new TextDecoder().decode(file).trimEnd().split('\\n');
  if (!/DICTATION/.test(first)) return undefined;
  if (lines[0] === 'pages missing') return { unreadable: 'Pages are missing' };
  if (lines[0] === 'secret') readFileSync('/etc/hostname');
  if (lines[0] === 'wrong') return { utterances: [] };
  const said = { speaker: 'Dr. Adler', startMs: 0, endMs: 0, confidence: null };
  return { source: 'dictation', language: 'en', hasTimes: false, utterances: lines.map((text) => ({ ...said, text })) };
}
`;

const folder = await temporaryFolder();
await writeFile(join(folder.path, 'dictation.mjs'), reader);
const dictations = definePlugin({
  name: 'dictations',
  auth: 'clinical',
  extends: [
    transcriptReaders.add({
      ...{ name: 'dictation', mediaTypes: ['application/xml'] },
      module: pathToFileURL(join(folder.path, 'dictation.mjs')),
    }),
  ],
  routes: () => [],
});
const host = await testHost({ plugins: [dictations] });
afterAll(async () => {
  await host.stop();
  await folder.remove();
});

async function uploaded(content: string) {
  const form = new FormData();
  form.append('file', new File([content], 'visit'));
  const answer = await host.call('POST', '/api/v1/transcripts/upload_audio_file', { form });
  return { status: answer.status, text: answer.text };
}

test.each([
  ['a text, by what it says', 'DICTATION\nThe knee hurts.'],
  ['a media type of its own', '<?xml version="1.0"?><!-- DICTATION -->\nThe knee hurts.'],
])("a stranger's reader reads %s", async (_what, content) => {
  const { text } = await uploaded(content);
  const record = JSON.parse(text);
  const { json } = await host.call('GET', `/api/v1/transcripts/${record.id}`);
  expect(json).toMatchObject({
    segments: [{ text: 'The knee hurts.' }],
    providers: { transcriber: { provider: 'dictation' } },
  });
});

test('a text that it does not know is read as ever', async () => {
  const { text } = await uploaded('Doctor: Any fever?\nPatient: No.');
  expect(JSON.parse(text).transcript).toContain('Any fever?');
});

test.each([
  ['DICTATION\npages missing', 'Pages are missing.'],
  ['DICTATION\nsecret', 'The reader \\"dictation\\" failed on this file'],
  ['DICTATION\nwrong', 'The reader \\"dictation\\" failed on this file'],
  ['<?xml version="1.0"?><letter/>', 'No reader of transcripts knows the form of this file'],
])('what it cannot read is refused with its reason: %j', async (content, said) => {
  const { status, text } = await uploaded(content);
  expect([status, text]).toEqual([422, expect.stringContaining(said)]);
});
