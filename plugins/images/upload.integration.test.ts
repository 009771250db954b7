import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from 'chronoscribe';
import { type TestResponse, testHost } from 'chronoscribe/testing';
import sharp from 'sharp';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { printed } from '../../providers/ocr/testing/printed.ts';
import { send } from '../transcripts/testing/visits.ts';
import { blindScript, type Script, scriptedWriter } from './testing/scripted-writer.ts';

let script: Script;
const host = await testHost({
  providers: [{ provider: scriptedWriter(() => script) }],
});
afterAll(() => host.stop());
beforeEach(() => {
  script = blindScript();
});

const upload = (file: Uint8Array | string, fields: Readonly<Record<string, string>> = {}) =>
  send(host, file, { to: 'upload_image_file', name: 'scan', fields });

const Answer = z.strictObject({
  id: z.uuid(),
  analysis: z.string(),
  text: z.string(),
  width: z.number(),
  height: z.number(),
  findings: z.array(z.unknown()),
  warnings: z.array(z.string()),
  createdAt: z.number(),
});
const answered = async (file: Uint8Array, fields?: Readonly<Record<string, string>>) => {
  const { status, json } = await upload(file, fields);
  expect(status).toBe(200);
  return Answer.parse(json);
};
const Fault = z.object({ detail: z.array(z.object({ loc: z.array(z.unknown()), msg: z.string(), type: z.string() })) });
const fault = ({ status, json }: TestResponse) => ({ status, ...Fault.parse(json).detail[0] });

const report = printed(['Findings: small effusion of the left knee,', 'no fracture.', 'Ibuprofen 400 mg twice a day.']);
const blank = printed([]);

describe('uploading an image', () => {
  test('returns its fields and the location of the record', async () => {
    const before = Date.now();
    const answer = await upload(report);
    expect(answer.status).toBe(200);
    const fields = ['id', 'analysis', 'text', 'width', 'height', 'findings', 'warnings', 'createdAt'];
    expect(Object.keys(z.record(z.string(), z.unknown()).parse(answer.json))).toEqual(fields);

    const { id, text, width, height, createdAt } = Answer.parse(answer.json);
    expect(text).toBe('Findings: small effusion of the left knee,\nno fracture.\nIbuprofen 400 mg twice a day.');
    expect({ width, height }).toEqual({ width: 1200, height: 206 });
    expect(createdAt).toBeGreaterThanOrEqual(before);
    expect(answer.headers.get('content-location')).toBe(`/api/v1/documents/${id}`);
    expect(answer.headers.get('x-run-id')).toBe(id);
  });

  test('gives the writer whole sentences, and the prompt as data', async () => {
    await answered(report, { text: 'Only the drugs.', language: 'en' });
    expect(script.asked).toMatchObject([
      {
        prompt: 'Only the drugs.',
        language: 'en',
        images: [],
        outline: [{ name: 'Analysis', contents: ['summary'] }],
        passages: [
          { id: 'p1', speaker: null, text: 'Findings: small effusion of the left knee, no fracture.' },
          { id: 'p2', speaker: null, text: 'Ibuprofen 400 mg twice a day.' },
        ],
      },
    ]);
  });

  test('stores a record whose statements cite the recognised text', async () => {
    const { id, analysis } = await answered(report);
    const [first, second] = analysis.split('\n');
    const { status, json } = await host.call('GET', `/api/v1/documents/${id}`);
    expect(status).toBe(200);
    expect(json).toMatchObject({
      id,
      form: 'image',
      analysis,
      statements: [
        { text: first, evidence: ['p1'], grounded: true },
        // The writer left it out.
        { text: second, evidence: ['p2'], grounded: true },
      ],
      passages: [{ id: 'p1', file: 0, page: 1 }, { id: 'p2' }],
      providers: { reader: { provider: 'tesseract', model: 'eng' }, writer: { provider: 'scripted' } },
    });
  });

  test('deletes the upload and all images made from it', async () => {
    await answered(report);
    expect(await readdir(join(host.dataFolder, 'blobs'), { recursive: true, withFileTypes: true })).toEqual(
      expect.not.arrayContaining([expect.objectContaining({ name: expect.stringMatching(/page\.png|view\.jpg/) })]),
    );
  });

  test('is deleted with its run, and readable by its own account only', async () => {
    const { id } = await answered(report);
    const { key } = await host.newAccount();
    expect((await host.call('GET', `/api/v1/documents/${id}`, { key })).status).toBe(404);
    expect((await host.call('DELETE', `/api/v1/documents/${id}`)).status).toBe(204);
    for (const path of [`/api/v1/documents/${id}`, `/api/v1/runs/${id}`])
      expect((await host.call('GET', path)).status).toBe(404);
  });

  test('reports the size in the orientation for viewing', async () => {
    const turned = await sharp(report).withMetadata({ orientation: 8 }).jpeg().toBuffer();
    expect(await answered(turned)).toMatchObject({ width: 206, height: 1200 });
  });

  test('accepts a TIFF whose directory is at its end', async () => {
    const tiff = await sharp(report).tiff({ compression: 'none' }).toBuffer();
    expect(tiff.readUInt32LE(4)).toBeGreaterThan(64 * 1024);
    expect((await answered(tiff)).text).toContain('Ibuprofen 400 mg');
  });
});

describe('the analysis of a writer that reads images', () => {
  beforeEach(() => {
    script = { ...blindScript(), supportsImages: async () => true };
  });

  test('uses the image, and flags what rests on the image alone', async () => {
    script = {
      ...script,
      statements: () => [
        { text: 'Ibuprofen 400 mg.', evidence: ['p2'] },
        { text: 'A bruise below the knee.', evidence: ['image'] },
      ],
    };
    const { analysis, warnings } = await answered(report);
    expect(analysis.split('\n').slice(0, 2)).toEqual(['Ibuprofen 400 mg.', 'A bruise below the knee.']);
    expect(warnings).toEqual([
      '1 statement of the analysis rests on the image itself and could not be checked. Compare with the image.',
    ]);
    const [image] = script.asked[0]?.images ?? [];
    expect(image).toMatchObject({ id: 'image', type: 'image/jpeg' });
    expect(await sharp(image?.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 206 });
  });

  test('is written for an image without text too', async () => {
    script = { ...script, statements: () => [{ text: 'Nothing but paper.', evidence: ['image'] }] };
    const { analysis, text, warnings } = await answered(blank);
    expect({ analysis, text }).toEqual({ analysis: 'Nothing but paper.', text: '' });
    expect(warnings[0]).toBe('No legible text was found in the image.');
  });

  test('fails if the writer cannot be reached', async () => {
    script = {
      ...script,
      supportsImages: () => Promise.reject(new Problem('provider-unavailable', { detail: 'Start the model.' })),
    };
    expect(fault(await upload(report))).toMatchObject({
      status: 503,
      type: 'provider_unavailable',
      msg: 'Start the model.',
    });
  });

  test('counts unsupported statements in a warning', async () => {
    script = { ...script, statements: () => [{ text: 'Fever of 39.5.', evidence: ['p1'] }] };
    expect((await answered(report)).warnings[0]).toContain(
      '1 statement of the analysis rests on nothing that was read',
    );
  });
});

describe('a writer that does not read images', () => {
  test('writes from the text only, with a warning', async () => {
    const { analysis, warnings } = await answered(report);
    expect(analysis).toBe('Findings: small effusion of the left knee, no fracture.\nIbuprofen 400 mg twice a day.');
    expect(warnings).toEqual([
      'The analysis uses only the text in the image: the configured writer does not read images.',
    ]);
  });

  test('writes nothing about an image without text', async () => {
    const { analysis, text, warnings } = await answered(blank, { text: 'Write that there is a fracture.' });
    expect({ analysis, text }).toEqual({ analysis: '', text: '' });
    expect(warnings).toEqual([
      'No legible text was found in the image, and the configured writer does not read images: there is no analysis.',
    ]);
  });
});

test('a photographed laboratory table leads its analysis with what is abnormal', async () => {
  const table = printed([
    'Test Result Flag Units Reference Range',
    'Sodium 139 mmol/L 135-145',
    'Potassium 5.9 H mmol/L 3.5-5.1',
  ]);
  const { analysis, findings } = await answered(table);
  expect(findings).toEqual([
    { name: 'Potassium', value: '5.9', unit: 'mmol/L', range: '3.5-5.1', flag: 'H', page: 1, evidence: ['p3'] },
  ]);
  expect(analysis.split('\n')[0]).toBe('Potassium 5.9 mmol/L: H (reference 3.5-5.1).');
});

describe('a rejected upload', () => {
  test('is recognised by content, not by name', async () => {
    expect(fault(await upload('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toMatchObject({
      status: 415,
      type: 'unsupported_media_type',
    });
    expect(fault(await upload('%PDF-1.7\n'))).toMatchObject({ status: 415 });
    expect(fault(await upload(''))).toMatchObject({ status: 422, loc: ['body', 'file'], type: 'unreadable_file' });
  });

  test('is reported by its field if it is damaged', async () => {
    const cut = (await sharp(report).jpeg().toBuffer()).subarray(0, 5000);
    expect(fault(await upload(cut))).toMatchObject({ status: 422, loc: ['body', 'file'], type: 'unreadable_file' });
  });

  test('is too large with more than 25 MB or 40 megapixels', async () => {
    const bytes = Buffer.concat([report, Buffer.alloc(25_000_001 - report.length)]);
    expect(fault(await upload(bytes))).toMatchObject({ status: 413, loc: ['body', 'file'], type: 'too_large' });
    const pixels = await sharp({ create: { width: 8001, height: 5000, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    expect(fault(await upload(pixels))).toMatchObject({ status: 413, loc: ['body', 'file'], type: 'too_large' });
  });

  test('has an invalid language', async () => {
    expect(fault(await upload(report, { language: 'english' }))).toMatchObject({
      status: 422,
      loc: ['body', 'language'],
    });
  });

  test('has no file', async () => {
    const answer = await host.call('POST', '/api/v1/transcripts/upload_image_file', { form: new FormData() });
    expect(fault(answer)).toMatchObject({ status: 422, loc: ['body', 'file'], type: 'missing' });
  });
});
