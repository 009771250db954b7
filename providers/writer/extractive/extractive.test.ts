import { existsSync, readFileSync } from 'node:fs';
import { type Assignment, type Draft, type OutlineSection, type Passage, Writer } from 'chronoscribe/kinds/writer';
import { type StartedProvider, startProvider } from 'chronoscribe/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { words } from '../words.ts';
import extractive from './index.ts';

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

describe('a note without a model', () => {
  test('sorts what was said into its sections', async () => {
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

  test('takes what the clinician tells the patient to do for plan, though it speaks of weeks like a history', async () => {
    const told = ['doctor', 'Do not lift anything over 10 kilograms for the next two weeks.'] as const;
    const note = textOf(await draft([...visit, told]));
    expect(note.Plan).toContain('Do not lift anything over 10 kilograms');
    expect(note.Subjective).not.toContain('kilograms');
  });

  test('lets others have their turn between its choices, however long the visit', async () => {
    let turns = 0;
    let drafting = true;
    const watch = () => {
      turns += 1;
      if (drafting) setImmediate(watch);
    };
    setImmediate(watch);
    const history = Array.from({ length: 1000 }, (_, day): Line => ['patient', `My back pain was worse on day ${day}.`]);
    const { sections } = await draft(history);
    drafting = false;
    expect(turns).toBeGreaterThan(sections.flatMap(({ statements }) => statements).length);
  });

  test('leaves out greetings, thanks, small talk and announcements', async () => {
    const note = Object.values(textOf(await draft(visit))).join('\n');
    expect(note).not.toMatch(/good morning|thank you|thanks|holidays|quick physical exam|\bhi\b/i);
  });

  test('leaves out hesitations and opening joints, and changes nothing else', async () => {
    const note = textOf(await draft(visit));
    expect(note.Subjective?.split('\n')[0]).toBe('my right knee has been hurting for two weeks, since I fell.');
  });

  test('keeps a question with the short answer that it needs, quoted from both', async () => {
    const { sections } = await draft(visit);
    expect(sections[0]?.statements).toContainEqual({ text: 'Any fever? No.', evidence: ['s3', 's4'], grounded: true });
  });

  test('never leaves a short answer or a bare question to mislead by itself', async () => {
    const { sections } = await draft(visit);
    const texts = sections.flatMap(({ statements }) => statements.map(({ text }) => text));
    expect(texts.filter((text) => /^(?:no|yes|sure)\W*$/i.test(text) || text.endsWith('?'))).toEqual([]);
  });

  test.each(['mm-hmm.', 'Yes.', 'About three weeks ago.', "I don't."])(
    'joins the answer “%s” to its question',
    async (answer) => {
      const { sections } = await draft([
        ['doctor', 'Did you fall on your knee?'],
        ['patient', answer],
      ]);
      expect(sections[0]?.statements).toEqual([
        { text: `Did you fall on your knee? ${answer}`, evidence: ['s1', 's2'], grounded: true },
      ]);
    },
  );

  test('reads a question that the recogniser gave no mark, and gives it one answer only', async () => {
    const { sections } = await draft([
      ['doctor', 'any chest pain'],
      ['patient', 'no'],
      ['patient', 'none today'],
      ['doctor', 'are you taking your lisinopril'],
      ['patient', 'yes'],
    ]);
    expect(sections[0]?.statements.map(({ text }) => text)).toEqual(['any chest pain no', 'are you taking your lisinopril yes']);
  });

  test('puts a wish from the prompt first, and never its words into the note', async () => {
    const complaints: Line[] = Array.from({ length: 60 }, (_, day) => [
      'patient',
      `My stomach pain on day ${day} was as bad as the stomach pain of the day before, and I felt sick the whole time with it.`,
    ]);
    const lines: Line[] = [...complaints, ['patient', 'My toe is numb.'], ...complaints];
    expect(textOf(await draft(lines)).Subjective).not.toContain('toe');
    const { sections } = await draft(lines, { prompt: 'Please dwell on the numb toe and the unicorn.' });
    expect(JSON.stringify(sections)).toContain('My toe is numb.');
    expect(JSON.stringify(sections)).not.toContain('unicorn');
  });

  test('works where nobody knows who speaks', async () => {
    const passages = passagesOf(visit).map(
      (passage): Passage => ({ ...passage, speaker: { label: 'Speaker 1', role: 'unknown' } }),
    );
    const note = textOf(await writer.draft(assignment(passages), silent()));
    expect(note.Subjective).toContain('ibuprofen 400 mg');
    expect(note.Objective).toContain('tenderness');
    expect(note.Plan).toContain('naproxen 500 mg');
  });

  test('puts text that nobody spoke into the one section of a summary, and by cues into several', async () => {
    const passages = ['The x-ray shows a fracture of the left wrist.', 'The committee met on Tuesday.'].map(
      (text, index): Passage => ({ id: `p${index}`, speaker: null, text }),
    );
    const summary: OutlineSection = { name: 'Summary', contents: ['results'] };
    const one = await writer.draft({ ...assignment(passages), outline: [summary] }, silent());
    expect(one.sections[0]?.statements.map(({ evidence }) => evidence)).toEqual([['p0'], ['p1']]);
    const several = await writer.draft(assignment(passages), silent());
    expect(textOf(several).Objective).toContain('fracture');
  });

  test('puts what has no section of its own into the nearest', async () => {
    const dap: readonly OutlineSection[] = [
      { name: 'Data', contents: ['history', 'examination', 'results'] },
      { name: 'Plan', contents: ['plan'] },
    ];
    const note = textOf(await writer.draft({ ...assignment(passagesOf(visit)), outline: dap }, silent()));
    expect(note.Plan).toContain('mild sprain');
    expect(note.Plan).toContain('Come back in three weeks');
  });

  test('warns where it cannot use its English cues, stated or found out', async () => {
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
});

describe('sentences', () => {
  test('are not cut at titles, decimals or pauses', async () => {
    const { sections } = await draft([
      ['patient', 'Dr. Lee gave me 2.5 mg of warfarin for the pain ... and it got worse. The pain is in my hip.'],
    ]);
    expect(sections[0]?.statements.map(({ text }) => text)).toEqual([
      'Dr. Lee gave me 2.5 mg of warfarin for the pain ... and it got worse.',
      'The pain is in my hip.',
    ]);
  });

  test('without marks are cut where a clause begins, and never inside a negation', async () => {
    const findings = 'your lungs are clear and there is no swelling and no redness or tenderness of the knee and the leg';
    const plan =
      'but you have some pain with flexion and extension of the back and your gait is normal and your reflexes are good';
    const { sections } = await draft([['doctor', `on your exam ${findings} ${plan}`]]);
    const texts = sections.flatMap(({ statements }) => statements.map(({ text }) => text));
    expect(texts.length).toBeGreaterThan(1);
    expect(texts.some((text) => text.includes('no swelling and no redness or tenderness'))).toBe(true);
  });
});

test('every statement quotes its passages word for word, whatever is said', async () => {
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
      const texts = new Map(passagesOf(said).map(({ id, text }) => [id, words(text)]));
      const { sections } = await draft(said);
      for (const { text, evidence } of sections.flatMap(({ statements }) => statements)) {
        const source = evidence.flatMap((id) => texts.get(id) ?? []);
        expect(isSubsequence(words(text), source)).toBe(true);
      }
    }),
    { numRuns: 50 },
  );
});

const corpus = new URL('../../../../shared/data/primock57/visits.jsonl', import.meta.url);
const corpusThere = existsSync(corpus);

describe('real visits (../shared/data/primock57)', () => {
  if (!corpusThere) console.log('skipped: ../shared/data/primock57 is absent');

  test.skipIf(!corpusThere)('give a note with a history whose figures were all said', async () => {
    const visitShape = z.object({ utterances: z.array(z.object({ speaker: z.enum(['doctor', 'patient']), text: z.string() })) });
    for (const json of readFileSync(corpus, 'utf8').trim().split('\n')) {
      const { utterances } = visitShape.parse(JSON.parse(json));
      const lines = utterances.map(({ speaker, text }): Line => [speaker, text]);
      const texts = new Map(passagesOf(lines).map(({ id, text }) => [id, text]));
      const { sections } = await draft(lines);
      expect(sections[0]?.statements.length).toBeGreaterThan(3);
      for (const { text, evidence } of sections.flatMap(({ statements }) => statements)) {
        const cited = evidence.map((id) => texts.get(id)).join(' ');
        expect((text.match(/\d+/g) ?? []).filter((figure) => !cited.includes(figure))).toEqual([]);
      }
    }
  });
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
      { name: 'Subjective', contents: ['history'] },
      { name: 'Objective', contents: ['examination', 'results'] },
      { name: 'Assessment', contents: ['assessment'] },
      { name: 'Plan', contents: ['plan'] },
      { name: 'Follow-Up', contents: ['follow-up'] },
    ],
    passages,
    language: 'en',
  };
}

function textOf({ sections }: Draft): Record<string, string> {
  return Object.fromEntries(sections.map(({ name, statements }) => [name, statements.map(({ text }) => text).join('\n')]));
}

function silent(): Parameters<Writer['draft']>[1] {
  return { signal: new AbortController().signal, progress: () => {}, text: () => {} };
}

function isSubsequence(part: readonly string[], whole: readonly string[]): boolean {
  let at = 0;
  for (const word of whole) if (word === part[at]) at += 1;
  return at === part.length;
}
