import { testHost } from 'chronoscribe/testing';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';

const host = await testHost();
afterAll(() => host.stop());

const said = (words: string) =>
  `WEBVTT\n\n00:01.000 --> 00:02.000\nPatient: ${words}\n\n00:03.000 --> 00:04.000\nDoctor: Rest for a week.\n`;

const Accepted = z.object({ runs: z.array(z.object({ id: z.string(), name: z.string(), location: z.string() })) });

function send(
  files: readonly (readonly [name: string, content: string | Uint8Array<ArrayBuffer>])[],
  fields: Record<string, string> = {},
) {
  const form = new FormData();
  for (const [name, content] of files) form.append('files', new Blob([content]), name);
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return host.call('POST', '/api/v1/transcripts/batch', { form });
}
const settled = (location: string) =>
  expect
    .poll(async () => (await host.call('GET', location)).json, { timeout: 90_000 })
    .toMatchObject({ status: expect.stringMatching(/done|failed/) });

describe('sending several recordings at once', () => {
  test('answers a run for each, in their order, and each makes a record of its own as if it had come alone', async () => {
    const answer = await send(
      [
        ['monday.vtt', said('My knee hurts.')],
        ['tuesday.vtt', said('My back hurts.')],
        ['wednesday.vtt', said('My neck hurts.')],
      ],
      { language: 'en', text: 'Be brief.' },
    );
    expect(answer.status).toBe(202);
    const { runs } = Accepted.parse(answer.json);
    expect(runs.map(({ name }) => name)).toEqual(['monday.vtt', 'tuesday.vtt', 'wednesday.vtt']);
    for (const [index, { id, location }] of runs.entries()) {
      await settled(location);
      const { json } = await host.call('GET', location);
      expect(json).toMatchObject({ id, workflow: 'audio-note', status: 'done', name: runs[index]?.name });
      const { result } = z.object({ result: z.record(z.string(), z.unknown()) }).parse(json);
      expect(Object.keys(result)).toEqual(['stream', 'id', 'note', 'transcript', 'createdAt']);
      expect(result.transcript).toContain(['knee', 'back', 'neck'][index]);
      expect((await host.call('GET', `/api/v1/transcripts/${id}`)).json).toMatchObject({ language: 'en' });
    }
  });

  test('fails each bad file as its own run, and no other for it', async () => {
    const answer = await send([
      ['empty.wav', ''],
      ['good.vtt', said('My knee hurts.')],
      ['page.html', '<!doctype html><p>Dear colleague,'],
      ['picture.png', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 73, 72, 68, 82])],
      ['silent.vtt', 'WEBVTT\n\nNOTE nobody speaks\n'],
    ]);
    expect(answer.status).toBe(202);
    const { runs } = Accepted.parse(answer.json);
    const ends: unknown[] = [];
    for (const { location } of runs) {
      await settled(location);
      const { status, error } = z
        .object({
          status: z.string(),
          error: z.object({ status: z.int(), detail: z.array(z.object({ type: z.string() })) }).nullable(),
        })
        .parse((await host.call('GET', location)).json);
      ends.push([status, error?.status, error?.detail[0]?.type]);
    }
    expect(ends).toEqual([
      ['failed', 422, 'unreadable_file'],
      ['done', undefined, undefined],
      ['failed', 415, 'unsupported_media_type'],
      ['failed', 415, 'unsupported_media_type'],
      ['failed', 422, 'no_speech'],
    ]);
  });

  test('refuses wrong fields and a missing file before any run begins', async () => {
    expect(await send([['a.vtt', said('Hello.')]], { speakers: '0' })).toMatchObject({
      status: 422,
      json: { detail: [{ loc: ['body', 'speakers'] }] },
    });
    expect(await send([['a.vtt', said('Hello.')]], { template: 'sonnet' })).toMatchObject({
      status: 422,
      json: { detail: [{ loc: ['body', 'template'], msg: expect.stringContaining('"soap"') }] },
    });
    expect(await send([])).toMatchObject({
      status: 422,
      json: { detail: [{ loc: ['body', 'files'], type: 'missing' }] },
    });
  });
});
