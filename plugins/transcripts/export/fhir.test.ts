import { Patient, Visit } from 'chronoscribe/kinds/records';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { documentFaults } from '../../../test/doubles/fhir-document.ts';
import { exportOf, hostileTexts, record, segment, statement } from './testing/records.ts';

const fhir = (changes: Parameters<typeof record>[0] = {}) => JSON.parse(exportOf(record(changes), 'fhir'));

const Coded = z.object({ coding: z.tuple([z.object({ code: z.string() })]) });
const Composition = z.object({
  type: Coded,
  section: z.array(
    z.object({
      title: z.string(),
      code: Coded.optional(),
      text: z.object({ div: z.string() }),
      emptyReason: Coded.optional(),
    }),
  ),
});
const compositionOf = (bundle: { readonly entry: readonly { readonly resource: unknown }[] }) =>
  Composition.parse(bundle.entry[0]?.resource);

describe('the FHIR document of a record', () => {
  test('has the codes of LOINC, says which sections are empty, and marks what is doubtful', () => {
    const names = ['Subjective', 'Objective', 'Assessment', 'Plan', 'Follow-Up'];
    const sections = names.map((name) => ({
      name,
      statements: name === 'Plan' ? [statement('Rest & <ice>.', false)] : [],
    }));
    const { type, section } = compositionOf(fhir({ sections, warnings: [] }));
    expect(type.coding[0].code).toBe('11506-3');
    expect(
      section.map(({ title, code, emptyReason }) => [title, code?.coding[0].code, emptyReason?.coding[0].code]),
    ).toEqual([
      ['Subjective', '61150-9', 'unavailable'],
      ['Objective', '61149-1', 'unavailable'],
      ['Assessment', '51848-0', 'unavailable'],
      ['Plan', '18776-5', undefined],
      ['Follow-Up', undefined, 'unavailable'],
      ['Transcript', undefined, undefined],
    ]);
    expect(section[3]?.text.div).toContain('<li>Rest &amp; &lt;ice&gt;. [not borne out by the transcript]</li>');
  });

  test('names software as its author and nobody else', () => {
    const { entry } = fhir();
    expect(entry.map(({ resource }: { resource: { resourceType: string } }) => resource.resourceType)).toEqual([
      'Composition',
      'Patient',
      'Device',
      'DocumentReference',
    ]);
    expect(entry[2].resource.version).toMatchObject([{ value: 'whisper tiny.en 1.13' }, { value: 'extractive' }]);
    expect(JSON.stringify(entry[1])).toContain('data-absent-reason');
  });

  test('carries the transcript as text', () => {
    const { attachment } = fhir().entry[3].resource.content[0];
    expect(Buffer.from(attachment.data, 'base64').toString()).toBe(
      'Dr. Adler (clinician):\n[00:00:04 - 00:00:08] What brings you in?\n\nSpeaker 2 (patient):\n[00:00:08 - 00:00:12] My knee hurts.\n',
    );
  });

  test('has an identifier of its own for each version, and one that stays for the note', () => {
    const [first, second] = [fhir({ version: 1 }), fhir({ version: 2 })];
    expect(second.identifier).not.toEqual(first.identifier);
    expect(second.entry[0].resource.identifier).toEqual(first.entry[0].resource.identifier);
    expect(fhir({ id: crypto.randomUUID() }).identifier).not.toEqual(first.identifier);
  });
});

describe('the validator', () => {
  const long = Array.from({ length: 6000 }, (_, index) =>
    segment(index, `Speaker ${(index % 3) + 1}`, 'So how has the knee been? '.repeat(4)),
  );
  test.each([
    ['an ordinary visit', {}],
    ['a note without a word', { sections: [{ name: 'Plan', statements: [] }], warnings: [] }],
    ['a note without sections', { sections: [], warnings: [] }],
    ['nothing left to say', { segments: [segment(1, 'Speaker 1', ' ')] }],
    ['no language', { language: null }],
    ['a language that is none', { language: 'English (US) ' }],
    ['four hours', { segments: long, durationMs: 14_400_000 }],
    [
      'hostile characters everywhere',
      {
        sections: hostileTexts.map((name) => ({
          name,
          statements: hostileTexts.map((text) => statement(text, false)),
        })),
        segments: hostileTexts.map((text, index) => segment(index, 'Speaker 1', text)),
        speakers: [{ speaker: 'Speaker 1', name: hostileTexts.join(' '), role: 'other' as const }],
        warnings: hostileTexts,
      },
    ],
  ])('finds nothing wrong with %s', (_, changes) => {
    expect(documentFaults(fhir(changes))).toEqual([]);
  });

  test('finds nothing wrong with any words', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const changes = { sections: [{ name: 'Plan', statements: [statement(text)] }], warnings: [text] };
        expect(documentFaults(fhir({ ...changes, segments: [segment(1, text, text)] }))).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  test('finds nothing wrong with any patient, visit, signer and addendum that is accepted', () => {
    const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 60 });
    const day = fc.date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
    const date = day.map((at) => at.toISOString());
    const people = fc.record({
      patient: fc.record(
        { id: text, identifier: text, name: text, birth_date: date.map((at) => at.slice(0, 10)) },
        { requiredKeys: [] },
      ),
      visit: fc.record(
        {
          date: fc.oneof(
            date,
            date.map((at) => at.slice(0, 10)),
            date.map((at) => `${at.slice(0, 16)}+02:00`),
          ),
          ...{ clinician: text, location: text, reason: text },
        },
        { requiredKeys: [] },
      ),
      signer: text,
      addendum: text,
    });
    fc.assert(
      fc.property(people, ({ patient, visit, signer, addendum }) => {
        const signature = { by: signer, at: 1, version: 2, acknowledged: [], sha256: 'ab', valid: true };
        const changes = {
          patient: Patient.safeParse(patient).data ?? null,
          visit: Visit.safeParse(visit).data ?? null,
          ...({ status: 'amended', signature } as const),
          addenda: [{ id: 'a1', text: addendum, by: signer, at: 2, sha256: 'cd' }],
        };
        expect(documentFaults(fhir(changes))).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  type Resource = Record<string, unknown>;
  interface Bundle extends Resource {
    entry: { fullUrl: string; resource: Resource }[];
  }
  const breakages: readonly (readonly [string, RegExp, (bundle: Bundle, resources: readonly Resource[]) => void])[] = [
    ['an identifier is missing', /bdl-9/, (bundle) => delete bundle.identifier],
    ['the time is no time', /instant/, (bundle) => Object.assign(bundle, { timestamp: 'yesterday' })],
    ['a title is missing', /title/, (_, [note]) => delete note?.title],
    ['a member does not exist', /additional property/, (_, [note]) => Object.assign(note ?? {}, { mood: 'good' })],
    ['a section is empty', /cmp-1/, (_, [note]) => Object.assign(note ?? {}, { section: [{ title: 'Plan' }] })],
    ['an author is not there', /no Device/, (bundle) => bundle.entry.splice(2, 1)],
    [
      'a subject is of the wrong type',
      /no Patient/,
      (_, [, patient]) => Object.assign(patient ?? {}, { resourceType: 'Device' }),
    ],
    ['the note is not first', /first entry/, (bundle) => bundle.entry.reverse()],
    [
      'something stands apart',
      /nothing leads/,
      (bundle) => bundle.entry.push({ fullUrl: 'urn:uuid:0', resource: { resourceType: 'Patient' } }),
    ],
    [
      'a narrative is no XHTML',
      /well-formed/,
      (_, [note]) =>
        Object.assign(note ?? {}, {
          text: { status: 'additional', div: '<div xmlns="http://www.w3.org/1999/xhtml"><p>a</div>' },
        }),
    ],
    [
      'the attachment is no base64',
      /base64/,
      (_, resources) => Object.assign(resources[3] ?? {}, { content: [{ attachment: { data: '%' } }] }),
    ],
  ];
  test.each(breakages)('notices where %s', (_, fault, breakIt) => {
    const bundle = fhir() as Bundle;
    breakIt(
      bundle,
      bundle.entry.map(({ resource }) => resource),
    );
    expect(documentFaults(bundle).join('\n')).toMatch(fault);
  });
});
