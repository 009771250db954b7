import { defineProvider, type Health, Problem } from 'chronoscribe';
import { Grounding } from 'chronoscribe/kinds/grounding';
import { Writer } from 'chronoscribe/kinds/writer';
import { readPrompts } from '../model/prompts.ts';
import type { ModelService } from '../model/service.ts';
import { provenWriter } from '../proven-writer.ts';
import { contextOf, servedModels } from './served-model.ts';
import { config, resolveSettings, type Settings } from './vendors.ts';

interface HostedWriter extends Writer {
  health(): Promise<Health>;
  close(): Promise<void>;
}

/**
 * Writes with a model of a hosted service: OpenAI, Anthropic, or any server with OpenAI's chat completions API. The
 * source is sent to that service. A JSON schema made from the outline fixes the form of the answer, and every statement
 * is checked against the passages that it cites.
 */
export default defineProvider({
  kind: Writer,
  name: 'hosted',
  config,
  needs: { grounding: Grounding },
  async create({ config, needs: { grounding } }): Promise<HostedWriter> {
    const settings = resolveSettings(config);
    const service = modelService(settings);
    // Imported here because it loads the vendor's package, which other writers do not need.
    const { hostedModel } = await import('./model.ts');
    const prompts = readPrompts(settings.prompts);
    const { draft, close } = provenWriter({
      ...{ provider: 'hosted', name: settings.model, grounding, fallbackAfter: config.fallbackAfter },
      async open(signal) {
        const contextTokens = await contextOf(settings, service, signal);
        const model = await hostedModel(settings, contextTokens, prompts, service);
        return { model, readsImages: settings.vision, version: null };
      },
    });
    return {
      supportsImages: async () => settings.vision,
      ...{ draft, close },
      health: () => checkHealth(settings, service),
    };
  },
  stop: (writer: HostedWriter) => writer.close(),
  health: (writer: HostedWriter) => writer.health(),
});

function modelService({ title, model, baseUrl }: Settings): ModelService {
  return {
    name: `${title} at ${new URL(baseUrl).origin}`,
    model,
    connectionHint: "Check the network, and the writer's setting baseUrl (including /v1).",
    accessHint: "Correct the writer's setting apiKey.",
  };
}

/** The host waits two seconds for a health check. */
const healthMs = 1500;

/** Requests the list of models, which is free and needs the key. A server of one's own lists all that it has. */
async function checkHealth(settings: Settings, service: ModelService): Promise<Health> {
  const { vendor, model } = settings;
  try {
    const listed = await servedModels(settings, service, AbortSignal.timeout(healthMs), healthMs);
    if (vendor === 'openai-compatible' && listed?.every(({ id }) => id !== model)) {
      const names = listed.slice(0, 5).map(({ id }) => id);
      return {
        status: 'degraded',
        detail: `${service.name} does not list the model ${model}`,
        hint: `Correct the writer's setting model. The server has: ${names.join(', ') || 'none'}.`,
      };
    }
    return { status: 'ok', detail: `${service.name} answers; the model is ${model}` };
  } catch (thrown) {
    const hint = "Check the network, and the writer's settings apiKey and baseUrl.";
    return { status: 'degraded', detail: Problem.of(thrown).detail, hint };
  }
}
