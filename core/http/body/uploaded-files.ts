import { Readable } from 'node:stream';
import { Problem } from '../../api/problem.ts';
import type { Route } from '../../api/route.ts';
import type { FileField, FileFields, UploadedFile } from '../../api/upload.ts';
import type { Blobs } from '../../kinds/blobs.ts';
import type { Upload, Uploads } from '../../kinds/uploads.ts';
import { fileProblem, newUploadName, receiveFile } from './uploads.ts';

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

interface Order {
  readonly account: string;
  readonly route: Route;
  readonly ids: readonly string[];
  readonly signal: AbortSignal;
}

/**
 * Puts the pieces of uploads together, each into one blob, and checks them as files of a form are checked. If one is
 * refused, no blob is left, and the uploads stay.
 *
 * @throws Problem `not-found`, `upload-incomplete`, and those of a file that is refused.
 */
export async function filesOfUploads(
  { account, route, ids, signal }: Order,
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
