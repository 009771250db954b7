import { addAbortSignal, type Readable } from 'node:stream';
import { Problem } from '../api/problem.ts';
import { anyType, type FileField, type UploadedFile } from '../api/upload.ts';
import type { Blobs } from '../kinds/blobs.ts';
import { mediaType, sniffBytes } from './media-type.ts';

/** A file of a form that is coming in. */
export interface IncomingFile {
  /** Of the field, and the file's place in it, from 0. */
  readonly name: string;
  readonly index: number;
  readonly field: FileField;
  /** Where its content goes. */
  readonly blob: string;
  readonly filename: string;
}

/** Streams a file into its blob, at constant memory. Rejects, and leaves no blob, where it is refused or `signal` aborts. */
export async function receiveFile(
  stream: Readable,
  file: IncomingFile,
  blobs: Blobs,
  signal: AbortSignal,
): Promise<UploadedFile> {
  const seen = { type: '' };
  // Else whoever reads it would wait for a piece that never comes.
  addAbortSignal(signal, stream);
  const { bytes, sha256 } = await blobs.write(file.blob, checked(stream, file, seen), { signal });
  return { blob: file.blob, bytes, sha256, type: seen.type, name: displayName(file.filename) };
}

/** Passes the content on once its type is known to be accepted, and only up to the limit. */
async function* checked(stream: Readable, file: IncomingFile, seen: { type: string }): AsyncGenerator<Uint8Array> {
  let head: Buffer = Buffer.alloc(0);
  let total = 0;
  for await (const piece of stream) {
    const chunk = piece as Buffer;
    total += chunk.length;
    if (total > file.field.maxBytes) throw fileTooLarge(file);
    if (seen.type !== '') {
      yield chunk;
      continue;
    }
    head = Buffer.concat([head, chunk]);
    if (head.length < sniffBytes) continue;
    seen.type = await acceptedType(head, file);
    yield head;
  }
  if (total === 0 && !takesAll(file.field)) throw fileProblem('unreadable-file', file, 'The file is empty');
  if (seen.type === '') {
    seen.type = await acceptedType(head, file);
    yield head;
  }
}

async function acceptedType(head: Uint8Array, file: IncomingFile): Promise<string> {
  const type = await mediaType(head);
  if (type !== undefined && file.field.accept.includes(type)) return type;
  if (takesAll(file.field)) return type ?? 'application/octet-stream';
  throw fileProblem(
    'unsupported-media-type',
    file,
    `The content is ${type ?? 'of no known type'}; this field takes ${file.field.accept.join(', ')}`,
  );
}

function takesAll({ accept }: FileField): boolean {
  return accept.includes(anyType);
}

/** For people only: the last part of what the client sent, without control characters, cut to a length that fits a list. */
function displayName(filename: string): string {
  return (
    filename
      .replace(/^.*[\\/]/s, '')
      .replace(/\p{Cc}/gu, '')
      .slice(0, 200) || 'file'
  );
}

/** A problem with one file, named by its field and, in a field of many, by its place. */
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
