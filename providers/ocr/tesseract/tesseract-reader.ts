import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type Health, monotonicProgress } from 'chronoscribe';
import type { Ocr } from 'chronoscribe/kinds/ocr';
import { z } from 'zod';
import { languageCode } from './language-code.ts';
import { howToInstall, installedLanguage, languageFolder, type Places } from './language-data.ts';
import { legible } from './legible.ts';
import { defaultLimits } from './reading-process.ts';
import { warmProcess } from './warm-process.ts';

export interface TesseractReader extends Ocr {
  health(): Health;
  close(): Promise<void>;
}

/** Reads with one warm process. Packages of languages are found beside this one, in the working directory and in the data folder, also once the host runs. */
export function tesseractReader({
  languages,
  dataFolder,
}: {
  readonly languages: readonly string[];
  readonly dataFolder: string;
}): TesseractReader {
  const places = [process.cwd(), dataFolder];
  const version = packageVersion();
  const reader = warmProcess(defaultLimits);
  return {
    async read({ path }, { language, signal, progress }) {
      signal.throwIfAborted();
      const { codes, warnings } = chosen(language, languages, places);
      const folder = await languageFolder(codes, places, join(dataFolder, 'tesseract'));
      const model = codes.join('+');
      const found = legible(await reader.read(path, { codes: model, folder }, { signal, progress: monotonicProgress(progress) }));
      return {
        lines: found.lines,
        engine: { provider: 'tesseract', model, version },
        warnings: [...warnings, ...found.warnings],
      };
    },
    health() {
      const hint = howToInstall(languages, places);
      const name = `tesseract.js ${version}`;
      if (hint === undefined) return { status: 'ok', detail: `${name} for ${languages.join(', ')}` };
      return { status: 'degraded', detail: `${name} lacks the data of a language that it is to read`, hint };
    },
    close: () => reader.close(),
  };
}

interface Choice {
  readonly codes: readonly string[];
  readonly warnings: readonly string[];
}

/** The language that is asked for; where its data is not here, those of the settings, with a warning. */
function chosen(tag: string | undefined, configured: readonly string[], places: Places): Choice {
  if (tag === undefined) return { codes: configured, warnings: [] };
  const asked = languageCode(tag);
  if (asked !== undefined && installedLanguage(asked, places) !== undefined) return { codes: [asked], warnings: [] };
  const warning = `The text was read as ${configured.join(', ')}: there is no data here to read the language ${tag}.`;
  const hint = asked === undefined ? undefined : howToInstall([asked], places);
  return { codes: configured, warnings: [hint === undefined ? warning : `${warning} ${hint}`] };
}

function packageVersion(): string {
  const manifest: unknown = createRequire(import.meta.url)('tesseract.js/package.json');
  return z.object({ version: z.string() }).parse(manifest).version;
}
