import { type Act, type Ask, Broken, type Load, reading } from '../deed.ts';
import type { BookedUpload, Practice } from '../practice.ts';
import { recordedVisit, writtenVisit } from './visits.ts';

const path = '/api/v1/uploads';
/** So many pieces a file is sent in. */
const pieces = 3;
const mostUploads = 4;
const tus = { 'tus-resumable': '1.0.0' };

/** How much of an upload a host says it has; undefined for one that is not there. */
export async function offsetOf(ask: Ask, id: string): Promise<number | undefined> {
  const { status, headers } = await ask({ method: 'HEAD', path: `${path}/${id}`, headers: tus });
  return status === 404 ? undefined : Number(headers.get('upload-offset'));
}

/** Books the offset that a host tells. @throws Broken where bytes are gone that were answered for */
function bookOffset({ uploads }: Practice, id: string, offset: number | undefined): void {
  const upload = uploads.get(id);
  if (upload === undefined) return;
  if (offset === undefined || !(offset >= upload.bytes))
    throw new Broken('lost', `the upload ${id} had ${upload.bytes} bytes and has ${offset}`);
  uploads.set(id, { ...upload, bytes: offset });
}

/** Strikes an upload that is not there any more. Where that was interrupted, its files go later. */
export function strike({ uploads, goingUploads }: Practice, id: string, interrupted: boolean): void {
  uploads.delete(id);
  if (interrupted) goingUploads.add(id);
}

export const isComplete = ({ visit, bytes }: BookedUpload) => bytes === visit.content.length;

/** An act on one of the uploads and recordings that suit. */
export const on =
  (
    suits: (upload: BookedUpload) => boolean,
    act: (practice: Practice, id: string, upload: BookedUpload, random: Parameters<Act>[1]) => ReturnType<Act>,
  ): Act =>
  (practice, random) => {
    const all = [...practice.uploads].filter(([, upload]) => suits(upload));
    return all.length === 0 ? undefined : act(practice, ...random.one(all), random);
  };

/** Files that are sent in pieces. */
export const uploadLoad: Load = {
  [`OPTIONS ${path}`]: {
    weight: 1,
    act: (practice) => reading(`OPTIONS ${path}`, practice, path, { method: 'OPTIONS' }),
  },
  [`POST ${path}`]: {
    weight: 2,
    act(practice, random) {
      if (practice.uploads.size >= mostUploads) return undefined;
      const visit = random.chance(0.3) ? recordedVisit() : writtenVisit(practice);
      const headers = { ...tus, 'upload-length': String(visit.content.length) };
      return {
        operation: `POST ${path}`,
        call: { method: 'POST', path, key: practice.key, headers },
        book({ headers }) {
          const id = headers.get('location')?.split('/').at(-1) ?? '';
          practice.uploads.set(id, { of: 'file', visit, bytes: 0 });
        },
        // One that nobody knows of has no file, and expires.
        lookFor: async () => undefined,
      };
    },
  },
  [`HEAD ${path}/{id}`]: {
    weight: 2,
    act: on(
      () => true,
      (practice, id) => ({
        ...reading(`HEAD ${path}/{id}`, practice, `${path}/${id}`, { method: 'HEAD', headers: tus }),
        book: ({ headers }) => bookOffset(practice, id, Number(headers.get('upload-offset'))),
      }),
    ),
  },
  [`PATCH ${path}/{id}`]: {
    weight: 8,
    act: on(
      (upload) => !isComplete(upload),
      (practice, id, { visit: { content }, bytes }) => ({
        operation: `PATCH ${path}/{id}`,
        call: {
          method: 'PATCH',
          path: `${path}/${id}`,
          key: practice.key,
          body: content.slice(bytes, bytes + Math.ceil(content.length / pieces)),
          headers: { ...tus, 'content-type': 'application/offset+octet-stream', 'upload-offset': String(bytes) },
        },
        book: ({ headers }) => bookOffset(practice, id, Number(headers.get('upload-offset'))),
        lookFor: async (ask) => bookOffset(practice, id, await offsetOf(ask, id)),
      }),
    ),
  },
  [`DELETE ${path}/{id}`]: {
    weight: 0.5,
    act: on(
      (upload) => upload.of === 'file',
      (practice, id) => ({
        operation: `DELETE ${path}/{id}`,
        call: { method: 'DELETE', path: `${path}/${id}`, key: practice.key, headers: tus },
        book: () => strike(practice, id, false),
        async lookFor(ask) {
          if ((await offsetOf(ask, id)) === undefined) strike(practice, id, true);
        },
      }),
    ),
  },
};
