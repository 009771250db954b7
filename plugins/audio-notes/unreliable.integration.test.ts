import { defineProvider } from 'chronoscribe';
import { Transcriber } from 'chronoscribe/kinds/transcriber';
import { testHost } from 'chronoscribe/testing';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { scriptedWriter } from '../transcripts/testing/scripted-writer.ts';
import { tone, wav } from '../transcripts/testing/sounds.ts';
import { send } from '../transcripts/testing/visits.ts';

const said = ['My lower back hurts when I bend.', 'No fever.'];
let confidence: number | null;
const recogniser = defineProvider({
  kind: Transcriber,
  name: 'uncertain',
  config: z.strictObject({}),
  create: () => ({
    transcribe: async () => ({
      language: 'en',
      utterances: said.map((text, at) => ({
        speaker: 'A',
        startMs: at * 1000,
        endMs: at * 1000 + 900,
        text,
        confidence,
      })),
      engine: { provider: 'uncertain', model: null, version: null },
      warnings: [],
    }),
  }),
});
const writer = scriptedWriter();

const host = await testHost({ providers: [{ provider: recogniser }, { provider: writer.provider }] });
afterAll(() => host.stop());
beforeEach(() => {
  writer.asked.length = 0;
});

async function upload(to?: string) {
  const { status, json, headers } = await send(host, wav(tone(2)), to === undefined ? {} : { to });
  expect(status).toBe(200);
  const record = await host.call('GET', headers.get('content-location') ?? '');
  return { answer: z.record(z.string(), z.unknown()).parse(json), record: record.json };
}
const unreliable = expect.stringMatching(/^unreliable: .*42 %.* below 55 %/);

describe('a recording that the recogniser is unsure of', () => {
  test('is a transcript alone, says `unreliable`, and asks no writer', async () => {
    confidence = 0.42;
    const { record } = await upload();
    expect(record).toMatchObject({
      note: `Transcript:\n${said.join('\n')}`,
      sections: [{ name: 'Transcript', statements: [{ evidence: ['s1'], grounded: true }, { evidence: ['s2'] }] }],
      warnings: [unreliable],
      providers: { writer: { provider: 'none' } },
    });
    expect(writer.asked).toEqual([]);
  });

  test('fills none of the five sections of a chiropractic note, and bears no codes', async () => {
    confidence = 0.42;
    const { answer, record } = await upload('grid_chiropractor');
    expect(answer).toMatchObject({
      subjective_section: 'Subjective:\nNot documented.',
      plan_section: 'Plan:\nNot documented.',
      transcript: expect.stringContaining(said[0] ?? ''),
    });
    expect(record).toMatchObject({ warnings: [unreliable] });
    expect(record).not.toHaveProperty('codes');
  });

  test('has its note written when somebody who saw the warning asks for that, and keeps the warning', async () => {
    confidence = 0.42;
    const { answer } = await upload();
    const { status, json } = await host.call('POST', `/api/v1/transcripts/${answer.id}/rewrite`, { json: {} });
    expect(status).toBe(200);
    expect(writer.asked).toHaveLength(1);
    expect(json).toMatchObject({ warnings: [unreliable, 'Written 1 times.'] });
  });
});

describe('a recording is not unreliable', () => {
  test.each([
    ['that the recogniser is sure of', 0.9],
    ['just above the limit', 0.56],
    ['without confidences', null],
  ])('%s', async (_, given) => {
    confidence = given;
    const { record } = await upload();
    expect(writer.asked).toHaveLength(1);
    expect(record).toMatchObject({ warnings: ['Written 1 times.'] });
  });
});
