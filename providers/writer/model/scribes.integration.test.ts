import type { Draft, Writer } from 'chronoscribe/kinds/writer';
import type { StartedProvider } from 'chronoscribe/testing';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { inSections, passagesIn, sentenceIn } from '../../../test/doubles/model-server.ts';
import { carelessness, carelessScribe, checkers, goodScribe, type TrueNote } from '../../../test/doubles/scribes.ts';
import { findFacts } from '../../grounding/rules/facts/find-facts.ts';
import { type ModelWriterBed, modelWriters } from '../testing/model-writers.ts';
import { draft, visit } from '../testing/trial.ts';

const spoken = visit(
  'My left knee hurts.',
  'I take lisinopril 10 mg once a day and metformin 500 mg twice a day.',
  'I have no fever.',
  'We will start ibuprofen.',
);
const said = { ...spoken, ...findFacts({ passages: spoken.passages, language: 'en' }) };
const truth: TrueNote = [
  [
    { text: 'Pain in the left knee.', evidence: ['s1'] },
    { text: 'Takes lisinopril 10 mg once a day and metformin 500 mg twice a day.', evidence: ['s2'] },
    { text: 'Denies fever.', evidence: ['s3'] },
  ],
  [{ text: 'Start ibuprofen.', evidence: ['s4'] }],
];
const elsewhere: TrueNote = [[{ text: 'Allergic to penicillin with hives.', evidence: ['s1'] }]];

const textsOf = ({ sections }: Draft) => sections.flatMap(({ statements }) => statements.map(({ text }) => text));
const proofsOf = ({ sections }: Draft) =>
  sections.flatMap(({ statements }) => statements.map(({ engine, checked }) => [engine ?? 'rules', checked]));
const medicine = { text: 'Takes lisinopril 20 mg.', evidence: ['s2'] };

describe.each(modelWriters.filter(({ name }) => /ollama|compatible/.test(name)))('a note by $name', ({ open }) => {
  let bed: ModelWriterBed;
  let started: StartedProvider<Writer>;
  beforeAll(async () => {
    bed = await open();
    started = await bed.start();
  });
  afterEach(() => bed.server.reset());
  afterAll(async () => {
    await started.stop();
    await bed.server.stop();
  });

  test('of a good model is what it wrote, each sentence checked by rules and model', async () => {
    bed.server.reply(goodScribe(truth));
    const good = await draft(started.instance, said);
    expect(textsOf(good)).toEqual(truth.flat().map(({ text }) => text));
    expect(new Set(proofsOf(good).map(([, checked]) => checked))).toEqual(new Set(['both']));
    expect(good.warnings).toEqual([]);
    // Each sentence is asked about alone, with its own line.
    const checks = bed.server.asides.filter(({ keys }) => keys.includes('supported'));
    expect(checks.map(sentenceIn).toSorted()).toEqual(textsOf(good).toSorted());
    expect(checks.map((chat) => passagesIn(chat).length)).toEqual([1, 1, 1, 1]);
  });

  test.each(Object.entries(carelessness))(
    'of a careless model that says yes to all has no error of this kind, and lists it: %s',
    async (kind, plant) => {
      const errors = plant(truth, elsewhere);
      expect(errors.length).toBeGreaterThan(0);
      bed.server.reply(carelessScribe(truth, errors), checkers['says yes to all']);
      const careless = await draft(started.instance, said);
      const changed = errors.flatMap(({ written }) => (written === null ? [] : [written.text]));
      expect(textsOf(careless).filter((text) => changed.includes(text))).toEqual([]);
      for (const text of changed) expect(careless.warnings.join()).toContain(`"${text}"`);
      // What it left out, or was left out for it, the rules say, if a note must state it.
      if (kind !== 'number changed') return;
      expect(textsOf(careless).join()).toMatch(
        /lisinopril 10 mg.*metformin 500 mg|metformin 500 mg.*lisinopril 10 mg/i,
      );
    },
  );

  test('of a model that says no to all is what the rules say, and lists what it wrote', async () => {
    bed.server.reply(goodScribe(truth), checkers['says no to all']);
    const doubted = await draft(started.instance, said);
    expect(proofsOf(doubted).map(([by]) => by)).toEqual(textsOf(doubted).map(() => 'rules'));
    expect(textsOf(doubted).join()).toMatch(/lisinopril 10 mg/i);
    expect(doubted.warnings.filter((warning) => warning.includes('was left out'))).toHaveLength(4);
  });

  test('says what the model corrected, and what it wrote first', async () => {
    bed.server.reply((chat) => inSections(chat, [medicine], [{ text: 'Start ibuprofen.', evidence: ['s4'] }]), {
      repair: () => ({ text: 'Takes lisinopril 10 mg once a day.', evidence: ['s2'] }),
    });
    const { sections, warnings } = await draft(started.instance, said);
    expect(sections[0]?.statements[0]).toMatchObject({
      text: 'Takes lisinopril 10 mg once a day.',
      evidence: ['s2'],
      checked: 'both',
      repaired: 'Takes lisinopril 20 mg.',
    });
    expect(warnings).toEqual([]);
    const correction = bed.server.asides.find(({ keys }) => keys.includes('text'));
    expect(correction?.messages[0]?.text).toMatch(/Wrong: a number, unit, count/);
  });

  test('leaves out a sentence that is still wrong after two corrections, and lists what was written first', async () => {
    const corrections = ['Takes lisinopril 30 mg.', 'Takes lisinopril 40 mg.', 'Takes lisinopril 50 mg.'];
    bed.server.reply((chat) => inSections(chat, [medicine]), {
      repair: () => ({ text: corrections.shift(), evidence: ['s2'] }),
    });
    const { warnings, ...written } = await draft(started.instance, said);
    expect(corrections).toHaveLength(1);
    expect(textsOf(written as Draft).join()).not.toMatch(/lisinopril [2-5]0 mg/);
    expect(warnings.join()).toContain('"Takes lisinopril 20 mg." (s2)');
  });

  test('is written from the facts of the model too, and says where it and the rules read the source differently', async () => {
    const read = { kind: 'medication', of: 'patient', evidence: ['s2'] } as const;
    bed.server.reply(goodScribe(truth), {
      extract: () => ({
        facts: [
          { ...read, text: 'lisinopril 10 mg', assertion: 'stopped' },
          { ...read, text: 'metformin 500 mg', assertion: 'present' },
          { ...read, kind: 'problem', text: 'diabetes', assertion: 'possible' },
          { ...read, text: 'of no line', assertion: 'present', evidence: ['s9'] },
          'no fact',
        ],
      }),
    });
    const { warnings } = await draft(started.instance, said);
    expect(warnings).toEqual([
      expect.stringMatching(/^Rules and model read .*lisinopril 10 mg.* is present by the rules, stopped by the model/),
    ]);
    const asked = bed.server.chats[0]?.messages[0]?.text ?? '';
    expect(asked).toContain('- problem, possible [s2]: diabetes');
    expect(asked).not.toContain('of no line');
  });

  test.each([
    ['no JSON', () => 'Sure! Here are the facts:'],
    ['a list without end', () => 'x'.repeat(100_000)],
    ['another shape', () => ({ facts: 'none' })],
  ])('is written from the facts of the rules if those of the model are %s', async (_, extract) => {
    bed.server.reply(goodScribe(truth), { extract });
    expect(textsOf(await draft(started.instance, said))).toEqual(truth.flat().map(({ text }) => text));
  });

  test('leaves out what the model gives no clear verdict on', async () => {
    bed.server.reply(goodScribe(truth), { check: () => ({ reason: 'fine', supported: 'mostly' }) });
    const { warnings } = await draft(started.instance, said);
    expect(warnings.filter((warning) => warning.includes('was left out'))).toHaveLength(4);
  });
});
