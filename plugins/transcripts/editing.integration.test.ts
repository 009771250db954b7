import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { writtenBeforeEdit } from './record/record.ts';
import { hostWithObserver, note, spineForm, visit } from './testing/observed-host.ts';

const { host, transcripts, save } = await hostWithObserver();
afterAll(() => host.stop());

async function saved(): Promise<string> {
  const id = randomUUID();
  await save(spineForm, visit, note, { id, account: 'default', createdAt: 5000 });
  return id;
}
const edit = (id: string, json: unknown, key = host.key) =>
  host.call('PATCH', `/api/v1/transcripts/${id}`, { json, key });
const read = async (path: string) => (await host.call('GET', `/api/v1/transcripts/${path}`)).json;
const account = 'default';

describe('correcting a transcript', () => {
  test('changes what was said in segments and transcript; the note and its evidence stay, and say that they are older', async () => {
    const id = await saved();
    const { status, json } = await edit(id, { segments: [{ id: 's1', text: ' I adjusted\n L4. ' }] });
    expect(status).toBe(200);
    expect(json).toMatchObject({
      version: 2,
      note: 'Plan:\nRest for a week.',
      transcript: expect.stringContaining('[00:00:00 - 00:00:04] I adjusted L4.\n'),
      segments: [
        { id: 's1', text: 'I adjusted L4.', confidence: 0.9 },
        { text: 'Thank you.' },
        { text: 'Rest for a week.' },
      ],
      sections: note.sections,
      completeness: note.findings?.completeness,
      warnings: [
        'The recording is very quiet.',
        'Written by a model.',
        'The note does not mention this procedure: adjusted L4 (s1).',
        writtenBeforeEdit,
      ],
    });
    expect(await read(id)).toEqual(json);
  });

  test('keeps what it was before', async () => {
    const id = await saved();
    await edit(id, { segments: [{ id: 's1', text: 'I adjusted L4.' }] });
    await edit(id, { speakers: [{ speaker: 'Speaker 1', name: 'Dr. Adler' }] });
    expect(await read(`${id}/versions`)).toMatchObject({
      items: [
        { version: 1, changedAt: 5000, change: 'made' },
        { version: 2, change: 'edited' },
        { version: 3, change: 'edited' },
      ],
    });
    expect(await read(`${id}/versions/1`)).toMatchObject({
      version: 1,
      segments: [{ text: 'I adjusted L5.', name: null }, {}, {}],
      warnings: ['The recording is very quiet.', 'Written by a model.'],
    });
    expect(await read(`${id}/versions/3`)).toEqual(await read(id));
    for (const path of [`${id}/versions/4`, `${id}/versions/first`, `${randomUUID()}/versions`]) {
      expect((await host.call('GET', `/api/v1/transcripts/${path}`)).status).toBe(404);
    }
  });

  test('names speakers in the segments, never in the transcript, and has nothing to warn of', async () => {
    const id = await saved();
    const { json } = await edit(id, { speakers: [{ speaker: 'Speaker 1', name: ' Dr.\tAdler ' }] });
    expect(json).toMatchObject({
      segments: [
        { speaker: 'Speaker 1', name: 'Dr. Adler' },
        { speaker: 'Speaker 2', name: null },
        { speaker: 'Speaker 1', name: 'Dr. Adler' },
      ],
      speakers: [
        { speaker: 'Speaker 1', name: 'Dr. Adler', role: 'clinician' },
        { speaker: 'Speaker 2', name: null, role: 'patient' },
      ],
      transcript: (await transcripts.get(account, id)).transcript,
      warnings: ['The recording is very quiet.', 'Written by a model.'],
    });
    expect((await transcripts.get(account, id)).transcript).not.toContain('Adler');
    expect((await edit(id, { speakers: [{ speaker: 'Speaker 1', name: null }] })).json).toMatchObject({
      segments: [{ name: null }, { name: null }, { name: null }],
    });
  });

  test('gives a speaker another role in all that the speaker said; the note was written from the former', async () => {
    const id = await saved();
    const { json } = await edit(id, { speakers: [{ speaker: 'Speaker 1', role: 'other' }] });
    expect(json).toMatchObject({ segments: [{ role: 'other' }, { role: 'patient' }, { role: 'other' }] });
    expect(json).toMatchObject({ warnings: expect.arrayContaining([writtenBeforeEdit]) });
  });

  test('loses nothing where two correct at once', async () => {
    const id = await saved();
    await Promise.all([
      edit(id, { segments: [{ id: 's1', text: 'One.' }] }),
      edit(id, { segments: [{ id: 's2', text: 'Two.' }] }),
      edit(id, { speakers: [{ speaker: 'Speaker 2', name: 'Ms. Brandt' }] }),
    ]);
    expect(await read(id)).toMatchObject({
      version: 4,
      segments: [{ text: 'One.' }, { text: 'Two.', name: 'Ms. Brandt' }, { text: 'Rest for a week.' }],
    });
  });

  test('refuses what there is not, and what is named twice, all at once and each at its place', async () => {
    const id = await saved();
    const answer = await edit(id, {
      segments: [
        { id: 's1', text: 'One.' },
        { id: 's9 <pain>', text: 'Two.' },
        { id: 's1', text: 'Three.' },
      ],
      speakers: [{ speaker: 'Speaker 7', name: 'Nobody' }],
    });
    expect(answer).toMatchObject({
      status: 422,
      json: {
        detail: [
          { loc: ['body', 'segments', 1, 'id'], type: 'unknown' },
          { loc: ['body', 'segments', 2, 'id'], type: 'duplicate' },
          { loc: ['body', 'speakers', 0, 'speaker'], type: 'unknown' },
        ],
      },
    });
    expect(answer.text).not.toContain('pain');
    expect(await read(id)).toMatchObject({ version: 1 });
  });

  test.each([
    [{}, []],
    [{ segments: [] }, []],
    [{ segments: [{ id: 's1' }] }, ['segments', 0, 'text']],
    [{ segments: [{ id: 's1', text: ' \n ' }] }, ['segments', 0, 'text']],
    [{ segments: [{ id: 's1', text: null }] }, ['segments', 0, 'text']],
    [{ segments: { s1: 'One.' } }, ['segments']],
    [{ speakers: [{ speaker: 'Speaker 1', role: 'boss' }] }, ['speakers', 0, 'role']],
    [{ speakers: [{ speaker: 'Speaker 1', name: '' }] }, ['speakers', 0, 'name']],
  ])('refuses %j', async (json, path) => {
    const id = await saved();
    expect(await edit(id, json)).toMatchObject({ status: 422, json: { detail: [{ loc: ['body', ...path] }] } });
  });

  test('is for its own account', async () => {
    const id = await saved();
    const { key } = await host.newAccount();
    expect((await edit(id, { segments: [{ id: 's1', text: 'One.' }] }, key)).status).toBe(404);
    expect((await host.call('GET', `/api/v1/transcripts/${id}/versions`, { key })).status).toBe(404);
    expect((await host.call('GET', `/api/v1/transcripts/${id}/versions/1`, { key })).status).toBe(404);
  });
});
