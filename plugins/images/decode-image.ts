import { Readable } from 'node:stream';
import { type Blobs, Problem } from 'chronoscribe';
import {
  awaitAnswer,
  type Limit,
  notStarted,
  type ScriptProcess,
  sendFile,
  startScript,
} from 'chronoscribe/child-process';
import { z } from 'zod';

/** A decoded page of an upload, in the blob store. */
export interface DecodedPage {
  /** From 1. */
  readonly page: number;
  /** Pixels of the upload, in the orientation for viewing. */
  readonly width: number;
  readonly height: number;
  /** A PNG for character recognition, with its own scale; null for a page that is damaged. */
  readonly scan: { readonly blob: string; readonly width: number; readonly height: number } | null;
  /** A JPEG for writers that read images. */
  readonly view: { readonly blob: string } | null;
}

/** All pages of a TIFF; of other images one. */
export interface DecodedImage {
  readonly pages: readonly DecodedPage[];
  /** Of an animation, of which the first one is used; else 1. */
  readonly frames: number;
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
  const pages: DecodedPage[] = [];
  const write = async (blob: string, bytes: Uint8Array) => {
    await blobs.write(blob, Readable.from([bytes]), { signal });
    return blob;
  };
  const frames = await blobs.withFile(upload, (path) =>
    decodeFile(path, limits, signal, async (decoded) => {
      const page = pages.length + 1;
      if (decoded.type === 'unreadable') {
        pages.push({ page, width: 0, height: 0, scan: null, view: null });
        return;
      }
      const { width, height, page: scan, view } = decoded;
      const [scanBlob, viewBlob] = [`runs/${runId}/page-${page}.png`, `runs/${runId}/view-${page}.jpg`];
      pages.push({
        ...{ page, width, height },
        scan: { blob: await write(scanBlob, scan.png), width: scan.width, height: scan.height },
        view: { blob: await write(viewBlob, view) },
      });
    }),
  );
  return { pages, frames };
}

/** Limits for decoding an image. */
export interface DecodeLimits {
  /** Of each page. */
  readonly pixels: number;
  readonly pages: number;
  /** For each page. */
  readonly milliseconds: number;
  /** Resident memory of the process; enforced where `/proc` reports it (Linux). */
  readonly memoryBytes: number;
}

/** Forty megapixels of 16 bits, interlaced, take 460 MB and 10 s; a slow machine may need ten times as long. */
export const defaultLimits = { milliseconds: 120_000, memoryBytes: 768 * 1024 ** 2 };

type Decoded = DecodeResult & { type: 'decoded' };

/**
 * Decodes a file in a separate process, so that a file that crashes the decoder does no other harm. The process is dead
 * once the promise settles.
 *
 * @param path of the image file
 * @param onPage gets the pages in order; those after the first may be damaged
 * @returns frames of an animation, of which the first one is decoded; else 1
 * @throws Problem `unreadable-file` if its first page is damaged or it crashes the decoder, `too-large` for too many
 *   pixels or pages; the reason of the signal
 */
export async function decodeFile(
  path: string,
  limits: DecodeLimits,
  signal: AbortSignal,
  onPage: (page: Decoded | { readonly type: 'unreadable' }) => Promise<void>,
): Promise<number> {
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
  const first = await decodePage(child, 0, limits, signal);
  if (first.type === 'unreadable') throw damaged();
  if (first.pages > limits.pages) throw tooManyPages(first.pages, limits.pages);
  await onPage(first);
  for (let page = 1; page < first.pages; page += 1) await onPage(await decodePage(child, page, limits, signal));
  return first.frames;
}

async function decodePage(
  child: ScriptProcess,
  page: number,
  limits: DecodeLimits,
  signal: AbortSignal,
): Promise<Decoded | (DecodeResult & { type: 'unreadable' })> {
  const outcome = await awaitAnswer(child, {
    request: { page } satisfies DecodeRequest,
    limits: { totalMs: limits.milliseconds },
    signal,
    onMessage: (message) => DecodeResult.parse(message),
  });
  switch (outcome.status) {
    case 'answered':
      if (outcome.answer.type === 'too-large') throw tooLarge(outcome.answer, limits.pixels);
      return outcome.answer;
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

function describeLimit(limit: Limit, { milliseconds, memoryBytes }: DecodeLimits): string {
  if (limit === 'memory') return `more than ${Math.round(memoryBytes / 1024 ** 2)} MB of memory`;
  return `longer than ${milliseconds / 1000} s`;
}

function damaged(): Problem {
  return unreadable('it is damaged or incomplete. Save it again, or send it as PNG or JPEG');
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

function tooManyPages(pages: number, most: number): Problem {
  return fileProblem('too-large', `The image has ${pages} pages; the limit is ${most}. Send it in parts.`);
}

/** The same shape as for a file that the host itself rejects. */
function fileProblem(code: 'unreadable-file' | 'too-large', detail: string): Problem {
  const type = code.replaceAll('-', '_');
  return new Problem(code, { detail, errors: [{ in: 'body', path: ['file'], detail, type }] });
}

const bytes = z.instanceof(Uint8Array);

/** Asks the process for a page of the file that was sent, from 0. */
export interface DecodeRequest {
  readonly page: number;
}

/** The answer of the decoding process. */
export const DecodeResult = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('decoded'),
    /** Pixels of the upload, in the orientation for viewing. */
    width: z.int().positive(),
    height: z.int().positive(),
    /** Of a TIFF; 1 for other formats. */
    pages: z.int().positive(),
    /** Of an animation; 1 for other images. */
    frames: z.int().positive(),
    /** An 8-bit greyscale PNG, scaled for character recognition. */
    page: z.object({ png: bytes, width: z.int().positive(), height: z.int().positive() }),
    /** A colour JPEG, scaled for viewing. */
    view: bytes,
  }),
  z.object({ type: z.literal('too-large'), width: z.int(), height: z.int() }),
  z.object({ type: z.literal('unreadable') }),
]);
export type DecodeResult = z.output<typeof DecodeResult>;
