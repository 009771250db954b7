import { z } from 'zod';

/** What the process that reads PDFs is asked, one thing at a time. Pages count from 1 and are those of the file that was opened last. */
export type Order =
  | { readonly type: 'open'; readonly path: string }
  | { readonly type: 'text'; readonly page: number }
  | { readonly type: 'picture'; readonly page: number };

/** Why a file is not read. */
const FileFault = z.enum(['encrypted', 'broken', 'adobe-form']);
export type FileFault = z.infer<typeof FileFault>;

export const Ready = z.object({ type: z.literal('ready') });

export const Opening = z.union([
  z.object({ type: z.literal('opened'), pages: z.int().nonnegative(), title: z.string().nullable() }),
  z.object({ type: z.literal('refused'), fault: FileFault }),
]);
export type Opening = z.infer<typeof Opening>;

/** A page that cannot be read, though its file can. */
const Failed = z.object({ type: z.literal('failed') });

export const PageText = z.union([
  z.object({
    type: z.literal('text'),
    /** In the order in which they are read; none of them empty. */
    paragraphs: z.array(z.string().min(1)),
    /** Whether the page may show text that it does not hold as text. */
    scanned: z.boolean(),
  }),
  Failed,
]);
export type PageText = z.infer<typeof PageText>;

export const PagePicture = z.union([
  z.object({
    type: z.literal('picture'),
    png: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
    /** Pixels. */
    width: z.int().positive(),
    height: z.int().positive(),
  }),
  /** All of the page is one colour. */
  z.object({ type: z.literal('blank') }),
  Failed,
]);
export type PagePicture = z.infer<typeof PagePicture>;
