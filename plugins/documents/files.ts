import { type Blobs, Download, download, Problem, type Route, route, type UploadedFile } from 'chronoscribe';
import type { KeptFiles, RecordRepository } from 'chronoscribe/kinds/records';
import { z } from 'zod';
import type { StoredDocument } from './record.ts';

/** The extensions of what a record is made from by its media type, which the blob of the file is named with. */
const extensions = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/apng': 'apng',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/tiff': 'tiff',
  'image/bmp': 'bmp',
} as const;
type FileType = keyof typeof extensions;
const types = Object.keys(extensions) as [FileType, ...FileType[]];

/** For how long the files of a record are kept: not at all, as long as it, or so many days. */
export const KeepFiles = z.union([z.enum(['none', 'with-record']), z.number().positive()]);
export type KeepFiles = z.output<typeof KeepFiles>;

export const KeptFile = z.object({
  file: z.int().min(0).describe('Index of the file in the request, from 0; the last part of its path'),
  type: z.enum(types).describe('Its media type'),
  bytes: z.int().describe('Its length'),
});
type KeptFile = z.output<typeof KeptFile>;

const named = new RegExp(`\\.(\\d+)\\.(${Object.values(extensions).join('|')})$`);

/** Keeps the files of a record. It may be repeated. */
export async function keepFiles(
  kept: KeptFiles,
  { account, id }: { readonly account: string; readonly id: string },
  files: readonly UploadedFile[],
): Promise<void> {
  for (const [index, { blob, type }] of files.entries()) {
    const known = types.find((each) => each === type);
    if (known !== undefined) await kept.keep(account, id, blob, `${index}.${extensions[known]}`);
  }
}

/** The files of a record that are kept, in the order of the request. */
export async function listFiles(
  kept: KeptFiles,
  id: string,
): Promise<readonly (KeptFile & { readonly blob: string })[]> {
  const found = (await kept.list(id)).flatMap(({ name, bytes }) => {
    const [, file, extension] = named.exec(name) ?? [];
    const type = types.find((each) => extensions[each] === extension);
    return type === undefined ? [] : [{ file: Number(file), type, bytes, blob: name }];
  });
  return found.toSorted((a, b) => a.file - b.file);
}

/** Serves a file that a record was made from. */
export function fileRoute(
  { blobs, repository }: { readonly blobs: Blobs; readonly repository: RecordRepository<StoredDocument> },
  kept: KeptFiles,
): Route {
  return route({
    method: 'GET',
    path: '/api/v1/documents/{id}/files/{file}',
    summary: 'Read a file that a document was made from',
    description:
      'If the setting `keepFiles` of the plugin documents keeps it; `kept_files` of the record lists those that are there. A reader may ask for a part of it (`Range`, 206).',
    response: download(...types),
    problems: ['not-found', 'range-not-satisfiable'],
    async handle({ account, path: { id, file } }) {
      await repository.versions(account, id);
      const found = (await listFiles(kept, id)).find((each) => String(each.file) === file);
      if (found === undefined) {
        const detail = 'There is no such file. The setting `keepFiles` says for how long files are kept.';
        throw new Problem('not-found', { detail });
      }
      const { type, bytes, blob } = found;
      const name = `document-${id}-${found.file}.${extensions[type]}`;
      return new Download({ type, name, body: { bytes, read: (range) => blobs.read(blob, range) } });
    },
  });
}
