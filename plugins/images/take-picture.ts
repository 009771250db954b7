import { Readable } from 'node:stream';
import type { Blobs } from 'chronoscribe';
import { type DecodingLimits, decodePicture } from './picture/decoding-process.ts';

/** An upload as the steps after it need it, in the blob store. */
export interface TakenPicture {
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
export async function takePicture(
  upload: string,
  { runId, signal }: { readonly runId: string; readonly signal: AbortSignal },
  { blobs, limits }: { readonly blobs: Blobs; readonly limits: DecodingLimits },
): Promise<TakenPicture> {
  const { width, height, page, view } = await blobs.withFile(upload, (path) => decodePicture(path, limits, signal));
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
