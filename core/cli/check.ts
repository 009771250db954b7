import type { Configuration } from '../config/configuration.ts';
import type { Composition } from '../host/composition.ts';
import { planHost } from '../host/plan.ts';
import { configurationOptions, defineCommand, form, hostRequest, table } from './command.ts';
import { idleExtensions, moduleFaults } from './extension-faults.ts';
import { TrialError, tryProviders, withTrialHost } from './parts.ts';

/** Finds the mistakes in the configuration and in what the plugins declare, without serving. */
export const command = defineCommand({
  name: 'check',
  about: `Finds every mistake in the configuration, in what plugins define, and in automations. Says what would run. Nothing listens and your
data folder is not opened: plugins and providers of your own are started for a moment on a temporary folder.`,
  forms: {
    '': form([], configurationOptions, async (values) => {
      const warnings: string[] = [];
      const request = { ...hostRequest(values), trial: true };
      const { configuration } = await planHost(request);
      warnings.push(...(await tryProviders(request)));
      const routes = await withTrialHost(request, (composition) => examined(composition, warnings)).catch(notChecked);
      process.stdout.write(`configuration is fine\n\n${table([...summary(configuration), ['routes', routes]])}`);
      for (const warning of warnings) process.stdout.write(`\nwarning: ${warning}\n`);
    }),
  },
});

/** @throws Error with what is wrong with modules that a start does not load */
async function examined(composition: Composition, warnings: string[]): Promise<string> {
  const faults = await moduleFaults(composition.extensions);
  if (faults.length > 0) throw new Error(faults.join('\n'));
  warnings.push(...idleExtensions(composition));
  return String(composition.routes.length);
}

/** A plugin that needs what only a provider of the user's answers cannot be tried on the default providers. */
function notChecked(thrown: unknown): string {
  if (!(thrown instanceof TrialError)) throw thrown;
  return `not checked, since only your providers answer what they need. A start on an empty folder checks them:
chronoscribe start --data FOLDER
${thrown.message}`;
}

function summary({ file, data, http, providers, plugins, automations }: Configuration): readonly (readonly string[])[] {
  return [
    ['file', file ?? 'none, only the defaults'],
    ['address', `${http.host}:${http.port}`],
    ['data', data],
    ...providers.map(({ kind, use }) => [kind, use]),
    ['plugins', plugins.map(({ name, use }) => (use === name ? name : `${name} (${use})`)).join('\n')],
    ...(automations.length === 0 ? [] : [['automations', automations.map(({ name }) => name).join('\n')]]),
  ];
}
