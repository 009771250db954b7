import { Readable } from 'node:stream';
import { type Blobs, Problem } from 'chronoscribe';
import { awaitAnswer, type Limit, notStarted, sendFile, startScript } from 'chronoscribe/child-process';
import { z } from 'zod';

/** A decoded upload in the blob store. */
export interface DecodedImage {
  /** Pixels of the upload, in the orientation for viewing. */
  readonly width: number;
  readonly height: number;
  /** A PNG for character recognition, with its own scale. */
  readonly page: { readonly blob: string; readonly width: number; readonly height: number };
  /** A JPEG for writers that read images. */
  readonly view: { readonly blob: string };
}

/**
 * Decodes an upload and stores the results under the run's prefix, so that the host deletes them with the run's
 * uploads.
 *
 * @param upload name of the blob
 * @throws what `decodeFile` throws
 */
export async function decodeImage(
  upload: string,
  { runId, signal }: { readonly runId: string; readonly signal: AbortSignal },
  { blobs, limits }: { readonly blobs: Blobs; readonly limits: DecodeLimits },
): Promise<DecodedImage> {
  const { width, height, page, view } = await blobs.withFile(upload, (path) => decodeFile(path, limits, signal));
  const pageBlob = `runs/${runId}/page.png`;
  const viewBlob = `runs/${runId}/view.jpg`;
  await blobs.write(pageBlob, Readable.from([page.png]), { signal });
  await blobs.write(viewBlob, Readable.from([view]), { signal });
  return {
    width,
    height,
    page: { blob: pageBlob, width: page.width, height: page.height },
    view: { blob: viewBlob },
  };
}

/** Limits for decoding an image. */
export interface DecodeLimits {
  readonly pixels: number;
  readonly milliseconds: number;
  /** Resident memory of the process; enforced where `/proc` reports it (Linux). */
  readonly memoryBytes: number;
}

/** Forty megapixels of 16 bits, interlaced, take 460 MB and 10 s; a slow machine may need ten times as long. */
export const defaultLimits = { milliseconds: 120_000, memoryBytes: 768 * 1024 ** 2 };

/**
 * Decodes a file in a separate process, so that a file that crashes the decoder does no other harm. The process is dead
 * once the promise settles.
 *
 * @param path of the image file
 * @throws Problem `unreadable-file` if it is damaged or crashes the decoder, `too-large` for too many pixels; the
 *   reason of the signal
 */
export async function decodeFile(
  path: string,
  limits: DecodeLimits,
  signal: AbortSignal,
): Promise<DecodeResult & { type: 'decoded' }> {
  signal.throwIfAborted();
  await using child = startScript(
    {
      url: new URL('./decode-child.ts', import.meta.url),
      arguments: [String(limits.pixels)],
      heapMegabytes: 256,
      addons: true,
    },
    { memoryBytes: limits.memoryBytes },
  );
  await sendFile(child, path, signal);
  const outcome = await awaitAnswer(child, {
    request: 'decode',
    limits: { totalMs: limits.milliseconds },
    signal,
    onMessage: (message) => DecodeResult.parse(message),
  });
  switch (outcome.status) {
    case 'answered':
      return requireDecoded(outcome.answer, limits);
    case 'exceeded':
      throw unreadable(`decoding it took ${describeLimit(outcome.limit, limits)}`);
    case 'ended':
      throw unreadable('the decoder crashed on it. Send it in another format');
    case 'not-started':
      throw notStarted('decodes images', outcome.cause);
    default:
      return outcome satisfies never;
  }
}

function requireDecoded(decoded: DecodeResult, { pixels }: DecodeLimits): DecodeResult & { type: 'decoded' } {
  switch (decoded.type) {
    case 'decoded':
      return decoded;
    case 'too-large':
      throw tooLarge(decoded, pixels);
    case 'unreadable':
      throw unreadable('it is damaged or incomplete. Save it again, or send it as PNG or JPEG');
    default:
      return decoded satisfies never;
  }
}

function describeLimit(limit: Limit, { milliseconds, memoryBytes }: DecodeLimits): string {
  if (limit === 'memory') return `more than ${Math.round(memoryBytes / 1024 ** 2)} MB of memory`;
  return `longer than ${milliseconds / 1000} s`;
}

function unreadable(why: string): Problem {
  return fileProblem('unreadable-file', `The image could not be decoded: ${why}.`);
}

function tooLarge({ width, height }: { readonly width: number; readonly height: number }, most: number): Problem {
  const megapixels = (pixels: number) => `${Number((pixels / 1e6).toFixed(1))} megapixels`;
  return fileProblem(
    'too-large',
    `The image has ${width} × ${height} pixels, ${megapixels(width * height)}; the limit is ${megapixels(most)}. Scale it down.`,
  );
}

/** The same shape as for a file that the host itself rejects. */
function fileProblem(code: 'unreadable-file' | 'too-large', detail: string): Problem {
  const type = code.replaceAll('-', '_');
  return new Problem(code, { detail, errors: [{ in: 'body', path: ['file'], detail, type }] });
}

const bytes = z.instanceof(Uint8Array);

/** The one message of the decoding process. */
export const DecodeResult = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('decoded'),
    /** Pixels of the upload, in the orientation for viewing. */
    width: z.int().positive(),
    height: z.int().positive(),
    /** An 8-bit greyscale PNG, scaled for character recognition. */
    page: z.object({ png: bytes, width: z.int().positive(), height: z.int().positive() }),
    /** A colour JPEG, scaled for viewing. */
    view: bytes,
  }),
  z.object({ type: z.literal('too-large'), width: z.int(), height: z.int() }),
  z.object({ type: z.literal('unreadable') }),
]);
export type DecodeResult = z.output<typeof DecodeResult>;
