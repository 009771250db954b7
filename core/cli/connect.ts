import { planHost } from '../host/plan.ts';
import { type ConfigurationValues, configurationOptions, hostRequest, text, UsageError } from './command.ts';
import { type HostClient, hostClient } from './host-client.ts';

/** The options of every command that asks a running host. @param access what the key needs, such as `the scope time` */
export const connectionOptions = (access: string) => ({
  key: text('KEY', `an API key with ${access}; also CHRONOSCRIBE_API_KEY`),
  url: text('URL', 'the address of the host; default from the configuration'),
  ...configurationOptions,
});

/** Their values. */
export type ConnectionValues = ConfigurationValues & { readonly [Name in 'key' | 'url']?: string | undefined };

/**
 * A client of the host that the options name, or else the configuration.
 *
 * @throws UsageError without a key
 */
export async function connect(values: ConnectionValues): Promise<HostClient> {
  const key = values.key ?? process.env.CHRONOSCRIBE_API_KEY;
  if (key === undefined) throw new UsageError('missing: --key KEY, the key that the host printed at its first start');
  return hostClient(values.url ?? (await configuredUrl(values)), key);
}

async function configuredUrl(values: ConfigurationValues): Promise<string> {
  const { host, port, tls } = (await planHost(hostRequest(values))).configuration.http;
  // A host that listens on all addresses is reached by the loopback address.
  const address = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `${tls === null ? 'http' : 'https'}://${address.includes(':') ? `[${address}]` : address}:${port}`;
}
