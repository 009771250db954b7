import type { Role, Segment } from 'chronoscribe/kinds/transcripts';
import { expect, test } from 'vitest';
import { findingsOf } from './findings.ts';

const said = (...lines: readonly (readonly [Role, string])[]): readonly Segment[] =>
  lines.map(([role, text], index) => ({
    id: `s${index + 1}`,
    speaker: role === 'clinician' ? 'Speaker 1' : 'Speaker 2',
    role,
    startMs: index * 1000,
    endMs: index * 1000 + 900,
    text,
    confidence: null,
  }));
const codes = (segments: readonly Segment[]) => findingsOf(segments).codes;

test('a complete visit lacks nothing, and each finding cites its segments', () => {
  const { completeness } = findingsOf(
    said(
      ['patient', 'My lower back hurts since I lifted a box.'],
      ['clinician', 'There is tenderness at L4 and L5, and lumbar flexion is limited to 40 degrees.'],
      ['clinician', 'This is a segmental dysfunction at L5.'],
      ['clinician', 'I adjusted L5 and the right sacroiliac joint.'],
      ['clinician', 'The goal is to sit for an hour without pain.'],
      ['clinician', 'I will see you twice a week for three weeks.'],
    ),
  );
  expect(completeness.missing).toEqual([]);
  expect(completeness.findings).toContainEqual({ element: 'subluxation level', value: 'L5', evidence: ['s3'] });
  expect(completeness.findings).toContainEqual({ element: 'spinal level', value: 'L5', evidence: ['s2', 's3', 's4'] });
  expect(completeness.findings).toContainEqual({
    element: 'frequency of care',
    value: 'twice a week',
    evidence: ['s6'],
  });
});

test('missing elements are listed and not filled in', () => {
  const { completeness, codes } = findingsOf(said(['clinician', 'Your neck is tender.']));
  expect(codes).toEqual([]);
  expect(completeness.missing).toEqual([
    expect.stringMatching(/^The examination shows only pain or tenderness; two of .* are needed\./),
    'The examination shows neither asymmetry or misalignment nor range of motion; one of these is needed.',
    'No level of the spine was named.',
    'No level or region was spoken of as subluxated or as a segmental dysfunction.',
    'No region was said to be adjusted.',
    'The plan names no goal.',
    'The plan names no frequency of care.',
    'The plan names no duration of care.',
  ]);
});

test('two signs do not suffice without asymmetry or range of motion', () => {
  const { missing } = findingsOf(said(['clinician', 'There is tenderness and spasm at L4.'])).completeness;
  expect(missing[0]).toMatch(/neither asymmetry or misalignment nor range of motion/);
});

test('each region that is called subluxated gives a diagnosis code', () => {
  expect(
    codes(
      said(
        ['clinician', 'There are subluxations at C5 and T4.'],
        ['clinician', 'There is no subluxation at L5, but segmental dysfunction of the sacroiliac joint.'],
        ['clinician', 'L3 is tender.'],
        ['patient', 'My old chiropractor said that I have a subluxation at L2.'],
        ['clinician', 'Is there a subluxation at S2?'],
        ['clinician', 'And the thoracic subluxation at T6.'],
      ),
    ),
  ).toEqual([
    { system: 'ICD-10-CM', code: 'M99.01', evidence: ['s1'] },
    { system: 'ICD-10-CM', code: 'M99.02', evidence: ['s1', 's6'] },
    { system: 'ICD-10-CM', code: 'M99.05', evidence: ['s2'] },
  ]);
});

test.each([
  ['I adjusted L5.', '98940'],
  ['I adjusted C5 and T4.', '98940'],
  ['I adjusted the occiput and C1.', '98940'],
  ['I adjusted C5, T4 and L5.', '98941'],
  ['I adjusted the cervical, thoracic and lumbar spine and the sacrum.', '98941'],
  ['I adjusted C5, T4, L5, the sacrum and the right ilium.', '98942'],
])('%s gives %s', (text, code) => {
  expect(codes(said(['clinician', text]))).toEqual([{ system: 'CPT', code, evidence: ['s1'] }]);
});

test.each([
  'I did not adjust C5 today.',
  'Next time I will adjust L5.',
  'I’ll adjust L5.',
  'Last week I adjusted T4.',
  'I would recommend an adjustment of L5.',
])('an adjustment that was not done today gives no code: %s', (text) => {
  expect(codes(said(['clinician', text]))).toEqual([]);
});

test('an adjustment that is only announced is listed as missing', () => {
  const { missing } = findingsOf(said(['clinician', 'I am going to adjust L5 now.'])).completeness;
  expect(missing).toContain('No region was said to be adjusted; an adjustment of L5 was spoken of as planned or past.');
});

test('what the patient says proves nothing', () => {
  const { completeness, codes: found } = findingsOf(
    said([
      'patient',
      'They adjusted C5 for a subluxation, there was tenderness and my range of motion was limited, twice a week for six weeks.',
    ]),
  );
  expect([completeness.findings, found]).toEqual([[], []]);
});

test('a row cites the segments of its pain scores', () => {
  const { grid } = findingsOf(
    said(
      ['clinician', 'How bad is the neck?'],
      ['patient', 'A six.'],
      ['clinician', 'I adjusted C5.'],
      ['clinician', 'And the neck now?'],
      ['patient', 'A two.'],
    ),
  );
  expect(grid?.[0]).toMatchObject({ vas_before: 6, vas_after: 2, evidence: ['s3', 's2', 's5'] });
});

test('the time of a score is no adjustment', () => {
  const segments = said(
    ['clinician', 'I adjusted L4.'],
    ['clinician', 'After the adjustment the foot and neck are fine.'],
  );
  expect(codes(segments)).toEqual([{ system: 'CPT', code: '98940', evidence: ['s1'] }]);
});

test('a level that was announced is adjusted once a breath and a confirmation follow, not by praise alone', () => {
  const announced = ['clinician', 'Let me adjust L5.'] as const;
  expect(codes(said(announced, ['clinician', 'Big breath. Good.']))).toHaveLength(1);
  expect(codes(said(announced, ['clinician', 'Good.']))).toEqual([]);
});

test('a level that no spine has is reported, and has no row', () => {
  const { grid, completeness } = findingsOf(said(['clinician', 'L8 is fixated. I adjusted L5.']));
  expect(grid?.map(({ level }) => level)).toEqual(['L5']);
  expect(completeness.missing).toContain('L8 is no level of the spine, so it has no row; correct the transcript.');
});

test('a finding in a sentence that the patient breaks into cites both parts of it', () => {
  const { grid } = findingsOf(
    said(['clinician', 'So here at C6 on the'], ['patient', 'Ow.'], ['clinician', "right, that's stuck."]),
  );
  expect(grid?.[0]).toMatchObject({ level: 'C6', side: 'right', evidence: ['s1', 's3'] });
});
