import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { styleText } from 'node:util';
import { z } from 'zod';
import { runsFromSource, shipped } from '../api/package.ts';
import { startHost } from '../host/host.ts';
import { type Command, parse } from './command.ts';
import { type HostClient, hostClient, type Progress } from './host-client.ts';
import { inTemporaryFolder } from './temporary.ts';
import { noteForPeople, TourRecord } from './tour-note.ts';

/** A short tour, against a host that is there for nothing else. */
export const command: Command = {
  usage: `Usage: chronoscribe try [--file FILE]

A short tour: a consultation becomes a note, and a clock travels. It uses a host of its own and leaves nothing behind.

  --file FILE  a recording of yours, or a transcript as WebVTT or SRT, instead of the bundled one
`,
  async run(args) {
    const { values } = parse(args, { file: { type: 'string' } });
    const path = values.file ?? shipped('tour', 'consultation.vtt');
    const file = new File([await readFile(path)], basename(path));
    await withHost(async (client, url) => {
      say(`A host of its own is running at ${url}, for as long as this tour takes.`);
      await noteChapter(client, file);
      await clockChapter(client);
    });
    const start = styleText('bold', runsFromSource ? 'npm start' : 'npx chronoscribe start');
    say(`That was it; nothing is left behind. To go on: ${start}, and open /docs there.`);
    return 0;
  },
};

async function noteChapter(client: HostClient, file: File): Promise<void> {
  heading('1  A consultation becomes a note, and every statement says where it comes from');
  const path = '/api/v1/transcripts/upload_audio_file';
  sayCall('POST', path, `file=${file.name}`);
  const { id } = await client.upload(path, file, z.object({ id: z.string() }), showProgress);
  clearProgress();
  sayCall('GET', `/api/v1/transcripts/${id}`);
  say(`\n${noteForPeople(await client.call('GET', `/api/v1/transcripts/${id}`, TourRecord))}`);
}

const moves: readonly (readonly [method: 'GET' | 'POST', path: string, body?: object])[] = [
  ['POST', '/v1/travel', { destination_time: '1969-07-20T20:17:40Z', location: 'Tranquility Base' }],
  ['POST', '/v1/pause-time'],
  ['POST', '/v1/fast-forward', { duration: '6h' }],
  ['POST', '/v1/resume-time'],
  ['GET', '/v1/current-time'],
];

async function clockChapter(client: HostClient): Promise<void> {
  heading('2  A clock that travels');
  for (const [method, path, body] of moves) {
    sayCall(method, path, body === undefined ? '' : JSON.stringify(body));
    const answer = await client.call(method, path, z.record(z.string(), z.string().nullable()), body);
    say(`    ${Object.values(answer).join('  ')}\n`);
  }
}

/** Lends a host with a folder of its own, both of which are gone afterwards, also when the tour is broken off with Ctrl-C. */
async function withHost(use: (client: HostClient, url: string) => Promise<void>): Promise<void> {
  const brokenOff = rejectedBySignal();
  await inTemporaryFolder(async (folder) => {
    const config = join(folder, 'tour.yaml');
    await writeFile(config, 'log: { level: error }\nstop: { deadlineSeconds: 1 }\n');
    const flags = { port: '0', data: join(folder, 'data') };
    const host = await startHost({ file: config, environment: {}, flags, workingDirectory: folder });
    try {
      await Promise.race([use(hostClient(host.url, host.firstKey?.key ?? ''), host.url), brokenOff]);
    } finally {
      await host.stop();
    }
  });
}

function rejectedBySignal(): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  const breakOff = () => reject(new Error('The tour was broken off; nothing is left behind.'));
  process.on('SIGINT', breakOff);
  process.on('SIGTERM', breakOff);
  // Before the host runs nobody waits for it yet.
  promise.catch(() => undefined);
  return promise;
}

function heading(text: string): void {
  say(`\n${styleText(['bold', 'cyan'], text)}\n`);
}

function sayCall(method: string, path: string, body = ''): void {
  const call = `${styleText('green', method.padEnd(4))} ${path}`;
  say(body === '' ? call : `${call}  ${styleText('dim', body)}`);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function showProgress({ step, index, of, fraction }: Progress): void {
  if (process.stdout.isTTY) process.stdout.write(`\r\u001b[K    ${index} of ${of}: ${step} ${Math.round(fraction * 100)} %`);
}

function clearProgress(): void {
  if (process.stdout.isTTY) process.stdout.write('\r\u001b[K');
}
