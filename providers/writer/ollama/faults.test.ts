import { Writer } from 'chronoscribe/kinds/writer';
import { type StartedProvider, startProvider } from 'chronoscribe/testing';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { passagesIn } from '../../../test/doubles/model-server.ts';
import { type OllamaDouble, startOllama } from '../../../test/doubles/ollama.ts';
import { draft, failure, visit } from '../testing/trial.ts';
import ollama from './index.ts';

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
  test('in the middle of its answer, it may be tried again', async () => {
    server.fail({
      fault: {
        fault: 'status',
        status: 200,
        headers: { 'content-type': 'application/x-ndjson' },
        body: '{"error":"the knee runner has terminated"}\n',
      },
      on: 'POST /api/chat',
    });
    const problem = await failure(draft(started.instance, visit('My knee hurts.')));
    expect(problem).toMatchObject({ code: 'provider-unavailable', status: 503, transient: true });
    expect(problem.detail).not.toMatch(/knee/);
  });

  test('to answer at all, the command that starts it is named', async () => {
    await server.refuse();
    expect((await failure(draft(started.instance, visit('My knee hurts.')))).detail).toContain('ollama serve');
  });

  test('since the model is missing, the command that fetches it is named', async () => {
    server.remove(model);
    const problem = await failure(draft(started.instance, visit('My knee hurts.')));
    expect(problem).toMatchObject({ code: 'provider-unavailable', status: 503 });
    expect(problem.detail).toContain(`ollama pull ${model}`);
    expect(await failure(started.instance.supportsImages(new AbortController().signal))).toMatchObject({
      detail: problem.detail,
    });
  });

  test('since the source is longer than estimated, it is divided further', async () => {
    server.fail({
      fault: {
        fault: 'status',
        status: 400,
        headers: { 'content-type': 'application/json' },
        body: '{"error":"the input length exceeds the context length"}',
      },
      on: 'POST /api/chat',
      times: 1,
    });
    const { sections } = await draft(started.instance, visit('My knee hurts.', 'Ice helps.'));
    expect(server.chats.map((chat) => passagesIn(chat).length)).toEqual([1, 1]);
    expect(sections[0]?.statements).toHaveLength(2);
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
});

function start(settings: object): Promise<StartedProvider<Writer>> {
  return startProvider(Writer, ollama, { with: { model, baseUrl: server.url, ...settings } });
}
