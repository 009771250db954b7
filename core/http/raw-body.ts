import type { IncomingMessage } from 'node:http';
import type { RawBody, UploadedFile } from '../api/upload.ts';
import type { Blobs } from '../kinds/blobs.ts';
import { bodyStream, hasBody } from './body-stream.ts';
import { readContentType, unsupportedContentType } from './content-type.ts';
import { uploadBlob } from './upload-blob.ts';

/**
 * Streams a whole body to the blob store while it arrives, at constant memory. Where that fails, also because the client goes
 * away, no blob stays; else it belongs to whoever gets it. Undefined where the request has no body, or an empty one.
 *
 * @throws Problem `unsupported-media-type` before anything is read; those of `bodyStream`.
 */
export async function readRawBody(incoming: IncomingMessage, expected: RawBody, blobs: Blobs): Promise<UploadedFile | undefined> {
  if (!hasBody(incoming)) return undefined;
  const type = acceptedType(incoming.headers['content-type'], expected.accept);
  const blob = uploadBlob();
  const { bytes, sha256 } = await blobs.write(blob, bodyStream(incoming, expected.maxBytes));
  if (bytes > 0) return { blob, bytes, sha256, type, name: 'body' };
  await blobs.delete(blob);
  return undefined;
}

function acceptedType(header: string | undefined, accept: readonly string[]): string {
  const given = readContentType(header);
  if (given === undefined || !accept.includes(given.mediaType)) throw unsupportedContentType(accept.join(', '), header);
  if (given.charset !== undefined && !/^utf-?8$/.test(given.charset)) {
    throw unsupportedContentType(`${given.mediaType} in UTF-8`, header);
  }
  return given.mediaType;
}
