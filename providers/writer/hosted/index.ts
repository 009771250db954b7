import { defineProvider, type Health, Problem } from 'chronoscribe';
import { Writer } from 'chronoscribe/kinds/writer';
import { draftWithModel } from '../model/drafting.ts';
import { type ModelService, sendRequest, statusProblem } from '../model/service.ts';
import { config, resolveSettings, type Settings } from './vendors.ts';

interface HostedWriter extends Writer {
  health(): Promise<Health>;
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
  async create({ config }): Promise<HostedWriter> {
    const settings = resolveSettings(config);
    const service = modelService(settings);
    // Imported here because it loads the vendor's package, which other writers do not need.
    const { hostedModel } = await import('./model.ts');
    const model = await hostedModel(settings, service);
    return {
      supportsImages: async () => settings.vision,
      async draft(assignment, options) {
        const seen = settings.vision ? assignment.images : [];
        const drafted = await draftWithModel(model, { ...assignment, images: seen }, options);
        return { ...drafted, engine: { provider: 'hosted', model: settings.model, version: null } };
      },
      health: () => checkHealth(settings, service),
    };
  },
  health: (writer: HostedWriter) => writer.health(),
});

function modelService({ title, baseUrl }: Settings): ModelService {
  return {
    name: `${title} at ${new URL(baseUrl).origin}`,
    connectionHint: "Check the network, and the writer's setting baseUrl (including /v1).",
    accessHint: "Correct the writer's setting apiKey.",
  };
}

/** The host waits two seconds for a health check. */
const healthMs = 1500;
const anthropicVersion = '2023-06-01';

/** Requests the list of models, which is free and needs the key. */
export async function checkHealth(settings: Settings, service: ModelService): Promise<Health> {
  const hint = "Check the network, and the writer's settings apiKey and baseUrl.";
  try {
    const url = new URL(`${settings.baseUrl}/models`);
    const signal = AbortSignal.timeout(healthMs);
    const incoming = await sendRequest(
      url,
      { headers: authHeaders(settings), signal },
      { service, timeoutMs: healthMs },
    );
    incoming.destroy();
    const status = incoming.statusCode ?? 0;
    const fault = status < 300 ? undefined : statusProblem(service, status, incoming.headers);
    // A server without a list of models answers with an error but works.
    return fault === undefined
      ? { status: 'ok', detail: `${service.name} answers; the model is ${settings.model}` }
      : { status: 'degraded', detail: fault.detail, hint };
  } catch (thrown) {
    return { status: 'degraded', detail: Problem.of(thrown).detail, hint };
  }
}

function authHeaders({ vendor, apiKey }: Settings): Readonly<Record<string, string>> {
  if (apiKey === undefined) return {};
  return vendor === 'anthropic'
    ? { 'x-api-key': apiKey, 'anthropic-version': anthropicVersion }
    : { authorization: `Bearer ${apiKey}` };
}
