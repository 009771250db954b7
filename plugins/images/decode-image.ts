import { Readable } from 'node:stream';
import { type Blobs, Problem } from 'chronoscribe';
import { awaitAnswer, type Limit, startScript } from 'chronoscribe/child-process';
import { z } from 'zod';

/** An upload as the steps after it need it, in the blob store. */
export interface DecodedImage {
  /** Pixels of the upload, turned as it is to be seen. */
  readonly width: number;
  readonly height: number;
  /** A PNG for reading, whose scale is its own. */
  readonly page: { readonly blob: string; readonly width: number; readonly height: number };
  /** A JPEG for looking. */
  readonly view: { readonly blob: string };
}

/**
 * Decodes an upload and keeps what came of it under the run's own prefix: the host deletes it with the run's uploads.
 *
 * @throws what `decodePicture` throws.
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

/** What decoding a picture may take. */
export interface DecodeLimits {
  readonly pixels: number;
  readonly milliseconds: number;
  /** Resident memory of the process. Kept where `/proc` tells it (Linux). */
  readonly memoryBytes: number;
}

/** Forty megapixels of 16 bits, interlaced, take 460 MB and 10 s; a slow machine may take ten times that. */
export const defaultLimits = { milliseconds: 120_000, memoryBytes: 768 * 1024 ** 2 };

/**
 * Decodes the picture at `path` in a process of its own: a file that breaks the decoder breaks nothing else. The process is dead when the promise
 * settles.
 *
 * @throws Problem `unreadable-file` for what is damaged or breaks the decoder, `too-large` for too many pixels; the reason of the signal.
 */
export async function decodeFile(
  path: string,
  limits: DecodeLimits,
  signal: AbortSignal,
): Promise<DecodeResult & { type: 'decoded' }> {
  signal.throwIfAborted();
  await using child = startScript(
    { url: new URL('./decode-child.ts', import.meta.url), arguments: [path, String(limits.pixels)], heapMegabytes: 256 },
    { memoryBytes: limits.memoryBytes },
  );
  const outcome = await awaitAnswer(child, {
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
      throw processNotStarted(outcome.cause);
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

/** As the host names the fault of a file that it refuses itself. */
function fileProblem(code: 'unreadable-file' | 'too-large', detail: string): Problem {
  const type = code.replaceAll('-', '_');
  return new Problem(code, { detail, errors: [{ in: 'body', path: ['file'], detail, type }] });
}

function processNotStarted(cause: Error): Problem {
  return new Problem('provider-unavailable', {
    detail: 'The process that decodes images could not be started: this machine has too little memory or too many processes.',
    transient: true,
    cause,
  });
}

const bytes = z.instanceof(Uint8Array);

/** What the decoding process says, once, of the file that it was started for. */
export const DecodeResult = z.discriminatedUnion('type', [
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
export type DecodeResult = z.output<typeof DecodeResult>;
