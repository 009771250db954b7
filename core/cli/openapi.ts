import { version } from '../api/package.ts';
import { openApiDocument } from '../http/openapi.ts';
import { configurationOptions, defineCommand, form, hostRequest } from './command.ts';
import { withTrialHost } from './parts.ts';

/** Prints the API's description, as `/openapi.json` serves it, of the plugins that the configuration names. */
export const command = defineCommand({
  name: 'openapi',
  about:
    'Prints the description of the API (OpenAPI 3.1), with the plugins of your configuration. Your data folder is not opened.',
  forms: {
    '': form([], { config: configurationOptions.config }, async (values) => {
      const document = await withTrialHost(hostRequest(values), ({ routes, extended }, { metrics }) =>
        openApiDocument(routes, { version, metricsNeedKey: metrics.requireKey, ...extended }),
      );
      process.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
    }),
  },
  shared: {},
});
