import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { temporaryFolder } from 'chronoscribe/testing';
import { page, pdfOf } from '../../plugins/pdfs/testing/pdf-writer.ts';
import { startChronoscribe } from './server-process.ts';
import { table } from './table.ts';

const key = 'a-key-for-benchmarks-that-is-long';
const pages = 50;
const rounds = 5;

/**
 * How fast 50 full pages are read, beside poppler's pdftotext, and how long somebody else waits for an answer
 * meanwhile.
 */
export async function benchPdfs(): Promise<void> {
  const folder = await temporaryFolder();
  const path = join(folder.path, 'letter.pdf');
  const content = pdfOf(Array.from({ length: pages }, (_, number) => fullPage(number)));
  await writeFile(path, content);
  await pdftotext(path).catch((cause) => {
    throw new Error('pdftotext, beside which this is measured, does not run. Install poppler-utils.', { cause });
  });
  const host = await startChronoscribe(join(folder.path, 'data'), key);
  // A first one loads all the code that takes part.
  await upload(host.url, content);

  const ours: Timing[] = [];
  const health = watchHealth(host.url);
  const poppler: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    health.begin();
    ours.push(await upload(host.url, content, () => health.end()));
    poppler.push(await pdftotext(path));
  }
  await health.stop();
  await host.stop();
  await folder.remove();

  const read = Math.min(...ours.map(({ readMs }) => readMs));
  const facts = Math.min(...ours.map(({ factsMs }) => factsMs));
  const all = Math.min(...ours.map(({ allMs }) => allMs));
  const theirs = Math.min(...poppler);
  const row = (name: string, ms: number) => [
    name,
    ms.toFixed(0),
    ((pages / ms) * 1000).toFixed(0),
    (theirs / ms).toFixed(2),
  ];
  table(
    `A PDF of ${pages} full pages, the best of ${rounds}`,
    ['what', 'ms', 'pages per second', 'it / pdftotext'],
    [
      row('counted and read, from request to text', read),
      row('from request to the facts of the text', facts),
      row('from request to summary', all),
      row('pdftotext', theirs),
    ],
  );
  const delays = health.delays().toSorted((a, b) => a - b);
  const share = (part: number): string => (delays[Math.floor((delays.length - 1) * part)] ?? 0).toFixed(1);
  table(
    'GET /health until facts are found',
    ['answers', 'median, ms', 'p99, ms', 'longest, ms'],
    [[String(delays.length), share(0.5), share(0.99), share(1)]],
  );
}

/** Forty-five lines that nobody would write. */
function fullPage(number: number) {
  const line = `Page ${number}: the patient was seen again, and no change of the medication was found to be needed`;
  return page(...Array.from({ length: 45 }, (_, index) => `${line} ${index}.`));
}

interface Timing {
  /** From the request to the end of the step that reads text, which is when the step `images` begins. */
  readonly readMs: number;
  /** From the request to the end of the step that finds facts, tables and the language in it. */
  readonly factsMs: number;
  readonly allMs: number;
}

async function upload(url: string, content: Uint8Array<ArrayBuffer>, onFacts: () => void = () => {}): Promise<Timing> {
  const form = new FormData();
  form.append('files', new Blob([content]), 'letter.pdf');
  const begun = performance.now();
  const answer = await fetch(`${url}/api/v1/transcripts/upload_pdf_files`, {
    method: 'POST',
    body: form,
    headers: { 'x-api-key': key, accept: 'text/event-stream' },
  });
  let readMs: number | undefined;
  let factsMs: number | undefined;
  let text = '';
  for await (const piece of answer.body ?? []) {
    text += Buffer.from(piece).toString('utf8');
    if (text.includes('"step":"images"')) readMs ??= performance.now() - begun;
    if (factsMs !== undefined || !text.includes('"step":"summary"')) continue;
    factsMs = performance.now() - begun;
    onFacts();
  }
  if (readMs === undefined || factsMs === undefined || !text.includes('event: result'))
    throw new Error(`the PDF was not read: ${text.slice(-500)}`);
  return { readMs, factsMs, allMs: performance.now() - begun };
}

async function pdftotext(path: string): Promise<number> {
  const begun = performance.now();
  await promisify(execFile)('pdftotext', [path, '-'], { maxBuffer: 64 * 1024 * 1024 });
  return performance.now() - begun;
}

/** Asks every few milliseconds, over one connection, between `begin` and `end`. */
function watchHealth(url: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const delays: number[] = [];
  let watching = false;
  let stopped = false;
  const asking = (async () => {
    while (!stopped) {
      const begun = performance.now();
      const during = watching;
      await new Promise<void>((resolve, reject) => {
        get(`${url}/health`, { agent }, (incoming) => incoming.resume().once('end', resolve)).once('error', reject);
      });
      if (during) delays.push(performance.now() - begun);
      await wait(2);
    }
  })();
  return {
    begin: () => {
      watching = true;
    },
    end: () => {
      watching = false;
    },
    delays: () => delays,
    async stop() {
      stopped = true;
      await asking;
      agent.destroy();
    },
  };
}
