import { Readable } from 'node:stream';
import { z } from 'zod';
import { type Fault, faultOf, problemOf, Silence } from './faults.ts';

/** A blob that has begun to come. What we write has no type of its own, so a page is somebody else's answer. */
export const Begun = z.object({
  ETag: z.string().min(1),
  Body: z.instanceof(Readable),
  ContentLength: z.int().optional(),
  ContentType: z
    .string()
    .refine((type) => !type.startsWith('text/html'))
    .optional(),
});

/**
 * The content as it comes, whole or with a `Problem` at the end. Who leaves off closes the connection. Only what the store takes to send the next piece is timed,
 * not what the reader takes to ask for it.
 *
 * @param silenceMs how long the store may take
 */
export async function* contentOf({ Body, ContentLength }: z.output<typeof Begun>, store: string, silenceMs: number) {
  const pieces = Body[Symbol.asyncIterator]();
  let bytes = 0;
  try {
    for (;;) {
      const timer = setTimeout(() => Body.destroy(new Silence(silenceMs)), silenceMs);
      const { done, value } = await pieces.next().finally(() => clearTimeout(timer));
      if (done === true) break;
      const piece = z.instanceof(Uint8Array).parse(value);
      bytes += piece.byteLength;
      yield piece;
    }
  } catch (thrown) {
    throw problemOf(thrown instanceof Silence ? faultOf(thrown) : cutOff, store, thrown);
  } finally {
    Body.destroy();
  }
  if (ContentLength !== undefined && bytes !== ContentLength) throw problemOf(cutOff, store, undefined);
}

const cutOff: Fault = {
  code: 'provider-failed',
  what: 'broke off in the middle of a blob',
  mend: 'Try again; where it happens often, look at the network and what stands between.',
  passes: 'soon',
};
