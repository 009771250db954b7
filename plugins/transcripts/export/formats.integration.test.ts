import { openAsBlob } from 'node:fs';
import { resolve } from 'node:path';
import { definePlugin } from 'chronoscribe';
import { exportFormats } from 'chronoscribe/kinds/transcripts';
import { testHost } from 'chronoscribe/testing';
import { expect, onTestFinished, test } from 'vitest';

const consultation = resolve(import.meta.dirname, '../../../config/tour/consultation.vtt');

const letter: Parameters<typeof exportFormats.add>[0] = {
  name: 'letter',
  mediaType: 'text/x-letter',
  extension: 'letter.txt',
  *pieces({ segments }) {
    yield 'Dear colleague,\n';
    yield `${segments.length} segments\n`;
  },
};
const letters = (change: object = {}) =>
  definePlugin({
    name: 'letters',
    auth: 'clinical',
    extends: () => [exportFormats.add({ ...letter, ...change })],
    routes: () => [],
  });

test("a stranger's format stands beside the bundled ones", async () => {
  const host = await testHost({ plugins: [letters()] });
  onTestFinished(host.stop);
  const form = new FormData();
  form.append('file', await openAsBlob(consultation), 'consultation.vtt');
  const { json } = await host.call('POST', '/api/v1/transcripts/upload_audio_file', { form });
  const path = `/api/v1/transcripts/${(json as { id: string }).id}/export?format=`;
  const exported = await host.call('GET', `${path}letter`);
  expect(exported.text).toMatch(/^Dear colleague,\n[1-9]\d* segments\n$/);
  expect(exported.headers.get('content-type')).toBe('text/x-letter; charset=utf-8');
  expect(exported.headers.get('content-disposition')).toMatch(/transcript-[\w-]+\.letter\.txt/);
  expect((await host.call('GET', `${path}lettre`)).text).toContain('letter');
  const { text } = await host.call('GET', '/openapi.json');
  expect(text).toContain('"enum":["md","txt","vtt","srt","json","fhir","pdf","docx","letter"]');
});

test.each([
  ['a name that is taken', { name: 'md' }, 'transcripts.export-formats "md" is declared by plugin'],
  ['an extension that leads elsewhere', { extension: '../x' }, 'extension: expected letters and digits'],
])('a format with %s stops the start', async (_what, change, said) => {
  await expect((async () => testHost({ plugins: [letters(change)] }))()).rejects.toThrow(said);
});
