import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ocr } from 'chronoscribe/kinds/ocr';
import { type StartedProvider, startProvider, temporaryFolder } from 'chronoscribe/testing';
import { afterAll, describe, expect, test } from 'vitest';
import { printedPicture } from '../testing/printed.ts';
import tesseract from './index.ts';
import { findLanguageFolder, tesseractCode } from './languages.ts';

const folder = await temporaryFolder();
const page = await printedPicture(join(folder.path, 'page.png'), ['Rest for two weeks.']);
afterAll(() => folder.remove());

async function withReader<T>(
  languages: readonly string[],
  use: (reader: StartedProvider<Ocr>) => Promise<T>,
): Promise<T> {
  const started = await startProvider(Ocr, tesseract, { with: { languages }, dataFolder: folder.path });
  try {
    return await use(started);
  } finally {
    await started.stop();
  }
}

const read = ({ instance }: StartedProvider<Ocr>, language?: string) =>
  instance.recognize(page, { language, signal: new AbortController().signal, progress: () => {} });

/** As `npm install` in the data folder would: a language of its own name, whose data is that of English. */
async function install(code: string): Promise<void> {
  const package_ = join(folder.path, 'node_modules/@tesseract.js-data', code);
  await mkdir(join(package_, '4.0.0_best_int'), { recursive: true });
  await writeFile(join(package_, 'package.json'), '{}');
  const english = join(findLanguageFolder('eng', []) ?? '', 'eng.traineddata.gz');
  await copyFile(english, join(package_, '4.0.0_best_int', `${code}.traineddata.gz`));
}

describe('a missing language package', () => {
  test('is reported with the command that installs it, by health and by each call', async () => {
    await withReader(['eng', 'nld', 'pol'], async (reader) => {
      const command = 'Run: npm install @tesseract.js-data/nld @tesseract.js-data/pol';
      expect(await reader.health()).toMatchObject({ status: 'degraded', hint: command });
      await expect(read(reader)).rejects.toMatchObject({
        code: 'provider-unavailable',
        detail: expect.stringContaining(command),
      });
    });
  });

  test('is found once it is installed, without a restart', async () => {
    await withReader(['eng', 'dan'], async (reader) => {
      expect(await reader.health()).toMatchObject({ status: 'degraded' });
      await install('dan');
      expect(await reader.health()).toEqual({
        status: 'ok',
        detail: expect.stringMatching(/^tesseract\.js \d\S* for eng, dan$/),
      });
      const { lines, engine } = await read(reader);
      expect(lines.map(({ text }) => text)).toEqual(['Rest for two weeks.']);
      expect(engine.model).toBe('eng+dan');
    });
    expect((await readdir(join(folder.path, 'tesseract'))).toSorted()).toEqual([
      'dan.traineddata.gz',
      'eng.traineddata.gz',
    ]);
  });
});

describe('the requested language', () => {
  test('is used if it is installed', async () => {
    await install('swe');
    await withReader(['eng'], async (reader) => {
      const { engine, warnings } = await read(reader, 'sv-SE');
      expect({ model: engine.model, warnings }).toEqual({ model: 'swe', warnings: [] });
    });
  });

  test('gives a warning if it is not installed', async () => {
    await withReader(['eng'], async (reader) => {
      const { lines, warnings } = await read(reader, 'ja');
      expect(lines).toHaveLength(1);
      expect(warnings).toEqual([
        expect.stringMatching(/read as eng.* ja\. Run: npm install @tesseract\.js-data\/jpn$/),
      ]);
      expect((await read(reader, 'tlh')).warnings).toEqual([expect.stringMatching(/language tlh\.$/)]);
    });
  });

  test.each([
    ['de', 'deu'],
    ['de-AT', 'deu'],
    ['deu', 'deu'],
    ['pt-BR', 'por'],
    ['nb', 'nor'],
    ['zh', 'chi_sim'],
    ['zh-TW', 'chi_tra'],
    ['sr', 'srp'],
    ['sr-Latn', 'srp_latn'],
    ['tlh', undefined],
  ])('%s is %s for Tesseract', (tag, code) => {
    expect(tesseractCode(tag)).toBe(code);
  });
});

test.each([[['../eng']], [['english']], [[]], ['eng']])('invalid languages are rejected: %j', async (languages) => {
  await expect(startProvider(Ocr, tesseract, { with: { languages } })).rejects.toThrow();
});
