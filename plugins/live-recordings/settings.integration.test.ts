import { type TestHost, testHost } from 'chronoscribe/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import scripted from '../../test/fixtures/scripted-transcriber.ts';
import { tone, wav } from '../transcripts/testing/sounds.ts';
import { sendPiece } from '../transcripts/testing/visits.ts';

const live = '/api/v1/transcripts/live';

describe('what is said of an open recording', () => {
  let host: TestHost;
  beforeAll(async () => {
    host = await testHost({ providers: [{ provider: scripted }] });
  });
  afterAll(() => host.stop());

  const open = async (json: object) =>
    z.object({ id: z.string(), upload: z.string() }).parse((await host.call('POST', live, { json })).json);
  const say = (id: string, json: object, options = {}) =>
    host.call('PUT', `${live}/${id}/settings`, { json, ...options });

  test('while it is recorded is in its record, in place of what was said before', async () => {
    const { id, upload } = await open({ patient: { name: 'Somebody Else' }, visit: { reason: 'Knee' } });
    await sendPiece(host, upload, 0, wav(tone(2)));
    expect((await say(id, { template: 'dap', patient: { name: 'Zoë Adler' } })).status).toBe(200);
    expect((await host.call('POST', `${live}/${id}/finish`)).status).toBe(200);
    expect((await host.call('GET', `/api/v1/transcripts/${id}`)).json).toMatchObject({
      template: 'dap',
      patient: { name: 'Zoë Adler' },
      visit: null,
    });
    expect((await say(id, {})).status).toBe(404);
  });

  test.each([
    ['names a template that its form does not have', { template: 'none' }, 422],
    ['names a field that is not known', { name: 'Zoë Adler' }, 422],
  ])('is refused if it %s', async (_, json, status) => {
    expect((await say((await open({})).id, json)).status).toBe(status);
  });

  test('is refused by one that is being finished, and by one of somebody else', async () => {
    const { id, upload } = await open({});
    const { key } = await host.newAccount();
    expect((await say(id, {}, { key })).status).toBe(404);
    // No format of sound: no record can be made of it, so that it stays.
    await sendPiece(host, upload, 0, Buffer.from('no sound'));
    expect((await host.call('POST', `${live}/${id}/finish`)).status).toBeGreaterThanOrEqual(400);
    expect((await say(id, {})).json).toMatchObject({ detail: [{ type: 'recording_finished' }] });
  });
});
