import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Busboy, BusboyHeaders } from '@fastify/busboy';
import { type FieldError, Problem } from '../api/problem.ts';
import type { FileField, FileFields, UploadedFile } from '../api/upload.ts';
import { unknownField } from '../api/validation.ts';
import type { Blobs } from '../kinds/blobs.ts';
import { bodyStream, hasBody } from './body/body-stream.ts';
import { parseContentType, unsupportedContentType } from './body/media-type.ts';
import { fieldProblem, fileProblem, newUploadName, receiveFile, uploadedField, uploadIdField } from './body/uploads.ts';
import { fingerprint } from './idempotency.ts';

type Parser = InstanceType<typeof Busboy>;

const formType = 'multipart/form-data';
const maxFieldBytes = 1024 * 1024;
const maxFields = 100;
const maxFiles = 100;

/** A form whose files are in the blob store. Its text fields are not validated yet; empty ones are left out. */
export interface FormBody {
  readonly fields: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, UploadedFile | readonly UploadedFile[]>>;
  /** The uploads that stand in place of files, in the order in which they were named. */
  readonly uploadIds: readonly string[];
  /** Errors for missing files, and for parts in fields that do not take them. */
  readonly errors: readonly FieldError[];
  /** All blobs that were written. The caller owns them. */
  readonly blobs: readonly string[];
  /** SHA-256 over names and contents. The boundary makes no difference. */
  fingerprint(): string;
}

/**
 * Streams a `multipart/form-data` body: files are written to the blob store while they arrive, in constant memory. If
 * anything fails, no blob is left.
 *
 * @param textNames the text fields that the route declares.
 */
export async function readFormBody(
  incoming: IncomingMessage,
  expected: FileFields,
  textNames: readonly string[],
  blobs: Blobs,
): Promise<FormBody> {
  // A request without a body is refused for its missing files, not for its content type.
  if (!hasBody(incoming)) {
    return { fields: {}, uploadIds: [], ...byField(expected, [], []), blobs: [], fingerprint: () => fingerprint([]) };
  }
  const header = incoming.headers['content-type'];
  if (parseContentType(header)?.mediaType !== formType) throw unsupportedContentType(formType, header);
  const written: string[] = [];
  try {
    const takesUploads = uploadedField(expected, textNames) !== undefined;
    const { fields, uploadIds, arrivals, misplaced } = await receive(incoming, expected, blobs, written, takesUploads);
    const { files, errors } = byField(expected, arrivals, uploadIds);
    return {
      fields: Object.fromEntries(Object.entries(fields).filter(([name]) => !Object.hasOwn(expected, name))),
      files,
      uploadIds,
      errors: [
        ...misplacedParts(misplaced, Object.keys(expected), takesUploads ? [uploadIdField, ...textNames] : textNames),
        ...errors,
      ],
      blobs: written,
      fingerprint: () =>
        fingerprint([
          ...uploadIds.map((id) => ['upload', id]),
          ...Object.entries(fields).map(([name, value]) => ['field', name, value]),
          ...arrivals.map(({ field, index, file }) => ['file', field, String(index), file.sha256]),
        ]),
    };
  } catch (thrown) {
    await Promise.all(written.map((name) => blobs.delete(name)));
    throw thrown;
  }
}

interface Arrival {
  readonly field: string;
  readonly index: number;
  readonly file: UploadedFile;
}

async function receive(
  incoming: IncomingMessage,
  expected: FileFields,
  blobs: Blobs,
  written: string[],
  takesUploads: boolean,
) {
  const uploadIds: string[] = [];
  const fields: Record<string, string> = Object.create(null);
  const uploads: Promise<Arrival>[] = [];
  const counts = new Map<string, number>();
  /** Files in fields that take none, and text without content, by name. */
  const misplaced = new Map<string, 'file' | 'empty'>();
  const failed = new AbortController();
  const parser = await createParser(incoming);

  parser.on('field', (name, value, _nameTruncated, valueTruncated) => {
    if (valueTruncated)
      failed.abort(fieldProblem('too-large', [name], `The text is larger than the limit of ${maxFieldBytes} bytes`));
    // Browsers send empty inputs too.
    if (value !== '' && takesUploads && name === uploadIdField) uploadIds.push(value);
    else if (value !== '') fields[name] = value;
    else misplaced.set(name, 'empty');
  });
  parser.on('file', (name, stream, filename) => {
    // Of a form that ends early, the parser tells its file too, which nobody may be reading: that would end the
    // process.
    stream.on('error', () => undefined);
    const field = Object.hasOwn(expected, name) ? expected[name] : undefined;
    if (field === undefined) {
      misplaced.set(name, 'file');
      stream.resume();
      return;
    }
    const index = counts.get(name) ?? 0;
    counts.set(name, index + 1);
    const blob = newUploadName();
    written.push(blob);
    const arrival = receiveFile(stream, { name, index, field, blob, filename }, blobs, failed.signal);
    const upload = arrival.then((file) => ({ field: name, index, file }));
    // A refused file ends the whole request at once. All uploads are awaited only at the end, so it is caught here.
    upload.catch((thrown: unknown) => failed.abort(thrown));
    uploads.push(upload);
  });

  try {
    await feed(incoming, parser, expected, failed.signal);
    return { fields, uploadIds, misplaced, arrivals: await Promise.all(uploads) };
  } catch (thrown) {
    failed.abort(thrown);
    parser.destroy();
    await Promise.allSettled(uploads);
    throw failed.signal.reason;
  }
}

/** Writes the body to the parser, with back pressure, until both have ended or something fails. */
async function feed(
  incoming: IncomingMessage,
  parser: Parser,
  expected: FileFields,
  signal: AbortSignal,
): Promise<void> {
  const finished = new Promise<void>((resolve, reject) => {
    parser.once('finish', resolve);
    parser.once('error', (cause: unknown) => reject(malformed(cause)));
    // Without these two, parts beyond a limit would be left out silently.
    parser.once('fieldsLimit', () => reject(tooMany('text fields', maxFields)));
    parser.once('filesLimit', () => reject(tooMany('files', maxFiles)));
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  finished.catch(() => undefined);
  const writeAll = async () => {
    // Every file at its limit, with text fields and part headers.
    const maxBytes = Object.values(expected).reduce((sum, field) => sum + totalBytes(field), 16 * maxFieldBytes);
    for await (const chunk of bodyStream(incoming, maxBytes)) {
      if (signal.aborted) return;
      if (!parser.write(chunk)) await once(parser, 'drain', { signal });
    }
    parser.end();
  };
  // A failure does not wait for the client, which may be silent for long. One race for all chunks: the promises of a
  // race for each chunk would be kept until the end.
  await Promise.race([writeAll(), finished]);
  await finished;
}

/** The parser of forms, which a start does not wait for. */
export const loadFormParser = () => import('@fastify/busboy');

async function createParser(incoming: IncomingMessage): Promise<Parser> {
  const { Busboy } = await loadFormParser();
  try {
    return new Busboy({
      headers: incoming.headers as BusboyHeaders,
      limits: { fieldSize: maxFieldBytes, fields: maxFields, files: maxFiles },
      isPartAFile: (_name, _type, filename) => filename !== undefined,
    });
  } catch (cause) {
    throw malformed(cause);
  }
}

function byField(
  expected: FileFields,
  arrivals: readonly Arrival[],
  uploadIds: readonly string[],
): Pick<FormBody, 'files' | 'errors'> {
  const errors: FieldError[] = [];
  const files: Record<string, UploadedFile | readonly UploadedFile[]> = {};
  for (const [name, field] of Object.entries(expected)) {
    const mine = arrivals.filter((arrival) => arrival.field === name).toSorted((a, b) => a.index - b.index);
    const [first, second] = mine;
    if (uploadIds.length > 0) {
      const detail = `Give either "${name}" or "${uploadIdField}", not both`;
      if (first !== undefined) errors.push({ in: 'body', path: [uploadIdField], detail, type: 'conflicting_fields' });
      else if (uploadIds.length > 1 && !field.many) {
        throw fileProblem('invalid-request', { name: uploadIdField, index: 1, field }, 'One upload is expected here');
      }
    } else if (first === undefined) {
      errors.push({ in: 'body', path: [name], detail: 'Field required', type: 'missing' });
    } else if (second !== undefined && !field.many) {
      throw fileProblem('invalid-request', { name, index: 1, field }, 'One file is expected here');
    } else if (mine.reduce((sum, { file }) => sum + file.bytes, 0) > totalBytes(field)) {
      throw fieldProblem(
        'too-large',
        [name],
        `The files are together larger than the limit of ${totalBytes(field)} bytes`,
      );
    } else {
      files[name] = field.many ? mine.map((arrival) => arrival.file) : first.file;
    }
  }
  return { files, errors };
}

/** Text with a name that is not known is found later, with all other fields. */
function misplacedParts(
  parts: ReadonlyMap<string, 'file' | 'empty'>,
  fileNames: readonly string[],
  textNames: readonly string[],
): readonly FieldError[] {
  return [...parts].flatMap(([name, part]): readonly FieldError[] => {
    if (!textNames.includes(name) && !fileNames.includes(name)) {
      return [{ in: 'body', ...unknownField([name], [...fileNames, ...textNames]) }];
    }
    return part === 'empty'
      ? []
      : [{ in: 'body', path: [name], detail: 'Text is expected here, not a file', type: 'invalid_type' }];
  });
}

/** The limit of all files of a field together. */
function totalBytes({ maxTotalBytes, maxBytes, many }: FileField): number {
  return maxTotalBytes ?? maxBytes * (many ? maxFiles : 1);
}

function tooMany(what: 'text fields' | 'files', limit: number): Problem {
  return new Problem('too-large', { detail: `The form holds more than ${limit} ${what}.` });
}

function malformed(cause: unknown): Problem {
  return new Problem('malformed-form', { detail: 'The body is not a complete multipart/form-data form.', cause });
}
