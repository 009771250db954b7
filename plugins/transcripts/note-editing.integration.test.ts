import { randomUUID } from 'node:crypto';
import { proofOf } from 'chronoscribe/kinds/writer';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { hostWithObserver, note, spineForm, visit } from './testing/observed-host.ts';

const { host, save } = await hostWithObserver();
afterAll(() => host.stop());

const twoSections = {
  ...note,
  sections: [
    { name: 'Plan', statements: [{ ...note.sections[0]?.statements[0], text: 'Rest for a week.', evidence: ['s3'] }] },
    { name: 'Objective', statements: [{ text: 'L5 was adjusted.', evidence: ['s1'] }] },
  ].map(({ name, statements }, index) => ({
    name,
    statements: statements.map(({ text, evidence }) => ({
      ...{ id: `n${index + 1}`, text, evidence, origin: 'writer', grounded: true, doubts: [], ...proofOf({}) },
    })),
  })),
} as typeof note;

async function saved(account = 'default'): Promise<string> {
  const id = randomUUID();
  await save(spineForm, visit, twoSections, { id, account, createdAt: 5000 });
  return id;
}
const edit = (id: string, json: unknown, key = host.key) =>
  host.call('PATCH', `/api/v1/transcripts/${id}`, { json, key });
const read = async (id: string) => (await host.call('GET', `/api/v1/transcripts/${id}`)).json;
const kept = { id: 'n1', text: 'Rest for a week.' };

describe('changing the note', () => {
  test('keeps what is the same, checks what is changed, and knows what a person added', async () => {
    const id = await saved();
    const statements = [{ text: 'Call me.' }, kept, { text: 'Rest for 2 months.', evidence: ['s3'] }];
    const { status, json } = await edit(id, { sections: [{ name: 'Plan', statements }] });
    expect(status).toBe(200);
    expect(json).toMatchObject({
      version: 2,
      note: expect.stringContaining('Plan:\nCall me.\nRest for a week.\nRest for 2 months.'),
      sections: [
        {
          name: 'Plan',
          statements: [
            { id: 'n3', text: 'Call me.', evidence: [], origin: 'person' },
            { ...kept, evidence: ['s3'], origin: 'writer', grounded: true, doubts: [] },
            { id: 'n4', evidence: ['s3'], origin: 'person', grounded: false, doubts: [expect.any(String)] },
          ],
        },
        { name: 'Objective', statements: [{ id: 'n2' }] },
      ],
      // The person's own statement cites nothing, so nothing speaks against it.
      warnings: expect.arrayContaining([expect.stringMatching(/^1 statement of the note is not borne out/)]),
    });
    expect(await read(id)).toEqual(json);
  });

  test('checks a statement again whose words have changed, by its former evidence', async () => {
    const id = await saved();
    const { json } = await edit(id, {
      sections: [{ name: 'Plan', statements: [{ id: 'n1', text: 'Rest for 9 weeks.' }] }],
    });
    expect(json).toMatchObject({
      sections: [{ statements: [{ id: 'n1', evidence: ['s3'], origin: 'person', grounded: false }] }, {}],
    });
  });

  test('moves a statement where both sections are given, and gives no id twice, ever', async () => {
    const id = await saved();
    await edit(id, { sections: [{ name: 'Plan', statements: [{ text: 'Rest.' }] }] });
    const moved = {
      sections: [
        { name: 'Plan', statements: [{ id: 'n2', text: 'L5 was adjusted.' }] },
        { name: 'Objective', statements: [] },
      ],
    };
    expect((await edit(id, moved)).json).toMatchObject({
      sections: [{ statements: [{ id: 'n2', evidence: ['s1'], origin: 'writer' }] }, { statements: [] }],
    });
    const { json } = await edit(id, { sections: [{ name: 'Objective', statements: [{ text: 'New.' }] }] });
    expect(json).toMatchObject({ sections: [{}, { statements: [{ id: 'n4' }] }] });
  });

  test.each([
    ['a section', { sections: [{ name: 'Secrets', statements: [] }] }, ['sections', 0, 'name'], 'unknown'],
    [
      'a statement',
      { sections: [{ name: 'Plan', statements: [{ id: 'n9', text: 'x' }] }] },
      ['sections', 0, 'statements', 0, 'id'],
      'unknown',
    ],
    [
      'a statement of another section',
      { sections: [{ name: 'Plan', statements: [{ id: 'n2', text: 'x' }] }] },
      ['sections', 0, 'statements', 0, 'id'],
      'elsewhere',
    ],
    [
      'a statement twice',
      { sections: [{ name: 'Plan', statements: [kept, kept] }] },
      ['sections', 0, 'statements', 1, 'id'],
      'duplicate',
    ],
    [
      'a segment as evidence',
      { sections: [{ name: 'Plan', statements: [{ text: 'x', evidence: ['s1', 's99'] }] }] },
      ['sections', 0, 'statements', 0, 'evidence', 1],
      'unknown',
    ],
    ['a speaker', { segments: [{ id: 's1', speaker: 'Dr. Who' }] }, ['segments', 0, 'speaker'], 'unknown'],
    ['a template', { template: 'ode' }, ['template'], 'invalid_value'],
    ['a version', { version: 7, template: 'short' }, ['version'], 'unknown'],
    ['a field of the patient', { patient: { id: '1', nam: 'Ann' } }, ['patient', 'nam'], 'unknown_field'],
    ['a date', { visit: { date: '2026-02-30' } }, ['visit', 'date'], expect.any(String)],
    ['nobody', { patient: {} }, ['patient'], 'custom'],
  ])('refuses %s that there is not', async (_, json, path, type) => {
    const id = await saved();
    expect(await edit(id, json)).toMatchObject({ status: 422, json: { detail: [{ loc: ['body', ...path], type }] } });
    expect(await read(id)).toMatchObject({ version: 1 });
  });

  test('gives words to another speaker, or to a new one, who can be named at once', async () => {
    const id = await saved();
    const { json } = await edit(id, {
      segments: [
        { id: 's3', speaker: 'Speaker 3' },
        { id: 's2', speaker: 'Speaker 1' },
      ],
      speakers: [{ speaker: 'Speaker 3', name: 'Ms. Brandt', role: 'other' }],
    });
    expect(json).toMatchObject({
      segments: [
        {},
        { speaker: 'Speaker 1', role: 'clinician', text: 'Thank you.' },
        { speaker: 'Speaker 3', name: 'Ms. Brandt', role: 'other' },
      ],
      transcript: expect.stringContaining('Speaker 3:\n[00:00:05 - 00:00:09] Rest for a week.'),
      warnings: expect.arrayContaining([expect.stringContaining('was edited after this note')]),
    });
  });

  test('takes another template without losing a statement', async () => {
    const id = await saved();
    const { json } = await edit(id, { template: 'short' });
    expect(json).toMatchObject({ template: 'short', sections: [{ name: 'Plan' }, { name: 'Objective' }] });
  });

  test('sets and removes the patient and the visit', async () => {
    const id = await saved();
    const about = {
      patient: { name: ' Zoë  Adler', birth_date: '1980-02-29', sex: 'female' },
      visit: { date: '2026-11-22', clinician: 'Dr. Okafor' },
    };
    const { json } = await edit(id, about);
    expect(json).toMatchObject({ ...about, patient: { ...about.patient, name: 'Zoë Adler' } });
    expect((await edit(id, { patient: null })).json).toMatchObject({ patient: null, visit: about.visit });
  });

  test('is a version that says who made it', async () => {
    const { account, key } = await host.newAccount();
    const id = await saved(account);
    const { json } = await edit(id, { template: 'short' }, key);
    expect(json).toMatchObject({ by: expect.stringMatching(/^key_/), changedAt: expect.any(Number) });
    const Versions = z.object({ items: z.array(z.object({ change: z.string(), by: z.string().nullable() })) });
    const { items } = Versions.parse((await host.call('GET', `/api/v1/transcripts/${id}/versions`, { key })).json);
    expect(items).toEqual([
      { change: 'made', by: null },
      { change: 'edited', by: expect.stringMatching(/./) },
    ]);
  });
});

describe('two people who change a record at once', () => {
  test('lose nothing where they change different parts', async () => {
    const id = await saved();
    await edit(id, {
      version: 1,
      segments: [{ id: 's1', text: 'I adjusted L4.' }],
      sections: [{ name: 'Objective', statements: [] }],
    });
    // The second person sends all sections, of which one is changed.
    const sections = [
      { name: 'Plan', statements: [kept, { text: 'Ice.' }] },
      { name: 'Objective', statements: [{ id: 'n2', text: 'L5 was adjusted.' }] },
    ];
    const { status, json } = await edit(id, { version: 1, sections, segments: [{ id: 's1', text: 'I adjusted L5.' }] });
    expect(status).toBe(200);
    expect(json).toMatchObject({
      version: 3,
      segments: [{ text: 'I adjusted L4.' }, {}, {}],
      sections: [{ statements: [{ id: 'n1' }, { text: 'Ice.' }] }, { statements: [] }],
    });
  });

  test('are told of the difference where they change the same, and the first change stays', async () => {
    const id = await saved();
    await edit(id, { segments: [{ id: 's1', text: 'One.' }], patient: { name: 'Ann Secret' } });
    await edit(id, { sections: [{ name: 'Plan', statements: [kept, { text: 'Ice.' }] }] });
    const second = await edit(id, {
      version: 1,
      segments: [
        { id: 's1', text: 'Two.' },
        { id: 's2', text: 'Fine.' },
      ],
      sections: [{ name: 'Plan', statements: [] }],
      patient: { name: 'Bob Secret' },
    });
    const by = expect.any(String);
    expect(second).toMatchObject({
      status: 409,
      json: {
        detail: [{ type: 'version_conflict', msg: expect.stringContaining('segment s1 (text)') }],
        version: 3,
        changes: [
          { part: 'segment', id: 's1', field: 'text', version: 2, by },
          { part: 'patient', id: null, version: 2, by },
          { part: 'section', id: 'Plan', statements: ['n3'], version: 3, by },
        ],
      },
    });
    expect(second.text).not.toMatch(/One|Two|Secret|Ice/);
    expect(await read(id)).toMatchObject({ version: 3, segments: [{ text: 'One.' }, { text: 'Thank you.' }, {}] });
  });

  test('may have made the same change, as somebody whose answer was lost sends it again', async () => {
    const id = await saved();
    const change = { version: 1, segments: [{ id: 's1', text: 'One.' }], patient: { name: 'Ann' } };
    await edit(id, change);
    expect((await edit(id, change)).status).toBe(200);
  });

  test('cannot both change one segment without naming a version, where neither saw the other', async () => {
    const id = await saved();
    const texts = Array.from({ length: 6 }, (_, index) => `Text ${index}.`);
    const answers = await Promise.all(texts.map((text) => edit(id, { segments: [{ id: 's1', text }] })));
    const accepted = answers.filter(({ status }) => status === 200).length;
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(texts.length - accepted);
    expect(await read(id)).toMatchObject({ version: 1 + accepted });
  });
});
