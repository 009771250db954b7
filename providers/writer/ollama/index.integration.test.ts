import { Writer } from 'chronoscribe/kinds/writer';
import { type StartedProvider, startProvider } from 'chronoscribe/testing';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { passagesIn } from '../../../test/doubles/model-server.ts';
import { type OllamaDouble, startOllama } from '../../../test/doubles/ollama.ts';
import { grounding } from '../testing/model-writers.ts';
import { draft, failure, picture, visit } from '../testing/trial.ts';
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

describe('pulling', () => {
  test('fetches a missing model before the first draft', async () => {
    server.remove(model);
    const pulling = await start({ pull: true });
    const progress: number[] = [];
    const { sections } = await draft(pulling.instance, visit('My knee hurts.'), {
      progress: (fraction) => progress.push(fraction),
    });

    expect(server.count('POST /api/pull')).toBe(1);
    expect(sections[0]?.statements).toHaveLength(1);
    expect(progress).toEqual(progress.toSorted((one, other) => one - other));
    await draft(pulling.instance, visit('My knee hurts.'));
    expect(server.count('POST /api/pull')).toBe(1);
    await pulling.stop();
  });

  test('that fails names the model', async () => {
    const pulling = await start({ pull: true, model: 'unknown' });
    const problem = await failure(draft(pulling.instance, visit('My knee hurts.')));
    expect(problem).toMatchObject({ code: 'provider-unavailable', status: 503 });
    expect(problem.detail).toContain('"unknown"');
    await pulling.stop();
  });
});

describe('images', () => {
  test('are not sent to a model without the capability vision', async () => {
    expect(await started.instance.supportsImages(new AbortController().signal)).toBe(false);
    await draft(started.instance, { ...visit('My knee hurts.'), images: [picture('i1', 'a knee')] });
    expect(server.chats[0]?.messages.flatMap(({ images }) => images)).toEqual([]);
    expect(server.chats[0]?.messages[0]?.text).not.toContain('image');
  });

  test('make a missing model be pulled, to learn whether it reads them', async () => {
    server.remove(model);
    const pulling = await start({ pull: true, model: 'new-vision' });
    expect(await pulling.instance.supportsImages(new AbortController().signal)).toBe(true);
    expect(server.count('POST /api/pull')).toBe(1);
    await pulling.stop();
  });
});

test('a request sets the context and temperature 0, and disables truncation and thinking', async () => {
  await draft(started.instance, visit('My knee hurts.'));
  expect(server.chats[0]?.body).toMatchObject({
    options: { temperature: 0, num_ctx: 8192 },
    truncate: false,
    think: false,
  });
});

describe('health', () => {
  test('is ok with the model installed, and names the version', async () => {
    expect(await started.health()).toEqual({ status: 'ok', detail: expect.stringContaining('0.12.6') });
  });

  test('is degraded without the model, with the command to pull it', async () => {
    server.remove(model);
    expect(await started.health()).toMatchObject({
      status: 'degraded',
      hint: expect.stringContaining(`ollama pull ${model}`),
    });
  });

  test('is degraded without the server, with the command to start it', async () => {
    await server.refuse();
    expect(await started.health()).toMatchObject({ status: 'degraded', hint: expect.stringContaining('ollama serve') });
  });

  test('is degraded if the server never responds', async () => {
    server.fail({ fault: { fault: 'hang' } });
    expect(await started.health()).toMatchObject({ status: 'degraded' });
  });
});

describe('the context', () => {
  const made = (tokens: number) => ({ 'general.architecture': 'llama', 'llama.context_length': tokens });
  test.each([
    ['what the model was made for, where that is small', { model_info: made(2048) }, {}, 2048],
    ['8192 where the model could take more', { model_info: made(131_072) }, {}, 8192],
    [
      'what the file of the model sets',
      { model_info: made(131_072), parameters: 'stop "x"\nnum_ctx 16384' },
      {},
      16_384,
    ],
    ['8192 where nothing is told', {}, {}, 8192],
    ['the setting above all', { model_info: made(2048), parameters: 'num_ctx 4096' }, { contextTokens: 3000 }, 3000],
  ])('is %s', async (_, told, settings, tokens) => {
    server.tell(model, told);
    const one = await start(settings);
    await draft(one.instance, visit('My knee hurts.'));
    expect(server.chats[0]?.contextTokens).toBe(tokens);
    await one.stop();
  });
});

describe('a failure of Ollama', () => {
  test('within its answer is transient', async () => {
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

  test('to respond at all names the command that starts it', async () => {
    await server.refuse();
    expect((await failure(draft(started.instance, visit('My knee hurts.')))).detail).toContain('ollama serve');
  });

  test('because the model is missing names the command that pulls it', async () => {
    server.remove(model);
    const problem = await failure(draft(started.instance, visit('My knee hurts.')));
    expect(problem).toMatchObject({ code: 'provider-unavailable', status: 503 });
    expect(problem.detail).toContain(`ollama pull ${model}`);
    expect(await failure(started.instance.supportsImages(new AbortController().signal))).toMatchObject({
      detail: problem.detail,
    });
  });

  test('because the source is longer than estimated divides it further', async () => {
    server.fail({
      fault: {
        fault: 'status',
        status: 400,
        headers: { 'content-type': 'application/json' },
        body: '{"error":"the input length exceeds the context length"}',
      },
      on: 'POST /api/chat',
      // The first is the list of facts, which is not divided.
      times: 2,
    });
    const { sections } = await draft(started.instance, visit('My knee hurts.', 'Ice helps.'));
    expect(server.chats.map((chat) => passagesIn(chat).length)).toEqual([1, 1]);
    expect(sections[0]?.statements).toHaveLength(2);
  });

  test('never shows the password in baseUrl', async () => {
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
  return startProvider(Writer, ollama, { needs: { grounding }, with: { model, baseUrl: server.url, ...settings } });
}
