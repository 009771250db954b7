import { inflateRawSync } from 'node:zlib';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { signingClient } from './testing/signing-client.ts';

const { host, saved, post, get } = await signingClient({
  config: { plugins: { transcripts: { with: { letterhead: ['Praxis am Markt', 'Marktplatz 1, Zürich'] } } } },
});
afterAll(() => host.stop());

const arabic = 'محمد الأحمد';
const visits = [
  { form: 'a German clinician', name: 'Jürgen Groß', place: 'Zürich' },
  { form: 'an Arabic patient', name: arabic, place: 'Room 3' },
];

const exported = async (id: string, query: string): Promise<Uint8Array> =>
  new Uint8Array(
    await (
      await fetch(new URL(`/api/v1/transcripts/${id}/export?${query}`, host.url), {
        headers: { 'x-api-key': host.key },
      })
    ).arrayBuffer(),
  );

const pdfText = async (bytes: Uint8Array): Promise<string> =>
  (await extractText(await getDocumentProxy(bytes), { mergePages: true })).text.normalize('NFKC');

/** The text of the body of a Word file, which is a ZIP archive (APPNOTE.TXT 4.3.7). */
function docxText(bytes: Uint8Array): string {
  const file = Buffer.from(bytes);
  const name = Buffer.from('word/document.xml');
  // The last one is in the directory at the end.
  const entry = file.lastIndexOf(name) - 46;
  const size = file.readUInt32LE(entry + 20);
  const local = file.readUInt32LE(entry + 42);
  const start = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
  const xml = inflateRawSync(file.subarray(start, start + size)).toString();
  return xml.replaceAll('</w:p>', '\n').replaceAll(/<[^>]*>/g, '');
}

test.each(visits)('a letter for $form has the practice, who it is about, the note and its signature', async (given) => {
  const id = await saved();
  const visit = { date: '2026-11-22', location: given.place };
  await host.call('PATCH', `/api/v1/transcripts/${id}`, { json: { patient: { name: given.name }, visit } });
  expect(docxText(await exported(id, 'format=docx'))).toContain('Draft, not signed');
  await post(id, 'sign');
  const { sections } = z
    .object({ sections: z.array(z.object({ statements: z.array(z.object({ text: z.string() })) })) })
    .parse((await get(id)).json);
  const [stated = ''] = sections.flatMap(({ statements }) => statements.map(({ text }) => text));
  for (const text of [await pdfText(await exported(id, 'format=pdf')), docxText(await exported(id, 'format=docx'))]) {
    for (const shown of ['Praxis am Markt', 'Zürich', given.place, stated, 'November 22, 2026', 'Signed by', 'SHA-256'])
      expect(text).toContain(shown);
    expect(text).not.toContain('Draft');
    // A reader of PDF gives Arabic in the order that it is seen in.
    for (const word of given.name.split(' ')) expect([...text].toSorted()).toEqual(expect.arrayContaining([...word]));
  }
});

test('a letter names the words that its statements rest on only where that is asked for', async () => {
  const id = await saved();
  for (const format of ['pdf', 'docx'] as const) {
    const read = format === 'pdf' ? pdfText : docxText;
    expect(await read(await exported(id, `format=${format}`))).not.toContain('Sources');
    expect(await read(await exported(id, `format=${format}&citations=true`))).toMatch(/Sources\s+\[1\] 00:0\d:\d\d /);
  }
});

test('signs that no font of the PDF has are boxes, and its foot says that the Word file has them', async () => {
  const id = await saved();
  await host.call('PATCH', `/api/v1/transcripts/${id}`, { json: { patient: { name: '患者 ≥ Łukasz' } } });
  const text = await pdfText(await exported(id, 'format=pdf'));
  expect(text).toContain('□□ ≥ Łukasz');
  expect(text).toContain('The Word file has them.');
  expect(docxText(await exported(id, 'format=docx'))).toContain('患者 ≥ Łukasz');
});
