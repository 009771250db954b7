import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { devNull } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { temporaryFolder } from 'chronoscribe/testing';
import { findProgram } from '../../providers/transcriber/programs/program.ts';
import { startServer } from './server-process.ts';
import { table } from './table.ts';

const key = 'a-key-for-benchmarks-that-is-long';
const rounds = 5;
/** How often the recording is repeated; the whole is then about a minute long. */
const repeats = 8;
const headerBytes = 44;
const speech = resolve(import.meta.dirname, '../../../shared/data/audio/sense-0870.wav');

/**
 * What the whole way from recording to note costs beside the recogniser alone: the upload, decoding, the workflow's
 * steps, the note, the record.
 */
export async function benchRecognition(): Promise<void> {
  const program = await findProgram('pocketsphinx_continuous');
  if (program === null || !existsSync(speech)) {
    console.log('\nRecognition: left out, since pocketsphinx or the recording in ../shared is not there.');
    return;
  }
  const folder = await temporaryFolder();
  const recording = join(folder.path, 'speech.wav');
  await writeFile(recording, repeated(await readFile(speech)));
  const config = join(folder.path, 'bench.yaml');
  await writeFile(
    config,
    'log: { level: silent }\nproviders: { transcriber: { use: command, with: { preset: pocketsphinx } } }\n',
  );
  const host = await startServer(
    'core/cli/main.js',
    ['start', '--port', '0', '--data', join(folder.path, 'data'), '--config', config],
    {
      CHRONOSCRIBE_API_KEY: key,
    },
  );
  const alone: number[] = [];
  const whole: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    alone.push(
      await timed(() => promisify(execFile)(program, ['-infile', recording, '-time', 'yes', '-logfn', devNull])),
    );
    whole.push(await timed(() => upload(host.url, recording)));
  }
  await host.stop();
  await folder.remove();
  const [bare, ours] = [Math.min(...alone), Math.min(...whole)];
  table(
    `A minute of speech with pocketsphinx, the best of ${rounds}`,
    ['recogniser alone, ms', 'upload to note, ms', 'overhead'],
    [[bare.toFixed(0), ours.toFixed(0), `${(((ours - bare) / bare) * 100).toFixed(1)} %`]],
  );
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

async function upload(url: string, path: string): Promise<void> {
  const form = new FormData();
  form.append('file', new File([await readFile(path)], 'speech.wav'));
  const response = await fetch(`${url}/api/v1/transcripts/upload_audio_file`, {
    method: 'POST',
    headers: { 'x-api-key': key },
    body: form,
  });
  if (!response.ok) throw new Error(`the upload was answered ${response.status}: ${await response.text()}`);
}

/** The same samples again and again, with a header that says so. */
function repeated(wav: Buffer): Buffer {
  const samples = wav.subarray(headerBytes);
  const all = Buffer.concat([wav.subarray(0, headerBytes), ...Array.from({ length: repeats }, () => samples)]);
  all.writeUInt32LE(all.length - 8, 4);
  all.writeUInt32LE(all.length - headerBytes, 40);
  return all;
}
