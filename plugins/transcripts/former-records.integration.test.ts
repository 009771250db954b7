import { type TestHost, temporaryFolder } from 'chronoscribe/testing';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { type FormerRecord, formerRecords } from './former-records.ts';
import { hostWithOnlooker } from './testing/onlooker.ts';

const engine = { provider: 'vtt', model: null, version: null };

const former = (number: number): FormerRecord => ({
  id: `former-${number}`,
  account: 'default',
  runId: `former-${number}`,
  createdAt: 1000 + number,
  template: 'soap',
  language: 'en',
  durationMs: 2000,
  segments: [
    { id: 's1', speaker: 'Speaker 1', role: 'patient', startMs: 0, endMs: 900, text: `Knee ${number}.`, confidence: 0.5 },
    { id: 's2', speaker: 'Speaker 2', role: 'clinician', startMs: 900, endMs: 2000, text: 'Rest.', confidence: null },
  ],
  sections: [
    { name: 'Subjective', statements: [{ text: `Knee ${number}.`, evidence: ['s1'], grounded: true }] },
    { name: 'Plan', statements: [{ text: 'Morphine.', evidence: [], grounded: false }] },
  ],
  warnings: [
    'This recogniser errs often.',
    '1 statement of the note is not borne out by the transcript. Check what is marked `grounded: false` in the sections.',
  ],
  providers: { transcriber: engine, writer: engine },
});

/** A data folder as an earlier version left it: whole records in the store. */
async function formerFolder(count: number): Promise<string> {
  const folder = await temporaryFolder();
  onTestFinished(folder.remove);
  const { host, store } = await hostWithOnlooker({ dataFolder: folder.path });
  for (let number = 0; number < count; number += 1) await store.put(formerRecords, former(number));
  await host.stop();
  return folder.path;
}

const Page = z.object({ items: z.array(z.object({ id: z.string() })) });
const listed = async (host: TestHost) =>
  Page.parse((await host.call('GET', '/api/v1/transcripts?limit=100')).json).items.map(({ id }) => id);

test('records of an earlier version are there after the first start of this one, and nothing of them is left in the store', async () => {
  const dataFolder = await formerFolder(45);
  const { host, store } = await hostWithOnlooker({ dataFolder });
  onTestFinished(() => host.stop());
  expect(await listed(host)).toEqual(Array.from({ length: 45 }, (_, index) => `former-${44 - index}`));
  expect((await store.find(formerRecords, {})).items).toEqual([]);

  const { createdAt, language, durationMs, template, segments, sections, warnings, providers } = former(7);
  expect((await host.call('GET', '/api/v1/transcripts/former-7')).json).toMatchObject({
    id: 'former-7',
    note: 'Subjective:\nKnee 7.\n\nPlan:\nMorphine.',
    transcript: '--- Transcript:\n\nSpeaker 1:\n[00:00:00 - 00:00:00] Knee 7.\n\nSpeaker 2:\n[00:00:00 - 00:00:02] Rest.',
    version: 1,
    form: 'audio-note',
    ...{ createdAt, language, durationMs, template, segments, sections, warnings, providers },
  });
});

test('a move that a dead process left in the middle is gone on with', async () => {
  const dataFolder = await formerFolder(3);
  const second = await hostWithOnlooker({ dataFolder });
  // As if the process had died after the record was on the shelf, and before it left the store.
  await second.store.put(formerRecords, former(1));
  const { host: client } = second;
  const segments = [{ id: 's2', text: 'Rest for a week.' }];
  expect((await client.call('PATCH', '/api/v1/transcripts/former-1', { json: { segments } })).status).toBe(200);
  await second.host.stop();

  const { host, store } = await hostWithOnlooker({ dataFolder });
  onTestFinished(() => host.stop());
  expect((await store.find(formerRecords, {})).items).toEqual([]);
  expect(await listed(host)).toEqual(['former-2', 'former-1', 'former-0']);
  expect((await host.call('GET', '/api/v1/transcripts/former-1')).text).toContain('Rest for a week.');
});

test('a record of an earlier version can be rewritten, and its warnings of hearing stay', async () => {
  const { host } = await hostWithOnlooker({ dataFolder: await formerFolder(1) });
  onTestFinished(() => host.stop());
  const { status, json } = await host.call('POST', '/api/v1/transcripts/former-0/rewrite', { json: {} });
  expect(status).toBe(200);
  expect(json).toMatchObject({ version: 2, warnings: ['This recogniser errs often.'] });
});
