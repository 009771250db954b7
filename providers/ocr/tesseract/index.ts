import { defineProvider } from 'chronoscribe';
import { Ocr } from 'chronoscribe/kinds/ocr';
import { z } from 'zod';
import { tesseractReader } from './tesseract-reader.ts';

/** Tesseract as WebAssembly, in a process of its own on this machine. It fetches nothing: each language is a package that is installed. */
export default defineProvider({
  kind: Ocr,
  name: 'tesseract',
  config: z.strictObject({
    languages: z
      .array(z.string().regex(/^[a-z]{3}(_[a-z]{3,5})*$/, 'Not a language of Tesseract such as "eng" or "chi_sim"'))
      .nonempty()
      .default(['eng'])
      .describe('Languages of the text, as Tesseract calls them; each needs its package @tesseract.js-data/<language>'),
  }),
  create: ({ config, dataFolder }) => tesseractReader({ languages: config.languages, dataFolder }),
  stop: (reader) => reader.close(),
  health: (reader) => reader.health(),
});
