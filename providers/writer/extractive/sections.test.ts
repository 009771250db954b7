import type { Passage } from 'chronoscribe/kinds/writer';
import { expect, test } from 'vitest';
import { draftOf, turnsIn } from './testing/draft-of.ts';

test.each([
  ['Subjective', /escitalopram 10 mg/, "c: You're on escitalopram 10 mg. | p: Yes."],
  ['Subjective', /Lipitor gave them cramps/, 'c: You told me last year that Lipitor gave you cramps. | p: Hm.'],
  ['Subjective', /mum gives the patient/, 'p: My mum gives me her codeine now and then. | c: I see.'],
  ['Objective', /ligaments are stable/, 'c: The ligaments are stable. | p: Good.'],
  ['Objective', /142/, 'c: Blood pressure is 158 over 92. Repeat is 142 over 86. | p: Okay.'],
  ['Objective', /no joint line tenderness/i, 'c: No joint line tenderness. | p: Good.'],
  ['Objective', /swelling/i, "c: There's a bit of swelling over the ankle. | p: Okay."],
  ['Assessment', /plaque psoriasis/i, 'p: It itches. | c: That is plaque psoriasis. | p: Right.'],
  ['Assessment', /frozen shoulder/i, "c: So that's a frozen shoulder. | p: I see."],
  ['Plan', /skip tonight/i, 'c: Skip tonight and tomorrow, then five every day. | p: Okay.'],
  ['Plan', /halve the gliclazide/i, 'c: Halve the gliclazide from today. | p: Okay.'],
  ['Plan', /repeat the potassium/i, 'c: Repeat the potassium next week. | p: Okay.'],
  ['Plan', /MRI to look for a tear/, "c: Let's do an MRI to look for a tear. | p: Fine."],
  ['Plan', /biopsy/i, 'c: The biopsy is still pending. | p: Okay.'],
  ['Plan', /stop the combined pill/, 'c: We should stop the combined pill because of the stroke risk. | p: Okay.'],
  ['Objective', /no fracture/i, "c: It looks well aligned. There's no fracture. | p: Good."],
  ['Objective', /no evidence of hydronephrosis/i, 'c: There is no evidence of hydronephrosis. | p: Okay.'],
  ['Assessment', /my diagnosis/i, 'c: Looking at the x-ray, my diagnosis would be tennis elbow. | p: I see.'],
  ['Subjective', /no history of cancer/i, 'c: There is no history of cancer in your family. | p: Right.'],
  ['Plan', /sensation is fine/i, 'c: Typically sensation is fine after it. | p: Okay.'],
  ['Plan', /six weeks/i, 'c: It usually takes six weeks to heal. | p: Okay.'],
  ['Plan', /the patient's appointment/, "c: We'll move your appointment to the morning. | p: Okay."],
  ['Plan', /side effects/, 'c: The most common side effects are going to be nausea and vomiting. | p: Okay.'],
  ['Plan', /reduce that swelling/, 'c: That is also going to help reduce that swelling. | p: Okay.'],
  ['Assessment', /contusion/, 'c: The diagnosis would be a contusion. | p: Okay.'],
  ['Plan', /oncology team/, 'c: I will discuss this with the oncology team. | p: Okay.'],
  ['Follow-up', /dial 999/, "c: If your face swells or you can't breathe, dial 999. | p: Okay."],
  ['Follow-up', /ER/, "c: If he gets drowsy or a rash that doesn't fade, take him to the ER. | p: Okay."],
])('what is said stands in %s by what is done with it: %s', async (name, statement, said) => {
  const sections = await draftOf(turnsIn(said));
  const own = sections.filter((section) => section.statements.some(({ text }) => statement.test(text)));
  expect(own.map((section) => section.name)).toEqual([name === 'Follow-up' ? 'Plan' : name]);
});

test('the headings of a dictation say where what follows them stands', async () => {
  const sections = await draftOf(
    [
      'This is a 67-year-old man who comes for follow-up of heart failure.',
      'Medications are furosemide 80 mg daily and carvedilol 12.5 mg twice daily.',
      'Impression: heart failure, improving. Chronic kidney disease stage 3, stable.',
      'Plan: continue carvedilol.',
    ].map((text, at): Passage => ({ id: `s${at}`, speaker: { label: 'Speaker 1', role: 'unknown' }, text })),
  );
  const told = new Map(sections.map(({ name, statements }) => [name, statements.map(({ text }) => text).join('\n')]));
  expect(told.get('Subjective')).toMatch(/67-year-old[\s\S]*furosemide 80 mg daily and carvedilol/);
  expect(told.get('Assessment')).toMatch(/kidney disease/i);
  expect(told.get('Plan')).toMatch(/continue carvedilol/i);
});

test.each([
  ['a companion', 'other', ['I have diabetes too, and I take metformin.']],
  ['a companion', 'other', ["I'm allergic to penicillin, but she isn't."]],
  ['a parent', 'patient', ["I get hives from amoxicillin, but he's had it before without trouble."]],
] as const)('what %s says of himself is not told of the patient', async (_, role, said) => {
  const asked = ['Is he drinking?', 'Are his shots up to date?', 'Does he have any allergies?'];
  const passages = [
    ...asked.map((text, at): Passage => ({ id: `c${at}`, speaker: { label: 'Speaker 1', role: 'clinician' }, text })),
    ...said.map((text, at): Passage => ({ id: `p${at}`, speaker: { label: 'Speaker 2', role }, text })),
  ];
  const told = (await draftOf(passages)).flatMap(({ statements }) => statements.map(({ text }) => text));
  for (const statement of told) expect(statement).not.toMatch(/^(?:Takes|Allergic|The patient)/);
});

test('what somebody else denies at once is not stated', async () => {
  const passages = [
    { id: 's1', speaker: { label: 'Speaker 2', role: 'patient' }, text: "I'm allergic to that plaster stuff." },
    { id: 's2', speaker: { label: 'Speaker 3', role: 'other' }, text: "No, mum, that's me." },
  ] as const;
  const told = (await draftOf(passages)).flatMap(({ statements }) => statements.map(({ text }) => text));
  expect(told.join('\n')).not.toMatch(/The patient is allergic/);
});

test.each([
  'c: What have you tried? | p: Heat and two Advil.',
  'c: What helps? | p: Ice, mostly.',
  'c: Anything you do for it? | p: Stretching.',
])('what a patient tried is no advice: %s', async (said) => {
  const told = (await draftOf(turnsIn(said))).flatMap(({ statements }) => statements.map(({ text }) => text));
  expect(told.join('\n')).not.toMatch(/advised/i);
});

test.each([
  ['You take Microgynon, is that right?', "No, I changed in the spring, sorry, the summer. It's Rigevidon now."],
  ["You've not had a clot yourself?", 'A clot? No, touch wood, I mean never.'],
])('no answer is quoted without its question: %s', async (question, answer) => {
  const sections = await draftOf(turnsIn(`c: ${question} | p: ${answer}`));
  const told = sections.flatMap(({ statements }) => statements.map(({ text }) => text));
  expect(told.filter((text) => /^“(?:no|yes)\b[^–]*$/i.test(text))).toEqual([]);
});
