import { existsSync } from 'node:fs';
import { copyFile, mkdir, rename, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { Problem } from 'chronoscribe';

/** Where the data of languages is looked for, beside this package: in the `node_modules` of these folders. */
export type Places = readonly string[];

/** What `npm install` wants to hear for a language. */
function packageName(code: string): string {
  return `@tesseract.js-data/${code}`;
}

/**
 * The folder that holds `<code>.traineddata.gz`, in a package of the language; undefined where that is not installed. Of the two files that a package
 * has this is the one for the recogniser that is used (LSTM); the other, three times as large, serves the older one too.
 */
export function installedLanguage(code: string, places: Places): string | undefined {
  for (const from of [import.meta.filename, ...places.map((place) => join(place, 'package.json'))]) {
    const folder = packageFolder(code, from);
    const held = ['4.0.0_best_int', '4.0.0'].map((version) => join(folder ?? '', version));
    const found = folder && held.find((each) => existsSync(join(each, fileName(code))));
    if (found) return found;
  }
  return undefined;
}

/** The sentence for whoever runs the host where languages are missing; undefined where all are installed. */
export function howToInstall(codes: readonly string[], places: Places): string | undefined {
  const missing = codes.filter((code) => installedLanguage(code, places) === undefined);
  return missing.length === 0 ? undefined : `Run: npm install ${missing.map(packageName).join(' ')}`;
}

/**
 * One folder with the data of all these languages. Each comes in a package of its own and Tesseract wants them together, so more than one are
 * copied to `gathering`.
 *
 * @throws Problem `provider-unavailable` that names the command where one is not installed.
 */
export async function languageFolder(codes: readonly string[], places: Places, gathering: string): Promise<string> {
  const mend = howToInstall(codes, places);
  if (mend !== undefined) {
    throw new Problem('provider-unavailable', { detail: `Tesseract lacks the data of a language that it is to read. ${mend}` });
  }
  const folders = codes.flatMap((code) => installedLanguage(code, places) ?? []);
  const [only] = folders;
  if (only !== undefined && folders.length === 1) return only;
  await mkdir(gathering, { recursive: true });
  for (const [index, folder] of folders.entries()) await gather(join(folder, fileName(codes[index] ?? '')), gathering);
  return gathering;
}

/** Copies a file whole or not at all, and not again where it is there. */
async function gather(file: string, folder: string): Promise<void> {
  const target = join(folder, basename(file));
  const [wanted, there] = await Promise.all([stat(file), stat(target).catch(() => undefined)]);
  if (there?.size === wanted.size) return;
  const unfinished = `${target}.${process.pid}`;
  await copyFile(file, unfinished);
  await rename(unfinished, target);
}

function packageFolder(code: string, from: string): string | undefined {
  try {
    return dirname(createRequire(from).resolve(`${packageName(code)}/package.json`));
  } catch {
    // Not to be found from there is the one thing that can go wrong.
    return undefined;
  }
}

function fileName(code: string): string {
  return `${code}.traineddata.gz`;
}
