import type { HostRequest } from '../host/plan.ts';

/** The options of every command that reads the configuration. */
export const configurationOptions = {
  config: { type: 'string' },
  data: { type: 'string' },
} as const;

/** Their lines in a usage text. */
export const configurationUsage = `  --config FILE   your configuration (YAML); also CHRONOSCRIBE_CONFIG
  --data FOLDER   where everything is kept; also CHRONOSCRIBE_DATA
`;

type Values = { readonly [Name in 'config' | 'data' | 'port' | 'host']?: string | undefined };

/** What the host is asked for by a command's options, in this process's environment and folder. */
export function requested({ config, ...flags }: Values): HostRequest {
  return { file: config, environment: process.env, flags, workingDirectory: process.cwd() };
}
