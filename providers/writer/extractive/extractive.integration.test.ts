import { type Assignment, type Draft, type OutlineSection, type Passage, Writer } from 'chronoscribe/kinds/writer';
import { type StartedProvider, startProvider } from 'chronoscribe/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findFacts } from '../../grounding/rules/facts/find-facts.ts';
import extractive from './index.ts';
import { isSaidIn } from './testing/meaning.ts';

let started: StartedProvider<Writer>;
let writer: Writer;

beforeAll(async () => {
  started = await startProvider(Writer, extractive);
  writer = started.instance;
});
afterAll(() => started.stop());

type Line = readonly [speaker: 'doctor' | 'patient', text: string];

/** A short visit with everything in it. */
const visit: readonly Line[] = [
  ['doctor', 'Good morning, how are you?'],
  ['patient', 'Um, hi. So, uh, my right knee has been hurting for two weeks, you know, since I fell.'],
  ['doctor', 'Any fever?'],
  ['patient', 'No.'],
  ['doctor', 'Do you take anything for the pain?'],
  ['patient', 'I take ibuprofen 400 mg twice a day, and it does not help.'],
  ['doctor', 'Thanks for telling me about the pain.'],
  ['doctor', 'Are you excited about the holidays?'],
  ['patient', 'Sure.'],
  ['doctor', "Let's go ahead and do a quick physical exam."],
  ['doctor', 'On your knee exam there is tenderness and a small effusion, and no erythema.'],
  ['doctor', 'Your lungs are clear, okay?'],
  ['doctor', 'The x-ray of your right knee shows no fracture.'],
  ['doctor', 'I think this is a mild sprain of the knee.'],
  ['doctor', 'I want you to take naproxen 500 mg twice a day and to rest the knee.'],
  ['doctor', 'Come back in three weeks, and call me if the pain gets worse.'],
  ['patient', 'Thank you very much.'],
];

describe('an extractive note', () => {
  test('assigns sentences to sections', async () => {
    const note = textOf(await draft(visit));
    expect(note.Subjective).toContain('right knee has been hurting for two weeks');
    expect(note.Subjective).toContain('ibuprofen 400 mg twice a day');
    expect(note.Objective).toContain('tenderness and a small effusion');
    expect(note.Objective).toContain('lungs are clear');
    expect(note.Objective).toContain('no fracture');
    expect(note.Assessment).toContain('mild sprain');
    expect(note.Plan).toContain('naproxen 500 mg twice a day');
    expect(note['Follow-Up']).toContain('Come back in three weeks');
  });

  test('puts instructions to the patient into the plan, even if they mention weeks', async () => {
    const told = ['doctor', 'Do not lift anything over 10 kilograms for the next two weeks.'] as const;
    const note = textOf(await draft([...visit, told]));
    expect(note.Plan).toContain('Do not lift anything over 10 kilograms');
    expect(note.Subjective).not.toContain('kilograms');
  });

  test('lets other tasks run while it works on a long visit', async () => {
    let turns = 0;
    let drafting = true;
    const watch = () => {
      turns += 1;
      if (drafting) setImmediate(watch);
    };
    setImmediate(watch);
    const history = Array.from(
      { length: 1000 },
      (_, day): Line => ['patient', `My back pain was worse on day ${day}.`],
    );
    const { sections } = await draft(history);
    drafting = false;
    expect(turns).toBeGreaterThan(sections.flatMap(({ statements }) => statements).length);
  });

  test('leaves out greetings, thanks, small talk and announcements', async () => {
    const note = Object.values(textOf(await draft(visit))).join('\n');
    expect(note).not.toMatch(/good morning|thank you|thanks|holidays|quick physical exam|\bhi\b/i);
  });

  test('describes the patient in the third person without hesitations and connectives', async () => {
    const note = textOf(await draft(visit));
    expect(note.Subjective?.split('\n')[0]).toBe(
      "The patient's right knee has been hurting for two weeks, since they fell.",
    );
  });

  test('uses he or she if the sex is stated and nobody else is meant', async () => {
    const introduction = ['doctor', 'Anna is a 43 year old woman here for knee pain.'] as const;
    const note = textOf(await draft([introduction, ...visit]));
    expect(note.Subjective).toContain("The patient's right knee has been hurting for two weeks, since she fell.");
  });

  test('merges a question and its plain answer, citing both', async () => {
    const { sections } = await draft(visit);
    expect(sections[0]?.statements).toContainEqual({
      text: 'Denies fever.',
      evidence: ['s3', 's4'],
    });
  });

  test('leaves out what it cannot tell in the third person: it is listed as said', async () => {
    const { sections } = await draft(
      [
        ['patient', 'We went hiking, and my wife had to carry me because of my ankle pain.'],
        ['doctor', 'I have been vomiting since I took my pills.'],
      ],
      { facts: [] },
    );
    expect(sections.flatMap(({ statements }) => statements)).toEqual([]);
  });

  test('does not take a mother who speaks for her child for the patient', async () => {
    const mother: Line[] = [
      ['doctor', 'How is she eating?'],
      ['patient', 'She eats well since I took her off milk, and her stomach pain is better.'],
      ['patient', 'She had a fever when we saw her doctor, and he gave her antibiotics for her ears.'],
      ['patient', 'I feel that she sleeps badly when she has that pain.'],
    ];
    const note = textOf(await draft(mother));
    expect(note.Subjective).toContain('“I feel that she sleeps badly when she has that pain.”');
    expect(note.Subjective).not.toContain('The patient');
  });

  test('leaves out short answers and bare questions on their own', async () => {
    const { sections } = await draft(visit);
    const texts = sections.flatMap(({ statements }) => statements.map(({ text }) => text));
    expect(texts.filter((text) => /^(?:no|yes|sure)\W*$/i.test(text) || text.endsWith('?'))).toEqual([]);
  });

  test.each([
    ['Mm-hmm.', []],
    ['Yes.', ['The patient fell on their knee.']],
    ['About three weeks ago.', []],
    ['Not really.', []],
  ])('states no answer without its question: “%s”', async (answer, told) => {
    const { sections } = await draft([
      ['doctor', 'Did you fall on your knee?'],
      ['patient', answer],
    ]);
    expect(sections.flatMap(({ statements }) => statements.map(({ text }) => text))).toEqual(told);
  });

  test('recognises a question without a question mark, with one answer', async () => {
    const { sections } = await draft([
      ['doctor', 'any chest pain'],
      ['patient', 'no'],
      ['doctor', 'are you taking your lisinopril'],
      ['patient', 'yes'],
    ]);
    expect(sections[0]?.statements.map(({ text }) => text)).toEqual(['Takes lisinopril.', 'Denies chest pain.']);
  });

  test('prefers what the prompt asks for, without using its words', async () => {
    const complaints: Line[] = Array.from({ length: 60 }, (_, day) => [
      'patient',
      `My stomach pain on day ${day} was as bad as the stomach pain of the day before, and I felt sick the whole time with it.`,
    ]);
    const lines: Line[] = [...complaints, ['patient', 'My toe is numb.'], ...complaints];
    expect(textOf(await draft(lines, { facts: [] })).Subjective).not.toContain('toe');
    const { sections } = await draft(lines, { facts: [], prompt: 'Please dwell on the numb toe and the unicorn.' });
    expect(JSON.stringify(sections)).toContain("The patient's toe is numb.");
    expect(JSON.stringify(sections)).not.toContain('unicorn');
  });

  test('works without known roles', async () => {
    const passages = passagesOf(visit).map(
      (passage): Passage => ({ ...passage, speaker: { label: 'Speaker 1', role: 'unknown' } }),
    );
    const note = textOf(await writer.draft(assignment(passages), silent()));
    expect(note.Subjective).toContain('ibuprofen 400 mg');
    expect(note.Objective).toContain('tenderness');
    expect(note.Plan).toContain('naproxen 500 mg');
  });

  test('puts unspoken text into a summary, or into several sections by cue phrases', async () => {
    const passages = ['The x-ray shows a fracture of the left wrist.', 'The committee met on Tuesday.'].map(
      (text, index): Passage => ({ id: `p${index}`, speaker: null, text }),
    );
    const summary: OutlineSection = { name: 'Summary', contents: ['results'], guidance: '' };
    const one = await writer.draft({ ...assignment(passages), outline: [summary] }, silent());
    expect(one.sections[0]?.statements.map(({ evidence }) => evidence)).toEqual([['p0'], ['p1']]);
    const several = await writer.draft(assignment(passages), silent());
    expect(textOf(several).Objective).toContain('fracture');
  });

  test('puts content without a section into the closest one', async () => {
    const dap: readonly OutlineSection[] = [
      { name: 'Data', contents: ['history', 'examination', 'results'], guidance: '' },
      { name: 'Plan', contents: ['plan'], guidance: '' },
    ];
    const note = textOf(await writer.draft({ ...assignment(passagesOf(visit)), outline: dap }, silent()));
    expect(note.Plan).toContain('mild sprain');
    expect(note.Plan).toContain('Come back in three weeks');
  });

  test('warns if it cannot use its English cue phrases', async () => {
    const lines: readonly Line[] = [
      ['doctor', 'Guten Morgen, was führt Sie zu mir?'],
      ['patient', 'Mein Knie schmerzt seit zwei Wochen, und das Treppensteigen fällt mir schwer.'],
      ['doctor', 'Das Knie ist geschwollen und druckschmerzhaft.'],
    ];
    for (const language of ['de', null]) {
      const { sections, warnings } = await draft(lines, { language });
      expect(warnings).toEqual([expect.stringContaining('English')]);
      expect(sections[0]?.statements.map(({ text }) => text)).toEqual([lines[1]?.[1]]);
    }
    expect((await draft(visit, { language: null })).warnings).toEqual([]);
  });

  test('takes a list with few words of any sentence for English', async () => {
    const results: readonly Line[] = [
      ['doctor', 'Haemoglobin 13.9 g/dL. Lisinopril 10 mg daily. Blood pressure 128/82 mmHg.'],
    ];
    expect((await draft(results, { language: null })).warnings).toEqual([]);
  });

  test('suggests stating the language of a text that is not told to be English', async () => {
    const results: readonly Line[] = [['doctor', 'Ibuprofeno 400 mg cada ocho horas con comida, dos veces al día.']];
    expect((await draft(results, { language: null })).warnings).toEqual([
      expect.stringContaining('state its language'),
    ]);
  });

  test('writes a repeated sentence once', async () => {
    const dose = 'I take metformin 500 milligrams twice a day.';
    const { sections } = await draft([...visit, ['patient', dose], ['doctor', 'I see.'], ['patient', dose]]);
    const told = sections.flatMap(({ statements }) => statements).filter(({ text }) => text.includes('metformin'));
    expect(told).toHaveLength(1);
  });
});

describe('sentences', () => {
  test('are not split at titles, decimals or pauses', async () => {
    const { sections } = await draft([
      ['patient', 'Dr. Lee gave me 2.5 mg of warfarin for the pain ... and it got worse. The pain is in my hip.'],
    ]);
    expect(sections[0]?.statements.map(({ text }) => text)).toEqual([
      'Dr. Lee gave the patient 2.5 mg of warfarin for the pain, and it got worse.',
      "The pain is in the patient's hip.",
    ]);
  });

  test('without punctuation are split at clauses, never inside a negation', async () => {
    const findings =
      'your lungs are clear and there is no swelling and no redness or tenderness of the knee and the leg';
    const plan =
      'but you have some pain with flexion and extension of the back and your gait is normal and your reflexes are good';
    const { sections } = await draft([['doctor', `on your exam ${findings} ${plan}`]]);
    const texts = sections.flatMap(({ statements }) => statements.map(({ text }) => text));
    expect(texts.length).toBeGreaterThan(1);
    expect(texts.some((text) => text.includes('no swelling and no redness or tenderness'))).toBe(true);
  });
});

test('every statement has the words of its passages in their order', async () => {
  const phrase = fc.constantFrom(
    ...visit.map(([, text]) => text),
    'no chest pain but i cough and you have pain',
    'Any swelling?',
    'Yes, ten milligrams.',
    '... and then, okay?',
    'Über 38,5 Grad! 熱があります。',
  );
  const line = fc.tuple(
    fc.constantFrom('doctor' as const, 'patient' as const),
    fc.array(fc.oneof(phrase, fc.string({ unit: 'binary' })), { minLength: 1, maxLength: 4 }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 30 }), async (lines) => {
      const said = lines.map(([speaker, phrases]): Line => [speaker, phrases.join(' ')]);
      const texts = new Map(passagesOf(said).map(({ id, text }) => [id, text]));
      const { sections } = await draft(said, { facts: [] });
      for (const { text, evidence } of sections.flatMap(({ statements }) => statements)) {
        expect(
          isSaidIn(
            text,
            evidence.flatMap((id) => texts.get(id) ?? []),
          ),
        ).toBe(true);
      }
    }),
    { numRuns: 50 },
  );
});

function draft(lines: readonly Line[], changes: Partial<Assignment> = {}): Promise<Draft> {
  return writer.draft({ ...assignment(passagesOf(lines)), ...changes }, silent());
}

function passagesOf(lines: readonly Line[]): Passage[] {
  return lines.map(([speaker, text], index) => ({
    id: `s${index + 1}`,
    speaker: { label: speaker, role: speaker === 'doctor' ? 'clinician' : 'patient' },
    text,
  }));
}

function assignment(passages: readonly Passage[]): Assignment {
  return {
    instructions: 'Write a clinical note about this consultation.',
    prompt: '',
    outline: [
      { name: 'Subjective', contents: ['history'], guidance: '' },
      { name: 'Objective', contents: ['examination', 'results'], guidance: '' },
      { name: 'Assessment', contents: ['assessment'], guidance: '' },
      { name: 'Plan', contents: ['plan'], guidance: '' },
      { name: 'Follow-Up', contents: ['follow-up'], guidance: '' },
    ],
    passages,
    facts: findFacts({ passages, language: 'en' }).facts,
    images: [],
    language: 'en',
  };
}

function textOf({ sections }: Draft): Record<string, string> {
  return Object.fromEntries(
    sections.map(({ name, statements }) => [name, statements.map(({ text }) => text).join('\n')]),
  );
}

function silent(): Parameters<Writer['draft']>[1] {
  return { signal: new AbortController().signal, progress: () => {}, text: () => {} };
}
