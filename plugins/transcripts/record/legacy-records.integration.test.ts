import { type TestHost, temporaryFolder } from 'chronoscribe/testing';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { hostWithObserver } from '../testing/observed-host.ts';
import { type LegacyRecord, legacyRecords } from './legacy-records.ts';

const engine = { provider: 'vtt', model: null, version: null };

const unproved = { engine: null, checked: null, repaired: null };

const legacy = (number: number): LegacyRecord => ({
  id: `legacy-${number}`,
  account: 'default',
  runId: `legacy-${number}`,
  createdAt: 1000 + number,
  template: 'soap',
  language: 'en',
  durationMs: 2000,
  segments: [
    {
      id: 's1',
      speaker: 'Speaker 1',
      role: 'patient',
      startMs: 0,
      endMs: 900,
      text: `Knee ${number}.`,
      confidence: 0.5,
    },
    { id: 's2', speaker: 'Speaker 2', role: 'clinician', startMs: 900, endMs: 2000, text: 'Rest.', confidence: null },
  ],
  sections: [
    {
      name: 'Subjective',
      statements: [
        {
          text: `Knee ${number}.`,
          evidence: ['s1'],
          grounded: true,
          id: '',
          origin: 'writer',
          doubts: [],
          ...unproved,
        },
      ],
    },
    {
      name: 'Plan',
      statements: [
        { text: 'Morphine.', evidence: [], grounded: false, id: '', origin: 'writer', doubts: [], ...unproved },
      ],
    },
  ],
  warnings: [
    'This recogniser errs often.',
    '1 statement of the note is not borne out by the transcript. Check what is marked `grounded: false` in the sections.',
  ],
  providers: { transcriber: engine, writer: engine },
});

/** A data folder as an earlier version left it: whole records in the store. */
async function legacyFolder(count: number): Promise<string> {
  const folder = await temporaryFolder();
  onTestFinished(folder.remove);
  const { host, store } = await hostWithObserver({ dataFolder: folder.path });
  for (let number = 0; number < count; number += 1) await store.put(legacyRecords, legacy(number));
  await host.stop();
  return folder.path;
}

const Page = z.object({ items: z.array(z.object({ id: z.string() })) });
const listed = async (host: TestHost) =>
  Page.parse((await host.call('GET', '/api/v1/transcripts?limit=100')).json).items.map(({ id }) => id);

test('records of an earlier version are moved at the first start, and leave nothing in the store', async () => {
  const dataFolder = await legacyFolder(45);
  const { host, store } = await hostWithObserver({ dataFolder });
  onTestFinished(() => host.stop());
  expect(await listed(host)).toEqual(Array.from({ length: 45 }, (_, index) => `legacy-${44 - index}`));
  expect((await store.find(legacyRecords, {})).items).toEqual([]);

  const { createdAt, language, durationMs, template, segments, sections, warnings, providers } = legacy(7);
  expect((await host.call('GET', '/api/v1/transcripts/legacy-7')).json).toMatchObject({
    id: 'legacy-7',
    note: 'Subjective:\nKnee 7.\n\nPlan:\nMorphine.',
    transcript:
      '--- Transcript:\n\nSpeaker 1:\n[00:00:00 - 00:00:00] Knee 7.\n\nSpeaker 2:\n[00:00:00 - 00:00:02] Rest.',
    version: 1,
    form: 'audio-note',
    ...{ createdAt, language, durationMs, template, segments, warnings, providers },
    sections: sections.map((section, index) => ({
      ...section,
      statements: section.statements.map((statement) => ({ ...statement, id: `n${index + 1}` })),
    })),
  });
});

test('a move that a dead process left in the middle is gone on with', async () => {
  const dataFolder = await legacyFolder(3);
  const second = await hostWithObserver({ dataFolder });
  // As if the process had died after the record was on the repository, and before it left the store.
  await second.store.put(legacyRecords, legacy(1));
  const { host: client } = second;
  const segments = [{ id: 's2', text: 'Rest for a week.' }];
  expect((await client.call('PATCH', '/api/v1/transcripts/legacy-1', { json: { segments } })).status).toBe(200);
  await second.host.stop();

  const { host, store } = await hostWithObserver({ dataFolder });
  onTestFinished(() => host.stop());
  expect((await store.find(legacyRecords, {})).items).toEqual([]);
  expect(await listed(host)).toEqual(['legacy-2', 'legacy-1', 'legacy-0']);
  expect((await host.call('GET', '/api/v1/transcripts/legacy-1')).text).toContain('Rest for a week.');
});

test('a record of an earlier version can be rewritten, and its warnings of hearing stay', async () => {
  const { host } = await hostWithObserver({ dataFolder: await legacyFolder(1) });
  onTestFinished(() => host.stop());
  const { status, json } = await host.call('POST', '/api/v1/transcripts/legacy-0/rewrite', { json: {} });
  expect(status).toBe(200);
  expect(json).toMatchObject({ version: 2, warnings: ['This recogniser errs often.'] });
});
