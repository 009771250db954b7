import type { Draft, OutlineSection, Passage, SectionContent } from 'chronoscribe/kinds/writer';
import { Writer } from 'chronoscribe/kinds/writer';
import { type StartedProvider, startProvider } from 'chronoscribe/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findFacts } from '../../grounding/rules/facts/find-facts.ts';
import extractive from './index.ts';

let started: StartedProvider<Writer>;

beforeAll(async () => {
  started = await startProvider(Writer, extractive);
});
afterAll(() => started.stop());

type Line = readonly [speaker: 'clinician' | 'patient' | null, text: string];

describe('a full history', () => {
  const visit: readonly Line[] = [
    ['clinician', 'What brings you in today?'],
    ['patient', 'I came in because my right knee has been hurting for two weeks.'],
    ['patient', 'The pain is sharp and it is worse when I climb stairs.'],
    ['clinician', 'Any fever?'],
    ['patient', 'No.'],
    ['patient', 'I was diagnosed with asthma as a child.'],
    ['patient', 'I take ibuprofen 400 mg twice a day.'],
    ['patient', 'I am allergic to penicillin, it gives me a rash.'],
    ['patient', 'My mother had diabetes.'],
    ['patient', 'I smoke ten cigarettes a day and I work as a roofer.'],
    ['clinician', 'On exam there is tenderness of the right knee.'],
    ['clinician', 'I think this is a sprain of the knee.'],
    ['clinician', 'I want you to rest the knee and to use ice.'],
  ];
  const outline = outlineOf({
    Complaint: ['complaint'],
    History: ['history'],
    'Past History': ['past-history'],
    Medications: ['medications'],
    Allergies: ['allergies'],
    Family: ['family-history'],
    Social: ['social-history'],
    Systems: ['review-of-systems'],
    Examination: ['examination', 'behavior'],
    Assessment: ['assessment', 'diagnoses'],
    Plan: ['plan', 'follow-up', 'intervention'],
  });

  test('has each part in its own section', async () => {
    const note = await write(visit, outline);
    expect(note).toEqual({
      Complaint: 'The patient came in because their right knee has been hurting for two weeks.',
      History: 'The pain is sharp and it is worse when the patient climbs stairs.',
      'Past History': 'The patient was diagnosed with asthma as a child.',
      Medications: 'The patient takes ibuprofen 400 mg twice a day.',
      Allergies: 'The patient is allergic to penicillin, it gives them a rash.',
      Family: "The patient's mother had diabetes.",
      Social: 'The patient smokes ten cigarettes a day and they work as a roofer.',
      Systems: 'Denies fever.',
      Examination: 'On exam there is tenderness of the right knee.',
      Assessment: 'Impression: this is a sprain of the knee.',
      Plan: 'The patient is to rest the knee and to use ice.',
    });
  });

  test('is one section if the outline has one', async () => {
    const note = await write(visit, outlineOf({ Subjective: ['history'], Plan: ['plan'] }));
    expect(note.Subjective).toContain('allergic to penicillin');
    expect(note.Subjective).toContain('diabetes');
    expect(note.Plan).toContain('sprain');
  });
});

describe('a session of counselling', () => {
  const session: readonly Line[] = [
    ['clinician', 'How has your week been?'],
    ['patient', 'I have been feeling really anxious, and I keep waking up at three in the morning.'],
    ['clinician', 'Any thoughts of harming yourself?'],
    ['patient', 'No.'],
    ['clinician', 'You seem tense as you talk about it.'],
    ['clinician', "Let's try the breathing exercise. I want you to notice where you feel the tension."],
    ['patient', 'That makes sense. I feel calmer than when I came in.'],
    ['patient', 'I want to sleep through the night without worrying.'],
    ['clinician', 'For homework, I would like you to write a thought record each evening.'],
    ['clinician', "I'll see you again next Tuesday."],
  ];

  test('distinguishes behavior, intervention, response and plan', async () => {
    const note = await write(
      session,
      outlineOf({
        Behavior: ['behavior', 'history'],
        Intervention: ['intervention'],
        Response: ['response'],
        Plan: ['plan', 'follow-up'],
      }),
    );
    expect(note.Behavior).toContain('The patient has been feeling really anxious');
    expect(note.Behavior).toContain('The patient seems tense');
    expect(note.Intervention).toContain('Try the breathing exercise.');
    expect(note.Intervention).toContain('The patient is to notice where the patient feels the tension.');
    expect(note.Response).toContain('The patient feels calmer than when they came in.');
    expect(note.Plan).toContain('thought record each evening');
    expect(note.Plan).toContain('See the patient again next Tuesday.');
  });

  test('has goals if the outline asks for them', async () => {
    const note = await write(
      session,
      outlineOf({ Goals: ['goals'], Progress: ['progress', 'history'], Plan: ['plan'] }),
    );
    expect(note.Goals).toBe('The patient wants to sleep through the night without worrying.');
  });
});

describe('a summary', () => {
  const summary = outlineOf({ Summary: ['summary'] });
  const letter = (subject: string, count: number): Line[] =>
    Array.from({ length: count }, (_, day) => [
      null,
      `On day ${day} the ${subject} of the patient was measured, and the ${subject} had fallen a little since the day before.`,
    ]);

  test('quotes the most central sentences verbatim and in order', async () => {
    const lines: Line[] = [
      ...letter('creatinine', 60),
      [null, 'The car park is closed on Sundays.'],
      ...letter('creatinine', 60),
    ];
    const { sections } = await draft(lines, summary);
    const statements = sections[0]?.statements ?? [];
    expect(statements.every(({ text, evidence }) => text === lines[Number(evidence[0])]?.[1])).toBe(true);
    const places = statements.map(({ evidence }) => Number(evidence[0]));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(statements.map(({ text }) => text).join()).not.toContain('car park');
  });

  test.each([
    [20, 120, 170],
    [400, 200, 225],
  ])('of %d sentences has %d to %d words', async (count, least, most) => {
    const note = await write(letter('potassium', count), summary);
    const words = note.Summary?.split(/\s+/).length ?? 0;
    expect(words).toBeGreaterThanOrEqual(least);
    expect(words).toBeLessThanOrEqual(most);
  });

  test('of a short text is the text', async () => {
    const lines: Line[] = [
      [null, 'The x-ray shows a fracture of the left wrist.'],
      [null, 'A cast was applied.'],
    ];
    expect((await write(lines, summary)).Summary).toBe(
      'The x-ray shows a fracture of the left wrist.\nA cast was applied.',
    );
  });

  test('is written in other languages too, with a warning', async () => {
    const lines: Line[] = [
      [null, 'Das Röntgenbild zeigt eine Fraktur des linken Handgelenks.'],
      [null, 'Um 8 Uhr wurde ein Gips angelegt.'],
    ];
    const { sections, warnings } = await draft(lines, summary, 'de');
    expect(sections[0]?.statements.map(({ text }) => text)).toEqual(lines.map(([, text]) => text));
    expect(warnings).toEqual([expect.stringContaining('English')]);
  });

  test('leaves other sections unchanged', async () => {
    const lines: Line[] = [
      ['patient', 'My knee has been hurting for two weeks.'],
      ['clinician', 'I want you to rest the knee.'],
    ];
    const note = await write(lines, outlineOf({ Summary: ['summary'], Plan: ['plan'] }));
    expect(note.Summary).toContain('hurting for two weeks');
    expect(note.Plan).toBe('The patient is to rest the knee.');
  });
});

function outlineOf(sections: Readonly<Record<string, readonly SectionContent[]>>): readonly OutlineSection[] {
  return Object.entries(sections).map(([name, contents]) => ({ name, contents, guidance: '' }));
}

function draft(lines: readonly Line[], outline: readonly OutlineSection[], language = 'en'): Promise<Draft> {
  const passages = lines.map(
    ([role, text], index): Passage => ({ id: `${index}`, speaker: role === null ? null : { label: role, role }, text }),
  );
  const { facts } = findFacts({ passages, language });
  return started.instance.draft(
    { instructions: '', prompt: '', outline, passages, facts, images: [], language },
    { signal: new AbortController().signal, progress: () => {}, text: () => {} },
  );
}

async function write(lines: readonly Line[], outline: readonly OutlineSection[]): Promise<Record<string, string>> {
  const { sections } = await draft(lines, outline);
  return Object.fromEntries(
    sections.map(({ name, statements }) => [name, statements.map(({ text }) => text).join('\n')]),
  );
}
