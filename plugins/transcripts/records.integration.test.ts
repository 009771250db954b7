import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { temporaryFolder } from 'chronoscribe/testing';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { hostWithObserver, note, spineForm, visit } from './testing/observed-host.ts';

const { host, transcripts, save } = await hostWithObserver();
afterAll(() => host.stop());

async function saved(account = 'default', createdAt = 5000): Promise<string> {
  const id = randomUUID();
  await save(spineForm, visit, note, { id, account, createdAt });
  return id;
}

describe('the record of a consultation', () => {
  test('comes back whole, for other plugins too, and a step that saves it twice leaves one', async () => {
    const id = await saved('clinic');
    await save(spineForm, visit, { ...note, text: 'other' }, { id, account: 'clinic', createdAt: 6000 });
    expect(await transcripts.get('clinic', id)).toEqual({
      id,
      account: 'clinic',
      createdAt: 5000,
      version: 1,
      ...{ changedAt: 5000, by: null },
      form: 'spine',
      template: 'grid',
      note: 'Plan:\nRest for a week.',
      transcript:
        '--- Transcript:\n\nSpeaker 1:\n[00:00:00 - 00:00:04] I adjusted L5.\n\nSpeaker 2:\n[00:00:04 - 00:00:05] Thank you.\n\n' +
        'Speaker 1:\n[00:00:05 - 00:00:09] Rest for a week.',
      language: 'en',
      durationMs: 9000,
      marks: [],
      segments: visit.segments,
      speakers: [
        { speaker: 'Speaker 1', name: null, role: 'clinician' },
        { speaker: 'Speaker 2', name: null, role: 'patient' },
      ],
      sections: note.sections,
      facts: [],
      coverage: { language: 'en', facts: 0, in_note: 0, omitted: [], unmentioned: [] },
      findings: note.findings,
      warnings: ['The recording is very quiet.', 'Written by a model.'],
      providers: { transcriber: visit.engine, writer: note.engine },
      ...{ title: '', patient: null, visit: null },
      ...{ status: 'draft', signature: null, addenda: [], reopenings: [] },
    });
    await expect(transcripts.get('practice', id)).rejects.toMatchObject({ code: 'not-found' });
  });

  test('is answered with the five fields of an upload first, and with what its form found', async () => {
    const { status, json } = await host.call('GET', `/api/v1/transcripts/${await saved()}`);
    expect(status).toBe(200);
    const answer = z.record(z.string(), z.unknown()).parse(json);
    expect(Object.keys(answer).slice(0, 5)).toEqual(['stream', 'id', 'note', 'transcript', 'createdAt']);
    expect(answer).toMatchObject({
      stream: 'STREAM: Plan:\nRest for a week.',
      version: 1,
      template: 'grid',
      segments: [{ id: 's1', speaker: 'Speaker 1', name: null, role: 'clinician' }, { id: 's2' }, { id: 's3' }],
      completeness: note.findings?.completeness,
      codes: note.findings?.codes,
    });
    expect(answer).not.toHaveProperty('account');
    expect(answer).not.toHaveProperty('findings');
  });

  test('has no fields of findings where its form looks for none', async () => {
    const id = randomUUID();
    await save(spineForm, visit, { ...note, findings: null }, { id, account: 'default', createdAt: 5000 });
    const { json } = await host.call('GET', `/api/v1/transcripts/${id}`);
    expect(json).not.toHaveProperty('completeness');
    expect(json).not.toHaveProperty('codes');
  });

  test('is listed with its note and without what was said', async () => {
    const { account, key } = await host.newAccount();
    const id = await saved(account);
    const { json } = await host.call('GET', '/api/v1/transcripts', { key });
    expect(json).toEqual({
      items: [
        {
          id,
          location: `/api/v1/transcripts/${id}`,
          readable: true,
          ...{ version: 1, createdAt: 5000, changedAt: 5000, by: null },
          form: 'spine',
          template: 'grid',
          language: 'en',
          durationMs: 9000,
          ...{ title: '', patient: null, visit: null, status: 'draft' },
          note: 'Plan:\nRest for a week.',
          excerpt: 'Rest for a week.',
          match: null,
          warnings: ['The recording is very quiet.', 'Written by a model.'],
        },
      ],
      next_cursor: null,
      searched: 'texts',
    });
  });

  test.each(['limit=0', 'limit=101', 'limit=many', 'cursor=nonsense'])(
    'is not listed for a wrong query: %s',
    async (query) => {
      expect((await host.call('GET', `/api/v1/transcripts?${query}`)).status).toBe(422);
    },
  );

  test.each([true, '5', null, [5]])('is not listed for a limit of a wrong type: %j', async (limit) => {
    const { status, json } = await host.call('GET', '/api/v1/transcripts', { json: { limit } });
    expect(status).toBe(422);
    expect(json).toMatchObject({ detail: [{ loc: ['body', 'limit'], type: 'invalid_type' }] });
  });

  test('is listed for a limit in the query, which is text by nature', async () => {
    expect((await host.call('GET', '/api/v1/transcripts?limit=5', { json: { limit: 5 } })).status).toBe(200);
  });

  test('can be had as a file in every format, and in no other', async () => {
    const id = await saved();
    const types = {
      md: 'text/markdown',
      txt: 'text/plain',
      vtt: 'text/vtt',
      srt: 'application/x-subrip',
      json: 'application/json',
      fhir: 'application/fhir+json',
      pdf: 'application/pdf',
      docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    };
    for (const [format, type] of Object.entries(types)) {
      const file = await host.call('GET', `/api/v1/transcripts/${id}/export?format=${format}`);
      expect([format, file.status, file.headers.get('content-type')?.split(';')[0]]).toEqual([format, 200, type]);
      expect(file.headers.get('content-disposition')).toContain(`transcript-${id}.`);
      expect(file.text).not.toBe('');
    }
    const other = await host.call('GET', `/api/v1/transcripts/${id}/export?format=odt`);
    expect(other).toMatchObject({ status: 422, json: { detail: [{ loc: ['query', 'format'] }] } });
    expect((await host.call('GET', `/api/v1/transcripts/${id}/export`)).status).toBe(422);
    const { key } = await host.newAccount();
    expect((await host.call('GET', `/api/v1/transcripts/${id}/export?format=md`, { key })).status).toBe(404);
  });

  test('is as JSON the same as its answer, field by field, after edits too', async () => {
    const path = `/api/v1/transcripts/${await saved()}`;
    const exported = async () => (await host.call('GET', `${path}/export?format=json`)).json;
    expect(await exported()).toEqual((await host.call('GET', path)).json);
    const { status } = await host.call('PATCH', path, {
      json: {
        segments: [{ id: 's2', text: 'Thank you, doctor.' }],
        speakers: [{ speaker: 'Speaker 1', name: 'Dr. Adler', role: 'other' }],
      },
    });
    expect(status).toBe(200);
    const { json } = await host.call('GET', path);
    expect(await exported()).toEqual(json);
    expect(json).toMatchObject({
      version: 2,
      segments: [{ name: 'Dr. Adler', role: 'other' }, { text: 'Thank you, doctor.', name: null }, {}],
      warnings: [
        ...visit.warnings,
        ...note.warnings,
        'The note does not mention this procedure: adjusted L5 (s1).',
        expect.stringContaining('was edited after this note'),
      ],
    });
  });

  test('is made by a decoder that the health check names', async () => {
    const { text } = await host.call('GET', '/ready');
    expect(text).toMatch(/ffmpeg \d|the bundled decoder/);
  });
});

test('two plugins cannot register one form', () => {
  expect(() => transcripts.noteWorkflow(spineForm, () => null)).toThrow('Two plugins register a note form "spine"');
});

test('a host with a retention deletes old records when it starts', async () => {
  const folder = await temporaryFolder();
  onTestFinished(folder.remove);
  const first = await hostWithObserver({ dataFolder: folder.path });
  const save = (id: string, createdAt: number) =>
    first.save(spineForm, visit, note, { id, account: 'default', createdAt });
  await save('old', Date.now() - 8 * 24 * 3600 * 1000);
  await save('young', Date.now());
  await first.host.stop();

  const config = { plugins: { transcripts: { with: { keepDays: 7 } } } };
  const second = await hostWithObserver({ dataFolder: folder.path, config });
  onTestFinished(() => second.host.stop());
  const Page = z.object({ items: z.array(z.object({ id: z.string() })) });
  const ids = async () =>
    Page.parse((await second.host.call('GET', '/api/v1/transcripts')).json).items.map(({ id }) => id);
  while ((await ids()).length > 1) await wait(10);
  expect(await ids()).toEqual(['young']);
});
