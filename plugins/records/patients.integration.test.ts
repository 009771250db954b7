import { type TestHost, testHost } from 'chronoscribe/testing';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { page, pdfOf } from '../pdfs/testing/pdf-writer.ts';

let host: TestHost;
let key: string;
beforeAll(async () => {
  host = await testHost();
  ({ key } = await host.newAccount());
});
afterAll(() => host.stop());

const vtt = 'WEBVTT\n\n00:00.000 --> 00:03.000\n<v Patient>My knee has been hurting for two weeks.\n';
const picture = await sharp({ create: { width: 200, height: 100, channels: 3, background: 'white' } })
  .png()
  .toBuffer();
const letter = Buffer.from(pdfOf([page('The patient was seen again for the knee.')]));
const patient = { name: 'Zoë Müller', identifier: 'MRN 0012', sex: 'female' };
const visit = { date: '2026-11-22T09:00:00+01:00', clinician: 'Dr. Okafor' };

const uploads = [
  ['transcripts/upload_audio_file', 'file', Buffer.from(vtt), 'visit.vtt'],
  ['transcripts/grid_chiropractor', 'file', Buffer.from(vtt), 'visit.vtt'],
  ['transcripts/upload_image_file', 'file', picture, 'photo.png'],
  ['transcripts/upload_pdf_files', 'files', letter, 'letter.pdf'],
] as const;

function upload([endpoint, field, content, name]: (typeof uploads)[number], fields: Readonly<Record<string, string>>) {
  const form = new FormData();
  form.append(field, new File([new Uint8Array(content)], name));
  for (const [each, value] of Object.entries(fields)) form.append(each, value);
  return host.call('POST', `/api/v1/${endpoint}`, { form, key });
}

const List = z.object({
  items: z.array(z.looseObject({ id: z.string(), form: z.string() })),
  next_cursor: z.string().nullable(),
});
const listed = async (query: string) => List.parse((await host.call('GET', `/api/v1/records${query}`, { key })).json);

describe('the patient and the visit of an upload', () => {
  test.each(uploads.map((each) => [each[0], each] as const))(
    'are in the record and the list of all records: %s',
    async (_, given) => {
      const answer = await upload(given, { patient: JSON.stringify(patient), visit: JSON.stringify(visit) });
      expect(answer.status).toBe(200);
      expect(answer.text).not.toMatch(/Müller|Okafor/);
      const location = answer.headers.get('content-location') ?? '';
      const record = (await host.call('GET', location, { key })).json;
      expect(record).toMatchObject({ patient, visit, title: given[3] });
      const { items } = await listed('?patient=zoe');
      const { id } = z.object({ id: z.string() }).parse(record);
      expect(items[0]).toMatchObject({ id, location, patient, visit, status: 'draft', title: given[3], version: 1 });
    },
  );

  test('are found together, newest first, page by page', async () => {
    const forms = ['pdf', 'image', 'chiropractic-grid', 'audio-note'];
    expect((await listed('?q=mrn0012')).items.map(({ form }) => form)).toEqual(forms);
    const first = await listed('?q=mul&limit=3');
    const second = await listed(`?q=mul&limit=3&cursor=${first.next_cursor}`);
    expect([...first.items, ...second.items].map(({ form }) => form)).toEqual(forms);
    expect((await listed('?q=mul&form=image')).items.map(({ form }) => form)).toEqual(['image']);
    expect((await listed('?patient=Okafor')).items).toEqual([]);
    const { key: other } = await host.newAccount();
    expect((await host.call('GET', '/api/v1/records', { key: other })).json).toEqual({
      ...{ items: [], next_cursor: null, searched: 'texts' },
    });
  });

  test.each([
    ['no JSON', 'Zoë Müller', 'custom'],
    ['no object', '[1]', 'custom'],
    ['nobody', '{}', 'custom'],
    ['a wrong date', '{"birth_date": "yesterday"}', 'custom'],
    ['an unknown field', '{"name": "Zoë", "nam": "x"}', 'unknown_field'],
  ])('are refused where the text is %s, without quoting it', async (_, text, type) => {
    const answer = await upload(uploads[0], { patient: text });
    expect(answer).toMatchObject({ status: 422, json: { detail: [{ loc: ['body', 'patient'], type }] } });
    expect(answer.text).not.toMatch(/Zoë|yesterday/);
  });

  test('belong to each recording of a batch', async () => {
    const form = new FormData();
    for (const name of ['a.vtt', 'b.vtt']) form.append('files', new File([vtt], name));
    form.append('patient', JSON.stringify({ id: 'batch-patient' }));
    expect((await host.call('POST', '/api/v1/transcripts/batch', { form, key })).status).toBe(202);
    await expect
      .poll(async () => (await listed('?patient=batch-patient')).items.map(({ title }) => title).toSorted())
      .toEqual(['a.vtt', 'b.vtt']);
  });

  test.each(['cursor=nonsense', 'status=lost', 'from=soon', 'limit=101', 'patien=x'])(
    'are not looked for by %s',
    async (query) => {
      expect((await host.call('GET', `/api/v1/records?${query}`, { key })).status).toBe(422);
    },
  );
});
