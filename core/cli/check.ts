import type { Configuration } from '../config/configuration.ts';
import { planHost } from '../host/plan.ts';
import { type Command, parse } from './command.ts';
import { configurationOptions, configurationUsage, requested } from './request.ts';
import { table } from './table.ts';

/** Finds every mistake in the configuration, and starts nothing. */
export const command: Command = {
  usage: `Usage: chronoscribe check [OPTIONS]

Finds every mistake in the configuration, and starts nothing. Says what would run.

${configurationUsage}`,
  async run(args) {
    const { values } = parse(args, configurationOptions);
    const { configuration } = await planHost(requested(values));
    process.stdout.write(`configuration is fine\n\n${table(whatRuns(configuration))}`);
    return 0;
  },
};

function whatRuns({ file, data, http, providers, plugins }: Configuration): readonly (readonly string[])[] {
  return [
    ['file', file ?? 'none, only the defaults'],
    ['address', `${http.host}:${http.port}`],
    ['data', data],
    ...providers.map(({ kind, use }) => [kind, use]),
    ['plugins', plugins.map(({ name, use }) => (use === name ? name : `${name} (${use})`)).join('\n')],
  ];
}
