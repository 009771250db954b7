import { setTimeout as wait } from 'node:timers/promises';
import { definePlugin, Store } from 'chronoscribe';
import { type TestHost, temporaryFolder, testHost } from 'chronoscribe/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TranscriptRecord, Transcripts } from './kind.ts';
import { deleteOldRecords } from './retention.ts';

/** A host, and what another plugin of it sees of the transcripts. */
async function hostWith(options: Parameters<typeof testHost>[0] = {}) {
  const seen: { transcripts?: Transcripts; store?: Store } = {};
  const onlooker = definePlugin({
    name: 'onlooker',
    auth: 'public',
    needs: { transcripts: Transcripts, store: Store },
    start({ needs }) {
      Object.assign(seen, needs);
      return {};
    },
    routes: () => [],
  });
  const host = await testHost({ ...options, plugins: [onlooker] });
  const { transcripts, store } = seen;
  if (transcripts === undefined || store === undefined) throw new Error('the plugin was not started');
  return { host, transcripts, store };
}

const record = (id: string, createdAt: number, account = 'clinic'): TranscriptRecord => ({
  id,
  account,
  runId: id,
  createdAt,
  template: 'soap',
  note: 'Plan:\nRest.',
  transcript: '--- Transcript:',
  language: null,
  durationMs: 1000,
  segments: [{ id: 's1', speaker: 'Speaker 1', role: 'unknown', startMs: 0, endMs: 1000, text: 'Rest.', confidence: null }],
  sections: [{ name: 'Plan', statements: [{ text: 'Rest.', evidence: ['s1'], grounded: true }] }],
  warnings: [],
  providers: {
    transcriber: { provider: 'vtt', model: null, version: null },
    writer: { provider: 'extractive', model: null, version: null },
  },
});

describe('the records of consultations', () => {
  let host: TestHost;
  let transcripts: Transcripts;
  let store: Store;
  beforeAll(async () => {
    ({ host, transcripts, store } = await hostWith());
  });
  afterAll(() => host.stop());

  test('come back as they were saved, and a step that saves twice leaves one', async () => {
    await transcripts.save(record('r1', 5000));
    await transcripts.save(record('r1', 5000));
    expect(await transcripts.get('clinic', 'r1')).toEqual(record('r1', 5000));
    expect((await transcripts.list('clinic', {})).items).toHaveLength(1);
  });

  test('belong to one account: for another they do not exist', async () => {
    await transcripts.save(record('r2', 5000));
    await expect(transcripts.get('practice', 'r2')).rejects.toMatchObject({ code: 'not-found' });
    await expect(transcripts.delete('practice', 'r2')).rejects.toMatchObject({ code: 'not-found' });
    expect(await transcripts.list('practice', {})).toEqual({ items: [], next: null });
  });

  test('older than their retention are deleted, of every account; younger ones stay', async () => {
    const day = 24 * 3600 * 1000;
    const now = 1000 * day;
    for (let i = 0; i < 25; i += 1)
      await transcripts.save(record(`old-${i}`, now - 7 * day - 1 - i, i % 2 === 0 ? 'north' : 'south'));
    await transcripts.save(record('young', now - 7 * day, 'north'));
    const deleted = await deleteOldRecords(7, now, { store, records: transcripts });
    expect(deleted).toBeGreaterThanOrEqual(25);
    expect((await transcripts.list('north', {})).items.map(({ id }) => id)).toEqual(['young']);
    expect((await transcripts.list('south', {})).items).toEqual([]);
  });

  test('are made by a decoder that the health check names', async () => {
    const { text } = await host.call('GET', '/ready');
    expect(text).toMatch(/ffmpeg \d|audio-decode \d/);
  });

  test.each(['limit=0', 'limit=101', 'limit=many', 'cursor=nonsense'])('are not listed for a wrong query: %s', async (query) => {
    expect((await host.call('GET', `/api/v1/transcripts?${query}`)).status).toBe(422);
  });

  test.each([true, '5', null, [5]])('are not listed for a limit of a wrong type: %j', async (limit) => {
    const { status, json } = await host.call('GET', '/api/v1/transcripts', { json: { limit } });
    expect(status).toBe(422);
    expect(json).toMatchObject({ detail: [{ loc: ['body', 'limit'], type: 'invalid_type' }] });
  });

  test('are listed for a limit in the query, which is text by nature', async () => {
    expect((await host.call('GET', '/api/v1/transcripts?limit=5', { json: { limit: 5 } })).status).toBe(200);
  });
});

test('a host with a retention deletes old records when it starts', async () => {
  const folder = await temporaryFolder();
  const first = await hostWith({ dataFolder: folder.path });
  await first.transcripts.save(record('old', Date.now() - 8 * 24 * 3600 * 1000));
  await first.transcripts.save(record('young', Date.now()));
  await first.host.stop();

  const second = await hostWith({ dataFolder: folder.path, config: { plugins: { transcripts: { with: { keepDays: 7 } } } } });
  const ids = async () => (await second.transcripts.list('clinic', {})).items.map(({ id }) => id);
  while ((await ids()).length > 1) await wait(10);
  expect(await ids()).toEqual(['young']);
  await second.host.stop();
  await folder.remove();
});
