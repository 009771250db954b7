import { writeSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { Blobs } from 'chronoscribe';
import { startProvider } from 'chronoscribe/testing';
import disk from '../index.ts';

/**
 * Runs as a process: writes a blob without end into the data folder of its argument, and prints a sign once it has
 * begun.
 */
async function writeForEver(dataFolder: string): Promise<void> {
  const { instance: blobs } = await startProvider(Blobs, disk, { dataFolder });
  await blobs.write('finished', once());
  await blobs.write('endless', forEver());
}

async function* once() {
  yield Buffer.from('whole');
}

async function* forEver() {
  for (;;) {
    yield Buffer.alloc(10_000);
    writeSync(1, '.');
    await wait(5);
  }
}

await writeForEver(process.argv[2] ?? '');
