import { z } from 'zod';

const bytes = z.instanceof(Uint8Array);

/** What the decoding process says, once, of the file that it was started for. */
export const Decoded = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('decoded'),
    /** Pixels of the upload, turned as it is to be seen. */
    width: z.int().positive(),
    height: z.int().positive(),
    /** A grey PNG of 8 bits, scaled for reading. */
    page: z.object({ png: bytes, width: z.int().positive(), height: z.int().positive() }),
    /** A JPEG in colour, scaled for looking. */
    view: bytes,
  }),
  z.object({ type: z.literal('too-large'), width: z.int(), height: z.int() }),
  z.object({ type: z.literal('unreadable') }),
]);
export type Decoded = z.output<typeof Decoded>;
