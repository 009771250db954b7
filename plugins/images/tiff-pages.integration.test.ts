import { testHost } from 'chronoscribe/testing';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { printed } from '../../providers/ocr/testing/printed.ts';
import { send } from '../transcripts/testing/visits.ts';
import { ImageAnswer } from './image-analysis.ts';
import images from './index.ts';
import { tiffOf } from './testing/tiff.ts';

const host = await testHost({ plugins: [{ plugin: images, with: { maxPages: 4 } }] });
afterAll(() => host.stop());

const upload = (file: Buffer) => send(host, file, { to: 'upload_image_file', name: 'fax.tif' });

async function answered(file: Buffer) {
  const { status, json, text } = await upload(file);
  expect(status, text).toBe(200);
  return ImageAnswer.parse(json);
}

const letter = ['Discharge letter', 'The patient was admitted with chest pain.'];
const second = ['Allergies: morphine (rash)', 'INR 6.2 on the day of discharge'];
const third = ['Follow-up in the heart clinic in two weeks.'];
const page = (lines: readonly string[]) => sharp(printed(lines)).greyscale();

/** In black and white. */
async function faxed(lines: readonly string[]): Promise<Buffer> {
  const black = await page(lines).threshold().png({ palette: true, colours: 2 }).toBuffer();
  return sharp(black).toColourspace('b-w').tiff({ compression: 'ccittfax4', bitdepth: 1 }).toBuffer();
}

describe('a TIFF of several pages', () => {
  test('is read to its end, whatever compresses each page', async () => {
    const pages = [
      await faxed(letter),
      await page(second).tiff({ compression: 'lzw' }).toBuffer(),
      await sharp(printed(third)).tiff({ compression: 'jpeg' }).toBuffer(),
    ];
    const { id, text, analysis, warnings } = await answered(tiffOf(pages));
    expect(text).toBe([...letter, ...second, ...third].join('\n'));
    for (const said of ['morphine', 'INR 6.2', 'two weeks']) expect(analysis).toContain(said);
    expect(warnings).toHaveLength(1);
    const { json } = await host.call('GET', `/api/v1/documents/${id}`);
    const { passages } = z.object({ passages: z.array(z.object({ page: z.int(), text: z.string() })) }).parse(json);
    expect(passages.find((passage) => passage.text.includes('morphine'))?.page).toBe(2);
    expect(passages.at(-1)?.page).toBe(3);
  });

  test('is read page by page, each turned as it lies', async () => {
    const pages = [page(letter), page(second).rotate(180), page(third).rotate(90)];
    const { text } = await answered(tiffOf(await Promise.all(pages.map((each) => each.tiff().toBuffer()))));
    expect(text).toBe([...letter, ...second, ...third].join('\n'));
  });

  test('names the pages on which there is nothing to read', async () => {
    const files = await Promise.all([page(letter), page([]), page(third)].map((each) => each.tiff().toBuffer()));
    const { text, warnings } = await answered(tiffOf(files));
    expect(text).toBe([...letter, ...third].join('\n'));
    expect(warnings).toContainEqual('Page 2: No legible text was found.');
  });

  test('names the pages that are damaged', async () => {
    const [first = Buffer.alloc(0), broken = Buffer.alloc(0)] = await Promise.all(
      [page(letter), page(second)].map((each) => each.tiff({ compression: 'deflate' }).toBuffer()),
    );
    const { text, warnings } = await answered(tiffOf([first, Buffer.from(broken).fill(7, 8, 3000)]));
    expect(text).toBe(letter.join('\n'));
    expect(warnings).toContainEqual('Page 2: It is damaged and was not read.');
  });

  test('is refused with more pages than are allowed, by their number', async () => {
    const one = await page(['x']).tiff().toBuffer();
    const { status, text } = await upload(tiffOf([one, one, one, one, one]));
    expect(status).toBe(413);
    expect(text).toContain('5 pages; the limit is 4');
  });
});

test('of an animation the first frame is read, with a warning', async () => {
  const frames = [printed(letter), printed(['Allergic', 'to morphine'])];
  const file = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer();
  expect((await answered(Buffer.from(file))).warnings).toContainEqual('Only the first of 2 frames was read.');
});
