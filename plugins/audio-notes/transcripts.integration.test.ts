import { testHost } from 'chronoscribe/testing';
import { afterAll, describe, expect, test } from 'vitest';
import { send } from '../transcripts/testing/visits.ts';

const host = await testHost();
afterAll(() => host.stop());

const upload = (content: string, name = 'file') => send(host, content, { name });
const turns = [
  { speaker: 'Doctor', start: 0, end: 2, text: 'What brings you here today?' },
  { speaker: 'Patient', start: 3, end: 5, text: 'My left knee has been hurting for three days.' },
];
const text = turns.map(({ speaker, text: words }) => `${speaker}: ${words}`).join('\n');

describe('a transcript that is uploaded', () => {
  test.each([
    ['plain text', text, 'text', 0],
    ['JSON of Whisper', JSON.stringify({ segments: turns }), 'whisper', 5000],
    [
      'JSON of AssemblyAI',
      JSON.stringify({
        status: 'completed',
        utterances: turns.map((turn) => ({ ...turn, start: turn.start * 1000, end: turn.end * 1000 })),
      }),
      'assemblyai',
      5000,
    ],
  ])('as %s becomes a record with speakers, times and language', async (_, content, provider, durationMs) => {
    const answer = await upload(content, 'visit.wav');
    expect(answer.status, answer.text).toBe(200);
    const record = await host.call('GET', answer.headers.get('content-location') ?? '');
    expect(record.json).toMatchObject({
      language: 'en',
      durationMs,
      segments: [
        { id: 's1', speaker: 'Speaker 1', role: 'clinician', text: turns[0]?.text },
        { id: 's2', speaker: 'Speaker 2', role: 'patient', text: turns[1]?.text, endMs: durationMs },
      ],
      providers: { transcriber: { provider } },
    });
  });

  test.each([
    ['a table', 'start,end,speaker,text\n0,4,"Dr. Wood","Any fever?"\n5,9,"Sam Hill","No, none."\n'],
    [
      'a file of cues',
      'WEBVTT\n\n0:0:1.5 --> 0:0:2.0\n<v Dr. Wood>Any fever?</v>\n\n0:0:3.0 --> 0:0:4.0\n<v Sam Hill>No, none.</v>\n',
    ],
    ['text with a title', 'Visit - Transcript\n\n00:00:00\n\nDr. Wood: Any fever?\nSam Hill: No, none.\n'],
  ])('as %s keeps the names of its speakers in the record', async (_, content) => {
    const answer = await upload(content);
    expect(answer.status, answer.text).toBe(200);
    const record = await host.call('GET', answer.headers.get('content-location') ?? '');
    expect(record.json).toMatchObject({
      speakers: [
        { speaker: 'Speaker 1', name: 'Dr. Wood', role: 'clinician' },
        { speaker: 'Speaker 2', name: 'Sam Hill', role: 'patient' },
      ],
      segments: [{ text: 'Any fever?' }, { text: 'No, none.' }],
    });
  });

  test('without times says so', async () => {
    const answer = await upload(text);
    const record = await host.call('GET', answer.headers.get('content-location') ?? '');
    expect(record.json).toMatchObject({ warnings: expect.arrayContaining([expect.stringContaining('no times')]) });
  });

  test.each([
    ['JSON that is cut', JSON.stringify({ segments: turns }).slice(0, 60), 422, 'unreadable_file'],
    ['JSON of something else', '{"patients": []}', 422, 'unreadable_file'],
    ['nothing but white space', ' \n\n ', 415, 'unsupported_media_type'],
    ['a web page', '<!doctype html><p>Doctor: hello', 415, 'unsupported_media_type'],
    ['text without words', '---\n\n...', 422, 'no_speech'],
  ])('with %s is refused', async (_, content, status, type) => {
    expect(await upload(content)).toMatchObject({ status, json: { detail: [{ type }] } });
  });
});
