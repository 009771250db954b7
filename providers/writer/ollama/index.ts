import { defineProvider, type Health, monotonicProgress } from 'chronoscribe';
import { type Assignment, type Draft, type DraftOptions, Writer } from 'chronoscribe/kinds/writer';
import { z } from 'zod';
import { draftWithModel } from '../model/drafting.ts';
import type { Model } from '../model/model.ts';
import { OllamaServer, type Settings } from './server.ts';

/** Health is asked by people who wait: the host gives it two seconds. */
const healthMs = 1500;

interface OllamaWriter extends Writer {
  health(): Promise<Health>;
}

/**
 * Writes with a model on an Ollama server. The answer's form is fixed by a JSON schema made from the outline, and every statement is
 * checked against the passages that it cites.
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
    contextTokens: z.int().min(1024).default(8192).describe('size of the context in tokens; more needs more memory'),
    pull: z.boolean().default(false).describe('whether a missing model is pulled when it is first needed'),
    timeoutMs: z.int().min(1).default(300_000).describe('how long the server may be silent, in milliseconds'),
  }),
  create: ({ config }): OllamaWriter => {
    const server = new OllamaServer(config);
    return {
      supportsImages: (signal) => modelSupportsImages(server, config, signal),
      draft: (assignment, options) => draftWithOllama(server, config, assignment, options),
      health: () => checkHealth(server, config),
    };
  },
  health: (writer: OllamaWriter) => writer.health(),
});

async function checkHealth(server: OllamaServer, { model, baseUrl, pull }: Settings): Promise<Health> {
  const signal = AbortSignal.timeout(healthMs);
  const { origin } = new URL(baseUrl);
  try {
    const version = await server.version(signal);
    if ((await server.capabilities(signal)) !== null)
      return { status: 'ok', detail: `Ollama ${version} at ${origin} with the model ${model}` };
    if (pull)
      return {
        status: 'degraded',
        detail: `Ollama ${version} has no model ${model} yet`,
        hint: 'It is pulled with the first note.',
      };
    return { status: 'degraded', detail: `Ollama ${version} has no model ${model}`, hint: `Run "ollama pull ${model}".` };
  } catch (thrown) {
    return {
      status: 'degraded',
      detail: thrown instanceof Error && !signal.aborted ? thrown.message : `Ollama at ${origin} does not answer`,
      hint: `Start Ollama ("ollama serve"), or correct baseUrl of the writer.`,
    };
  }
}

/** Share of the context that is kept for the answer. */
const answerShare = 0.3;
/** Progress while a model is pulled, before any writing. */
const pullShare = 0.3;

/** Writes a draft with a model on an Ollama server, which is pulled first where it is missing and may be. */
export async function draftWithOllama(
  server: OllamaServer,
  settings: Settings,
  assignment: Assignment,
  options: DraftOptions,
): Promise<Draft> {
  const { signal } = options;
  signal.throwIfAborted();
  const progress = monotonicProgress(options.progress);
  const version = await server.version(signal);
  let begun = 0;
  if (settings.pull && (await server.capabilities(signal)) === null) {
    await server.pull(signal, (fraction) => progress(pullShare * fraction));
    begun = pullShare;
  }
  const seen = assignment.images.length > 0 && (await modelSupportsImages(server, settings, signal)) ? assignment.images : [];
  const drafted = await draftWithModel(
    ollamaModel(server, settings),
    { ...assignment, images: seen },
    { ...options, progress: (fraction) => progress(begun + (1 - begun) * fraction) },
  );
  return { ...drafted, engine: { provider: 'ollama', model: settings.model, version } };
}

/** Whether the model looks at images. One that is missing is pulled first where it may be, since only the server knows what it can do. */
export async function modelSupportsImages(server: OllamaServer, settings: Settings, signal: AbortSignal): Promise<boolean> {
  const known = await server.capabilities(signal);
  if (known !== null) return known.includes('vision');
  if (!settings.pull) throw server.missing();
  await server.pull(signal, () => {});
  return (await server.capabilities(signal))?.includes('vision') ?? false;
}

function ollamaModel(server: OllamaServer, { model, contextTokens }: Settings): Model {
  const answerTokens = Math.floor(contextTokens * answerShare);
  return {
    name: model,
    contextTokens,
    answerTokens,
    ask: ({ system, messages, jsonSchema }, signal, piece) =>
      server.chat(
        {
          messages: [
            { role: 'system', content: system },
            ...messages.map(({ text, image }) => ({
              role: 'user',
              content: text,
              ...(image !== null && { images: [image.bytes] }),
            })),
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
