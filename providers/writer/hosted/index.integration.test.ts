import { Writer } from 'chronoscribe/kinds/writer';
import { type StartedProvider, startProvider } from 'chronoscribe/testing';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { startAnthropic } from '../../../test/doubles/anthropic.ts';
import type { Fault } from '../../../test/doubles/faults.ts';
import type { HostedModelServer } from '../../../test/doubles/hosted-models.ts';
import { passagesIn, Refusal } from '../../../test/doubles/model-server.ts';
import { type ChatServerManners, startOpenAiChat } from '../../../test/doubles/openai-chat.ts';
import { startOpenAiResponses } from '../../../test/doubles/openai-responses.ts';
import { grounding } from '../testing/model-writers.ts';
import { draft, failure, picture, visit } from '../testing/trial.ts';
import hosted from './index.ts';

/** A fault within the stream, when its status has long been 200. */
const within = (...events: readonly object[]): Fault => ({
  fault: 'status',
  status: 200,
  headers: { 'content-type': 'text/event-stream' },
  body: events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''),
});
const answering = (status: number, body: object): Fault => ({
  fault: 'status',
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

const vendors = [
  {
    vendor: 'openai',
    asks: 'POST /v1/responses',
    startServer: startOpenAiResponses,
    tooLong: answering(400, {
      error: { message: 'x', type: 'invalid_request_error', code: 'context_length_exceeded' },
    }),
    tooLongWithin: within({
      type: 'error',
      sequence_number: 1,
      error: { type: 'invalid_request_error', code: 'context_length_exceeded', message: 'My knee', param: 'input' },
    }),
    overloadedWithin: within({
      type: 'response.failed',
      sequence_number: 1,
      response: { error: { code: 'server_error', message: 'My knee' } },
    }),
    filtered: answering(400, {
      error: { message: 'My knee', type: 'invalid_request_error', code: 'content_policy_violation' },
    }),
    cutWithin: within({ type: 'response.output_text.delta', item_id: 'm', delta: '{"s1_subjective":[],"s2_plan":[]}' }),
  },
  {
    vendor: 'anthropic',
    asks: 'POST /v1/messages',
    startServer: startAnthropic,
    tooLong: answering(400, {
      type: 'error',
      error: { type: 'invalid_request_error', message: 'prompt is too long: 210000 tokens > 200000 maximum' },
    }),
    tooLongWithin: within({ type: 'error', error: { type: 'request_too_large', message: 'My knee' } }),
    overloadedWithin: within({ type: 'error', error: { type: 'overloaded_error', message: 'My knee' } }),
    filtered: answering(400, { type: 'error', error: { type: 'content_filter', message: 'My knee' } }),
    cutWithin: within(
      { type: 'message_start', message: { id: 'm', model: 'scribe-1', usage: { input_tokens: 1 } } },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      {
        type: 'content_block_delta',
        index: 0,
        delta: { type: 'text_delta', text: '{"s1_subjective":[],"s2_plan":[]}' },
      },
    ),
  },
  {
    vendor: 'openai-compatible',
    asks: 'POST /v1/chat/completions',
    startServer: startOpenAiChat,
    tooLong: answering(400, {
      error: {
        code: 400,
        type: 'exceed_context_size_error',
        message: 'the request exceeds the available context size',
      },
    }),
    tooLongWithin: within({
      error: { message: "This model's maximum context length is 8192 tokens", type: 'BadRequestError', code: 400 },
    }),
    overloadedWithin: within({ error: { message: 'My knee', type: 'InternalServerError', code: 500 } }),
    filtered: answering(400, { error: { message: 'My knee', type: null, code: 'content_filter' } }),
    cutWithin: within({
      id: 'c',
      choices: [{ index: 0, delta: { content: '{"s1_subjective":[],"s2_plan":[]}' }, finish_reason: null }],
    }),
  },
] as const;

describe.each(vendors)('a model at $vendor', ({ vendor, asks, startServer, ...faults }) => {
  let server: HostedModelServer;
  let started: StartedProvider<Writer>;

  const start = (settings: object = {}) =>
    startProvider(Writer, hosted, {
      needs: { grounding },
      with: { vendor, model: server.model, apiKey: server.apiKey, baseUrl: `${server.url}/v1`, ...settings },
    });
  const failedDraft = (fault: Fault) => {
    server.fail({ fault, on: asks });
    return failure(draft(started.instance, visit('My knee hurts.')));
  };

  beforeAll(async () => {
    server = await startServer();
    started = await start();
  });
  afterEach(() => server.reset());
  afterAll(async () => {
    await started.stop();
    await server.stop();
  });

  test('is asked for facts, a draft and a check of its sentence, with nothing stored at the vendor', async () => {
    await draft(started.instance, visit('My knee hurts.'));
    const asked = server.requests.map(({ method, path }) => `${method} ${path}`);
    // Only a server of one's own tells its context.
    const told = vendor === 'openai-compatible' ? ['GET /v1/models', 'GET /props'] : [];
    expect(asked).toEqual([...told, asks, asks, asks]);
    const bodies = [...server.chats, ...server.asides].map(({ body }) => body);
    if (vendor === 'openai') expect(bodies.map(({ store }) => store)).toEqual([false, false, false]);
    expect(JSON.stringify(bodies)).not.toMatch(/"(?:tools|tool_choice|metadata|user)":/);
  });

  test('takes key and address from the settings only, not from the environment', async () => {
    for (const name of ['OPENAI', 'ANTHROPIC']) {
      vi.stubEnv(`${name}_API_KEY`, 'sk-environment');
      vi.stubEnv(`${name}_BASE_URL`, 'http://127.0.0.1:1/v1');
    }
    const fresh = await start();
    await draft(fresh.instance, visit('My knee hurts.'));
    expect(JSON.stringify(server.requests.map(({ headers }) => headers))).not.toContain('sk-environment');
    await fresh.stop();
    vi.unstubAllEnvs();
  });

  test('reads images by default of its vendor or by the settings', async () => {
    const { signal } = new AbortController();
    expect(await started.instance.supportsImages(signal)).toBe(vendor !== 'openai-compatible');
    const blind = await start({ vision: false });
    expect(await blind.instance.supportsImages(signal)).toBe(false);
    await draft(blind.instance, { ...visit('My knee hurts.'), images: [picture('i1', 'a knee')] });
    expect(server.chats[0]?.messages.flatMap(({ images }) => images)).toEqual([]);
    await blind.stop();
  });

  test.each(['tooLong', 'tooLongWithin'] as const)(
    'gets a source that exceeds its context (%s) in halves',
    async (fault) => {
      // The first is the list of facts, which is not divided.
      server.fail({ fault: faults[fault], on: asks, times: 2 });
      const { sections } = await draft(started.instance, visit('My knee hurts.', 'Ice helps.'));
      expect(server.chats.map((chat) => passagesIn(chat).length)).toEqual([1, 1]);
      expect(sections[0]?.statements).toHaveLength(2);
    },
  );

  test('that refuses gives a problem', async () => {
    server.reply(() => new Refusal());
    const problem = await failure(draft(started.instance, visit('My knee hurts.')));
    expect(problem).toMatchObject({
      code: 'provider-failed',
      status: 502,
      detail: expect.stringContaining('refused to answer'),
    });
  });

  test('that is stopped by a content filter gives a problem', async () => {
    const problem = await failedDraft(faults.filtered);
    expect(problem).toMatchObject({
      code: 'provider-failed',
      status: 502,
      detail: expect.stringContaining('content filter'),
    });
  });

  test('that fails within its stream gives a transient problem', async () => {
    const problem = await failedDraft(faults.overloadedWithin);
    expect(problem).toMatchObject({ code: 'provider-unavailable', status: 503, transient: true });
    expect(problem.detail).not.toMatch(/knee/);
  });

  test('whose stream ends without a finish gives a problem', async () => {
    expect(await failedDraft(faults.cutWithin)).toMatchObject({ code: 'provider-failed', status: 502 });
  });

  test('whose stream is not JSON gives a problem', async () => {
    const problem = await failedDraft({
      fault: 'status',
      status: 200,
      headers: { 'content-type': 'text/event-stream' },
      body: 'data: {"knee\n\n',
    });
    expect(problem).toMatchObject({ code: 'provider-failed', status: 502 });
    expect(problem.detail).not.toMatch(/knee/);
  });

  test('that rejects the request is reported by its codes, not its messages', async () => {
    const problem = await failedDraft(
      answering(400, {
        type: 'error',
        error: { type: 'invalid_request_error', code: 'unsupported_value', message: 'My knee hurts.' },
      }),
    );
    expect(problem).toMatchObject({ code: 'provider-failed', status: 502 });
    expect(problem.detail).toContain('400 (unsupported_value, invalid_request_error)');
    expect(problem.detail).not.toMatch(/knee/);
  });

  test('that does not exist is reported with the setting to correct', async () => {
    const other = await start({ model: 'scribe-0' });
    const problem = await failure(draft(other.instance, visit('My knee hurts.')));
    expect(problem).toMatchObject({ code: 'provider-unavailable', status: 503, transient: false });
    expect(problem.detail).toContain('settings model or baseUrl');
    await other.stop();
  });

  test('of an account without credit is not retried', async () => {
    const problem = await failedDraft(
      answering(429, { error: { code: 'insufficient_quota', type: 'insufficient_quota', message: '' } }),
    );
    expect(problem).toMatchObject({ status: 503, transient: false, detail: expect.stringContaining('no credit') });
  });

  test('with a wrong key never shows it in problem, causes or health', async () => {
    const locked = await start({ apiKey: 'sk-wrong-key-987' });
    const problem = await failure(draft(locked.instance, visit('My knee hurts.')));
    expect(problem).toMatchObject({ code: 'provider-unavailable', status: 503 });
    expect(problem.detail).toContain('setting apiKey');
    const health = await locked.health();
    expect(health).toMatchObject({ status: 'degraded', hint: expect.stringContaining('apiKey') });
    for (const shown of [JSON.stringify([problem, health]), String(problem.stack), String(problem.cause)]) {
      expect(shown).not.toContain('sk-wrong-key');
    }
    await locked.stop();
  });

  test('is ok if the service accepts the key, and degraded if it is down or silent', async () => {
    expect(await started.health()).toMatchObject({ status: 'ok', detail: expect.stringContaining(server.model) });
    server.fail({ fault: { fault: 'hang' } });
    expect(await started.health()).toMatchObject({ status: 'degraded' });
    await server.refuse();
    expect(await started.health()).toMatchObject({ status: 'degraded', hint: expect.stringContaining('baseUrl') });
  });

  test('is named in the record', async () => {
    const { engine } = await draft(started.instance, visit('My knee hurts.'));
    expect(engine).toEqual({ provider: 'hosted', model: server.model, version: null });
  });
});

describe("a server of one's own", () => {
  const opened = async (manners: ChatServerManners, settings: object = {}) => {
    const server = await startOpenAiChat(manners);
    const started = await startProvider(Writer, hosted, {
      needs: { grounding },
      with: {
        ...{ vendor: 'openai-compatible', model: server.model, apiKey: server.apiKey, baseUrl: `${server.url}/v1` },
        ...settings,
      },
    });
    const stop = async () => {
      await started.stop();
      await server.stop();
    };
    return { server, started, stop };
  };

  test('is asked in one message after the system message, which takes turns as templates want it', async () => {
    const { server, started, stop } = await opened({});
    await draft(started.instance, { ...visit('My knee hurts.', 'Ice helps.', 'Rest helps.'), prompt: 'Be short.' });
    expect(server.chats[0]?.messages).toHaveLength(1);
    await stop();
  });

  test('whose model takes no system message gets the rules before the lines, for every part', async () => {
    const { server, started, stop } = await opened({ system: false }, { contextTokens: 2048 });
    const { sections } = await draft(
      started.instance,
      visit(...Array.from({ length: 200 }, (_, day) => `On day ${day} my knee hurt.`)),
    );
    expect(sections[0]?.statements.length).toBeGreaterThan(0);
    const { chats } = server;
    expect(chats.length).toBeGreaterThan(1);
    for (const { system, messages } of chats) {
      expect([system, messages.length]).toEqual(['', 1]);
      expect(messages[0]?.text).toMatch(
        /^Write a clinical note[\s\S]*quoted material[\s\S]*\n\[s\d+\] patient: On day/,
      );
    }
    // One request learns it.
    expect(server.count('POST /v1/chat/completions')).toBe(chats.length + server.asides.length + 1);
    await stop();
  });

  test.each([
    ['System role not supported', 400],
    ['Conversation roles must alternate user/assistant/user/assistant/...', 400],
    ['System messages are not supported by this template', 500],
    ['the chat template does not take a system prompt', 400],
  ])(
    'that says "%s" (%i) is asked without, and fails with its own message if that is refused too',
    async (message, status) => {
      const { server, started, stop } = await opened({});
      const body = JSON.stringify({ error: { message, type: 'BadRequestError', code: status } });
      const fault: Fault = { fault: 'status', status, headers: { 'content-type': 'application/json' }, body };
      server.fail({ fault, on: 'POST /v1/chat/completions', times: 1 });
      await draft(started.instance, visit('My knee hurts.'));
      expect(server.chats.map(({ system }) => system)).toEqual(['']);
      server.fail({ fault, on: 'POST /v1/chat/completions' });
      const problem = await failure(draft(started.instance, visit('My knee hurts.')));
      expect(problem).toMatchObject({ code: 'provider-failed', detail: expect.stringContaining('chat template') });
      await stop();
    },
  );

  const props = { default_generation_settings: { n_ctx: 3072 }, total_slots: 1 };
  test.each([
    ['vLLM', { listed: { max_model_len: 2048 } }, {}, 2048],
    ['llama.cpp, per request', { props }, {}, 3072],
    ['llama.cpp, in its list', { listed: { meta: { n_ctx: 2560, n_ctx_train: 8192 } } }, {}, 2560],
    ['a server that tells nothing', {}, {}, 8192],
    ['nobody where it is set', { listed: { max_model_len: 2048 }, props }, { contextTokens: 4096 }, 4096],
  ])('tells its context: %s', async (_, manners, settings, tokens) => {
    const { server, started, stop } = await opened(manners, settings);
    await draft(started.instance, visit('My knee hurts.'));
    expect(server.chats[0]?.answerTokens).toBe(Math.floor(tokens * 0.3));
    await stop();
  });

  test('without the model is degraded, with the names of those that it has', async () => {
    const { started, stop, server } = await opened({}, { model: 'scribe-0' });
    expect(await started.health()).toMatchObject({ status: 'degraded', hint: expect.stringContaining(server.model) });
    await stop();
  });
});

describe('the settings', () => {
  test.each([
    [{ vendor: 'openai', model: 'm' }, 'apiKey'],
    [{ vendor: 'anthropic', model: 'm', apiKey: '' }, 'apiKey'],
    [{ vendor: 'openai-compatible', model: 'm' }, 'baseUrl'],
    [{ vendor: 'openai-compatible', model: 'm', baseUrl: 'ftp://x' }, 'baseUrl'],
    [{ vendor: 'gemini', model: 'm' }, 'vendor'],
    [{ vendor: 'openai', apiKey: 'k' }, 'model'],
  ])('%j are rejected, naming %s', (settings, path) => {
    const { error } = hosted.config.safeParse(settings);
    expect(error?.issues.map((issue) => issue.path.join('.'))).toContain(path);
  });

  test('need no key for a server without one', async () => {
    const server = await startOpenAiChat();
    const open = await startProvider(Writer, hosted, {
      needs: { grounding },
      with: { vendor: 'openai-compatible', model: server.model, baseUrl: `${server.url}/v1/` },
    });
    await failure(draft(open.instance, visit('My knee hurts.')));
    expect(server.requests[0]?.headers.authorization).toBeUndefined();
    expect(server.requests[0]?.path).toBe('/v1/models');
    await open.stop();
    await server.stop();
  });
});
