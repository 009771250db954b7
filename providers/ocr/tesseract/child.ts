import { receivedFile } from 'chronoscribe/child-process';
import { createWorker, OEM, type Page, type Worker } from 'tesseract.js';
import type { WorkerRequest, WorkerResponse } from './worker-process.ts';

/**
 * The worker process: `node child.ts LANGUAGES FOLDER`, such as `deu+eng` and the folder with their data. It answers
 * each `WorkerRequest` with progress and one other `WorkerResponse`.
 */

const [languages = '', folder = ''] = process.argv.slice(2);

/** Rejects if a language cannot be loaded, which `createWorker` reports only to its error handler. */
function start(): Promise<Worker> {
  return new Promise((resolve, reject) => {
    createWorker(languages.split('+'), OEM.LSTM_ONLY, {
      langPath: folder,
      // Otherwise Tesseract caches a copy in the working directory and reads one that lies there.
      cacheMethod: 'none',
      gzip: true,
      logger: ({ status, progress }) => {
        if (status === 'recognizing text') send({ type: 'progress', fraction: Math.min(1, Math.max(0, progress)) });
      },
      errorHandler: reject,
    }).then(resolve, reject);
  });
}

function send(answer: WorkerResponse): void {
  process.send?.(answer);
}

async function recognize(picture: Buffer): Promise<WorkerResponse> {
  const loaded = await worker.catch(() => undefined);
  if (loaded === undefined) return { type: 'not-started' };
  try {
    const { data } = await loaded.recognize(picture, {}, { text: false, blocks: true });
    return { type: 'lines', lines: linesOf(data) };
  } catch {
    return { type: 'unreadable' };
  }
}

function linesOf({ blocks }: Page) {
  return (blocks ?? [])
    .flatMap(({ paragraphs }) => paragraphs.flatMap(({ lines }) => lines))
    .map(({ text, confidence }) => ({ text, confidence: Math.min(1, Math.max(0, confidence / 100)) }));
}

const worker = start();
worker.catch(() => {}); // Reported with the first request.

const sent = receivedFile();
process.on('message', async (message: WorkerRequest) => {
  if (!sent.takes(message)) send(await recognize(sent.bytes()));
});
// The host is gone.
process.on('disconnect', () => process.exit());
