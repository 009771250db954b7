import { version } from '../api/package.ts';
import { readConfiguration } from '../config/configuration.ts';
import { composeHost } from '../host/composition.ts';
import { bundledKinds, bundledPlugins, loadProvider } from '../host/loader.ts';
import { type HostRequest, planHost } from '../host/plan.ts';
import { openApiDocument } from '../http/openapi.ts';
import { type Command, parse } from './command.ts';
import { configurationUsage, requested } from './request.ts';
import { inTemporaryFolder } from './temporary.ts';

/** Prints the API's description, as `/openapi.json` serves it, of the plugins that the configuration names. */
export const command: Command = {
  usage: `Usage: chronoscribe openapi [--config FILE]

Prints the description of the API (OpenAPI 3.1), with the plugins of your configuration. Nothing of yours is opened.

${configurationUsage.split('\n', 1).join('')}
`,
  async run(args) {
    const { values } = parse(args, { config: { type: 'string' } });
    await inTemporaryFolder(async (data) => {
      const request = requested({ ...values, data });
      const composition = await composeHost(await planHost({ ...request, extraProviders: await embedded(request) }));
      process.stdout.write(`${JSON.stringify(openApiDocument(composition.routes, version), null, 2)}\n`);
      await composition.stop();
    });
    return 0;
  },
};

/** The providers of the default configuration: they keep all in the data folder, whatever database the user has configured. */
async function embedded(request: HostRequest): Promise<NonNullable<HostRequest['extraProviders']>> {
  const defaults = readConfiguration({
    flags: {},
    environment: {},
    workingDirectory: request.workingDirectory,
    kinds: bundledKinds(),
    plugins: bundledPlugins(),
  });
  return Promise.all(
    defaults.configuration.providers.map(async ({ kind, use, base }) => ({ provider: await loadProvider(use, kind, base) })),
  );
}
