import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { S3Location } from '../requests.ts';

const endlessWriter = fileURLToPath(new URL('./endless-writer.ts', import.meta.url));

/**
 * Runs another process on this data folder that writes the blob `finished`, and kills it with SIGKILL while it writes
 * another blob inside `withFile`.
 */
export async function killInTheMiddleOfAWrite(dataFolder: string, settings: S3Location): Promise<void> {
  const child = spawn(
    process.execPath,
    ['--conditions=chronoscribe-source', endlessWriter, dataFolder, JSON.stringify(settings)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const closed = once(child, 'close');
  await Promise.race([
    once(child.stdout, 'data'),
    closed.then(() => Promise.reject(new Error('The writer ended by itself.'))),
  ]);
  child.kill('SIGKILL');
  await closed;
}
