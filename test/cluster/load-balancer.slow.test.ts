import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { temporaryFolder } from 'chronoscribe/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { type CliHost, cli } from '../../core/cli/testing.ts';
import { type Hosts, hosts, key } from './hosts.ts';

const compose = z
  .object({ configs: z.record(z.enum(['postgres', 'temporal', 'balancer']), z.object({ content: z.string() })) })
  .parse(parse(await readFile(resolve(import.meta.dirname, '../../compose.cluster.yaml'), 'utf8')));

/** As Docker passes a configuration on: it takes `$$` for one `$`. */
const given = (content: string): string => content.replaceAll('$$', '$');

const haproxy = ['/usr/sbin/haproxy', '/usr/local/sbin/haproxy'].find(existsSync);
if (haproxy === undefined)
  console.warn('haproxy is not installed: the load balancer of compose.cluster.yaml is not tested here');

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  if (address === null || typeof address === 'string') throw new Error('no port is free');
  return address.port;
}

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.remove());

describe('compose.cluster.yaml', () => {
  it.each(['postgres', 'temporal'] as const)(
    'configures hosts that can share their work through %s',
    async (engine) => {
      const file = join(folder.path, 'config.yaml');
      await writeFile(file, given(compose.configs[engine].content));
      const environment = {
        POSTGRES_URL: 'postgres://chronoscribe:secret@postgres:5432/chronoscribe',
        S3_SECRET: 'secret',
      };
      expect(await cli(['check', '--config', file, '--data', folder.path], { environment })).toMatchObject({
        code: 0,
        stderr: '',
      });
    },
  );
});

describe.skipIf(haproxy === undefined)('the load balancer of compose.cluster.yaml', () => {
  let cluster: Hosts;
  let running: CliHost[];
  let balancer: ChildProcess;
  let url: string;

  beforeEach(async () => {
    cluster = await hosts();
    running = await Promise.all([cluster.start('host-1'), cluster.start('host-2')]);
    const port = await freePort();
    const [one, two] = running.map((host) => new URL(host.url).host);
    const file = join(folder.path, 'haproxy.cfg');
    const config = given(compose.configs.balancer.content)
      .replace('bind :8080', `bind 127.0.0.1:${port}`)
      .replace('host-1 host-1:8080', `host-1 ${one}`)
      .replace('host-2 host-2:8080', `host-2 ${two}`);
    await writeFile(file, config);
    balancer = spawn(haproxy ?? '', ['-db', '-f', file], { stdio: 'ignore' });
    url = `http://127.0.0.1:${port}`;
    await expect
      .poll(() =>
        fetch(`${url}/ready`).then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(200);
  });
  afterEach(async () => {
    balancer.kill();
    await cluster.stop();
  });

  const call = (path: string, body: unknown) =>
    fetch(url + path, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  it('loses no request while hosts are stopped and started again, one after the other', async () => {
    let over = false;
    const statuses: number[] = [];
    await call('/v1/pause-time', {});
    const clients = Array.from({ length: 4 }, async () => {
      while (!over) statuses.push((await call('/v1/fast-forward', { duration: '1m' })).status);
    });
    for (const [at, host] of running.entries()) {
      const before = statuses.length;
      expect(await host.stop()).toMatchObject({ code: 0 });
      await expect.poll(() => statuses.length).toBeGreaterThan(before + 20);
      // At another address the balancer would not find it.
      if (at === 0) await cluster.start('host-1', new URL(host.url).port);
      // It asks each host every second whether it is ready.
      await wait(2_500);
    }
    over = true;
    await Promise.all(clients);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });
});
