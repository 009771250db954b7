import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineProvider, type Health, monotonicProgress } from 'chronoscribe';
import { abortable, createSemaphore } from 'chronoscribe/concurrency';
import { Ocr, type OcrOptions } from 'chronoscribe/kinds/ocr';
import { z } from 'zod';
import { filterByConfidence } from './confidence.ts';
import {
  findLanguageFolder,
  installHint,
  prepareLanguageFolder,
  type SearchFolders,
  tesseractCode,
} from './languages.ts';
import {
  defaultLimits,
  type LanguageData,
  type OcrWorker,
  startOcrWorker,
  type WorkerLimits,
} from './worker-process.ts';

/**
 * Runs Tesseract as WebAssembly in a separate process on this machine. It downloads nothing: each language is an
 * installed package.
 */
export default defineProvider({
  kind: Ocr,
  name: 'tesseract',
  config: z.strictObject({
    languages: z
      .array(z.string().regex(/^[a-z]{3}(_[a-z]{3,5})*$/, 'Not a Tesseract language such as "eng" or "chi_sim"'))
      .nonempty()
      .default(['eng'])
      .describe(
        'Languages of the text, by their Tesseract names; each needs its package @tesseract.js-data/<language>',
      ),
    processes: z
      .int()
      .min(1)
      .max(64)
      .default(Math.max(1, Math.floor(availableParallelism() / 2)))
      .describe(
        'Images that are read at the same time, each in a process of some 200 MB; default: half of the processors',
      ),
  }),
  create: ({ config, dataFolder }) => tesseractReader({ ...config, dataFolder }),
  stop: (reader) => reader.close(),
  health: (reader) => reader.health(),
});

export interface TesseractReader extends Ocr {
  health(): Health;
  close(): Promise<void>;
}

/**
 * Creates a reader whose processes stay warm for a minute. Language packages are searched for next to this one, in the working directory
 * and in the data folder, also after the host has started.
 */
export function tesseractReader({
  languages,
  processes,
  dataFolder,
}: {
  readonly languages: readonly string[];
  readonly processes: number;
  readonly dataFolder: string;
}): TesseractReader {
  const places = [process.cwd(), dataFolder];
  const version = packageVersion();
  const reader = workerPool(defaultLimits, processes);
  return {
    async recognize({ path }, { language, signal, progress }) {
      signal.throwIfAborted();
      const { codes, warnings } = chooseLanguages(language, languages, places);
      const folder = await prepareLanguageFolder(codes, places, join(dataFolder, 'tesseract'));
      const model = codes.join('+');
      const data = { codes: model, folder, orientation: findLanguageFolder(orientationCode, places) ?? '' };
      const found = filterByConfidence(
        await reader.recognize(path, data, { signal, progress: monotonicProgress(progress) }),
      );
      // The lines of a page on its head are all uncertain, so none is left.
      const isUnturned = data.orientation === '' && found.lines.length === 0 && found.warnings.length > 0;
      return {
        lines: found.lines,
        engine: { provider: 'tesseract', model, version },
        warnings: [...warnings, ...found.warnings, ...(isUnturned ? [unturned(places)] : [])],
      };
    },
    health() {
      const hint = installHint([...languages, orientationCode], places);
      const name = `tesseract.js ${version}`;
      if (hint === undefined) return { status: 'ok', detail: `${name} for ${languages.join(', ')}` };
      return {
        status: 'degraded',
        detail: `${name} lacks the data of a configured language, or that by which it turns pages`,
        hint,
      };
    },
    close: () => reader.close(),
  };
}

/** The data by which Tesseract tells how a page lies has a package like a language. */
const orientationCode = 'osd';

function unturned(places: SearchFolders): string {
  const hint = installHint([orientationCode], places) ?? '';
  return `The picture may be upside down or sideways, which cannot be told here: turn it and send it again. ${hint}`.trim();
}

/** Chooses the requested language, or the configured ones with a warning if its data is missing. */
function chooseLanguages(tag: string | undefined, configured: readonly string[], places: SearchFolders) {
  if (tag === undefined) return { codes: configured, warnings: [] };
  const asked = tesseractCode(tag);
  if (asked !== undefined && findLanguageFolder(asked, places) !== undefined) return { codes: [asked], warnings: [] };
  const warning = `The text was read as ${configured.join(', ')}: there is no data here to read the language ${tag}.`;
  const hint = asked === undefined ? undefined : installHint([asked], places);
  return { codes: configured, warnings: [hint === undefined ? warning : `${warning} ${hint}`] };
}

function packageVersion(): string {
  const manifest: unknown = createRequire(import.meta.url)('tesseract.js/package.json');
  return z.object({ version: z.string() }).parse(manifest).version;
}

/**
 * Idle time after which the process ends. Tesseract takes a third of a second to load, and the pages of a document
 * follow each other.
 */
const keepMs = 60_000;

/**
 * One process for all images, which are read one after another. Starts it with the first, and another one for other
 * languages or after a crash. Ends it when idle.
 */
export function warmWorker(limits: WorkerLimits) {
  let running: { readonly process: OcrWorker; readonly codes: string } | undefined;
  const turns = createSemaphore(1);
  let idle: NodeJS.Timeout | undefined;

  const end = async () => {
    const ended = running;
    running = undefined;
    await ended?.process.stop();
  };

  const processFor = async (data: LanguageData): Promise<OcrWorker> => {
    const codes = `${data.codes} ${data.orientation}`;
    if (running?.process.isAlive && running.codes === codes) return running.process;
    await end();
    running = { codes, process: startOcrWorker(data, limits) };
    return running.process;
  };

  return {
    /** Throws what `OcrWorker.recognize` throws; the next image then gets a new process. */
    recognize(path: string, languages: LanguageData, { signal, progress }: Pick<OcrOptions, 'signal' | 'progress'>) {
      const turn = turns.run(async () => {
        signal.throwIfAborted();
        clearTimeout(idle);
        try {
          const process = await processFor(languages);
          return await process.recognize(path, { signal, progress });
        } finally {
          idle = setTimeout(end, keepMs).unref();
        }
      });
      // An abort does not wait for the images before.
      return abortable(turn, signal);
    },
    async close() {
      clearTimeout(idle);
      await end();
    },
  };
}

/** Processes that read images at the same time. Another one starts only while the others are busy. */
export function workerPool(limits: WorkerLimits, size: number) {
  const pool = Array.from({ length: size }, () => ({ worker: warmWorker(limits), images: 0 }));
  return {
    async recognize(...given: Parameters<ReturnType<typeof warmWorker>['recognize']>) {
      const chosen = pool.reduce((least, each) => (each.images < least.images ? each : least));
      chosen.images += 1;
      try {
        return await chosen.worker.recognize(...given);
      } finally {
        chosen.images -= 1;
      }
    },
    async close() {
      await Promise.all(pool.map(({ worker }) => worker.close()));
    },
  };
}
