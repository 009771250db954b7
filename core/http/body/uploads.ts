import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { addAbortSignal, Readable } from 'node:stream';
import { Problem } from '../../api/problem.ts';
import type { Route } from '../../api/route.ts';
import { anyType, type FileField, type FileFields, type RawBody, type UploadedFile } from '../../api/upload.ts';
import type { Blobs } from '../../kinds/blobs.ts';
import type { Upload, Uploads } from '../../kinds/uploads.ts';
import { bodyStream, hasBody } from './body-stream.ts';
import { detectMediaType, parseContentType, sniffBytes, unsupportedContentType } from './media-type.ts';

/** A new name for an uploaded blob. Blobs under these names that belong to no run are deleted when the host starts. */
export function newUploadName(): string {
  return `uploads/${randomUUID()}`;
}

/** A file of a form that is being received. */
interface IncomingFile {
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
    if (total > file.field.maxBytes) {
      throw fileProblem('too-large', file, `The file is larger than the limit of ${file.field.maxBytes} bytes`);
    }
    if (detected.type !== '') {
      yield chunk;
      continue;
    }
    head = Buffer.concat([head, chunk]);
    if (head.length < sniffBytes) continue;
    detected.type = await detectedType(head, file);
    yield head;
  }
  if (total === 0 && !file.field.accept.includes(anyType))
    throw fileProblem('unreadable-file', file, 'The file is empty');
  if (detected.type === '') {
    detected.type = await detectedType(head, file);
    yield head;
  }
}

async function detectedType(head: Uint8Array, file: IncomingFile): Promise<string> {
  const type = await detectMediaType(head);
  if (type !== undefined && file.field.accept.includes(type)) return type;
  if (file.field.accept.includes(anyType)) return type ?? 'application/octet-stream';
  throw fileProblem(
    'unsupported-media-type',
    file,
    `The content is ${type ?? 'of no known type'}; this field takes ${file.field.accept.join(', ')}`,
  );
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

type FieldFault = 'unreadable-file' | 'unsupported-media-type' | 'too-large' | 'invalid-request';

/** A problem with one file, located by its field and, in a field of many, by its index. */
export const fileProblem = (
  code: FieldFault,
  { name, index, field }: Pick<IncomingFile, 'name' | 'index' | 'field'>,
  detail: string,
): Problem => fieldProblem(code, field.many ? [name, index] : [name], detail);

/** A problem with a field of a form. */
export function fieldProblem(code: FieldFault, path: readonly (string | number)[], detail: string): Problem {
  const type = code.replaceAll('-', '_');
  return new Problem(code, { detail: `${path.join('.')}: ${detail}.`, errors: [{ in: 'body', path, detail, type }] });
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

/** The text field of a form that names an upload in place of a file. */
export const uploadIdField = 'upload_id';

/** The file field that uploads may stand for: the only one of a form, unless the form has a text field of that name. */
export function uploadedField(
  files: FileFields,
  textNames: readonly string[],
): { readonly name: string; readonly field: FileField } | undefined {
  const [first, ...others] = Object.entries(files);
  if (first === undefined || others.length > 0 || textNames.includes(uploadIdField)) return undefined;
  return { name: first[0], field: first[1] };
}

/** Uploads as the files of a request. */
export interface UploadedFiles {
  readonly files: Readonly<Record<string, UploadedFile | readonly UploadedFile[]>>;
  /** Each upload with the blob that it was copied into. */
  readonly sources: readonly { readonly id: string; readonly blob: string }[];
  readonly blobs: readonly string[];
}

export const noUploadedFiles: UploadedFiles = { files: {}, sources: [], blobs: [] };

/**
 * Puts the pieces of uploads together, each into one blob, and checks them as files of a form are checked. If one is
 * refused, no blob is left, and the uploads stay.
 *
 * @throws Problem `not-found`, `upload-incomplete`, and those of a file that is refused.
 */
export async function filesOfUploads(
  { account, route, ids, signal }: { account: string; route: Route; ids: readonly string[]; signal: AbortSignal },
  { uploads, blobs }: { readonly uploads: Uploads; readonly blobs: Blobs },
): Promise<UploadedFiles> {
  const target = uploadedField(route.files, Object.keys(route.request?.shape ?? {}));
  if (ids.length === 0 || target === undefined) return noUploadedFiles;
  const { name, field } = target;
  const files: UploadedFile[] = [];
  try {
    let total = 0;
    for (const [index, id] of ids.entries()) {
      const upload = await completeUpload(uploads, account, id);
      const place = { name: uploadIdField, index, field };
      total += upload.bytes;
      if (total > (field.maxTotalBytes ?? Number.POSITIVE_INFINITY)) {
        throw fileProblem('too-large', place, `The files are together larger than ${field.maxTotalBytes} bytes`);
      }
      const incoming = { ...place, blob: newUploadName(), filename: fileName(upload.metadata) };
      files.push(await receiveFile(Readable.from(uploads.read(account, id)), incoming, blobs, signal));
    }
  } catch (thrown) {
    for (const { blob } of files) await blobs.delete(blob);
    throw thrown;
  }
  const [first] = files;
  if (first === undefined) return noUploadedFiles;
  return {
    files: { [name]: field.many ? files : first },
    sources: files.map(({ blob }, index) => ({ id: ids[index] ?? '', blob })),
    blobs: files.map(({ blob }) => blob),
  };
}

async function completeUpload(uploads: Uploads, account: string, id: string): Promise<Upload> {
  const problem = (code: string, status: number, detail: string): Problem =>
    new Problem(code, {
      status,
      detail: `${uploadIdField}: ${detail}.`,
      errors: [{ in: 'body', path: [uploadIdField], detail, type: code.replaceAll('-', '_') }],
    });
  const upload = await uploads.get(account, id).catch((thrown: unknown) => {
    if (!(thrown instanceof Problem && thrown.code === 'not-found')) throw thrown;
    throw problem('not-found', 404, 'There is no upload with this id. It may have expired or been used');
  });
  if (upload.bytes === upload.length) return upload;
  const missing =
    upload.length === null ? 'its length has not been set' : `${upload.length - upload.bytes} bytes are missing`;
  throw problem('upload-incomplete', 409, `The upload is not complete: ${missing}. Send the rest first`);
}

/** The name that tus clients give in `Upload-Metadata`: `filename` and its value in base64. */
function fileName(metadata: string | null): string {
  const entries = (metadata ?? '').split(',').map((entry) => entry.trim().split(' '));
  const [, value = ''] = entries.find(([key]) => key === 'filename') ?? entries.find(([key]) => key === 'name') ?? [];
  return Buffer.from(value, 'base64').toString('utf8');
}
