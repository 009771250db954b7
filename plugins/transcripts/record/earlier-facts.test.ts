import { expect, test } from 'vitest';
import { StoredDocument } from '../../documents/record.ts';
import { TranscriptContent } from './content.ts';
import { recordOf } from './record.ts';

const engine = { provider: 'extractive', model: null, version: null };
const earlier = { value: null, unit: null, evidence: ['s1'], in_note: true };

/** Facts as an earlier version stored them: without holder and parts, and with `family` as an assertion. */
const facts = [
  { ...earlier, id: 'f1', kind: 'family', term: 'gout', text: 'gout', assertion: 'family' },
  { ...earlier, id: 'f2', kind: 'family', term: 'asthma', text: 'asthma (asked, not answered)', assertion: 'possible' },
  { ...earlier, id: 'f3', kind: 'medication', term: 'aspirin', text: 'aspirin (stopped)', assertion: 'historical' },
  { ...earlier, id: 'f4', kind: 'history', term: 'fracture', text: 'fracture', assertion: 'historical' },
  { ...earlier, id: 'f5', kind: 'symptom', term: 'fever', text: 'no fever', assertion: 'absent', in_note: false },
];

const asNow = [
  { assertion: 'present', of: 'relative', parts: {} },
  { assertion: 'possible', of: 'relative', parts: {} },
  { assertion: 'stopped', of: 'patient', parts: {} },
  { assertion: 'historical', of: 'patient', parts: {} },
  { assertion: 'absent', of: 'patient', parts: {} },
].map((now, index) => ({ ...facts[index], ...now }));

test('the facts of a visit that an earlier version recorded say of whom they are, and their number stays', async () => {
  const content = TranscriptContent.parse({
    ...{ form: 'audio-note', template: 'soap', language: 'en', durationMs: 900, text: '', editedSinceNote: false },
    ...{ segments: [], speakers: [], sections: [], findings: null, warnings: { transcript: [], note: [] } },
    ...{ facts, providers: { transcriber: engine, writer: engine } },
  });
  const place = { id: 'r1', account: 'a', createdAt: 1, version: 1, changedAt: 1, by: null, change: 'made' };
  const record = await recordOf({ ...place, content });
  expect(record.facts).toEqual(asNow);
  expect(record.coverage).toEqual({ language: 'en', facts: 5, in_note: 4, omitted: ['f5'], unmentioned: null });
});

test('the facts of a document that an earlier version recorded say of whom they are, and their number stays', () => {
  const document = StoredDocument.parse({
    ...{ form: 'pdf', answer: {}, statements: [], passages: [], warnings: [] },
    ...{ facts, coverage: { facts: 5, in_note: 4, omitted: ['f5'] } },
    providers: { reader: null, writer: engine },
  });
  expect(document.facts).toEqual(asNow);
  expect(document.coverage).toEqual({ language: 'en', facts: 5, in_note: 4, omitted: ['f5'], unmentioned: null });
});

test('a document that was never read for facts has no number of them', () => {
  const document = StoredDocument.parse({
    ...{ form: 'image', answer: {}, statements: [], passages: [], warnings: [] },
    providers: { reader: null, writer: engine },
  });
  expect(document.coverage).toMatchObject({ language: null, facts: null, unmentioned: null });
});
