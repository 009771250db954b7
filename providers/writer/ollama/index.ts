import { defineProvider, type Health } from 'chronoscribe';
import { Grounding } from 'chronoscribe/kinds/grounding';
import { Writer } from 'chronoscribe/kinds/writer';
import { z } from 'zod';
import type { Model } from '../model/model.ts';
import { type Prompts, promptsSetting, readPrompts } from '../model/prompts.ts';
import { fallbackSetting, type OpenedModel, provenWriter } from '../proven-writer.ts';
import { type OllamaServer, ollamaServer, type Settings, type ShownModel } from './server.ts';

/** The host waits two seconds for a health check. */
const healthMs = 1500;
/** Share of the context reserved for the answer. */
const answerShare = 0.3;
/** The most that is used unless it is set: the whole context of a new model may need more memory than there is. */
const usualContextTokens = 8192;
/** Share of the progress for pulling the model, before any writing. */
const pullShare = 0.3;

interface OllamaWriter extends Writer {
  health(): Promise<Health>;
  close(): Promise<void>;
}

/**
 * Writes with a model on an Ollama server. A JSON schema made from the outline fixes the form of the answer, and every
 * statement is checked against the passages that it cites.
 */
export default defineProvider({
  kind: Writer,
  name: 'ollama',
  config: z.strictObject({
    model: z.string().min(1).describe('name of the model, for example llama3.1:8b; required'),
    baseUrl: z
      .url({ protocol: /^https?$/ })
      .default('http://127.0.0.1:11434')
      .describe('where Ollama listens'),
    contextTokens: z
      .int()
      .min(1024)
      .optional()
      .describe('size of the context in tokens; more needs more memory; default that of the model, 8192 at most'),
    prompts: promptsSetting,
    fallbackAfter: fallbackSetting,
    pull: z.boolean().default(false).describe('whether a missing model is pulled when it is first needed'),
    timeoutMs: z.int().min(1).default(300_000).describe('milliseconds that the server may send nothing'),
  }),
  needs: { grounding: Grounding },
  create: ({ config, needs: { grounding } }): OllamaWriter => {
    const server = ollamaServer(config);
    const prompts = readPrompts(config.prompts);
    const { draft, close } = provenWriter({
      ...{ provider: 'ollama', name: config.model, grounding, fallbackAfter: config.fallbackAfter },
      open: (signal, progress) => openModel(server, config, prompts, { signal, progress }),
    });
    return {
      supportsImages: async (signal) =>
        (await shownModel(server, config, signal, () => {})).capabilities.includes('vision'),
      ...{ draft, close },
      health: () => checkHealth(server, config),
    };
  },
  stop: (writer: OllamaWriter) => writer.close(),
  health: (writer: OllamaWriter) => writer.health(),
});

/** Asks what the model can do. Pulls it first if it is missing and `pull` is set. */
async function openModel(
  server: OllamaServer,
  settings: Settings,
  prompts: Prompts,
  { signal, progress }: { readonly signal: AbortSignal; progress(share: number): void },
): Promise<OpenedModel> {
  signal.throwIfAborted();
  const version = await server.version(signal);
  const shown = await shownModel(server, settings, signal, (fraction) => progress(pullShare * fraction));
  const { set, most } = shown.contextTokens;
  const contextTokens = settings.contextTokens ?? set ?? Math.min(most ?? usualContextTokens, usualContextTokens);
  const model = ollamaModel(server, settings.model, contextTokens, prompts);
  return { model, readsImages: shown.capabilities.includes('vision'), version };
}

/** What the server tells of the model. A missing one is pulled first if `pull` is set. */
async function shownModel(
  server: OllamaServer,
  { pull }: Settings,
  signal: AbortSignal,
  progress: (fraction: number) => void,
): Promise<ShownModel> {
  let shown = await server.show(signal);
  if (shown === null && pull) {
    await server.pull(signal, progress);
    shown = await server.show(signal);
  }
  if (shown === null) throw server.modelNotFound();
  return shown;
}

function ollamaModel(server: OllamaServer, model: string, contextTokens: number, prompts: Prompts): Model {
  const answerTokens = Math.floor(contextTokens * answerShare);
  return {
    provider: 'ollama',
    name: model,
    contextTokens,
    answerTokens,
    prompts,
    ask: ({ system, text, images, jsonSchema }, signal, piece) =>
      server.chat(
        {
          messages: [
            { role: 'system', content: system },
            { role: 'user', content: text, ...(images.length > 0 && { images: images.map(({ bytes }) => bytes) }) },
          ],
          format: jsonSchema,
          think: false,
          options: { temperature: 0, num_ctx: contextTokens, num_predict: answerTokens },
        },
        signal,
        piece,
      ),
  };
}

async function checkHealth(server: OllamaServer, { model, baseUrl, pull }: Settings): Promise<Health> {
  const signal = AbortSignal.timeout(healthMs);
  const { origin } = new URL(baseUrl);
  try {
    const version = await server.version(signal);
    if ((await server.show(signal)) !== null) {
      return { status: 'ok', detail: `Ollama ${version} at ${origin} with the model ${model}` };
    }
    return {
      status: 'degraded',
      detail: `Ollama ${version} does not have the model ${model}${pull ? ' yet' : ''}`,
      hint: pull ? 'It is pulled with the first note.' : `Run "ollama pull ${model}".`,
    };
  } catch (thrown) {
    return {
      status: 'degraded',
      detail: thrown instanceof Error && !signal.aborted ? thrown.message : `Ollama at ${origin} does not answer`,
      hint: 'Start Ollama ("ollama serve"), or correct the writer\'s setting baseUrl.',
    };
  }
}
