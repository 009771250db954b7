import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { silentLog } from 'chronoscribe/testing';
import { s3Blobs } from '../blobs.ts';
import { S3Settings } from '../index.ts';
import { defaultLimits } from '../requests.ts';

/**
 * Runs as a process, with a data folder and the settings as JSON: writes a blob without end, and prints a sign once a
 * part is stored.
 */
async function writeForEver(dataFolder: string, settings: string): Promise<void> {
  const blobs = await s3Blobs(S3Settings.parse(JSON.parse(settings)), {
    tempFolder: join(dataFolder, 'scratch'),
    log: silentLog,
    limits: { ...defaultLimits, partBytes: 5 * 1024 * 1024 },
  });
  await blobs.write('finished', once());
  await blobs.withFile('finished', () => blobs.write('endless', forEver()));
}

async function* once() {
  yield Buffer.from('whole');
}

async function* forEver() {
  for (let piece = 0; ; piece += 1) {
    yield Buffer.alloc(1_000_000);
    // A part has been stored by then: no more than three are held in memory.
    if (piece === 20) writeSync(1, '.');
    await wait(5);
  }
}

await writeForEver(process.argv[2] ?? '', process.argv[3] ?? '');
