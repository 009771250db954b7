import { join } from 'node:path';
import { type TestHost, temporaryFolder, testHost } from 'chronoscribe/testing';
import { describe } from 'vitest';
import { testDatabase } from '../../core/postgres/testing/database.ts';
import { behindAnyHost, type HostOptions, type SharedHosts } from './behind-any-host.ts';

/** Hosts in this process that share a database and a folder of files. */
async function hostsOnPostgres(count: number, options: HostOptions = {}): Promise<SharedHosts> {
  const folder = await temporaryFolder();
  const { url, stop } = await testDatabase();
  const config = {
    cluster: true,
    ...options.config,
    providers: {
      store: { use: 'postgres', with: { url } },
      blobs: { use: 'disk', with: { folder: join(folder.path, 'blobs') } },
      'workflow-engine': { use: 'postgres', with: { url } },
    },
  };
  const hosts: TestHost[] = [];
  for (let place = 0; place < count; place += 1) {
    hosts.push(await testHost({ ...options, config, dataFolder: join(folder.path, `host-${place}`) }));
  }
  return {
    hosts,
    async stop() {
      await Promise.all(hosts.map((host) => host.stop()));
      await stop();
      await folder.remove();
    },
  };
}

describe('hosts on one Postgres', () => behindAnyHost(hostsOnPostgres));
