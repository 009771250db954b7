import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineProvider, type Health, monotonicProgress, oneLine } from 'chronoscribe';
import { Ocr, type OcrLine, type OcrResult } from 'chronoscribe/kinds/ocr';
import { z } from 'zod';
import {
  findLanguageFolder,
  installHint,
  prepareLanguageFolder,
  type SearchFolders,
  tesseractCode,
} from './languages.ts';
import { workerPool } from './worker-pool.ts';
import { defaultLimits } from './worker-process.ts';

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
      const found = filterByConfidence(
        await reader.recognize(path, { codes: model, folder }, { signal, progress: monotonicProgress(progress) }),
      );
      return {
        lines: found.lines,
        engine: { provider: 'tesseract', model, version },
        warnings: [...warnings, ...found.warnings],
      };
    },
    health() {
      const hint = installHint(languages, places);
      const name = `tesseract.js ${version}`;
      if (hint === undefined) return { status: 'ok', detail: `${name} for ${languages.join(', ')}` };
      return { status: 'degraded', detail: `${name} lacks the data of a configured language`, hint };
    },
    close: () => reader.close(),
  };
}

interface Choice {
  readonly codes: readonly string[];
  readonly warnings: readonly string[];
}

/** Chooses the requested language, or the configured ones with a warning if its data is missing. */
function chooseLanguages(tag: string | undefined, configured: readonly string[], places: SearchFolders): Choice {
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

/** Tesseract's confidence is lower for noise, rules and grain, and higher for print that a person can read. */
const minConfidence = 0.4;
/** Below this confidence about every third line has a wrong letter or digit. */
const reliableConfidence = 0.85;

/** Removes lines that Tesseract only guessed, and warns about those and about lines that are hard to read. */
export function filterByConfidence(found: readonly OcrLine[]): Pick<OcrResult, 'lines' | 'warnings'> {
  const written = found
    .map(({ text, confidence }) => ({ text: oneLine(text), confidence }))
    .filter(({ text }) => text !== '');
  const lines = written.filter(({ confidence }) => confidence >= minConfidence);
  const guessed = written.length - lines.length;
  const hard = lines.filter(({ confidence }) => confidence < reliableConfidence).length;
  const warnings: string[] = [];
  if (guessed > 0)
    warnings.push(
      `${countLines(guessed)} of the picture that may be text could not be made out and ${guessed === 1 ? 'was' : 'were'} left out.`,
    );
  if (hard > 0)
    warnings.push(
      `${countLines(hard)} of the text ${hard === 1 ? 'is' : 'are'} hard to read. Compare numbers and doses with the picture.`,
    );
  return { lines, warnings };
}

function countLines(lines: number): string {
  return lines === 1 ? '1 line' : `${lines} lines`;
}
