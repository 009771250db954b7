import { readFile } from 'node:fs/promises';
import { createWorker, OEM, type Page, type Worker } from 'tesseract.js';
import type { WorkerRequest, WorkerResponse } from './worker-process.ts';

/**
 * The process that reads pictures: `node child.ts LANGUAGES FOLDER`, such as `deu+eng`, and the folder with their data. It answers each `Order` with
 * progress and one other `Answer`.
 */

const [languages = '', folder = ''] = process.argv.slice(2);

/** Rejects where a language cannot be loaded, which `createWorker` tells its error handler alone. */
function start(): Promise<Worker> {
  return new Promise((resolve, reject) => {
    createWorker(languages.split('+'), OEM.LSTM_ONLY, {
      langPath: folder,
      // Else it would keep a copy in the working directory, and read one that lies there.
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

async function recognize(path: string): Promise<WorkerResponse> {
  const loaded = await worker.catch(() => undefined);
  if (loaded === undefined) return { type: 'not-started' };
  // Bytes, since a path is taken for an address where it looks like one.
  const picture = await readFile(path).catch(() => undefined);
  if (picture === undefined) return { type: 'unreadable' };
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
worker.catch(() => {}); // The first order is told.

process.on('message', async (message: WorkerRequest) => send(await recognize(message.path)));
// The host is gone: nobody waits for an answer.
process.on('disconnect', () => process.exit());
