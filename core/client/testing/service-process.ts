import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startCli } from '../../cli/testing.ts';
import { temporaryFolder } from '../../testing/provider.ts';

/** A service in a process of its own. One in this process would run on the timers that a test fakes. */
export interface ServiceProcess {
  readonly url: string;
  /** With all scopes. */
  readonly key: string;
  stop(): Promise<void>;
}

export async function startServiceProcess(): Promise<ServiceProcess> {
  const folder = await temporaryFolder();
  const file = join(folder.path, 'config.yaml');
  await writeFile(file, JSON.stringify({ log: { level: 'error' }, http: { rateLimit: { perMinute: 0 } } }));
  const host = await startCli(['--config', file, '--data', join(folder.path, 'data')]);
  return {
    url: host.url,
    key: host.key,
    async stop() {
      await host.stop();
      await folder.remove();
    },
  };
}
