import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from 'chronoscribe/testing';
import { type CliHost, startCli } from '../../core/cli/testing.ts';
import { testDatabase } from '../../core/postgres/testing/database.ts';

export const key = 'a-key-for-hosts-that-is-long-enough';

/** Hosts in processes of their own that share a database and a folder of files, each with a data folder of its own. */
export interface Hosts {
  /** Whether the database is on a server of its own; else it is PGlite, in the process of the tests. */
  readonly onServer: boolean;
  /** Starts the host of this name, again if it was killed or stopped; on a free port unless one is given. */
  start(name: string, port?: string): Promise<CliHost>;
  /** Sends a request to a host, as JSON. */
  call(
    host: CliHost,
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Response>;
  stop(): Promise<void>;
}

/** @param options.config laid over what the hosts have in common */
export async function hosts(options: { readonly config?: object } = {}): Promise<Hosts> {
  const folder = await temporaryFolder();
  const database = await testDatabase();
  const config = {
    cluster: true,
    http: { rateLimit: { perMinute: 0 } },
    log: { level: 'error' },
    providers: {
      store: { use: 'postgres', with: { url: database.url } },
      blobs: { use: 'disk', with: { folder: join(folder.path, 'blobs') } },
      'workflow-engine': { use: 'postgres', with: { url: database.url, concurrency: 8 } },
    },
    ...options.config,
  };
  const file = join(folder.path, 'config.yaml');
  await writeFile(file, JSON.stringify(config));
  const started: CliHost[] = [];
  return {
    onServer: database.isServer,
    async start(name, port = '0') {
      const data = join(folder.path, name);
      await mkdir(data, { recursive: true });
      const host = await startCli(['--data', data, '--config', file, '--port', port], {
        environment: { CHRONOSCRIBE_API_KEY: key },
      });
      started.push(host);
      return host;
    },
    call: (host, method, path, body, headers = {}) =>
      fetch(new URL(path, host.url), {
        method,
        headers: { 'x-api-key': key, 'content-type': 'application/json', ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    async stop() {
      await Promise.all(started.map((host) => host.stop()));
      await database.stop();
      await folder.remove();
    },
  };
}
