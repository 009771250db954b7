import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { styleText } from 'node:util';
import { z } from 'zod';
import { runsFromSource, shipped } from '../api/package.ts';
import { startHost } from '../host/host.ts';
import { defineCommand, form, text } from './command.ts';
import { type HostClient, hostClient, type Progress } from './connect.ts';
import { withTemporaryFolder } from './parts.ts';

const recording = text(
  'FILE',
  'your own recording, or a transcript (WebVTT, SRT, text, JSON), instead of the bundled one',
);

/** A short tour on a temporary host. */
export const command = defineCommand({
  name: 'try',
  about:
    'A short tour: a consultation becomes a note, and a clock travels. It uses a temporary host and leaves nothing behind.',
  forms: { '': form([], { file: recording }, ({ file }) => tour(file ?? shipped('tour', 'consultation.vtt'))) },
  shared: {},
});

async function tour(path: string): Promise<void> {
  const file = new File([await readFile(path)], basename(path));
  await withHost(async (client, url) => {
    say(`A temporary host is running at ${url} for this tour.`);
    await noteChapter(client, file);
    await clockChapter(client);
  });
  const start = styleText('bold', runsFromSource ? 'npm start' : 'npx chronoscribe start');
  say(`That was it; nothing is left behind. To go on: ${start}, and open /docs there.`);
}

async function noteChapter(client: HostClient, file: File): Promise<void> {
  heading('1  A consultation becomes a note, and every statement says where it comes from');
  const path = '/api/v1/transcripts/upload_audio_file';
  sayCall('POST', path, `file=${file.name}`);
  const { id } = await client.upload(path, file, z.object({ id: z.string() }), showProgress);
  if (process.stdout.isTTY) process.stdout.write('\r\u001b[K');
  sayCall('GET', `/api/v1/transcripts/${id}`);
  say(`\n${formatNote(await client.call('GET', `/api/v1/transcripts/${id}`, TourRecord))}`);
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

/** Runs a host on a temporary folder for the time of `use`; both are cleaned up, also on Ctrl-C. */
async function withHost(use: (client: HostClient, url: string) => Promise<void>): Promise<void> {
  const interrupted = rejectedBySignal();
  await withTemporaryFolder(async (folder) => {
    const config = join(folder, 'tour.yaml');
    await writeFile(config, 'log: { level: error }\nstop: { deadlineSeconds: 1 }\n');
    const flags = { port: '0', data: join(folder, 'data') };
    const host = await startHost({ file: config, environment: {}, flags, workingDirectory: folder });
    try {
      await Promise.race([use(hostClient(host.url, host.firstKey?.key ?? ''), host.url), interrupted]);
    } finally {
      await host.stop();
    }
  });
}

function rejectedBySignal(): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  const interrupt = () => reject(new Error('The tour was interrupted; nothing is left behind.'));
  // A second signal ends the process at once.
  process.once('SIGINT', interrupt);
  process.once('SIGTERM', interrupt);
  // Until the host runs, nothing awaits this promise.
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
  if (process.stdout.isTTY)
    process.stdout.write(`\r\u001b[K    ${index} of ${of}: ${step} ${Math.round(fraction * 100)} %`);
}

const Segment = z.object({
  id: z.string(),
  speaker: z.string(),
  role: z.string(),
  startMs: z.number(),
  text: z.string(),
});

/** The fields of a transcript's record that the tour shows. */
export const TourRecord = z.object({
  segments: z.array(Segment),
  sections: z.array(
    z.object({
      name: z.string(),
      statements: z.array(z.object({ text: z.string(), evidence: z.array(z.string()), grounded: z.boolean() })),
    }),
  ),
  warnings: z.array(z.string()),
});

type TourRecord = z.output<typeof TourRecord>;
type Statement = TourRecord['sections'][number]['statements'][number];

/**
 * The note as text: each statement with the time, speaker and, unless the statement quotes it, the words of its
 * evidence.
 */
export function formatNote({ sections, segments, warnings }: TourRecord): string {
  const byId = new Map(segments.map((segment) => [segment.id, segment]));
  const evidence = (id: string, statement: string): string => {
    const said = byId.get(id);
    if (said === undefined) return id;
    const quote = statement.includes(said.text) ? '' : `: “${said.text}”`;
    return `${clock(said.startMs)} ${said.role}${quote}`;
  };
  const lines = ({ text, evidence: ids, grounded }: Statement): readonly string[] => [
    `  ${text}${grounded ? '' : styleText('yellow', '  (not supported by what was said)')}`,
    ...ids.map((id) => styleText('dim', `      ${evidence(id, text)}`)),
  ];
  const section = ({ name, statements }: TourRecord['sections'][number]): string => {
    const content = statements.length === 0 ? ['  Not documented.'] : statements.flatMap(lines);
    return [styleText('bold', name), ...content, ''].join('\n');
  };
  return [...sections.map(section), ...warnings.map((warning) => styleText('yellow', `${warning}\n`))].join('\n');
}

/** `01:39`: minutes and seconds from the start. */
function clock(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  return [Math.floor(seconds / 60), seconds % 60].map((part) => String(part).padStart(2, '0')).join(':');
}
