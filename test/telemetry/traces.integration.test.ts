import { openAsBlob } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { temporaryFolder, testHost } from 'chronoscribe/testing';
import { afterEach, expect, test } from 'vitest';
import { startCli } from '../../core/cli/testing.ts';
import { testDatabase } from '../../core/postgres/testing/database.ts';
import { startReceiver } from '../../plugins/webhooks/testing/receiver.ts';
import { startOllama } from '../doubles/ollama.ts';
import { type ReceivedSpan, startCollector } from './receiver.ts';

const consultation = resolve(import.meta.dirname, '../../config/tour/consultation.vtt');

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});

/** A part that is stopped after the test, or earlier by the test itself. */
function stopping<T extends { stop(): Promise<unknown> }>(part: T): T {
  stops.push(() => part.stop());
  return part;
}

const client = { trace: '0af7651916cd43dd8448eb211c80319c', span: 'b7ad6b7169203331' };

/** Makes a note of a visit on a host that sends its traces, and a webhook, and stops it. */
async function visited(engine: object) {
  const collector = stopping(await startCollector());
  const receiver = stopping(await startReceiver());
  const ollama = stopping(await startOllama('scribe'));
  const writer = { use: 'ollama', with: { model: 'scribe', baseUrl: ollama.url } };
  const host = stopping(
    await testHost({
      config: {
        providers: { writer, 'workflow-engine': engine },
        plugins: { webhooks: { with: { allowPrivateAddresses: true } } },
        telemetry: { otlp: collector.url, headers: { 'x-collector-key': 'for-the-collector' } },
      },
    }),
  );
  const hook = { url: receiver.url, events: ['transcript.completed'] };
  expect((await host.call('POST', '/api/v1/webhooks', { json: hook })).status).toBe(201);
  const form = new FormData();
  form.append('file', await openAsBlob(consultation), 'okafor.vtt');
  const headers = { traceparent: `00-${client.trace}-${client.span}-01` };
  const answer = await host.call('POST', '/api/v1/transcripts/upload_audio_file', { form, headers });
  expect(answer.status, answer.text).toBe(200);
  // A run that has not ended when the host stops has its span from the host that sees it end.
  const runs = async () => (await host.call('GET', '/metrics')).text;
  await expect.poll(runs, { timeout: 20_000 }).toMatch(/^chronoscribe_runs_total\{.*webhook-delivery.* 1$/m);
  await host.stop();
  return { collector, received: receiver.received[0], key: host.key };
}

/** What a span is below, from the topmost one down to itself. */
function pathTo(span: ReceivedSpan, spans: readonly ReceivedSpan[]): readonly string[] {
  const above = spans.find(({ spanId }) => spanId === span.parentSpanId);
  return [...(above === undefined ? [] : pathTo(above, spans)), span.name];
}

test.each(['embedded', 'postgres'])(
  'a request, its run, its steps and the model are one tree, with the engine %s',
  async (use) => {
    const database = use === 'postgres' ? stopping(await testDatabase()) : undefined;
    const { collector, received, key } = await visited({ use, ...(database && { with: { url: database.url } }) });

    expect([...collector.paths]).toEqual(['/v1/traces']);
    const spans = collector.spans.filter(({ traceId }) => traceId === client.trace);
    const [chat] = spans.filter(({ name }) => name === 'chat scribe');
    if (chat === undefined) throw new Error(`there is no call of the model among ${spans.map(({ name }) => name)}`);
    expect(pathTo(chat, spans)).toEqual([
      'POST /api/v1/transcripts/upload_audio_file',
      'run audio-note',
      expect.stringMatching(/^step audio-note\//),
      'writer.draft',
      'chat scribe',
    ]);
    expect(chat.attributes).toMatchObject({
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'ollama',
      'gen_ai.request.model': 'scribe',
    });

    const top = spans.filter(({ parentSpanId }) => parentSpanId === client.span);
    expect(top.map(({ name }) => name)).toEqual(['POST /api/v1/transcripts/upload_audio_file']);
    const ids = new Set([client.span, ...spans.map(({ spanId }) => spanId)]);
    const lost = spans.filter(({ parentSpanId }) => !ids.has(parentSpanId ?? ''));
    expect(lost.map(({ name }) => name)).toEqual([]);
    expect(spans.filter(({ name }) => name === 'run audio-note')).toHaveLength(1);

    const webhook = spans.find(({ name }) => name === 'send webhook');
    expect(webhook && pathTo(webhook, spans).slice(0, 2)).toEqual(pathTo(chat, spans).slice(0, 2));
    expect(received?.headers.traceparent).toBe(`00-${client.trace}-${webhook?.spanId}-01`);

    expect(collector.text()).toContain('for-the-collector');
    expect(collector.text()).not.toContain(key);
    expect(collector.text()).not.toMatch(/okafor|lindqvist|ibuprofen|lumbar|back|knee|csk_/i);
  },
);

test('what fails is told by its code alone', async () => {
  const collector = stopping(await startCollector());
  const ollama = stopping(await startOllama());
  const writer = { use: 'ollama', with: { model: 'absent', baseUrl: ollama.url } };
  const host = stopping(await testHost({ config: { providers: { writer }, telemetry: { otlp: collector.url } } }));
  const form = new FormData();
  form.append('file', await openAsBlob(consultation), 'okafor.vtt');
  const answer = await host.call('POST', '/api/v1/transcripts/upload_audio_file', { form });
  expect(answer.status, answer.text).toBe(503);
  await host.call('GET', '/health');
  await host.stop();
  const failed = collector.spans.filter(({ status }) => status?.code === 2);
  expect(failed.map(({ name }) => name)).toContain('run audio-note');
  expect(new Set(failed.map(({ attributes }) => attributes['error.type']))).toEqual(new Set(['provider-unavailable']));
  expect(collector.text()).not.toMatch(/ollama pull|health/);
});

test('a host whose collector does not answer works and stops', async () => {
  const host = stopping(await testHost({ config: { telemetry: { otlp: 'http://127.0.0.1:1' } } }));
  expect((await host.call('GET', '/v1/current-time')).status).toBe(200);
});

test('without the settings, neither OpenTelemetry nor the Model Context Protocol is loaded', async () => {
  const loadedBy = async (config: object): Promise<string> => {
    const folder = stopping(await temporaryFolder().then(({ path, remove }) => ({ path, stop: remove })));
    const file = join(folder.path, 'modules');
    const configFile = join(folder.path, 'config.yaml');
    await writeFile(configFile, JSON.stringify(config));
    const environment = {
      LOADED_MODULES: file,
      NODE_OPTIONS: `--import=${resolve(import.meta.dirname, 'loaded-packages.ts')}`,
    };
    const args = ['--data', join(folder.path, 'data'), '--config', configFile];
    await (await startCli(args, { environment })).stop();
    return readFile(file, 'utf8');
  };
  const packages = (modules: string) =>
    new Set(
      [...modules.matchAll(/node_modules\/(@(?:opentelemetry|modelcontextprotocol)\/[^/]+)/g)].map(([, name]) => name),
    );
  const off = await loadedBy({});
  expect(off).toContain('core/host/host.ts');
  expect(off).not.toContain('core/telemetry');
  expect(packages(off)).toEqual(new Set());
  const on = packages(await loadedBy({ telemetry: { otlp: 'http://127.0.0.1:1' }, plugins: { mcp: true } }));
  expect(on).toContain('@opentelemetry/sdk-trace');
  expect(on).toContain('@modelcontextprotocol/server');
});
