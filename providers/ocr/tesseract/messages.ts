import { z } from 'zod';

/** What the reading process is told: the path of a picture. */
export const Order = z.object({ path: z.string() });
export type Order = z.output<typeof Order>;

/** What it answers: how far it is, then either the lines or what was wrong. */
export const Answer = z.discriminatedUnion('type', [
  z.object({ type: z.literal('progress'), fraction: z.number().min(0).max(1) }),
  z.object({ type: z.literal('lines'), lines: z.array(z.object({ text: z.string(), confidence: z.number().min(0).max(1) })) }),
  /** The file is no picture, or a damaged one. */
  z.object({ type: z.literal('unreadable') }),
  /** Tesseract or its language data could not be loaded. */
  z.object({ type: z.literal('not-started') }),
]);
export type Answer = z.output<typeof Answer>;
