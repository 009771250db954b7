import { defineProvider, type Health } from 'chronoscribe';
import { Writer } from 'chronoscribe/kinds/writer';
import { draftWith } from '../drafting.ts';
import type { Service } from '../service.ts';
import { healthOf } from './health.ts';
import { config, type Settings, settingsFrom } from './settings.ts';

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
    const settings = settingsFrom(config);
    const service = serviceOf(settings);
    // Here, since it loads the vendor's package: only those pay for it who chose it.
    const { hostedModel } = await import('./model.ts');
    const model = await hostedModel(settings, service);
    return {
      sees: async () => settings.vision,
      async draft(assignment, options) {
        const seen = settings.vision ? assignment.images : [];
        const drafted = await draftWith(model, { ...assignment, images: seen }, options);
        return { ...drafted, engine: { provider: 'hosted', model: settings.model, version: null } };
      },
      health: () => healthOf(settings, service),
    };
  },
  health: (writer: HostedWriter) => writer.health(),
});

function serviceOf({ title, baseUrl }: Settings): Service {
  return {
    name: `${title} at ${new URL(baseUrl).origin}`,
    mendReach: 'Check the network, and baseUrl of the writer (with its /v1).',
    mendAccess: 'It refuses the key: correct apiKey of the writer.',
  };
}
