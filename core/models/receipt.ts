import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { hasCode } from '../files/durable-write.ts';
import { receiptName } from './places.ts';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const receipt = z.object({
  /** Its model. */
  name: z.string(),
  /** The address that it was fetched from, or the name of the file or folder that it was imported from. */
  from: z.string(),
  at: z.iso.datetime(),
  /** Of what was fetched or imported, packed as it came; null for a folder of files. */
  fetched: z.object({ bytes: z.number(), sha256 }).nullable(),
  files: z.array(z.object({ name: z.string(), bytes: z.number(), sha256 })),
});

/** What lies in a model's folder beside its files: what they are, whence and since when. */
export type Receipt = z.output<typeof receipt>;

/** One file of a model as it was when it came. */
export type ReceivedFile = Receipt['files'][number];

/** Null where there is none, or one that cannot be read. */
export async function readReceipt(folder: string): Promise<Receipt | null> {
  try {
    return receipt.parse(JSON.parse(await readFile(join(folder, receiptName), 'utf8')));
  } catch (thrown) {
    if (thrown instanceof SyntaxError || thrown instanceof z.ZodError || hasCode(thrown, 'ENOENT', 'ENOTDIR')) return null;
    throw thrown;
  }
}

export async function writeReceipt(folder: string, written: Receipt): Promise<void> {
  await using file = await open(join(folder, receiptName), 'wx', 0o600);
  await file.writeFile(`${JSON.stringify(written, null, 2)}\n`);
  await file.sync();
}
