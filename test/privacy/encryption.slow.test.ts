import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { bodyOf, openPractice, type Practice } from './practice.ts';
import { change, fail, recordEverything, sign } from './visits.ts';
import { everyWord, words } from './words.ts';

const [key, next, last, wrong] = Array.from({ length: 4 }, () => randomBytes(32).toString('base64'));
const nowhere = Object.fromEntries(everyWord.map((word) => [word, []]));
const upload = '/api/v1/transcripts/upload_audio_file';
const Backups = z.object({ items: z.array(z.object({ name: z.string() })) });

describe.each(['sqlite', 'lowdb'])('a practice that encrypts, and keeps its records with %s', (store) => {
  let practice: Practice;
  let places: readonly string[];
  beforeAll(async () => {
    practice = await openPractice(store, { encryption: { key } });
  });
  afterAll(() => practice.close());
  const said = async () => (await practice.call('GET', places[1] ?? '')).text;

  test('has no clinical word in any file, of a backup neither, while it runs and after it was killed', async () => {
    places = await recordEverything(practice);
    await change(practice, places[1] ?? '');
    await sign(practice, places[0] ?? '');
    await fail(practice, places[1] ?? '');
    await practice.call('POST', '/admin/backups');
    const backups = async () => bodyOf(Backups, await practice.call('GET', '/admin/backups')).items;
    await expect.poll(backups).toHaveLength(1);
    expect(await practice.found(everyWord)).toEqual(nowhere);
    await practice.restart({ encryption: { key } });
    expect(await said()).toContain(words.changed.segment);
    expect(await practice.found(everyWord)).toEqual(nowhere);
  });

  test('starts with no other key, and says which one is missing', async () => {
    const missing = /sealed with the key [0-9a-f]{16}, which the configuration does not have/;
    await expect(practice.restart({ encryption: { key: wrong } })).rejects.toThrow(missing);
    await expect(practice.restart({})).rejects.toThrow('The data are sealed. Set encryption.key');
  });

  test('takes a new key, and reads with the former one what that sealed', async () => {
    await practice.restart({ encryption: { key: next, previousKeys: [key] } });
    expect(await said()).toContain(words.changed.segment);
    await change(practice, places[2] ?? '');
    expect(await practice.found(everyWord)).toEqual(nowhere);
  });

  test('needs the former key no longer once it has started with both', async () => {
    await practice.restart({ encryption: { key: next } });
    expect(await said()).toContain(words.changed.segment);
    await expect(practice.restart({ encryption: { key } })).rejects.toThrow('sealed with the key');
    await practice.restart({ encryption: { key: next } });
  });

  test('takes a new key while work goes on, and loses nothing of it', async () => {
    const kept: string[] = [];
    let isOver = false;
    const send = async (): Promise<void> => {
      while (!isOver) {
        const form = new FormData();
        form.append('file', new File(['WEBVTT\n\n00:01.000 --> 00:02.000\nIt is better now.\n'], 'visit.vtt'));
        // A host that was killed answers nobody.
        const answer = await practice.call('POST', upload, { body: form }).catch(() => undefined);
        if (answer?.status === 200) kept.push(bodyOf(z.object({ id: z.string() }), answer).id);
      }
    };
    const sending = Promise.all([send(), send()]);
    for (const [current, former] of [
      [last, next],
      [key, last],
    ]) {
      const before = kept.length;
      await expect.poll(() => kept.length, { timeout: 60_000 }).toBeGreaterThan(before + 3);
      await practice.restart({ encryption: { key: current, previousKeys: [former] } });
    }
    isOver = true;
    await sending;
    await practice.restart({ encryption: { key } });
    for (const id of kept)
      expect((await practice.call('GET', `/api/v1/transcripts/${id}`)).text).toContain('better now');
  });
});

test('a practice that begins to encrypt reads what it kept before', async () => {
  const practice = await openPractice('sqlite');
  try {
    const [, place = ''] = await recordEverything(practice);
    await practice.restart({ encryption: { key } });
    expect((await practice.call('GET', place)).text).toContain(words.said.captions);
  } finally {
    await practice.close();
  }
});
