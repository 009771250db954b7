import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Provider, Store } from 'chronoscribe';
import { temporaryFolder, testHost } from 'chronoscribe/testing';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import sqlite from '../../providers/store/sqlite/index.ts';
import scripted from '../../test/fixtures/scripted-transcriber.ts';
import { tone, wav } from '../transcripts/testing/sounds.ts';
import { sendPiece } from '../transcripts/testing/visits.ts';

const Opened = z.object({ id: z.string(), upload: z.string() });

test('a recording that nobody goes on with becomes a record, and one without sound is deleted', async () => {
  const folder = await temporaryFolder();
  onTestFinished(folder.remove);
  const first = await testHost({ dataFolder: folder.path, providers: [{ provider: scripted }] });
  const open = async () => Opened.parse((await first.call('POST', '/api/v1/transcripts/live', { json: {} })).json);
  const [spoken, silent] = [await open(), await open()];
  await sendPiece(first, spoken.upload, 0, wav(tone(2)));
  await first.stop();

  const second = await testHost({
    dataFolder: folder.path,
    providers: [{ provider: scripted }],
    config: { plugins: { 'live-recordings': { with: { finishAfterHours: 1e-6 } } } },
  });
  onTestFinished(() => second.stop());
  const record = () => second.call('GET', `/api/v1/transcripts/${spoken.id}`);
  await expect.poll(async () => (await record()).status, { timeout: 40_000 }).toBe(200);
  expect((await record()).json).toMatchObject({ durationMs: 2000 });
  const listed = () => second.call('GET', '/api/v1/transcripts/live');
  await expect.poll(async () => (await listed()).json, { timeout: 40_000 }).toEqual({ items: [] });
  expect((await second.call('GET', `/api/v1/transcripts/${silent.id}`)).status).toBe(404);
}, 120_000);

/** The store, which cannot delete uploads. */
const jammed: Provider = {
  ...sqlite,
  async create(context) {
    // The boundary where types are given back: it is what `defineProvider` saw that it is.
    const store = (await sqlite.create(context)) as Store;
    const remove: Store['delete'] = async (collection, id) => {
      if (collection.name === 'uploads') throw new Error('The store is away.');
      return store.delete(collection, id);
    };
    return { ...store, delete: remove };
  },
};

test('a recording whose discarding was interrupted is gone at once, and so is its sound after the next start', async () => {
  const folder = await temporaryFolder();
  onTestFinished(folder.remove);
  const first = await testHost({ dataFolder: folder.path, providers: [{ provider: jammed }] });
  const { id, upload } = Opened.parse((await first.call('POST', '/api/v1/transcripts/live', { json: {} })).json);
  await sendPiece(first, upload, 0, wav(tone(2)));
  expect((await first.call('DELETE', `/api/v1/transcripts/live/${id}`)).status).toBe(500);
  expect((await first.call('GET', '/api/v1/transcripts/live')).json).toEqual({ items: [] });
  expect((await first.call('POST', `/api/v1/transcripts/live/${id}/finish`)).status).toBe(404);
  await first.stop();

  const second = await testHost({ dataFolder: folder.path });
  onTestFinished(() => second.stop());
  const files = async () =>
    (await readdir(join(folder.path, 'blobs'), { recursive: true })).filter((name) => name.includes(id));
  expect(await files()).not.toEqual([]);
  await expect.poll(files, { timeout: 40_000 }).toEqual([]);
}, 120_000);
