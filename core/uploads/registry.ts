import { createHash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { Problem } from '../api/problem.ts';
import type { Ground } from '../concurrency/ground.ts';
import { createListeners } from '../concurrency/single-host-cluster.ts';
import { type Documents, defineCollection, findAll } from '../kinds/store.ts';
import type { Upload, UploadChecksum, UploadPiece, Uploads } from '../kinds/uploads.ts';
import { splitPieces } from './split.ts';

/** An upload without its content, and without what the client said of it: that may be a patient's name. */
export const uploads = defineCollection({
  name: 'uploads',
  schema: z.object({
    id: z.string(),
    account: z.string(),
    bytes: z.int(),
    length: z.int().nullable(),
    hasMetadata: z.boolean(),
    createdAt: z.number(),
    changedAt: z.number(),
    holder: z.string().nullable(),
  }),
  indexes: [['account'], ['holder', 'changedAt']],
});
type StoredUpload = z.output<typeof uploads.schema>;

/** What was added to an upload at once. A document each: an hour of sound may come in thousands of pieces. */
export const pieces = defineCollection({
  name: 'upload_pieces',
  schema: z.object({
    /** `<upload>/<offset>`, so that no two pieces begin at one place. */
    id: z.string(),
    upload: z.string(),
    offset: z.int(),
    bytes: z.int(),
    blob: z.string(),
  }),
  indexes: [['upload', 'offset']],
});

/** The prefix of the blobs of all uploads. */
export const incoming = 'incoming/';

/** The prefix of the blobs of one upload. */
const blobsOf = (upload: string): string => `${incoming}${upload}/`;

/** The blob of what the client said of the file. */
const metadataBlob = (upload: string): string => `${blobsOf(upload)}metadata`;

/** Small enough that a killed host loses little, large enough that a file of gigabytes has few pieces. */
const pieceLimits = { bytes: 8 * 1024 * 1024, ms: 2_000 };

/** Against endless empty uploads. */
const maxUploadsPerAccount = 1_000;

/**
 * Uploads whose content is one blob for each piece. A piece counts once its document is stored in the same transaction
 * as the new number of bytes. So two requests, on any hosts, cannot both add at one offset, and no lock is needed.
 */
export async function createUploadRegistry(
  parts: Pick<Ground, 'store' | 'blobs' | 'cluster' | 'log'> & Pick<Uploads, 'limits'>,
) {
  const { store, blobs, cluster, limits, log } = parts;
  await store.prepare(uploads, pieces);
  const listeners = createListeners(log);

  const owned = async (documents: Pick<Documents, 'get'>, account: string, id: string): Promise<StoredUpload> => {
    const row = await documents.get(uploads, id);
    if (row === undefined || row.account !== account) throw unknownUpload();
    return row;
  };

  const viewed = async ({ id, bytes, length, hasMetadata, changedAt, holder }: StoredUpload): Promise<Upload> => {
    const metadata = hasMetadata ? Buffer.concat(await Array.fromAsync(blobs.read(metadataBlob(id)))).toString() : null;
    return { id, bytes, length, metadata, changedAt, holder };
  };

  /** @throws Problem `quota-exceeded` if an account would have so many more bytes */
  const requireQuota = async (documents: Pick<Documents, 'find'>, account: string, more: number): Promise<void> => {
    let sum = more;
    let count = 0;
    for await (const { bytes, length } of findAll(documents, uploads, { equals: { account } })) {
      sum += length ?? bytes;
      count += 1;
    }
    if (sum > limits.bytesPerAccount) throw quotaExceeded(`${limits.bytesPerAccount} bytes`);
    if (count >= maxUploadsPerAccount) throw quotaExceeded(`${maxUploadsPerAccount} files`);
  };

  /** Makes a written blob the next piece of an upload. @returns the new number of bytes */
  const commit = async (account: string, piece: Omit<z.output<typeof pieces.schema>, 'id'>) => {
    const { upload: id, offset, bytes } = piece;
    try {
      return await store.transaction(async (documents) => {
        const row = await owned(documents, account, id);
        if (row.bytes !== offset) throw conflictingOffset(offset, row.bytes);
        const end = offset + bytes;
        if (end > (row.length ?? limits.maxBytes)) throw uploadTooLarge(row.length ?? limits.maxBytes);
        // A recording is never cut off in the middle for a quota.
        if (row.length === null && row.holder === null) await requireQuota(documents, account, bytes);
        await documents.put(pieces, { ...piece, id: `${id}/${offset}` });
        await documents.put(uploads, { ...row, bytes: end, changedAt: cluster.now() });
        return { end, holder: row.holder };
      });
    } catch (thrown) {
      // A commit whose answer was lost may have been made, and then needs the blob. Else it goes with its upload.
      const isRefusal = thrown instanceof Problem && thrown.code !== 'provider-unavailable';
      if (isRefusal) await blobs.delete(piece.blob);
      throw thrown;
    }
  };

  const write = async (account: string, id: string, offset: number, source: AsyncIterable<Uint8Array>) => {
    const blob = `${blobsOf(id)}${randomUUID()}`;
    const { bytes } = await blobs.write(blob, source);
    const { end, holder } = await commit(account, { upload: id, offset, bytes, blob });
    if (holder !== null) listeners.notify(holder, id);
    return end;
  };

  const remove = async (id: string): Promise<void> => {
    await store.delete(uploads, id);
    let left = true;
    // Many at a time: an hour of sound has thousands.
    while (left) {
      left = await store.transaction(async (documents) => {
        const { items, next } = await documents.find(pieces, { equals: { upload: id }, orderBy: 'offset', limit: 500 });
        for (const piece of items) await documents.delete(pieces, piece.id);
        return next !== null;
      });
    }
    // Last: blobs without an upload are how the sweep finds a deletion that was interrupted.
    for await (const { name } of blobs.list(blobsOf(id))) await blobs.delete(name);
  };

  async function* piecesFrom(account: string, id: string, from: number): AsyncGenerator<UploadPiece> {
    await owned(store, account, id);
    const query = { equals: { upload: id }, orderBy: 'offset', range: { from }, limit: 200 } as const;
    for await (const { offset, bytes, blob } of findAll(store, pieces, query)) {
      yield { offset, bytes, content: () => blobs.read(blob) };
    }
  }

  return {
    limits,

    async create({ account, length, metadata, holder, id = randomUUID() }) {
      if (length !== null && length > limits.maxBytes) throw uploadTooLarge(limits.maxBytes);
      const now = cluster.now();
      const hasMetadata = metadata !== null;
      const row = { id, account, bytes: 0, length, hasMetadata, createdAt: now, changedAt: now, holder };
      const stored = await store.transaction(async (documents) => {
        const known = await documents.get(uploads, id);
        if (known !== undefined && known.account !== account) throw unknownUpload();
        if (known !== undefined) return known;
        await requireQuota(documents, account, length ?? 0);
        await documents.put(uploads, row);
        return row;
      });
      // Also of a known one: a crash may have come before it was written.
      if (metadata !== null) await blobs.write(metadataBlob(id), new Blob([metadata]).stream());
      return { ...stored, metadata };
    },

    get: async (account, id) => viewed(await owned(store, account, id)),

    setLength: (account, id, length) =>
      store.transaction(async (documents) => {
        const row = await owned(documents, account, id);
        if (row.length === length) return;
        if (row.length !== null || length < row.bytes) throw new Problem('invalid-request', { detail: lengthIsSet });
        if (length > limits.maxBytes) throw uploadTooLarge(limits.maxBytes);
        if (length > row.bytes) await requireQuota(documents, account, length - row.bytes);
        await documents.put(uploads, { ...row, length });
      }),

    async append(account, id, { offset, checksum }, source) {
      const { bytes } = await owned(store, account, id);
      if (bytes !== offset) throw conflictingOffset(offset, bytes);
      if (checksum !== undefined) return write(account, id, offset, verified(source, checksum));
      let end = offset;
      for await (const piece of splitPieces(source, pieceLimits)) end = await write(account, id, end, piece);
      return end;
    },

    pieces: piecesFrom,

    async *read(account, id) {
      for await (const piece of piecesFrom(account, id, 0)) yield* piece.content();
    },

    async delete(account, id) {
      const row = await store.get(uploads, id);
      if (row?.account === account) await remove(id);
    },

    /** Deletes all uploads of an account. */
    async erase(account: string) {
      const all = await Array.fromAsync(findAll(store, uploads, { equals: { account } }));
      for (const { id } of all) await remove(id);
    },

    onAppended: listeners.listen,

    /** Deletes uploads that have expired, and what a crash left. @param now milliseconds since 1970 */
    async sweep(now: number) {
      const old = { equals: { holder: null }, orderBy: 'changedAt', range: { below: now - limits.keepMs } } as const;
      for (const { id } of await Array.fromAsync(findAll(store, uploads, old))) await remove(id);
      const ids = new Set<string>();
      for await (const { name } of blobs.list(incoming)) ids.add(name.split('/')[1] ?? '');
      for (const id of ids) if ((await store.get(uploads, id)) === undefined) await remove(id);
    },
  } satisfies Uploads & Readonly<Record<string, unknown>>;
}

export type UploadRegistry = Awaited<ReturnType<typeof createUploadRegistry>>;

/** The same content; fails at its end if its checksum is another. */
async function* verified(
  source: AsyncIterable<Uint8Array>,
  { algorithm, digest }: UploadChecksum,
): AsyncGenerator<Uint8Array> {
  const hash = createHash(algorithm);
  for await (const chunk of source) {
    hash.update(chunk);
    yield chunk;
  }
  if (hash.digest().equals(digest)) return;
  // The status that tus defines for it.
  const detail = `The ${algorithm} checksum of the content differs from Upload-Checksum: it was damaged on its way. Send it again.`;
  throw new Problem('checksum-mismatch', { status: 460, detail });
}

function unknownUpload(): Problem {
  return new Problem('not-found', {
    detail: 'There is no upload with this id. It may have expired: send the file again.',
  });
}

function conflictingOffset(given: number, bytes: number): Problem {
  return new Problem('upload-conflict', {
    status: 409,
    detail: `The upload has ${bytes} bytes, and the content was sent for offset ${given}. Ask for the offset with HEAD and send the rest.`,
  });
}

function uploadTooLarge(maxBytes: number): Problem {
  return new Problem('too-large', { detail: `The upload is larger than ${maxBytes} bytes.` });
}

function quotaExceeded(what: string): Problem {
  return new Problem('quota-exceeded', {
    detail: `The uploads of this account that are not used yet would have more than ${what}. Use or delete some of them, or wait until they expire.`,
  });
}

const lengthIsSet = 'The length of this upload is already set, or smaller than what has arrived.';
