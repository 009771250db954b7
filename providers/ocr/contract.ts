import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from 'chronoscribe';
import type { Ocr, OcrImage, OcrOptions, OcrResult } from 'chronoscribe/kinds/ocr';
import { temporaryFolder } from 'chronoscribe/testing';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { printedPicture } from './testing/printed.ts';

/** A reader made ready for the suite, with all that it needs around it. */
export interface OcrUnderTest {
  readonly ocr: Ocr;
  /** The provider's name, as in configuration. */
  readonly provider: string;
  /** How many children, requests or threads work on pictures now, or stand ready to. */
  running(): number | Promise<number>;
  close(): Promise<void>;
}

const prescription = [
  'Ibuprofen 400 mg twice a day for ten days.',
  'Blood pressure 142/88 mmHg, pulse 76.',
  'No fever, no numbness in the left leg.',
];

/**
 * What every reader of pictures owes to those who use it, whoever made it:
 *
 * ```ts
 * ocrContract('parrot', async () => ({ ocr: await startParrot(), provider: 'parrot', … }));
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

    test('reads a printed text, line by line, with its numbers and negations', () => {
      expect(first.reading.lines.map(({ text }) => text)).toEqual(prescription);
      expectWellFormed(first.reading);
    });

    test('names itself in the record', () => {
      const { engine } = first.reading;
      expect(engine.provider).toBe(subject.provider);
      expect(engine.model).not.toBe('');
      expect(engine.version).not.toBe('');
    });

    test('shows progress that never falls, within 0 and 1', () => {
      const { progress } = first;
      expect(progress).not.toEqual([]);
      expect(progress).toEqual(progress.toSorted((one, other) => one - other));
      expect(progress.every((fraction) => fraction >= 0 && fraction <= 1)).toBe(true);
    });

    test('answers with plain JSON, so that a workflow can keep it', () => {
      expect(JSON.parse(JSON.stringify(first.reading))).toEqual(first.reading);
    });

    test('invents nothing on a blank page, nor on one of a single pixel', async () => {
      const blank = await printedPicture(join(folder.path, 'blank.png'), []);
      expect((await read(subject, blank)).reading.lines).toEqual([]);
      const dot = await printedPicture(join(folder.path, 'dot.png'), [], { width: 1 });
      expect((await read(subject, dot)).reading.lines).toEqual([]);
    });

    test('reads a picture whose path has spaces, quotes and other scripts in it', async () => {
      const path = join(folder.path, `Befund für "日本" $HOME; exit 1 'a'.png`);
      const { reading } = await read(subject, await printedPicture(path, prescription));
      expect(reading.lines).toHaveLength(prescription.length);
    });

    test('reads pictures that come at the same time, each as its own', async () => {
      const numbers = ['one hundred', 'two hundred', 'three hundred'];
      const pictures = await Promise.all(numbers.map((number) => printedPicture(join(folder.path, `${number}.png`), [number])));
      const readings = await Promise.all(pictures.map((picture) => read(subject, picture)));
      expect(readings.map(({ reading }) => reading.lines.map(({ text }) => text))).toEqual(numbers.map((number) => [number]));
    });

    test('reads a picture in a language that it has never heard of as well as it can, and never fails for it', async () => {
      const { reading } = await read(subject, page, { language: 'tlh' });
      expectWellFormed(reading);
    });

    test('stops when it is told to, gives that as the reason and leaves nothing running', async () => {
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

    test('reads the next picture after one that was stopped', async () => {
      expect((await read(subject, page)).reading).toEqual(first.reading);
    });

    test('does not begin when it is told to stop beforehand', async () => {
      const reason = new Error('the user cancelled');
      await expect(read(subject, page, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    });

    test('rejects what is no picture and what is gone, and reads the next one', async () => {
      const path = join(folder.path, 'broken.png');
      await writeFile(path, 'not a picture at all');
      await expect(read(subject, { path, width: 10, height: 10 })).rejects.toBeInstanceOf(Problem);
      await expect(read(subject, { ...page, path: join(folder.path, 'gone.png') })).rejects.toThrow();
      expect((await read(subject, page)).reading).toEqual(first.reading);
    });
  });
}

/** Takes long enough for somebody to change their mind. */
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

/** All that the docstrings of `Reading` and `ReadLine` promise. */
function expectWellFormed({ lines, warnings }: OcrResult): void {
  for (const { text, confidence } of lines) {
    expect(text).toBe(text.trim());
    expect(text).toMatch(/^[^\r\n]+$/);
    expect(confidence).toBeGreaterThanOrEqual(0);
    expect(confidence).toBeLessThanOrEqual(1);
  }
  expect(warnings.every((warning) => warning.trim() !== '')).toBe(true);
}
