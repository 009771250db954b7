import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import type { Fault } from '../../../test/doubles/faults.ts';
import { describeFailures, failed, problemOf, unavailable } from '../testing/failing-service.ts';
import { audioScene } from './testing/scene.ts';

const scene = audioScene();
const { start, record, transcribe } = scene;

const order = 'POST /v1/audio/transcriptions';

describeFailures(scene, [['the recording', order]]);

describe('when the server fails', () => {
  const outcome = (fault: Fault, settings: object = {}) => {
    scene.vendor.fail({ fault, on: order });
    return problemOf(transcribe({}, settings));
  };

  test('with a key of which it quotes a part, that is not shown', async () => {
    const problem = await problemOf(transcribe({}, { apiKey: 'sk-wrong-secret' }));
    expect(problem.detail).not.toContain('secret');
  });

  test('with 429 because the account is empty, it is not tried again', async () => {
    const body = JSON.stringify({ error: { message: 'You exceeded your current quota', code: 'insufficient_quota' } });
    const problem = await outcome({ fault: 'status', status: 429, body });
    expect(problem).toMatchObject({ ...unavailable, transient: false });
    expect(problem.detail).toContain('no credit left');
  });

  test('with 413, the setting that makes uploads smaller is named', async () => {
    const problem = await outcome({ fault: 'status', status: 413, body: '<html>too large</html>' });
    expect(problem).toMatchObject(failed);
    expect(problem.detail).toContain('`maxUploadBytes`');
  });

  test.each([
    ['OpenAI', { error: { message: 'heard "my knee hurts"', code: 'invalid_prompt' } }, 'with 400 (invalid_prompt).'],
    ['OpenAI, with words for a code', { error: { message: '', code: 'My knee hurts' } }, 'with 400.'],
    ['whisper.cpp', { error: 'heard "my knee hurts"' }, 'with 400.'],
    ['FastAPI', { detail: 'heard "my knee hurts"' }, 'with 400.'],
  ])(
    'in the words of %s, its code is told and none of its words, which may quote what it heard',
    async (_, body, said) => {
      const problem = await outcome({ fault: 'status', status: 400, body: JSON.stringify(body) });
      expect(problem).toMatchObject(failed);
      expect(problem.detail).toContain(said);
      expect(problem.detail).not.toMatch(/knee/i);
    },
  );

  test('with times that make no sense, it is a failure', async () => {
    scene.vendor.script({ segment: () => ({ start: 'soon' }) });
    expect(await problemOf(transcribe())).toMatchObject(failed);
  });

  test('by hanging up in the middle of the upload, its size is suspected', async () => {
    const rude = createServer((request) => request.once('data', () => request.socket.resetAndDestroy()));
    rude.listen(0, '127.0.0.1');
    await once(rude, 'listening');
    const baseUrl = `http://127.0.0.1:${(rude.address() as AddressInfo).port}/v1`;
    const problem = await problemOf(transcribe({}, { baseUrl }));
    rude.close();
    expect(problem).toMatchObject({ ...unavailable, transient: true });
    expect(problem.detail).toContain('`maxUploadBytes`');
  });

  test('by refusing before it has read the upload, the rest is not sent', async () => {
    const hasty = createServer((_request, response) => response.writeHead(401).end('{}'));
    hasty.listen(0, '127.0.0.1');
    await once(hasty, 'listening');
    const huge = await record('huge.wav', 300_000, [{ startMs: 0, endMs: 100 }]);
    const baseUrl = `http://127.0.0.1:${(hasty.address() as AddressInfo).port}/v1`;
    const problem = await problemOf(transcribe({}, { baseUrl }, huge));
    hasty.close();
    expect(problem.detail).toContain('`apiKey`');
  });
});

describe('its health', () => {
  const healthOf = async (settings: object = {}) => (await start(settings)).health();

  test('is ok when the server has the model', async () => {
    const detail = `The server at ${scene.vendor.baseUrl} has the model whisper-1.`;
    expect(await healthOf()).toEqual({ status: 'ok', detail });
  });

  test('is ok when the server does not list its models, as whisper.cpp', async () => {
    scene.vendor.script({ models: null });
    expect(await healthOf()).toMatchObject({ status: 'ok', detail: expect.stringContaining('does not say which') });
  });

  test('is degraded when the server lists others, which are named', async () => {
    scene.vendor.script({ models: ['base', 'small'] });
    expect(await healthOf()).toMatchObject({ status: 'degraded', hint: expect.stringContaining('base, small') });
  });
});
