import { testHost } from 'chronoscribe/testing';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { page, pdfOf } from '../plugins/pdfs/testing/pdf-writer.ts';

const host = await testHost();
afterAll(() => host.stop());

const vtt = Buffer.from('WEBVTT\n\n00:00.000 --> 00:03.000\n<v Patient>My knee has been hurting for two weeks.\n');
const chart = await sharp({ create: { width: 200, height: 100, channels: 3, background: 'white' } })
  .png()
  .toBuffer();
const letter = pdfOf([page('The patient was seen again for the knee.')]);

test.each([
  ['upload_audio_file', 'file', vtt],
  ['grid_chiropractor', 'file', vtt],
  ['upload_image_file', 'file', chart],
  ['upload_pdf_files', 'files', letter],
])('who follows %s as events is told from the beginning where the record will be', async (endpoint, field, content) => {
  const form = new FormData();
  form.append(field, new File([new Uint8Array(content)], 'upload'));
  const headers = { accept: 'text/event-stream' };
  const followed = await host.call('POST', `/api/v1/transcripts/${endpoint}`, { form, headers });
  expect(followed.status).toBe(200);
  expect(followed.text).toMatch(/^event: run\n.*event: result\n[^\n]*\n\n$/s);
  const record = followed.headers.get('content-location') ?? '';
  expect(record).toMatch(new RegExp(`^/api/v1/(transcripts|documents)/${followed.headers.get('x-run-id')}$`));
  expect((await host.call('GET', record)).status).toBe(200);
});

test('who follows work whose record is known only at its end is told nothing wrong', async () => {
  const form = new FormData();
  form.append('file', new File([vtt], 'visit.vtt'));
  const { headers } = await host.call('POST', '/api/v1/transcripts/upload_audio_file', { form });
  const rewriting = await host.call('POST', `${headers.get('content-location')}/rewrite`, {
    json: {},
    headers: { accept: 'text/event-stream' },
  });
  expect(rewriting.text).toContain('event: result');
  expect(rewriting.headers.has('content-location')).toBe(false);
});
