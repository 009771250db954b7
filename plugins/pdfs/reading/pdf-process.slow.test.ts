import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { temporaryFolder } from 'chronoscribe/testing';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { childRunning, childrenRunning } from '../../../core/child-process/testing/running.ts';
import { deepPage, doublingPage, inflatingPage } from '../testing/bombs.ts';
import { page, pdfOf } from '../testing/pdf-writer.ts';
import { textsOf, withPdf } from '../testing/reading.ts';
import { defaultLimits, PdfProcessEnded } from './pdf-process.ts';
import { pdfReader } from './pdf-reader.ts';

/** Half of it black. */
const picture = { width: 600, height: 800, grey: new Uint8Array(480_000).fill(255, 240_000) };

describe('the image of a page', () => {
  test('is a PNG of 300 dpi', async () => {
    await withPdf(pdfOf([{ picture }]), async (pdf) => {
      const drawn = await pdf.image(1);
      if (drawn.type !== 'picture') throw new Error(drawn.type);
      expect(drawn).toMatchObject({ width: 2479, height: 3508 });
      const { info, data } = await sharp(drawn.png).greyscale().raw().toBuffer({ resolveWithObject: true });
      expect(info).toMatchObject({ width: 2479, height: 3508 });
      expect([data[2479 * 100 + 1000], data[2479 * 3400 + 1000]]).toEqual([0, 255]);
    });
  });

  test.each([
    [2_000_000_000, 2_000_000_000],
    [0.01, 1_000_000_000],
  ])('has at most nine million pixels for a page of %s by %s points', async (width, height) => {
    const content = `0 0 ${width / 2} ${height / 2} re f`;
    await withPdf(pdfOf([{ size: [width, height], content }]), async (pdf) => {
      const drawn = await pdf.image(1);
      if (drawn.type === 'picture') expect(drawn.width * drawn.height).toBeLessThanOrEqual(9_000_000);
      else expect(drawn).toEqual({ type: 'blank' });
    });
  });

  test('is blank if it has one colour', async () => {
    await withPdf(pdfOf([{}]), async (pdf) => expect(await pdf.image(1)).toEqual({ type: 'blank' }));
  });

  test('shows a fax (CCITT group 4)', async () => {
    // T.6: in the first row a white and a black run of eight, in each further one two edges right below those above.
    const bits = `001${'10011'}${'000101'}${'11'.repeat(15)}${'000000000001'.repeat(2)}`.padEnd(72, '0');
    const bytes = Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2));
    const entries = '/DecodeParms [<< /K -1 /Columns 16 /Rows 16 >>]';
    const fax = { width: 16, height: 16, bits: 1, grey: { filter: '/CCITTFaxDecode', entries, bytes } } as const;
    await withPdf(pdfOf([{ picture: fax }]), async (pdf) => {
      const drawn = await pdf.image(1);
      if (drawn.type !== 'picture') throw new Error(drawn.type);
      const { data } = await sharp(drawn.png).greyscale().raw().toBuffer({ resolveWithObject: true });
      expect([data[2479 * 1700 + 600], data[2479 * 1700 + 1900]]).toEqual([255, 0]);
    });
  });
});

describe('a malicious PDF', () => {
  test('runs no script and downloads nothing', async () => {
    let calls = 0;
    const server = createServer((_, response) => {
      calls += 1;
      response.end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    // The boundary of Node's types: a server on a port has an address.
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const script = `this.submitForm("${url}"); app.launchURL("${url}"); for (;;) {}`;
    try {
      const elsewhere = { filter: '/FlateDecode', entries: `/F << /FS /URL /F (${url}) >>`, bytes: deflateSync('x') };
      const file = pdfOf([page('Read.'), { picture: { width: 1, height: 1, grey: elsewhere } }], { script });
      await withPdf(file, async (pdf) => {
        expect(await textsOf(pdf, 1)).toMatchObject([{ paragraphs: [{ text: 'Read.' }] }]);
        await pdf.image(2);
      });
      expect(calls).toBe(0);
    } finally {
      server.close();
    }
  });

  test('is stopped when its content inflates endlessly', async () => {
    const file = await inflatingPage();
    expect(file.length).toBeLessThan(20_000);
    await expect(withPdf(file, (pdf) => textsOf(pdf, 1))).rejects.toThrow(/memory/);
  });

  test('is stopped when it causes endless work', async () => {
    await expect(withPdf(doublingPage(), (pdf) => textsOf(pdf, 1), { stepMs: 1500 })).rejects.toThrow(
      'took longer than 1.5 s',
    );
  });

  test('is stopped after the total time for all pages', async () => {
    const pages = pdfOf(Array.from({ length: 1000 }, () => page('Again.')));
    const readAll = withPdf(
      pages,
      async (pdf) => {
        for (;;) await textsOf(pdf, 1, 1000);
      },
      { totalMs: 1000 },
    );
    await expect(readAll).rejects.toThrow('took longer than 1 s');
  });

  test('has a page that fails if it is nested too deeply', async () => {
    await withPdf(deepPage(), async (pdf) => expect(await textsOf(pdf, 1)).toEqual([{ type: 'failed' }]));
  });
});

describe.skipIf(process.platform !== 'linux')('the process', () => {
  test('has no keys in its environment', async () => {
    process.env.A_SECRET_FOR_TESTS = 'csk_secret';
    try {
      await withPdf(pdfOf([page('Read.')]), async () => {
        expect(await readFile(`/proc/${await childRunning('pdfs/reading/child.')}/environ`, 'utf8')).not.toContain(
          'csk_secret',
        );
      });
    } finally {
      delete process.env.A_SECRET_FOR_TESTS;
    }
  });

  test('is kept for the next file after success, and dead after failure, abort, idleness and the end', async () => {
    const never = new AbortController().signal;
    await using folder = await fileFolder();
    const [good, endless] = await Promise.all([folder.add(pdfOf([page('Read.')])), folder.add(doublingPage())]);
    const limits = { ...defaultLimits, stepMs: 1500 };
    const reader = pdfReader(limits);
    const read = (path: string, signal = never) =>
      reader.use(signal, async (pdf) => {
        await pdf.open(path);
        return await textsOf(pdf, 1);
      });

    expect(await read(good)).toMatchObject([{ type: 'text' }]);
    const first = await readers();
    expect(first).toHaveLength(1);
    expect(await read(good)).toMatchObject([{ type: 'text' }]);
    expect(await readers()).toEqual(first);

    await expect(read(endless)).rejects.toThrow(PdfProcessEnded);
    expect(await readers()).toEqual([]);
    await read(good);
    const abort = new AbortController();
    const reading = reader.use(abort.signal, async (pdf) => {
      const opened = pdf.open(good);
      abort.abort(new Error('cancelled'));
      await opened;
    });
    await expect(reading).rejects.toThrow('cancelled');
    expect(await readers()).toEqual([]);

    await read(good);
    await reader[Symbol.asyncDispose]();
    expect(await readers()).toEqual([]);
    await using short = pdfReader(limits, 1);
    await short.use(never, (pdf) => pdf.open(good));
    await expect.poll(readers).toEqual([]);
  });

  test('is kept after many long files, since they leave little memory behind', async () => {
    const line = 'The patient was seen again, and no change of the medication was found to be needed.';
    const full = page(...Array.from({ length: 45 }, () => line));
    await using folder = await fileFolder();
    const path = await folder.add(pdfOf(Array.from({ length: 50 }, () => full)));
    await using reader = pdfReader();
    const seen = new Set<number>();
    for (let round = 0; round < 8; round += 1) {
      await reader.use(new AbortController().signal, async (pdf) => {
        await pdf.open(path);
        expect(await textsOf(pdf, 1, 50)).toHaveLength(50);
        for (const id of await readers()) seen.add(id);
      });
    }
    expect(seen.size).toBe(1);
  });

  test('that is kept has no file open', async () => {
    await using folder = await fileFolder();
    const path = await folder.add(pdfOf([page('Read.')]));
    await using reader = pdfReader();
    await reader.use(new AbortController().signal, (pdf) => pdf.open(path));
    expect(await reader.use(new AbortController().signal, (pdf) => textsOf(pdf, 1))).toEqual([{ type: 'failed' }]);
  });
});

async function fileFolder() {
  const folder = await temporaryFolder();
  let number = 0;
  return {
    async add(content: Uint8Array): Promise<string> {
      number += 1;
      const path = join(folder.path, `${number}.pdf`);
      await writeFile(path, content);
      return path;
    },
    [Symbol.asyncDispose]: () => folder.remove(),
  };
}

/** Ids of the processes that read PDFs for this one. */
const readers = () => childrenRunning('pdfs/reading/child.');
