/** **Stable**: the tests that every reader of images passes. */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from 'chronoscribe';
import type { Ocr, OcrImage, OcrOptions, OcrResult } from 'chronoscribe/kinds/ocr';
import { temporaryFolder } from 'chronoscribe/testing';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { printedPicture } from './testing/printed.ts';

/** A reader for the suite, with everything that it needs. */
export interface OcrUnderTest {
  readonly ocr: Ocr;
  /** The provider's name, as in configuration. */
  readonly provider: string;
  /** Number of child processes, requests or threads that work on images or are ready to. */
  running(): number | Promise<number>;
  close(): Promise<void>;
}

const prescription = [
  'Ibuprofen 400 mg twice a day for ten days.',
  'Blood pressure 142/88 mmHg, pulse 76.',
  'No fever, no numbness in the left leg.',
];

/**
 * Registers tests that a reader keeps the promises of `Ocr`.
 *
 * @param name for the test report
 * @param start starts the reader; called once
 *
 * @example
 * ```ts
 * ocrContract('parrot', async () => {
 *   const ocr = await startParrot();
 *   return { ocr, provider: 'parrot', running: () => 0, close: async () => {} };
 * });
 * ```
 */
export function ocrContract(name: string, start: () => Promise<OcrUnderTest>): void {
  describe(`the reader ${name}`, () => {
    let subject: OcrUnderTest;
    let folder: Awaited<ReturnType<typeof temporaryFolder>>;
    let page: OcrImage;
    let first: Read;

    beforeAll(async () => {
      folder = await temporaryFolder();
      subject = await start();
      page = await printedPicture(join(folder.path, 'page.png'), prescription);
      first = await read(subject, page);
    });
    afterAll(async () => {
      await subject?.close();
      await folder.remove();
    });

    test('reads clear print line by line, with its numbers and negations', () => {
      expect(texts(first.reading)).toEqual(prescription);
      expectWellFormed(first.reading);
    });

    test('names its provider and never an empty model or version', () => {
      const { engine } = first.reading;
      expect(engine.provider).toBe(subject.provider);
      expect(engine.model).not.toBe('');
      expect(engine.version).not.toBe('');
    });

    test('reports progress from 0 to 1 that never decreases', () => {
      const { progress } = first;
      expect(progress).not.toEqual([]);
      expect(progress).toEqual(progress.toSorted((one, other) => one - other));
      expect(progress.every((fraction) => fraction >= 0 && fraction <= 1)).toBe(true);
    });

    test('returns plain JSON', () => {
      expect(JSON.parse(JSON.stringify(first.reading))).toEqual(first.reading);
    });

    test('finds no text on a blank page or a single pixel', async () => {
      const blank = await printedPicture(join(folder.path, 'blank.png'), []);
      expect((await read(subject, blank)).reading.lines).toEqual([]);
      const dot = await printedPicture(join(folder.path, 'dot.png'), [], { width: 1 });
      expect((await read(subject, dot)).reading.lines).toEqual([]);
    });

    test('reads a file whose path has spaces, quotes and other scripts', async () => {
      const path = join(folder.path, `Befund für "日本" $HOME; exit 1 'a'.png`);
      const { reading } = await read(subject, await printedPicture(path, prescription));
      expect(reading.lines).toHaveLength(prescription.length);
    });

    test('reads simultaneous images independently', async () => {
      const numbers = ['one hundred', 'two hundred', 'three hundred'];
      const pictures = await Promise.all(
        numbers.map((number) => printedPicture(join(folder.path, `${number}.png`), [number])),
      );
      const readings = await Promise.all(pictures.map((picture) => read(subject, picture)));
      expect(readings.map(({ reading }) => texts(reading))).toEqual(numbers.map((number) => [number]));
    });

    test('does not fail for an unknown language', async () => {
      const { reading } = await read(subject, page, { language: 'tlh' });
      expectWellFormed(reading);
    });

    test('stops when aborted, rejects with the reason and leaves nothing running', async () => {
      const control = new AbortController();
      const reason = new Error('the user cancelled');
      const dense = await printedPicture(join(folder.path, 'dense.png'), densePage, { width: 3000 });
      const outcome = read(subject, dense, { signal: control.signal, progress: () => control.abort(reason) }).then(
        () => 'it finished',
        (thrown: unknown) => thrown,
      );
      expect(await outcome).toBe(reason);
      await vi.waitFor(async () => expect(await subject.running()).toBe(0), { timeout: 10_000 });
    });

    test('reads the next image after an aborted one', async () => {
      expect(texts((await read(subject, page)).reading)).toEqual(prescription);
    });

    test('does not start if the signal is already aborted', async () => {
      const reason = new Error('the user cancelled');
      await expect(read(subject, page, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    });

    test('rejects a damaged and a missing file, then reads the next image', async () => {
      const path = join(folder.path, 'broken.png');
      await writeFile(path, 'not a picture at all');
      await expect(read(subject, { path, width: 10, height: 10 })).rejects.toBeInstanceOf(Problem);
      await expect(read(subject, { ...page, path: join(folder.path, 'gone.png') })).rejects.toThrow();
      expect(texts((await read(subject, page)).reading)).toEqual(prescription);
    });
  });
}

/** Takes long enough to be cancelled. */
const densePage = Array.from(
  { length: 60 },
  (_, line) =>
    `${line} The patient reports pain of the lower back since ${1950 + line}, takes ibuprofen and has no fever, numbness or weakness.`,
);

interface Read {
  readonly reading: OcrResult;
  readonly progress: readonly number[];
}

async function read({ ocr }: OcrUnderTest, picture: OcrImage, options: Partial<OcrOptions> = {}): Promise<Read> {
  const told: number[] = [];
  const reading = await ocr.recognize(picture, {
    signal: new AbortController().signal,
    progress: (fraction) => told.push(fraction),
    ...options,
  });
  return { reading, progress: told };
}

function texts({ lines }: OcrResult): string[] {
  return lines.map(({ text }) => text);
}

/** Checks what the docstrings of `OcrResult` and `OcrLine` promise. */
function expectWellFormed({ lines, warnings }: OcrResult): void {
  for (const { text, confidence } of lines) {
    expect(text).toBe(text.trim());
    expect(text).toMatch(/^[^\r\n]+$/);
    expect(confidence).toBeGreaterThanOrEqual(0);
    expect(confidence).toBeLessThanOrEqual(1);
  }
  expect(warnings.every((warning) => warning.trim() !== '')).toBe(true);
}
