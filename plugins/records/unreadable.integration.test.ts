import { glob, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestHost, temporaryFolder, testHost } from 'chronoscribe/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { page, pdfOf } from '../pdfs/testing/pdf-writer.ts';

let host: TestHost;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
/** By the last word of their lists. */
const sound = new Map<string, string>();
const damaged = new Map<string, string>();
beforeAll(async () => {
  folder = await temporaryFolder();
  host = await testHost({ dataFolder: folder.path });
  for (const made of [sound, damaged]) {
    made.set('transcripts', await upload('upload_audio_file', 'file', 'visit.vtt', vtt));
    made.set('documents', await upload('upload_pdf_files', 'files', 'letter.pdf', letter));
  }
  await writeFile(await contentOf('transcripts'), '{"segments": [{"text": "My knee');
  await rm(await contentOf('documents'));
});
afterAll(async () => {
  await host.stop();
  await folder.remove();
});

const vtt = Buffer.from('WEBVTT\n\n00:00.000 --> 00:03.000\n<v Patient>My knee has been hurting for two weeks.\n');
const letter = Buffer.from(pdfOf([page('The patient was seen again for the knee.')]));

async function upload(endpoint: string, field: string, name: string, content: Buffer): Promise<string> {
  const form = new FormData();
  form.append(field, new File([new Uint8Array(content)], name));
  form.append('patient', '{"name": "Zoë Adler"}');
  return z.object({ id: z.string() }).parse((await host.call('POST', `/api/v1/transcripts/${endpoint}`, { form })).json)
    .id;
}

async function contentOf(repository: string): Promise<string> {
  const [file = ''] = await Array.fromAsync(
    glob(join(folder.path, 'blobs', 'records', repository, damaged.get(repository) ?? '', '1-*.json')),
  );
  return file;
}

const List = z.object({ items: z.array(z.looseObject({ id: z.string(), readable: z.boolean() })) });
const listed = async (path: string) => List.parse((await host.call('GET', `/api/v1/${path}`)).json).items;

describe('a record whose content cannot be read', () => {
  test.each([
    ['transcripts', ['transcripts']],
    ['documents', ['documents']],
    ['records', ['transcripts', 'documents']],
  ])('does not keep the others out of the list of %s, and says there what to do', async (path, repositories) => {
    const items = await listed(path);
    expect(items).toHaveLength(repositories.length * 2);
    for (const repository of repositories) {
      const one = items.find(({ id }) => id === sound.get(repository));
      expect(one).toMatchObject({ readable: true, patient: { name: 'Zoë Adler' } });
      const id = damaged.get(repository);
      const location = `/api/v1/${repository}/${id}`;
      const answer = await host.call('GET', location);
      expect(answer.status).toBe(500);
      const { detail } = z.object({ detail: z.array(z.object({ msg: z.string() })) }).parse(answer.json);
      expect(items.find((item) => item.id === id)).toMatchObject({
        ...{ location, readable: false, version: 1, status: 'draft', title: '', patient: null, visit: null },
        form: one?.form,
        warnings: [detail[0]?.msg],
      });
    }
  });

  test('is found by its patient, whose hashes the store has', async () => {
    expect((await listed('records?patient=adler')).map(({ readable }) => readable).toSorted()).toEqual([
      ...[false, false],
      ...[true, true],
    ]);
  });

  test('can be deleted, and is in no list then', async () => {
    for (const [repository, id] of damaged) {
      expect((await host.call('DELETE', `/api/v1/${repository}/${id}`)).status).toBe(204);
    }
    expect((await listed('records')).every(({ readable }) => readable)).toBe(true);
  });
});
