import { Writer } from 'chronoscribe/kinds/writer';
import { type StartedProvider, startProvider } from 'chronoscribe/testing';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Fault } from '../../../test/doubles/faults.ts';
import { type OllamaDouble, startOllama } from '../../../test/doubles/ollama.ts';
import ollama from './index.ts';
import { draft, failure, visit } from './testing/trial.ts';

const model = 'llama3.1:8b';
let server: OllamaDouble;
let started: StartedProvider<Writer>;

beforeAll(async () => {
  server = await startOllama(model);
  started = await start({});
});
afterEach(() => server.reset());
afterAll(async () => {
  await started.stop();
  await server.stop();
});

describe('when Ollama fails', () => {
  const senseless: readonly (readonly [what: string, fault: Fault])[] = [
    ['breaks off', { fault: 'cut' }],
    ['answers half an object', { fault: 'invalid-json' }],
    ['answers another shape', { fault: 'wrong-shape' }],
    ['is a web page', { fault: 'html' }],
    ['answers a status of its own', { fault: 'status', status: 418 }],
  ];
  test.each(senseless)('a server that %s has failed', async (_, fault) => {
    server.fail({ fault, on: 'POST /api/chat' });
    expect(await failure(draft(started.instance, visit('My knee hurts.')))).toMatchObject({
      code: 'provider-failed',
      status: 502,
      transient: false,
    });
  });

  const senselessModels: readonly (readonly [what: string, reply: unknown])[] = [
    ['talks', 'Certainly! Here is your note: the knee hurts.'],
    ['breaks off', '{"Subjective": [{"text": "The knee'],
    ['answers a list', []],
    ['forgets a section', { Subjective: [] }],
    ['forgets the evidence', { Subjective: [{ text: 'The knee hurts.' }], Plan: [] }],
  ];
  test.each(senselessModels)('a model that %s has failed', async (_, reply) => {
    server.reply(() => reply);
    const problem = await failure(draft(started.instance, visit('My knee hurts.')));
    expect(problem).toMatchObject({ code: 'provider-failed', status: 502 });
    expect(problem.detail).not.toMatch(/knee/);
  });

  test.each([500, 503])('a status %i may pass, so it can be tried again', async (status) => {
    server.fail({ fault: { fault: 'status', status, headers: { 'retry-after': '7' } }, on: 'POST /api/chat' });
    const problem = await failure(draft(started.instance, visit('My knee hurts.')));
    expect(problem).toMatchObject({ code: 'provider-unavailable', status: 503, transient: true, retryAfter: 7 });
  });

  test('too many requests are told with the time to wait', async () => {
    server.fail({ fault: { fault: 'status', status: 429, headers: { 'retry-after': '30' } } });
    const problem = await failure(draft(started.instance, visit('My knee hurts.')));
    expect(problem).toMatchObject({ code: 'provider-unavailable', status: 503, transient: true, retryAfter: 30 });
  });

  test('a runner that dies in the middle of its answer may be tried again', async () => {
    const dying = await startOllama(model);
    dying.fail({
      fault: {
        fault: 'status',
        status: 200,
        headers: { 'content-type': 'application/x-ndjson' },
        body: '{"error":"the knee runner has terminated"}\n',
      },
      on: 'POST /api/chat',
    });
    const other = await start({ baseUrl: dying.url });
    const problem = await failure(draft(other.instance, visit('My knee hurts.')));
    expect(problem).toMatchObject({ code: 'provider-unavailable', status: 503, transient: true });
    expect(problem.detail).not.toMatch(/knee/);
    await other.stop();
    await dying.stop();
  });

  test('a server that is down is named with what starts it', async () => {
    await server.refuse();
    const problem = await failure(draft(started.instance, visit('My knee hurts.')));
    expect(problem).toMatchObject({ code: 'provider-unavailable', status: 503 });
    expect(problem.detail).toContain(server.url);
    expect(problem.detail).toContain('ollama serve');
  });

  test('a password in baseUrl is used, and never shown', async () => {
    server.remove(model);
    const locked = await start({ baseUrl: server.url.replace('//', '//clinic:hunter2@') });
    const problem = await failure(draft(locked.instance, visit('My knee hurts.')));
    expect(problem.detail).not.toContain('hunter2');
    expect((await locked.health()).detail).not.toContain('hunter2');
    expect(server.requests[0]?.headers.authorization).toBe(`Basic ${Buffer.from('clinic:hunter2').toString('base64')}`);
    await locked.stop();
  });

  test('a model that is missing is named with the command that fetches it', async () => {
    server.remove(model);
    const problem = await failure(draft(started.instance, visit('My knee hurts.')));
    expect(problem).toMatchObject({ code: 'provider-unavailable', status: 503 });
    expect(problem.detail).toContain(`ollama pull ${model}`);
  });

  test.each(['hang', 'stall'] as const)('a server that is silent (%s) is given up after the time limit', async (fault) => {
    const impatient = await start({ timeoutMs: 200 });
    server.fail({ fault: { fault }, on: 'POST /api/chat' });
    expect(await failure(draft(impatient.instance, visit('My knee hurts.')))).toMatchObject({
      code: 'provider-unavailable',
      status: 503,
    });
    await vi.waitFor(() => expect(server.openRequests()).toBe(0));
    await impatient.stop();
  });

  test.each(['hang', 'stall'] as const)('a cancelled draft (%s) ends the request', async (fault) => {
    server.fail({ fault: { fault }, on: 'POST /api/chat' });
    const control = new AbortController();
    const reason = new Error('the user cancelled');
    const outcome = draft(started.instance, visit('My knee hurts.'), { signal: control.signal }).catch(
      (thrown: unknown) => thrown,
    );
    await vi.waitFor(() => expect(server.count('POST /api/chat')).toBe(1));
    control.abort(reason);
    expect(await outcome).toBe(reason);
    await vi.waitFor(() => expect(server.openRequests()).toBe(0));
  });

  test('nothing of its answer is printed', async () => {
    const printed = (['log', 'warn', 'error'] as const).map((method) => vi.spyOn(console, method).mockImplementation(() => {}));
    for (const fault of [
      { fault: 'cut' },
      { fault: 'invalid-json' },
      { fault: 'html' },
      { fault: 'status', status: 500 },
    ] as const) {
      server.fail({ fault, on: 'POST /api/chat', times: 1 });
      await failure(draft(started.instance, visit('My knee hurts.')));
    }
    for (const spy of printed) expect(spy).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });
});

function start(settings: object): Promise<StartedProvider<Writer>> {
  return startProvider(Writer, ollama, { with: { model, baseUrl: server.url, ...settings } });
}
