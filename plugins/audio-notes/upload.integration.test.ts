import { setTimeout as wait } from 'node:timers/promises';
import { defineProvider, Problem } from 'chronoscribe';
import { Transcriber, type Transcription } from 'chronoscribe/kinds/transcriber';
import { type TestResponse, testHost } from 'chronoscribe/testing';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { tone, wav } from '../transcripts/testing/sounds.ts';
import { send } from '../transcripts/testing/visits.ts';

/** An invented consultation. */
const consultation = `WEBVTT

00:00:00.000 --> 00:00:03.500
<v Dr. Adler>Good morning, what brings you in today?

00:00:04.000 --> 00:00:09.000
<v Ms. Brandt>My left knee has been hurting for two weeks, mostly on the stairs.

00:00:09.500 --> 00:00:12.000
<v Dr. Adler>Did you fall, or is there any fever?

00:00:12.500 --> 00:00:15.000
<v Ms. Brandt>No fall and no fever.

00:00:15.500 --> 00:00:22.000
<v Dr. Adler>On examination the left knee is swollen, and there is tenderness over the joint line.

00:00:22.500 --> 00:00:29.000
<v Dr. Adler>I think this is a strain of the knee. Take ibuprofen 400 milligrams twice a day.

00:00:29.500 --> 00:00:33.000
<v Dr. Adler>Come back in three weeks for a follow-up.
`;

/** Stands for a recogniser, which cannot be had here: says what the test tells it to. */
let recognise: (durationMs: number) => Promise<Transcription>;
const scripted = defineProvider({
  kind: Transcriber,
  name: 'scripted',
  config: z.strictObject({}),
  create: () => ({ transcribe: ({ durationMs }) => recognise(durationMs) }),
});

const engine = { provider: 'scripted', model: null, version: null };
const transcription = (utterances: Transcription['utterances']): Transcription => ({
  language: 'en',
  utterances,
  engine,
  warnings: ['This recogniser errs often.'],
});
const utterance = (speaker: string, startMs: number, text: string) => ({
  speaker,
  startMs,
  endMs: startMs + 900,
  text,
  confidence: 0.9,
});

const host = await testHost({ providers: [{ provider: scripted }] });
afterAll(() => host.stop());
beforeEach(() => {
  recognise = async () =>
    transcription([utterance('A', 0, 'How can I help you today?'), utterance('B', 1000, 'My back hurts when I bend.')]);
});

type Fields = Readonly<Record<string, string>>;
const upload = (file: string | Uint8Array, fields: Fields = {}, key = host.key, headers: Fields = {}) =>
  send(host, file, { fields, key, headers });

const Fault = z.object({ detail: z.array(z.object({ loc: z.array(z.unknown()), msg: z.string(), type: z.string() })) });
const fault = ({ status, json }: TestResponse) => ({ status, ...Fault.parse(json).detail[0] });

const Note = z.object({
  stream: z.string(),
  id: z.uuid(),
  note: z.string(),
  transcript: z.string(),
  createdAt: z.number(),
});
const Record = Note.extend({
  segments: z.array(z.object({ id: z.string(), speaker: z.string(), role: z.string(), text: z.string() })),
  sections: z.array(
    z.object({ name: z.string(), statements: z.array(z.object({ text: z.string(), evidence: z.array(z.string()) })) }),
  ),
  warnings: z.array(z.string()),
  durationMs: z.number(),
  language: z.string().nullable(),
  providers: z.object({ transcriber: z.object({ provider: z.string() }), writer: z.object({ provider: z.string() }) }),
});
const recordOf = async (id: string, key = host.key) => host.call('GET', `/api/v1/transcripts/${id}`, { key });

/** A WAV file of a tone, or of silence. */
const sound = (seconds: number, level: number) => wav(tone(seconds, { level }));

describe('uploading a transcript with times', () => {
  test('answers exactly the five fields, in their order', async () => {
    const before = Date.now();
    const answer = await upload(consultation);
    expect(answer.status).toBe(200);
    expect(Object.keys(z.record(z.string(), z.unknown()).parse(answer.json))).toEqual([
      'stream',
      'id',
      'note',
      'transcript',
      'createdAt',
    ]);

    const { stream, id, note, transcript, createdAt } = Note.parse(answer.json);
    expect(stream).toBe(`STREAM: ${note}`);
    expect(createdAt).toBeGreaterThanOrEqual(before);
    expect(createdAt).toBeLessThanOrEqual(Date.now());
    expect(answer.headers.get('content-location')).toBe(`/api/v1/transcripts/${id}`);
    expect(transcript.split('\n').slice(0, 6)).toEqual([
      '--- Transcript:',
      '',
      'Speaker 1:',
      '[00:00:00 - 00:00:03] Good morning, what brings you in today?',
      '',
      'Speaker 2:',
    ]);
    const headings = note.split('\n').filter((line) => /^\S+:$/.test(line));
    expect(headings).toEqual(['Subjective:', 'Objective:', 'Assessment:', 'Plan:', 'Follow-Up:']);
    expect(note).toContain('ibuprofen 400');
  });

  test('keeps a record whose statements point at segments', async () => {
    const { id } = Note.parse((await upload(consultation)).json);
    const record = Record.parse((await recordOf(id)).json);
    expect(record.durationMs).toBe(33_000);
    expect(record.segments.map(({ role }) => role).slice(0, 2)).toEqual(['clinician', 'patient']);
    expect(record.providers.transcriber.provider).toBe('vtt');
    const known = new Set(record.segments.map((segment) => segment.id));
    const evidence = record.sections.flatMap(({ statements }) => statements.flatMap((statement) => statement.evidence));
    expect(evidence.length).toBeGreaterThan(0);
    expect(evidence.filter((segment) => !known.has(segment))).toEqual([]);
  });

  test('takes SRT, and the language that the client names', async () => {
    const answer = await upload(
      '1\n00:00:01,000 --> 00:00:02,000\nDoctor: Any pain?\n\n2\n00:00:03,000 --> 00:00:04,000\nPatient: My knee hurts.\n',
      {
        language: 'EN-gb',
      },
    );
    const record = Record.parse((await recordOf(Note.parse(answer.json).id)).json);
    expect(record.language).toBe('en-GB');
    expect(record.segments.map(({ role }) => role)).toEqual(['clinician', 'patient']);
  });

  test('refuses one without cues: nothing is invented', async () => {
    expect(fault(await upload('WEBVTT\n\nNOTE empty\n'))).toMatchObject({ status: 422, type: 'no_speech' });
    expect(fault(await upload('WEBVTT\n\n00:01.000 --> 00:02.000\n[music]\n'))).toMatchObject({
      status: 422,
      type: 'no_speech',
    });
  });

  test('refuses one that is not UTF-8', async () => {
    const latin = Buffer.from('WEBVTT\n\n00:01.000 --> 00:02.000\nFieber über Nacht\n', 'latin1');
    expect(fault(await upload(latin))).toMatchObject({ status: 422, type: 'unreadable_file' });
  });
});

describe('uploading sound', () => {
  test('answers a note of what the recogniser heard, and passes its warnings on', async () => {
    const answer = await upload(sound(3, 0.3));
    expect(answer.status).toBe(200);
    const { id, transcript } = Note.parse(answer.json);
    expect(transcript).toContain('Speaker 2:\n[00:00:01 - 00:00:01] My back hurts when I bend.');
    const record = Record.parse((await recordOf(id)).json);
    expect(record).toMatchObject({
      durationMs: 3000,
      language: 'en',
      providers: { transcriber: { provider: 'scripted' } },
    });
    expect(record.warnings).toContain('This recogniser errs often.');
  });

  test('tells the clinician where the sound was too quiet', async () => {
    const { id } = Note.parse((await upload(sound(2, 0.004))).json);
    expect(Record.parse((await recordOf(id)).json).warnings[0]).toContain('very quiet');
  });

  test('refuses silence before any recogniser is asked', async () => {
    recognise = async () => Promise.reject(new Error('was asked'));
    expect(fault(await upload(sound(2, 0)))).toMatchObject({ status: 422, type: 'no_speech' });
  });

  test('refuses sound in which nobody speaks', async () => {
    recognise = async () => transcription([utterance('A', 0, '[BLANK_AUDIO]')]);
    expect(fault(await upload(sound(2, 0.3)))).toMatchObject({ status: 422, type: 'no_speech' });
  });

  test('refuses what is no sound', async () => {
    expect(fault(await upload('<!doctype html><title>Visit</title>'))).toMatchObject({ status: 415 });
    expect(fault(await upload(Buffer.concat([Buffer.from('RIFF\x20\0\0\0WAVE'), Buffer.alloc(32, 7)])))).toMatchObject({
      status: 422,
      type: 'unreadable_file',
    });
    expect(fault(await upload(''))).toMatchObject({ status: 422, type: 'unreadable_file' });
  });

  test('asks a recogniser that is busy again, and gives up on one that is not there', async () => {
    let asked = 0;
    recognise = async () => {
      asked += 1;
      if (asked < 3) throw new Problem('provider-unavailable', { detail: 'The recogniser is busy.', transient: true });
      return transcription([utterance('A', 0, 'My knee hurts.')]);
    };
    expect((await upload(sound(1, 0.3))).status).toBe(200);

    recognise = async () => Promise.reject(new Problem('provider-unavailable', { detail: 'Install a recogniser.' }));
    expect(fault(await upload(sound(1, 0.3)))).toMatchObject({
      status: 503,
      type: 'provider_unavailable',
      msg: 'Install a recogniser.',
    });
  });
});

describe('the fields beside the file', () => {
  test.each([
    ['language', 'english', /BCP 47/],
    ['speakers', '0', /from 1 to 10/],
    ['speakers', 'two', /from 1 to 10/],
    ['template', 'sonnet', /"soap"/],
  ])('a wrong %s (%s) is refused and says what is right', async (field, value, message) => {
    expect(fault(await upload(consultation, { [field]: value }))).toMatchObject({
      status: 422,
      loc: ['body', field],
      msg: expect.stringMatching(message),
    });
  });

  test('may be left empty, as a page leaves what nobody fills in', async () => {
    const { status, json } = await upload(consultation, { text: '', language: '', speakers: '', template: '' });
    expect(status).toBe(200);
    expect(Note.parse(json).note).toMatch(/^Subjective:/);
  });

  test('a missing file is named', async () => {
    const form = new FormData();
    form.set('text', 'a SOAP note');
    const answer = await host.call('POST', '/api/v1/transcripts/upload_audio_file', { form });
    expect(fault(answer)).toMatchObject({ status: 422, loc: ['body', 'file'], type: 'missing' });
  });

  test('a missing file and wrong fields are named together', async () => {
    const form = new FormData();
    form.set('language', 'english');
    form.set('speakers', '0');
    const { status, json } = await host.call('POST', '/api/v1/transcripts/upload_audio_file', { form });
    expect(status).toBe(422);
    expect(json).toMatchObject({ detail: ['file', 'language', 'speakers'].map((field) => ({ loc: ['body', field] })) });
  });
});

describe('the records', () => {
  test('are listed newest first, page by page, and read only by their own account', async () => {
    const { key } = await host.newAccount();
    const ids: string[] = [];
    for (let visit = 0; visit < 3; visit += 1) {
      ids.unshift(Note.parse((await upload(consultation, {}, key)).json).id);
      await wait(2); // Two records of one millisecond have no order.
    }
    const Page = z.object({ items: z.array(z.object({ id: z.string() })), next_cursor: z.string().nullable() });
    const first = Page.parse((await host.call('GET', '/api/v1/transcripts?limit=2', { key })).json);
    const second = Page.parse(
      (await host.call('GET', '/api/v1/transcripts', { key, json: { limit: 2, cursor: first.next_cursor } })).json,
    );
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(ids);
    expect(second.next_cursor).toBeNull();

    expect((await recordOf(ids[0] ?? '', key)).status).toBe(200);
    expect(fault(await recordOf(ids[0] ?? ''))).toMatchObject({ status: 404, type: 'not_found' });
  });

  test('are gone for good once deleted, with their run', async () => {
    const answer = await upload(consultation);
    const { id } = Note.parse(answer.json);
    expect((await host.call('DELETE', `/api/v1/transcripts/${id}`)).status).toBe(204);
    expect((await recordOf(id)).status).toBe(404);
    expect((await host.call('GET', `/api/v1/runs/${answer.headers.get('x-run-id')}`)).status).toBe(404);
    expect((await host.call('DELETE', `/api/v1/transcripts/${id}`)).status).toBe(404);
  });

  test.each([
    { asked: 'plainly', headers: {} },
    { asked: 'for events', headers: { accept: 'text/event-stream' } },
    { asked: 'for an answer later', headers: { prefer: 'respond-async' } },
  ])('are said to be gone where the upload of a deleted one is repeated, $asked', async ({ asked, headers }) => {
    const send = (more = {}) => upload(consultation, {}, host.key, { 'idempotency-key': asked, ...more });
    const { id } = Note.parse((await send()).json);
    expect((await send()).json).toMatchObject({ id });
    expect((await host.call('DELETE', `/api/v1/transcripts/${id}`)).status).toBe(204);
    expect(fault(await send(headers))).toMatchObject({
      status: 404,
      type: 'not_found',
      msg: expect.stringContaining('deleted'),
    });
  });

  test('of another account cannot be deleted', async () => {
    const { id } = Note.parse((await upload(consultation)).json);
    const { key } = await host.newAccount();
    expect((await host.call('DELETE', `/api/v1/transcripts/${id}`, { key })).status).toBe(404);
    expect((await recordOf(id)).status).toBe(200);
  });
});
