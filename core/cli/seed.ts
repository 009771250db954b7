import { openAsBlob, readdirSync } from 'node:fs';
import { z } from 'zod';
import { shipped } from '../api/package.ts';
import { unknownName } from '../api/text.ts';
import { planHost } from '../host/plan.ts';
import {
  type Command,
  type ConfigurationValues,
  configurationOptions,
  configurationUsage,
  hostRequest,
  parse,
  UsageError,
} from './command.ts';
import { hostClient } from './host-client.ts';

/** Loads one of the bundled collections of events into a running host, over HTTP like any client. */
export const command: Command = {
  usage: `Usage: chronoscribe seed NAME --key KEY [--url URL] [--timeline ID]

Records a collection of events on a timeline of a running host. Events that it has already are skipped.

  NAME            ${collections().join(', ')}
  --key KEY       an API key with the scope time; also CHRONOSCRIBE_API_KEY
  --url URL       the address of the host; default from the configuration
  --timeline ID   the timeline; default "primary"
${configurationUsage}`,
  async run(args) {
    const { values, positionals } = parse(args, options, ['NAME']);
    const [name = ''] = positionals;
    if (!collections().includes(name)) throw new UsageError(unknownName('collection of events', name, collections()));
    const key = values.key ?? process.env.CHRONOSCRIBE_API_KEY;
    if (key === undefined) throw new UsageError('missing: --key KEY, the key that the host printed at its first start');
    const url = values.url ?? (await configuredUrl(values));

    const query = new URLSearchParams({ on_error: 'skip', timeline_id: values.timeline ?? 'primary' });
    const file = await openAsBlob(shipped('seeds', `${name}.ndjson`), { type: 'application/x-ndjson' });
    const { imported, skipped } = await hostClient(url, key)
      .post(`/v1/import-events?${query}`, file, Imported)
      .catch((cause: unknown) => {
        throw cause instanceof TypeError
          ? new Error(`No host answers at ${url}. Start one, or name another with --url.`, { cause })
          : cause;
      });
    process.stdout.write(`${imported} events recorded${skipped > 0 ? `, ${skipped} were there already` : ''}\n`);
    return 0;
  },
};

const options = {
  ...configurationOptions,
  key: { type: 'string' },
  url: { type: 'string' },
  timeline: { type: 'string' },
} as const;

const Imported = z.object({ imported: z.number(), skipped: z.number() });

/** The names of the collections in `config/seeds`. */
function collections(): readonly string[] {
  return readdirSync(shipped('seeds')).flatMap((file) =>
    file.endsWith('.ndjson') ? [file.slice(0, -'.ndjson'.length)] : [],
  );
}

async function configuredUrl(values: ConfigurationValues): Promise<string> {
  const { host, port } = (await planHost(hostRequest(values))).configuration.http;
  // A host that listens on all addresses is reached by the loopback address.
  const address = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
}
