import { testHost } from 'chronoscribe/testing';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { scriptedWriter } from './testing/scripted-writer.ts';
import { recorded } from './testing/visits.ts';

const Record = z.object({
  id: z.string(),
  language: z.string().nullable(),
  sections: z.array(z.object({ name: z.string(), statements: z.array(z.looseObject({ text: z.string() })) })),
  facts: z.array(z.unknown()),
  warnings: z.array(z.string()),
  coverage: z.object({
    language: z.string().nullable(),
    facts: z.int().nullable(),
    in_note: z.int().nullable(),
    omitted: z.array(z.string()).nullable(),
    unmentioned: z.array(z.object({ evidence: z.array(z.string()), text: z.string(), speaker: z.string().nullable() })),
  }),
});

const crisis = [
  'Therapist: Hello, how are you?',
  'Client: Hi.',
  'Therapist: Have you thought about killing yourself?',
  'Client: Yes, last night.',
  'Therapist: Thank you for telling me. Any fever?',
  'Client: No, no fever.',
].join('\n');

const french = [
  'Médecin: Bonjour, qu’est-ce qui vous amène ?',
  'Patiente: J’ai très mal au genou gauche depuis trois jours et je prends du métoprolol 47,5 mg.',
  'Médecin: Êtes-vous allergique à la pénicilline ?',
  'Patiente: Oui, elle me donne une éruption sur tout le corps.',
].join('\n');

const writer = scriptedWriter();

function says(text: string, ...evidence: readonly string[]): void {
  writer.says = async () => [{ text, evidence }];
}

async function clinic() {
  const host = await testHost({ providers: [{ provider: writer.provider }] });
  onTestFinished(() => host.stop());
  const upload = async (text: string, language = '') => read(await recorded(host, text, { fields: { language } }));
  const read = async (id: string) => Record.parse((await host.call('GET', `/api/v1/transcripts/${id}`)).json);
  const call = (id: string, method: string, path: string, json: unknown) =>
    host.call(method, `/api/v1/transcripts/${id}${path}`, { json });
  return { upload, read, call };
}

test('what a model leaves out is listed, with the answer beside its question, and without small talk', async () => {
  says('No fever.', 's6');
  const { upload } = await clinic();
  const { coverage } = await upload(crisis);
  expect(coverage).toMatchObject({
    language: 'en',
    unmentioned: [
      {
        evidence: ['s3', 's4'],
        text: 'Have you thought about killing yourself? – Yes, last night.',
        speaker: 'Speaker 1',
      },
    ],
  });
});

test('in a language without rules there are no facts and no counts, only what the note leaves out', async () => {
  says('Gonalgie.', 's2');
  const { upload } = await clinic();
  const { language, facts, coverage } = await upload(french, 'fr');
  expect({ language, facts }).toEqual({ language: 'fr', facts: [] });
  expect(coverage).toMatchObject({ language: null, facts: null, in_note: null, omitted: null });
  expect(coverage.unmentioned.map(({ evidence }) => evidence)).toEqual([
    ['s1', 's2'],
    ['s3', 's4'],
  ]);
});

test('what is taken up leaves the list, a note is sent as it was read, and signing says how much stays out', async () => {
  says('No fever.', 's6');
  const { upload, read, call } = await clinic();
  const { id } = await upload(`${crisis}\nTherapist: My dog bit me too.`);
  const { sections, coverage } = await read(id);
  expect(coverage.unmentioned).toHaveLength(2);
  const [entry] = coverage.unmentioned;
  const [first, ...others] = sections;
  const statements = [...(first?.statements ?? []), { text: entry?.text, evidence: entry?.evidence }];
  const taken = await call(id, 'PATCH', '', { sections: [{ ...first, statements }, ...others] });
  expect(taken.status).toBe(200);
  expect((await read(id)).coverage.unmentioned.map(({ text }) => text)).toEqual(['My dog bit me too.']);
  const same = await read(id);
  expect((await call(id, 'PATCH', '', { sections: same.sections })).status).toBe(200);
  expect((await read(id)).sections).toEqual(same.sections);
  const signed = await call(id, 'POST', '/sign', { acknowledge: same.warnings });
  expect(signed).toMatchObject({ status: 200, json: { signature: { unmentioned: 1, valid: true } } });
});

test('a corrected transcript makes the list anew', async () => {
  says('No fever.', 's6');
  const { upload, read, call } = await clinic();
  const { id } = await upload(crisis);
  await call(id, 'PATCH', '', { segments: [{ id: 's1', text: 'I also lost my hearing.' }] });
  const { coverage } = await read(id);
  expect(coverage.unmentioned.map(({ text }) => text)).toContain('I also lost my hearing.');
});
