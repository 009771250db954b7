import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { addAbortSignal, type Readable } from 'node:stream';
import { Problem } from '../../api/problem.ts';
import { anyType, type FileField, type RawBody, type UploadedFile } from '../../api/upload.ts';
import type { Blobs } from '../../kinds/blobs.ts';
import { bodyStream, hasBody } from './body-stream.ts';
import { detectMediaType, parseContentType, sniffBytes, unsupportedContentType } from './media-type.ts';

/** A new name for an uploaded blob. Blobs under these names that belong to no run are deleted when the host starts. */
export function newUploadName(): string {
  return `uploads/${randomUUID()}`;
}

/** A file of a form that is being received. */
export interface IncomingFile {
  /** The field's name, and the file's index in the field. */
  readonly name: string;
  readonly index: number;
  readonly field: FileField;
  /** The name of the blob that its content is written to. */
  readonly blob: string;
  readonly filename: string;
}

/**
 * Streams a file into its blob in constant memory. If it is refused or `signal` aborts, it rejects and leaves no blob.
 */
export async function receiveFile(
  stream: Readable,
  file: IncomingFile,
  blobs: Blobs,
  signal: AbortSignal,
): Promise<UploadedFile> {
  const detected = { type: '' };
  // Otherwise its reader would wait for a chunk that never comes.
  addAbortSignal(signal, stream);
  const { bytes, sha256 } = await blobs.write(file.blob, validated(stream, file, detected), { signal });
  return { blob: file.blob, bytes, sha256, type: detected.type, name: displayName(file.filename) };
}

/** Passes the content on once its type is known to be accepted, and only up to the limit. */
async function* validated(
  stream: Readable,
  file: IncomingFile,
  detected: { type: string },
): AsyncGenerator<Uint8Array> {
  let head: Buffer = Buffer.alloc(0);
  let total = 0;
  for await (const each of stream) {
    const chunk = each as Buffer;
    total += chunk.length;
    if (total > file.field.maxBytes) throw fileTooLarge(file);
    if (detected.type !== '') {
      yield chunk;
      continue;
    }
    head = Buffer.concat([head, chunk]);
    if (head.length < sniffBytes) continue;
    detected.type = await detectedType(head, file);
    yield head;
  }
  if (total === 0 && !acceptsAny(file.field)) throw fileProblem('unreadable-file', file, 'The file is empty');
  if (detected.type === '') {
    detected.type = await detectedType(head, file);
    yield head;
  }
}

async function detectedType(head: Uint8Array, file: IncomingFile): Promise<string> {
  const type = await detectMediaType(head);
  if (type !== undefined && file.field.accept.includes(type)) return type;
  if (acceptsAny(file.field)) return type ?? 'application/octet-stream';
  throw fileProblem(
    'unsupported-media-type',
    file,
    `The content is ${type ?? 'of no known type'}; this field takes ${file.field.accept.join(', ')}`,
  );
}

function acceptsAny({ accept }: FileField): boolean {
  return accept.includes(anyType);
}

/** The last part of the client's file name, without control characters and cut to fit a list. For people only. */
function displayName(filename: string): string {
  return (
    filename
      .replace(/^.*[\\/]/s, '')
      .replace(/\p{Cc}/gu, '')
      .slice(0, 200) || 'file'
  );
}

/** A problem with one file, located by its field and, in a field of many, by its index. */
export function fileProblem(
  code: 'unreadable-file' | 'unsupported-media-type' | 'too-large' | 'invalid-request',
  file: Pick<IncomingFile, 'name' | 'index' | 'field'>,
  detail: string,
): Problem {
  const path = file.field.many ? [file.name, file.index] : [file.name];
  return new Problem(code, {
    detail: `${path.join('.')}: ${detail}.`,
    errors: [{ in: 'body', path, detail, type: code.replaceAll('-', '_') }],
  });
}

function fileTooLarge(file: IncomingFile): Problem {
  return fileProblem('too-large', file, `The file is larger than the limit of ${file.field.maxBytes} bytes`);
}

/**
 * Streams a whole body to the blob store while it arrives, in constant memory. The blob belongs to the caller; if
 * reading fails, none is left.
 *
 * @returns undefined if the request has no body, or an empty one.
 * @throws Problem `unsupported-media-type` before anything is read, and the problems of `bodyStream`.
 */
export async function readRawBody(
  incoming: IncomingMessage,
  expected: RawBody,
  blobs: Blobs,
): Promise<UploadedFile | undefined> {
  if (!hasBody(incoming)) return undefined;
  const type = declaredType(incoming.headers['content-type'], expected.accept);
  const blob = newUploadName();
  const { bytes, sha256 } = await blobs.write(blob, bodyStream(incoming, expected.maxBytes));
  if (bytes > 0) return { blob, bytes, sha256, type, name: 'body' };
  await blobs.delete(blob);
  return undefined;
}

function declaredType(header: string | undefined, accept: readonly string[]): string {
  const given = parseContentType(header);
  if (given === undefined || !accept.includes(given.mediaType)) throw unsupportedContentType(accept.join(', '), header);
  if (given.charset !== undefined && !/^utf-?8$/.test(given.charset)) {
    throw unsupportedContentType(`${given.mediaType} in UTF-8`, header);
  }
  return given.mediaType;
}
