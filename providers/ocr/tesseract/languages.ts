import { existsSync } from 'node:fs';
import { copyFile, mkdir, rename, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { Problem } from 'chronoscribe';

/** Folders whose `node_modules` are searched for language packages, besides those of this package. */
export type SearchFolders = readonly string[];

function packageName(code: string): string {
  return `@tesseract.js-data/${code}`;
}

/**
 * Finds the folder with `<code>.traineddata.gz` in the package of a language. Of the two files in a package this is the
 * one for the LSTM recogniser in use; the other, three times as large, also serves the older recogniser.
 *
 * @returns undefined if the package is not installed
 */
export function findLanguageFolder(code: string, places: SearchFolders): string | undefined {
  for (const from of [import.meta.filename, ...places.map((place) => join(place, 'package.json'))]) {
    const folder = packageFolder(code, from);
    const held = ['4.0.0_best_int', '4.0.0'].map((version) => join(folder ?? '', version));
    const found = folder && held.find((each) => existsSync(join(each, fileName(code))));
    if (found) return found;
  }
  return undefined;
}

/** The command that installs the missing languages, as a sentence; undefined if all are installed. */
export function installHint(codes: readonly string[], places: SearchFolders): string | undefined {
  const missing = codes.filter((code) => findLanguageFolder(code, places) === undefined);
  return missing.length === 0 ? undefined : `Run: npm install ${missing.map(packageName).join(' ')}`;
}

/**
 * Returns one folder with the data of all these languages. Tesseract needs them in one place, so several are copied to
 * `target`.
 *
 * @throws Problem `provider-unavailable`, with the command that installs it, if a language is missing
 */
export async function prepareLanguageFolder(
  codes: readonly string[],
  places: SearchFolders,
  target: string,
): Promise<string> {
  const hint = installHint(codes, places);
  if (hint !== undefined) {
    throw new Problem('provider-unavailable', { detail: `Tesseract lacks the data of a requested language. ${hint}` });
  }
  const folders = codes.flatMap((code) => findLanguageFolder(code, places) ?? []);
  const [only] = folders;
  if (only !== undefined && folders.length === 1) return only;
  await mkdir(target, { recursive: true });
  for (const [index, folder] of folders.entries()) await copyOnce(join(folder, fileName(codes[index] ?? '')), target);
  return target;
}

/** Copies a file atomically, unless a complete copy exists. */
async function copyOnce(file: string, folder: string): Promise<void> {
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
    // The package cannot be found from there.
    return undefined;
  }
}

function fileName(code: string): string {
  return `${code}.traineddata.gz`;
}

/** Tesseract's language codes by ISO 639-1 code: mostly ISO 639-2 (tesseract-ocr.github.io, Data-Files). */
const codes: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'af afr,am amh,ar ara,as asm,az aze,be bel,bg bul,bn ben,bo bod,br bre,bs bos,ca cat,co cos,cs ces,cy cym,da dan,de deu,dv div,dz dzo,el ell,en eng,eo epo,' +
    'es spa,et est,eu eus,fa fas,fi fin,fo fao,fr fra,fy fry,ga gle,gd gla,gl glg,gu guj,he heb,hi hin,hr hrv,ht hat,hu hun,hy hye,id ind,is isl,it ita,iu iku,' +
    'ja jpn,jv jav,ka kat,kk kaz,km khm,kn kan,ko kor,ku kur,ky kir,la lat,lb ltz,lo lao,lt lit,lv lav,mi mri,mk mkd,ml mal,mn mon,mr mar,ms msa,mt mlt,my mya,' +
    'nb nor,ne nep,nl nld,nn nor,no nor,oc oci,or ori,pa pan,pl pol,ps pus,pt por,qu que,ro ron,ru rus,sa san,sd snd,si sin,sk slk,sl slv,sq sqi,sr srp,su sun,' +
    'sv swe,sw swa,ta tam,te tel,tg tgk,th tha,ti tir,to ton,tr tur,tt tat,ug uig,uk ukr,ur urd,uz uzb,vi vie,yi yid,yo yor'
  )
    .split(',')
    .map((pair) => pair.split(' ')),
);

/** Returns Tesseract's code for the language of a BCP 47 tag; undefined if it has none. */
export function tesseractCode(tag: string): string | undefined {
  const { language, script } = new Intl.Locale(tag).maximize();
  if (language === 'zh') return script === 'Hant' ? 'chi_tra' : 'chi_sim';
  if (language === 'sr' && script === 'Latn') return 'srp_latn';
  return codes[language] ?? (Object.values(codes).includes(language) ? language : undefined);
}
