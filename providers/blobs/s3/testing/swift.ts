import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { S3 } from '@aws-sdk/client-s3';
import { temporaryFolder } from 'chronoscribe/testing';

/** Debian's own Python, which has Debian's packages. */
const python = '/usr/bin/python3';
const server = fileURLToPath(new URL('./swift-server.py', import.meta.url));

/** Whether OpenStack Swift is installed: on Debian by `apt-get install python3-swift`. */
export const hasSwift = (): boolean => spawnSync(python, ['-c', 'import swift.common.middleware.s3api']).status === 0;

export interface Swift {
  readonly endpoint: string;
  readonly key: { readonly accessKeyId: string; readonly secretAccessKey: string };
  stop(): Promise<void>;
}

/**
 * Starts OpenStack Swift, a production object store, with its S3 interface on a free port and its disk in a temporary
 * folder.
 */
export async function startSwift(): Promise<Swift> {
  const folder = await temporaryFolder();
  const key = { accessKeyId: 'clinic:chronoscribe', secretAccessKey: 'secret-of-swift' };
  const child = spawn(python, ['-W', 'ignore', server, folder.path, key.accessKeyId, key.secretAccessKey], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close');
  const [port] = await Promise.race([
    once(child.stdout, 'data'),
    closed.then(() => Promise.reject(new Error('Swift did not start.'))),
  ]);
  return {
    endpoint: `http://127.0.0.1:${Number(port)}`,
    key,
    async stop() {
      // It exits when its standard input ends, also if this process is killed.
      child.kill('SIGKILL');
      await closed;
      await folder.remove();
    },
  };
}

export async function makeBucket({ endpoint, key }: Swift, bucket: string): Promise<void> {
  const client = new S3({ endpoint, region: 'us-east-1', credentials: { ...key }, forcePathStyle: true });
  await client.createBucket({ Bucket: bucket });
  client.destroy();
}
