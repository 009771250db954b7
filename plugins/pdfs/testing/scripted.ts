import { defineProvider } from 'chronoscribe';
import { Ocr, type OcrImage, type OcrOptions, type OcrResult } from 'chronoscribe/kinds/ocr';
import { type Assignment, type Draft, type Statement, Writer } from 'chronoscribe/kinds/writer';
import { z } from 'zod';

const settings = z.strictObject({});

/** A stub for a language model: records its assignments and returns the statements that the test provides. */
export function scriptedWriter(
  write: (assignment: Assignment) => readonly Statement[] | Promise<readonly Statement[]>,
) {
  const asked: Assignment[] = [];
  const provider = defineProvider({
    kind: Writer,
    name: 'scripted',
    config: settings,
    create: () => ({
      supportsImages: async () => false,
      async draft(assignment): Promise<Draft> {
        asked.push(assignment);
        const statements = await write(assignment);
        const engine = { provider: 'scripted', model: null, version: null };
        return { sections: [{ name: 'Summary', statements }], engine, warnings: [] };
      },
    }),
  });
  return { asked, provider };
}

/** A stub recogniser that returns the lines that the test provides. */
export function scriptedOcr(read: (picture: OcrImage, options: OcrOptions) => Promise<readonly string[]>) {
  const provider = defineProvider({
    kind: Ocr,
    name: 'scripted',
    config: settings,
    create: () => ({
      async recognize(picture, options): Promise<OcrResult> {
        const lines = (await read(picture, options)).map((text) => ({ text, confidence: 0.9 }));
        return { lines, engine: { provider: 'scripted', model: null, version: null }, warnings: [] };
      },
    }),
  });
  return { provider };
}
