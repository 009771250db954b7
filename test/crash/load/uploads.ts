import { type Act, Broken, type Load, reading } from '../deed.ts';
import type { Practice } from '../practice.ts';

const path = '/api/v1/uploads';
const length = 100_000;
const piece = 'x'.repeat(5_000);
const tus = { 'tus-resumable': '1.0.0' };

/** The bytes that were answered for, of each upload of a practice. */
const booked = new WeakMap<Practice, Map<string, number>>();

function uploadsOf(practice: Practice): Map<string, number> {
  const uploads = booked.get(practice) ?? new Map<string, number>();
  booked.set(practice, uploads);
  return uploads;
}

/** Books the offset that a host tells. @throws Broken where bytes are gone that were answered for */
function bookOffset(practice: Practice, id: string, told: string | null): void {
  const before = uploadsOf(practice).get(id) ?? 0;
  const offset = Number(told);
  if (told === null || offset < before)
    throw new Broken('lost', `the upload ${id} had ${before} bytes and has ${told}`);
  uploadsOf(practice).set(id, offset);
}

const on =
  (act: (practice: Practice, id: string) => ReturnType<Act>): Act =>
  (practice, random) => {
    const ids = [...uploadsOf(practice).keys()];
    return ids.length === 0 ? undefined : act(practice, random.one(ids));
  };

/** Files that are sent in pieces. */
export const uploadLoad: Load = {
  [`OPTIONS ${path}`]: {
    weight: 1,
    act: (practice) => reading(`OPTIONS ${path}`, practice, path, { method: 'OPTIONS' }),
  },
  [`POST ${path}`]: {
    weight: 2,
    act: (practice) => ({
      operation: `POST ${path}`,
      call: { method: 'POST', path, key: practice.key, headers: { ...tus, 'upload-length': String(length) } },
      book: ({ headers }) => void uploadsOf(practice).set(headers.get('location')?.split('/').at(-1) ?? '', 0),
      // One that nobody knows of expires.
      lookFor: async () => undefined,
    }),
  },
  [`HEAD ${path}/{id}`]: {
    weight: 2,
    act: on((practice, id) => ({
      ...reading(`HEAD ${path}/{id}`, practice, `${path}/${id}`, { method: 'HEAD', headers: tus }),
      book: ({ headers }) => bookOffset(practice, id, headers.get('upload-offset')),
    })),
  },
  [`PATCH ${path}/{id}`]: {
    weight: 4,
    act: on((practice, id) => {
      const offset = uploadsOf(practice).get(id) ?? 0;
      if (offset >= length) return undefined;
      const content = { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) };
      const text = piece.slice(0, length - offset);
      return {
        operation: `PATCH ${path}/{id}`,
        call: { method: 'PATCH', path: `${path}/${id}`, key: practice.key, text, headers: { ...tus, ...content } },
        book: ({ headers }) => bookOffset(practice, id, headers.get('upload-offset')),
        async lookFor(ask) {
          const { headers } = await ask({ method: 'HEAD', path: `${path}/${id}`, headers: tus });
          bookOffset(practice, id, headers.get('upload-offset'));
        },
      };
    }),
  },
  [`DELETE ${path}/{id}`]: {
    weight: 1,
    act: on((practice, id) => ({
      operation: `DELETE ${path}/{id}`,
      call: { method: 'DELETE', path: `${path}/${id}`, key: practice.key, headers: tus },
      book: () => void uploadsOf(practice).delete(id),
      async lookFor(ask) {
        const { status } = await ask({ method: 'HEAD', path: `${path}/${id}`, headers: tus });
        if (status === 404) uploadsOf(practice).delete(id);
      },
    })),
  },
};
