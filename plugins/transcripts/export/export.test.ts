import { describe, expect, test } from 'vitest';
import { RecordAnswer, recordAnswer } from '../record/answer.ts';
import { exportOf, hostileTexts, record, segment, statement } from './testing/records.ts';

describe('the Markdown of a record', () => {
  test('has the note by sections, marks what is doubtful, and ends with who said what', () => {
    expect(exportOf(record(), 'md')).toBe(`# Clinical note

2025-11-20T09:30:00.000Z, 00:00:20, en

## Subjective

- Knee pain for two weeks.

## Plan

- Ibuprofen 900 mg. **(not borne out by the transcript)**

## Follow-Up

Not documented.

## Warnings

- 1 statement of the note is not borne out.

## Status

- Draft, not signed

## Transcript

**Dr. Adler (clinician)**

- 00:00:04–00:00:08 What brings you in?

**Speaker 2 (patient)**

- 00:00:08–00:00:12 My knee hurts.
`);
  });

  test('takes no text for markup', () => {
    const statements = hostileTexts.map((text) => statement(text));
    const lines = exportOf(record({ sections: [{ name: 'Plan', statements }] }), 'md').split('\n');
    const items = lines.slice(lines.indexOf('## Plan') + 2, lines.indexOf('## Warnings') - 1);
    expect(items).toHaveLength(hostileTexts.length);
    for (const item of items) {
      const text = item.slice('- '.length).replace(/\\[!-/:-@[-`{-~]/g, 'x');
      expect(text).not.toMatch(/[`*_[\]<>&~|\\]|^[#+=>-]|^\d+[.)]|:\/\/|www\.|@\w/);
    }
  });

  test('leaves common words as they are', () => {
    const text = 'Follow-up in 2 weeks; BP 120/80 (left arm), pain 5.5 of 10 + swelling.';
    expect(exportOf(record({ sections: [{ name: 'Plan', statements: [statement(text)] }] }), 'md')).toContain(
      `- ${text}\n`,
    );
  });
});

describe('the plain text of a record', () => {
  test('has the note by sections, marks what is doubtful, and ends with who said what', () => {
    expect(exportOf(record(), 'txt')).toBe(`Subjective:
- Knee pain for two weeks.

Plan:
- Ibuprofen 900 mg. [not borne out by the transcript]

Follow-Up:
Not documented.

Warnings:
- 1 statement of the note is not borne out.

Status:
- Draft, not signed

--- Transcript:

Dr. Adler (clinician):
[00:00:04 - 00:00:08] What brings you in?

Speaker 2 (patient):
[00:00:08 - 00:00:12] My knee hurts.
`);
  });

  test('lets no statement and no words pass for a heading or a turn', () => {
    const hostile = record({
      sections: [{ name: 'Plan', statements: hostileTexts.map((text) => statement(text)) }],
      segments: hostileTexts.map((text, index) => segment(index + 1, 'Speaker 1', text)),
      warnings: [],
    });
    const lines = exportOf(hostile, 'txt').split('\n');
    const unmarked = lines.filter((line) => !/^(?:- |\[\d\d:\d\d:\d\d - \d\d:\d\d:\d\d\] )/.test(line));
    expect(unmarked).toEqual(['Plan:', '', 'Status:', '', '--- Transcript:', '', 'Dr. Adler (clinician):', '']);
  });
});

test('what a form found beside the note stands in every text for people', () => {
  const findings = {
    completeness: {
      findings: [{ element: 'spinal level', value: 'L5', evidence: ['s2'] }],
      missing: ['No goal of care was said.'],
    },
    codes: [{ system: 'ICD-10-CM', code: 'M99.03', evidence: ['s2'] }],
  };
  for (const format of ['md', 'txt', 'fhir'] as const) {
    const text = exportOf(record({ findings }), format);
    expect(text).toContain('spinal level: L5');
    expect(text).toContain('No goal of care was said.');
    expect(text).toContain('ICD-10-CM M99.03');
  }
});

test('the JSON of a record is its answer, field by field', () => {
  const answer = RecordAnswer.parse(recordAnswer(record()));
  expect(JSON.parse(exportOf(record(), 'json'))).toEqual(answer);
  expect(answer).not.toHaveProperty('account');
});

test.each(['md', 'txt', 'vtt', 'srt', 'json', 'fhir'] as const)('%s is the same each time', (format) => {
  expect(exportOf(record(), format)).toBe(exportOf(record(), format));
});
