import { existsSync } from 'node:fs';
import { copyFile, mkdir, rename, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { Problem } from 'chronoscribe';

/** Where the data of languages is looked for, beside this package: in the `node_modules` of these folders. */
export type SearchFolders = readonly string[];

/** What `npm install` wants to hear for a language. */
function packageName(code: string): string {
  return `@tesseract.js-data/${code}`;
}

/**
 * The folder that holds `<code>.traineddata.gz`, in a package of the language; undefined where that is not installed. Of the two files that a package
 * has this is the one for the recogniser that is used (LSTM); the other, three times as large, serves the older one too.
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

/** The sentence for whoever runs the host where languages are missing; undefined where all are installed. */
export function installHint(codes: readonly string[], places: SearchFolders): string | undefined {
  const missing = codes.filter((code) => findLanguageFolder(code, places) === undefined);
  return missing.length === 0 ? undefined : `Run: npm install ${missing.map(packageName).join(' ')}`;
}

/**
 * One folder with the data of all these languages. Each comes in a package of its own and Tesseract wants them together, so more than one are
 * copied to `gathering`.
 *
 * @throws Problem `provider-unavailable` that names the command where one is not installed.
 */
export async function prepareLanguageFolder(codes: readonly string[], places: SearchFolders, gathering: string): Promise<string> {
  const mend = installHint(codes, places);
  if (mend !== undefined) {
    throw new Problem('provider-unavailable', { detail: `Tesseract lacks the data of a language that it is to read. ${mend}` });
  }
  const folders = codes.flatMap((code) => findLanguageFolder(code, places) ?? []);
  const [only] = folders;
  if (only !== undefined && folders.length === 1) return only;
  await mkdir(gathering, { recursive: true });
  for (const [index, folder] of folders.entries()) await copyOnce(join(folder, fileName(codes[index] ?? '')), gathering);
  return gathering;
}

/** Copies a file whole or not at all, and not again where it is there. */
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
    // Not to be found from there is the one thing that can go wrong.
    return undefined;
  }
}

function fileName(code: string): string {
  return `${code}.traineddata.gz`;
}

/** Tesseract's names for languages: mostly the three letters of ISO 639-2, by the two of ISO 639-1 (tesseract-ocr.github.io, Data-Files). */
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

/** How Tesseract calls the language of a BCP 47 tag; undefined where it is not known to read it. */
export function tesseractCode(tag: string): string | undefined {
  const { language, script } = new Intl.Locale(tag).maximize();
  if (language === 'zh') return script === 'Hant' ? 'chi_tra' : 'chi_sim';
  if (language === 'sr' && script === 'Latn') return 'srp_latn';
  return codes[language] ?? (Object.values(codes).includes(language) ? language : undefined);
}
