import { Writer } from 'chronoscribe/kinds/writer';
import { groundedIn } from 'chronoscribe/reading';
import { startProvider } from 'chronoscribe/testing';
import { expect, test } from 'vitest';
import { startOllama } from '../../../test/doubles/ollama.ts';
import { carelessness, carelessScribe, goodScribe, type TrueNote } from '../../../test/doubles/scribes.ts';
import ollama from '../ollama/index.ts';
import { draft, visit } from '../testing/trial.ts';

const said = visit(
  'My left knee hurts.',
  'I take lisinopril 10 mg once a day and metformin 500 mg twice a day.',
  'I have no fever.',
  'We will start ibuprofen.',
);
const truth: TrueNote = [
  [
    { text: 'Pain in the left knee.', evidence: ['s1'] },
    { text: 'Takes lisinopril 10 mg once a day and metformin 500 mg twice a day.', evidence: ['s2'] },
    { text: 'Denies fever.', evidence: ['s3'] },
  ],
  [{ text: 'Start ibuprofen.', evidence: ['s4'] }],
];
const elsewhere: TrueNote = [[{ text: 'Allergic to penicillin with hives.', evidence: ['s1'] }]];

test('of a good model no statement is doubted, of a careless one each that it changed or invented', async () => {
  const server = await startOllama('scribe');
  const { instance, stop } = await startProvider(Writer, ollama, { with: { model: 'scribe', baseUrl: server.url } });
  const isGrounded = groundedIn(said.passages);
  server.reply(goodScribe(truth));
  const good = await draft(instance, said);
  expect(good.sections.flatMap(({ statements }) => statements).filter((each) => !isGrounded(each))).toEqual([]);
  for (const [kind, plant] of Object.entries(carelessness)) {
    const errors = plant(truth, elsewhere);
    expect(errors.length, kind).toBeGreaterThan(0);
    server.reply(carelessScribe(truth, errors));
    const { sections } = await draft(instance, said);
    const doubted = sections.flatMap(({ statements }) => statements).filter((each) => !isGrounded(each));
    const changed = errors.flatMap(({ written }) => (written === null ? [] : [written.text]));
    expect(doubted.map(({ text }) => text).toSorted(), kind).toEqual(changed.toSorted());
  }
  await stop();
  await server.stop();
});
