import { defineProvider, type Health, Problem } from 'chronoscribe';
import { Writer } from 'chronoscribe/kinds/writer';
import { draftWithModel } from '../model/drafting.ts';
import { type ModelService, sendRequest, statusProblem } from '../model/service.ts';
import { config, resolveSettings, type Settings } from './vendors.ts';

interface HostedWriter extends Writer {
  health(): Promise<Health>;
}

/**
 * Writes with a model at a vendor's service: OpenAI, Anthropic, or whatever speaks OpenAI's chat completions. What is written leaves the house.
 * The answer's form is fixed by a JSON schema made from the outline, and every statement is checked against the passages that it cites.
 */
export default defineProvider({
  kind: Writer,
  name: 'hosted',
  config,
  async create({ config }): Promise<HostedWriter> {
    const settings = resolveSettings(config);
    const service = modelService(settings);
    // Here, since it loads the vendor's package: only those pay for it who chose it.
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
    connectionHint: 'Check the network, and baseUrl of the writer (with its /v1).',
    accessHint: 'It refuses the key: correct apiKey of the writer.',
  };
}

/** Health is asked by people who wait: the host gives it two seconds. */
const healthMs = 1500;
const anthropicVersion = '2023-06-01';

/** Asks for the list of models, which costs nothing and needs the key. */
export async function checkHealth(settings: Settings, service: ModelService): Promise<Health> {
  const hint = 'Check the network, and apiKey and baseUrl of the writer.';
  try {
    const url = new URL(`${settings.baseUrl}/models`);
    const signal = AbortSignal.timeout(healthMs);
    const incoming = await sendRequest(url, { headers: authHeaders(settings), signal }, { service, timeoutMs: healthMs });
    incoming.destroy();
    const status = incoming.statusCode ?? 0;
    const fault = status < 300 ? undefined : statusProblem(service, status, incoming.headers);
    // A server that keeps no list is there all the same.
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
