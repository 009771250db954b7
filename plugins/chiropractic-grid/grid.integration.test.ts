import { testHost } from 'chronoscribe/testing';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';

const lines: readonly (readonly [name: string, text: string])[] = [
  ['Doctor', 'Good morning. What brings you in today?'],
  ['Patient', 'My lower back has been hurting for two weeks, since I lifted a heavy box at work.'],
  ['Doctor', 'Does the pain go down your leg?'],
  ['Patient', 'No, it stays in my back. Sitting makes it worse, and heat helps a little.'],
  [
    'Doctor',
    'On examination there is tenderness over L4 and L5 on the right, and lumbar flexion is limited to 40 degrees.',
  ],
  ['Doctor', 'Cervical rotation to the left is free.'],
  ['Doctor', 'The paraspinal muscles are hypertonic on the right side.'],
  ['Doctor', 'My diagnosis is lumbar segmental dysfunction at L5 with a lumbar strain.'],
  ['Doctor', 'I adjusted L5 and the right sacroiliac joint today.'],
  ['Doctor', 'The goal is that you can sit for an hour without pain.'],
  ['Doctor', 'I want to see you twice a week for three weeks.'],
  ['Patient', 'Okay, thank you doctor.'],
];

const stamp = (second: number) => new Date(second * 1000).toISOString().slice(11, 23);
const webVtt = (spoken: typeof lines) =>
  `WEBVTT\n\n${spoken
    .map(([name, text], at) => `${stamp(at * 5)} --> ${stamp(at * 5 + 4)}\n<v ${name}>${text}`)
    .join('\n\n')}\n`;
const vtt = webVtt(lines);

/** A row in which nothing was found or done but what is given. */
const row = (given: object) => ({
  side: null,
  findings: [],
  technique: null,
  adjusted: false,
  vas_before: null,
  vas_after: null,
  ...given,
});

const upload = (text: string, fields: Readonly<Record<string, string>> = {}) => {
  const form = new FormData();
  form.append('file', new File([text], 'visit.vtt'));
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return host.call('POST', '/api/v1/transcripts/grid_chiropractor', { form });
};

const host = await testHost();
const answered = await upload(vtt);
afterAll(() => host.stop());

test('returns the transcript and five labelled sections', () => {
  expect(answered.status).toBe(200);
  const grid = answered.json as Record<string, string>;
  expect(Object.keys(grid)).toEqual([
    'transcript',
    'subjective_section',
    'objective_section',
    'assessment_section',
    'diagnoses_section',
    'plan_section',
  ]);
  expect(grid.transcript).toMatch(/^--- Transcript:\n\nSpeaker 1:\n\[00:00:00 - 00:00:04\] Good morning\./);
  for (const label of ['Subjective', 'Objective', 'Assessment', 'Diagnoses', 'Plan']) {
    expect(grid[`${label.toLowerCase()}_section`]).toMatch(new RegExp(`^${label}:\\n.`));
  }
  expect(grid.objective_section).toMatch(/40 degrees/);
  expect(grid.objective_section).toMatch(/Cervical rotation/);
  expect(grid.plan_section).toMatch(/^Adjusted L5.*\nThe goal is/m);
});

test('the record adds the payer requirements and the codes with their segments', async () => {
  const location = answered.headers.get('content-location') ?? '';
  expect(location).toBe(`/api/v1/transcripts/${answered.headers.get('x-run-id')}`);
  const record = (await host.call('GET', location)).json as {
    completeness: { findings: { element: string; value: string; evidence: string[] }[]; missing: string[] };
    codes: unknown;
  };
  expect(record.codes).toEqual([
    { system: 'ICD-10-CM', code: 'M99.03', evidence: ['s8'] },
    { system: 'CPT', code: '98940', evidence: ['s9'] },
  ]);
  expect(record.completeness.missing).toEqual([]);
  const elements = record.completeness.findings.map(({ element, value }) => `${element}: ${value}`);
  expect(elements).toEqual(
    expect.arrayContaining([
      'spinal level: L4',
      'subluxation level: L5',
      'adjusted: sacroiliac joint',
      'duration of care: for three weeks',
    ]),
  );
});

test('the record has a row for each level, from the head down', async () => {
  const record = (await host.call('GET', answered.headers.get('content-location') ?? '')).json;
  const tender = { element: 'pain or tenderness', value: 'tenderness', evidence: ['s5'] };
  expect((record as { grid: unknown }).grid).toEqual([
    row({ level: 'L4', region: 'lumbar', side: 'right', findings: [tender], evidence: ['s5'] }),
    row({
      level: 'L5',
      region: 'lumbar',
      side: 'right',
      findings: [tender, { element: 'subluxation', value: 'segmental dysfunction', evidence: ['s8'] }],
      adjusted: true,
      evidence: ['s5', 's8', 's9'],
    }),
    row({ level: 'sacroiliac joint', region: 'pelvic', side: 'right', adjusted: true, evidence: ['s9'] }),
  ]);
});

test('the sections and the exports contain every row, also of levels that no sentence says in full', async () => {
  const narrated = [
    ['Doctor', 'C2 on the right is tender and restricted. Same on the left.'],
    ['Doctor', "I'm going to adjust C2 with the activator now. Deep breath."],
    ['Doctor', 'There we go, good release.'],
    ['Doctor', 'And that was T4. T6 we leave for next time.'],
    ['Patient', 'Thank you.'],
  ] as const;
  const { json, headers } = await upload(webVtt(narrated));
  const { objective_section: objective, plan_section: plan } = json as Record<string, string>;
  expect(objective).toMatch(/C2/);
  expect(plan).toMatch(/Adjusted C2, left and right, Activator\.[\s\S]*T4/);
  expect(`${objective}${plan}`).toContain('T6');
  const location = headers.get('content-location') ?? '';
  const record = (await host.call('GET', location)).json as {
    sections: { statements: { text: string; doubts: string[] }[] }[];
  };
  expect(record.sections.flatMap(({ statements }) => statements.filter(({ doubts }) => doubts.length > 0))).toEqual([]);
  const exported = await Promise.all(
    ['md', 'txt', 'fhir'].map((format) => host.call('GET', `${location}/export?format=${format}`)),
  );
  for (const { text } of exported)
    expect(text).toContain('C2, left and right: tender, restricted; adjusted (Activator)');
});

test('a corrected segment changes the codes when the grid is rewritten', async () => {
  const location = (await upload(vtt)).headers.get('content-location') ?? '';
  await host.call('PATCH', location, {
    json: { segments: [{ id: 's9', text: 'I adjusted C5, T4, L5 and the right sacroiliac joint today.' }] },
  });
  const rewritten = await host.call('POST', `${location}/rewrite`, { json: {} });
  expect(rewritten.json).toMatchObject({
    codes: expect.arrayContaining([{ system: 'CPT', code: '98941', evidence: ['s9'] }]),
  });
});

test('codes are added and taken out by a person, kept by other changes, and proposed anew by rewriting', async () => {
  const location = (await upload(vtt)).headers.get('content-location') ?? '';
  const patch = (json: object) => host.call('PATCH', location, { json });
  const kept = { system: 'CPT', code: '98940', evidence: ['s9'] };
  const added = { system: 'ICD-10-CM', code: 'M54.50', evidence: [] };
  expect((await patch({ codes: [kept, added] })).json).toMatchObject({ version: 2, codes: [kept, added] });
  const other = await patch({ version: 1, segments: [{ id: 's1', text: 'Good evening.' }] });
  expect(other.json).toMatchObject({ version: 3, codes: [kept, added] });
  expect((await patch({ version: 1, codes: [] })).status).toBe(409);
  const rewritten = await host.call('POST', `${location}/rewrite`, { json: {} });
  expect(rewritten.json).not.toMatchObject({ codes: expect.arrayContaining([added]) });
});

test.each([
  ['a system that is none', [{ system: 'ICD', code: 'M99.03' }], ['codes', 0, 'system']],
  ['a code that is none', [{ system: 'CPT', code: 'back pain' }], ['codes', 0, 'code']],
  ['a code twice', Array.from({ length: 2 }, () => ({ system: 'CPT', code: '98941' })), ['codes', 1, 'code']],
  ['words that were not said', [{ system: 'CPT', code: '98941', evidence: ['s99'] }], ['codes', 0, 'evidence', 0]],
])('%s is refused among the codes, at its place', async (_, codes, place) => {
  const location = answered.headers.get('content-location') ?? '';
  const { status, json } = await host.call('PATCH', location, { json: { codes } });
  expect(status).toBe(422);
  expect(json).toMatchObject({ detail: [{ loc: ['body', ...place] }] });
});

test('a note of another form has no codes', async () => {
  const form = new FormData();
  form.append('file', new File([vtt], 'visit.vtt'));
  const { json } = await host.call('POST', '/api/v1/transcripts/upload_audio_file', { form });
  const path = `/api/v1/transcripts/${z.object({ id: z.string() }).parse(json).id}`;
  const codes = [{ system: 'CPT', code: '98941' }];
  expect((await host.call('PATCH', path, { json: { codes } })).status).toBe(422);
});

test('a subluxation that the clinician names is a diagnosis, not an examination finding', async () => {
  const visit = vtt.replace(
    'My diagnosis is lumbar segmental dysfunction at L5 with a lumbar strain.',
    'You have a subluxation at C2.',
  );
  const grid = (await upload(visit)).json as Record<string, string>;
  expect(grid.diagnoses_section).toContain('subluxation at C2');
  expect(grid.objective_section).not.toContain('subluxation');
});

test('a visit without spinal findings has no codes and lists what is missing', async () => {
  const { headers } = await upload('WEBVTT\n\n00:00.000 --> 00:03.000\n<v Patient>My knee hurts since Monday.\n');
  const record = (await host.call('GET', headers.get('content-location') ?? '')).json;
  expect(record).toMatchObject({ codes: [], completeness: { findings: [] } });
  expect((record as { completeness: { missing: string[] } }).completeness.missing).toContain(
    'No level of the spine was named.',
  );
});

test('a missing file is reported as the specification says', async () => {
  const { status, json } = await host.call('POST', '/api/v1/transcripts/grid_chiropractor', { form: new FormData() });
  expect([status, json]).toEqual([
    422,
    { detail: [{ loc: ['body', 'file'], msg: 'Field required', type: 'missing' }] },
  ]);
});

test('a transcript without words gives no grid', async () => {
  const { status, json } = await upload('WEBVTT\n\n');
  expect([status, json]).toMatchObject([422, { detail: [{ type: 'no_speech' }] }]);
});
