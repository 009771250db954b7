import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ocr } from 'chronoscribe/kinds/ocr';
import { startProvider, temporaryFolder } from 'chronoscribe/testing';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { printed } from '../testing/printed.ts';
import tesseract from './index.ts';
import type { installHint } from './languages.ts';

/** Whether the data by which Tesseract tells how a page lies are found. */
let isInstalled = true;
vi.mock('./languages.ts', async (original) => {
  const real = await original<typeof import('./languages.ts')>();
  const isFound = (code: string) => code !== 'osd' || isInstalled;
  const hint: typeof installHint = (codes, places) =>
    codes.every(isFound) ? real.installHint(codes, places) : 'Run: npm install @tesseract.js-data/osd';
  const find: typeof real.findLanguageFolder = (code, places) =>
    isFound(code) ? real.findLanguageFolder(code, places) : undefined;
  return { ...real, installHint: hint, findLanguageFolder: find };
});

const folder = await temporaryFolder();
const reader = await startProvider(Ocr, tesseract, { with: { languages: ['eng'] }, dataFolder: folder.path });
afterAll(async () => {
  await reader.stop();
  await folder.remove();
});

async function read(lines: readonly string[], degrees: number, blurred = 0) {
  const path = join(folder.path, 'page.png');
  const page = sharp(printed(lines)).rotate(degrees);
  const { data, info } = await (blurred === 0 ? page : page.blur(blurred)).png().toBuffer({ resolveWithObject: true });
  await writeFile(path, data);
  const { width, height } = info;
  const options = { signal: new AbortController().signal, progress: () => {} };
  const { lines: found, warnings } = await reader.instance.recognize({ path, width, height }, options);
  return { texts: found.map(({ text }) => text), warnings };
}

const pages = {
  letter: [
    'Emergency department letter',
    'The patient was seen because of chest pain that had begun on Monday.',
    'Allergies: morphine (rash). Rivaroxaban 15 mg twice daily was started.',
  ],
  'laboratory table': ['Test Result Reference', 'Potassium 5.9 mmol/L 3.5-5.1', 'Creatinine 2.10 mg/dL 0.60-1.30'],
  'few words': ['Allergic to morphine'],
  'page of numbers': ['142/88 76 98 36.8', '150/92 81 97 37.1', '138/84 72 99 36.6'],
};

describe.each(Object.entries(pages))('a scanned %s', (_, lines) => {
  test.each([90, 180, 270])('is read when it lies turned by %s degrees', async (degrees) => {
    expect(await read(lines, degrees)).toEqual({ texts: lines, warnings: [] });
  });
});

test('a page that stands upright and is hard to read is not turned', async () => {
  const { texts } = await read(pages.letter, 0, 2);
  expect(texts.join(' ')).toContain('morphine');
});

describe('without the data for it', () => {
  beforeAll(() => {
    isInstalled = false;
  });
  afterAll(() => {
    isInstalled = true;
  });

  test('a turned page gives a warning and no gibberish, an upright one is read', async () => {
    const { texts, warnings } = await read(pages.letter, 180);
    expect(texts).toEqual([]);
    expect(warnings).toContainEqual(
      expect.stringMatching(/upside down or sideways.*Run: npm install @tesseract\.js-data\/osd$/),
    );
    expect(await read(pages.letter, 0)).toEqual({ texts: pages.letter, warnings: [] });
  });

  test('the doctor says how to get them', async () => {
    expect(await reader.health()).toMatchObject({
      status: 'degraded',
      hint: 'Run: npm install @tesseract.js-data/osd',
    });
  });
});
