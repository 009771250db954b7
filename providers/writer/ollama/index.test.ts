import { Writer } from 'chronoscribe/kinds/writer';
import { type StartedProvider, startProvider } from 'chronoscribe/testing';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type OllamaDouble, startOllama } from '../../../test/doubles/ollama.ts';
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
  test('fetches a missing model before the first draft where that is allowed', async () => {
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
  test('are not sent to a model of which Ollama does not say that it sees', async () => {
    expect(await started.instance.supportsImages(new AbortController().signal)).toBe(false);
    await draft(started.instance, { ...visit('My knee hurts.'), images: [picture('i1', 'a knee')] });
    expect(server.chats[0]?.messages.flatMap(({ images }) => images)).toEqual([]);
    expect(server.chats[0]?.system).not.toContain('image": its id');
  });

  test('are what a missing model is pulled for, where that is allowed, to learn whether it sees them', async () => {
    server.remove(model);
    const pulling = await start({ pull: true, model: 'new-vision' });
    expect(await pulling.instance.supportsImages(new AbortController().signal)).toBe(true);
    expect(server.count('POST /api/pull')).toBe(1);
    await pulling.stop();
  });
});

test('the model is asked with a set context, no chance and nothing dropped, and without thinking aloud', async () => {
  await draft(started.instance, visit('My knee hurts.'));
  expect(server.chats[0]?.body).toMatchObject({ options: { temperature: 0, num_ctx: 8192 }, truncate: false, think: false });
});

describe('health', () => {
  test('is good with the model there, and names the version', async () => {
    expect(await started.health()).toEqual({ status: 'ok', detail: expect.stringContaining('0.12.6') });
  });

  test('is degraded without the model, and says how to fetch it', async () => {
    server.remove(model);
    expect(await started.health()).toMatchObject({ status: 'degraded', hint: expect.stringContaining(`ollama pull ${model}`) });
  });

  test('is degraded without the server, and says how to start it', async () => {
    await server.refuse();
    expect(await started.health()).toMatchObject({ status: 'degraded', hint: expect.stringContaining('ollama serve') });
  });

  test('is degraded where a server answers nothing', async () => {
    server.fail({ fault: { fault: 'hang' } });
    expect(await started.health()).toMatchObject({ status: 'degraded' });
  });
});

function start(settings: object): Promise<StartedProvider<Writer>> {
  return startProvider(Writer, ollama, { with: { model, baseUrl: server.url, ...settings } });
}
