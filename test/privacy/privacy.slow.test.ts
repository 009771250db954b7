import { basename } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPractice, type Practice } from './practice.ts';
import { change, deleteEverything, fail, recordEverything, sign } from './visits.ts';
import { everyWord, words } from './words.ts';

/** Where no word is. */
const nowhere = Object.fromEntries(everyWord.map((word) => [word, []]));

describe.each(['sqlite', 'lowdb'])('a practice that keeps its records with %s', (store) => {
  let practice: Practice;
  let places: readonly string[];
  beforeAll(async () => {
    practice = await openPractice(store);
  });
  afterAll(() => practice.close());

  test('keeps what was said and shown in the files of its records, and not in its databases', async () => {
    places = await recordEverything(practice);
    await change(practice, places[1] ?? '');
    await sign(practice, places[0] ?? '');
    await fail(practice, places[1] ?? '');
    const found = await practice.found(everyWord);
    // What is deleted below was there.
    const refused: readonly string[] = Object.values(words.refused);
    // A cancelled run's transcript is in its files alone, and what was asked of an image or of PDFs in the run alone:
    // they are deleted when it ends.
    const ended: readonly string[] = [words.cancelled.said, words.asked.image, words.asked.pdf];
    const others = everyWord.filter((word) => !ended.includes(word));
    expect(others.filter((word) => found[word]?.length === 0)).toEqual(refused);
    const clinical = [
      ...Object.values(words.said),
      ...Object.values(words.shown),
      words.changed.segment,
      words.changed.speaker,
      words.signed.statement,
      words.signed.patient,
    ];
    for (const word of clinical) {
      expect(found[word], word).toContainEqual(expect.stringContaining('/blobs/records/'));
      expect(found[word]?.filter((path) => basename(path).startsWith('chronoscribe.'))).toEqual([]);
    }
  });

  test('has nothing of it in its workflow engine once the work is done; of what failed, until it is deleted', async () => {
    const { said, asked, called } = words;
    const failed: readonly string[] = [...Object.values(words.failed), said.batch, asked.batch, called.batch];
    const over = everyWord.filter((word) => !failed.includes(word));
    const inEngine = async () => {
      const found = await practice.found(over);
      return over.filter((word) => found[word]?.some((path) => basename(path).startsWith('workflows.')));
    };
    await expect.poll(inEngine, { timeout: 60_000 }).toEqual([]);
  });

  test('quotes nothing of it in an error, though the model’s service did', () => {
    expect(practice.model.requests.map(({ body }) => String(body)).join()).toContain(words.failed.wish);
    expect(practice.errors()).not.toBe('');
    expect(everyWord.filter((word) => practice.errors().includes(word))).toEqual([]);
  });

  test('tells its metrics nothing of it', async () => {
    const { text } = await practice.call('GET', '/metrics');
    expect(text).toContain('upload_audio_file');
    expect(everyWord.filter((word) => text.includes(word))).toEqual([]);
  });

  test('has none of it in any file once it is deleted, and what is not clinical stays', async () => {
    const event = { description: 'The Jubilee.', time: '2025-01-01T00:00:00Z', location: 'Bern' };
    const headers = { 'content-type': 'application/x-ndjson' };
    expect((await practice.call('POST', '/v1/import-events', { body: JSON.stringify(event), headers })).status).toBe(
      200,
    );
    expect(await deleteEverything(practice, places)).toEqual(['import-events']);
    expect(await practice.found(everyWord)).toEqual(nowhere);
    const history = '/v1/search-events?location=Bern&time_range=2024-01-01T00:00:00Z/2026-01-01T00:00:00Z';
    expect((await practice.call('GET', history)).text).toContain('The Jubilee.');
  });

  test('has none of it when it is stopped, nor in what it has logged', async () => {
    const log = await practice.stopHost();
    expect(log).toContain('upload_audio_file');
    expect(everyWord.filter((word) => log.includes(word))).toEqual([]);
    expect(await practice.found(everyWord)).toEqual(nowhere);
  });
});
