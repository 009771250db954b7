import { type TestHost, testHost } from 'chronoscribe/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import scripted from '../../test/fixtures/scripted-transcriber.ts';
import { tone, wav } from '../transcripts/testing/sounds.ts';
import { recorded, sendPiece } from '../transcripts/testing/visits.ts';

const live = '/api/v1/transcripts/live';

describe('marks of a recording', () => {
  let host: TestHost;
  beforeAll(async () => {
    host = await testHost({ providers: [{ provider: scripted }] });
  });
  afterAll(() => host.stop());

  const open = async () =>
    z.object({ id: z.string(), upload: z.string() }).parse((await host.call('POST', live, { json: {} })).json);
  const mark = (id: string, at: number, options = {}) =>
    host.call('POST', `${live}/${id}/marks`, { json: { at }, ...options });

  test('are in the record, in their order and each once, and not taken once it is made', async () => {
    const { id, upload } = await open();
    await sendPiece(host, upload, 0, wav(tone(3)));
    expect((await mark(id, 2500)).status).toBe(201);
    await mark(id, 400);
    expect((await mark(id, 2500)).json).toMatchObject({ marks: [400, 2500] });
    expect((await host.call('GET', `${live}/${id}`)).json).toMatchObject({ marks: [400, 2500] });

    expect((await host.call('POST', `${live}/${id}/finish`)).status).toBe(200);
    expect((await host.call('GET', `/api/v1/transcripts/${id}`)).json).toMatchObject({ marks: [400, 2500] });
    expect((await mark(id, 900)).status).toBe(404);
  });

  test('are refused before the start of the sound, and of a recording of somebody else', async () => {
    const { id } = await open();
    expect((await mark(id, -1)).status).toBe(422);
    const { key } = await host.newAccount();
    expect((await mark(id, 900, { key })).status).toBe(404);
  });

  test('are none in a record that was not recorded here', async () => {
    const id = await recorded(host, 'WEBVTT\n\n00:01.000 --> 00:02.000\nMy knee hurts.\n');
    expect((await host.call('GET', `/api/v1/transcripts/${id}`)).json).toMatchObject({ marks: [] });
  });
});
