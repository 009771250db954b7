import { receivedFile } from 'chronoscribe/child-process';
import type { OcrLine } from 'chronoscribe/kinds/ocr';
import { createWorker, OEM, type Page, type Worker } from 'tesseract.js';
import { lettersRead } from './confidence.ts';
import type { WorkerRequest, WorkerResponse } from './worker-process.ts';

/**
 * The worker process: `node child.ts LANGUAGES FOLDER ORIENTATION`, such as `deu+eng`, the folder with their data, and
 * that of the data by which it is told how a page lies, or nothing. It answers each `WorkerRequest` with progress and one
 * other `WorkerResponse`.
 */

const [languages = '', folder = '', orientation = ''] = process.argv.slice(2);

/** Rejects if a language cannot be loaded, which `createWorker` reports only to its error handler. */
function start(codes: readonly string[], langPath: string, mode: OEM): Promise<Worker> {
  return new Promise((resolve, reject) => {
    createWorker([...codes], mode, {
      langPath,
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
    return { type: 'lines', lines: [...(await readUpright(loaded, picture))] };
  } catch {
    return { type: 'unreadable' };
  }
}

/** Of all letters; a page that lies on its side or head has hardly any. */
const legibleShare = 0.5;

/** Reads a page as it lies and, if little of that is certain, as it stands upright. */
async function readUpright(loaded: Worker, picture: Buffer): Promise<readonly OcrLine[]> {
  let best = await readLines(loaded, picture);
  const { certain, all } = lettersRead(best);
  if (certain >= legibleShare * all) return best;
  const { default: sharp } = await import('sharp');
  for (const degrees of await turnsOf(picture)) {
    const turned = await readLines(
      loaded,
      await sharp(picture).rotate(degrees).png({ compressionLevel: 1 }).toBuffer(),
    );
    if (lettersRead(turned).certain > lettersRead(best).certain) best = turned;
  }
  return best;
}

/** By how many degrees to turn a page, clockwise. On a page of a few words it cannot be told: each is tried. */
async function turnsOf(picture: Buffer): Promise<readonly number[]> {
  if (orientation === '') return [];
  orientationWorker ??= start(['osd'], orientation, OEM.TESSERACT_ONLY);
  const { data } = await (await orientationWorker).detect(picture);
  if (data.orientation_degrees === null) return [180, 90, 270];
  return data.orientation_degrees === 0 ? [] : [data.orientation_degrees];
}

async function readLines(loaded: Worker, picture: Buffer): Promise<readonly OcrLine[]> {
  const { data } = await loaded.recognize(picture, {}, { text: false, blocks: true });
  return linesOf(data);
}

function linesOf({ blocks }: Page): readonly OcrLine[] {
  return (blocks ?? [])
    .flatMap(({ paragraphs }) => paragraphs.flatMap(({ lines }) => lines))
    .map(({ text, confidence }) => ({ text, confidence: Math.min(1, Math.max(0, confidence / 100)) }));
}

let orientationWorker: Promise<Worker> | undefined;
const worker = start(languages.split('+'), folder, OEM.LSTM_ONLY);
worker.catch(() => {}); // Reported with the first request.

const sent = receivedFile();
process.on('message', async (message: WorkerRequest) => {
  if (!sent.takes(message)) send(await recognize(sent.bytes()));
});
// The host is gone.
process.on('disconnect', () => process.exit());
