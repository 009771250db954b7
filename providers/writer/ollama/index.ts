import { defineProvider, type Health } from 'chronoscribe';
import { Writer } from 'chronoscribe/kinds/writer';
import { z } from 'zod';
import { sees, write } from './draft.ts';
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
      sees: (signal) => sees(server, config, signal),
      draft: (assignment, options) => write(server, config, assignment, options),
      health: () => healthOf(server, config),
    };
  },
  health: (writer: OllamaWriter) => writer.health(),
});

async function healthOf(server: OllamaServer, { model, baseUrl, pull }: Settings): Promise<Health> {
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
