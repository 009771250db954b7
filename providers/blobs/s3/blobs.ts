import { rm, writeFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { Readable } from 'node:stream';
import type { S3 } from '@aws-sdk/client-s3';
import { type BlobEntry, type Blobs, blobName, type Health, type Logger, Problem } from 'chronoscribe';
import { z } from 'zod';
import { blobNotFound, requireBlobName } from '../name.ts';
import { openTempFolder } from '../temp-folder.ts';
import { brokenDownload, explainFault, faultProblem, StoreTimeout } from './faults.ts';
import {
  bucketLabel,
  defaultLimits,
  type Limits,
  openClient,
  type S3Location,
  sendOnce,
  sendRequest,
} from './requests.ts';
import { uploader } from './upload.ts';

export interface S3Blobs extends Blobs {
  health(): Promise<Health>;
  /** Aborts the multipart uploads that began before a moment and were never completed. Returns their number. */
  abortUnfinished(before: Date): Promise<number>;
  stop(): Promise<void>;
}

export interface S3BlobsOptions {
  /** Folder of this machine for the files of `withFile`. */
  readonly tempFolder: string;
  readonly log: Logger;
  readonly limits?: Limits;
}

/** No upload of a living host takes so long, whatever its clock says. */
const unfinishedMs = 24 * 60 * 60 * 1000;
const sweepEveryMs = 6 * 60 * 60 * 1000;
/** `/ready` waits for two seconds. */
const healthMs = 1_800;

/** A download that has begun. Blobs have a type of their own, so an HTML page is an answer of somebody else. */
const Download = z.object({
  ETag: z.string().min(1),
  Body: z.instanceof(Readable),
  ContentLength: z.int().optional(),
  ContentType: z
    .string()
    .refine((type) => !type.startsWith('text/html'))
    .optional(),
});
/** Deleting has no content to know the store by, but a status of its own. */
const Deleted = z.object({ $metadata: z.object({ httpStatusCode: z.literal(204) }) });
const BlobPage = z.object({
  IsTruncated: z.boolean(),
  NextContinuationToken: z.string().optional(),
  Contents: z.array(z.object({ Key: z.string(), Size: z.int(), LastModified: z.date() })).default([]),
});
const UploadPage = z.object({
  IsTruncated: z.boolean(),
  NextKeyMarker: z.string().optional(),
  NextUploadIdMarker: z.string().optional(),
  Uploads: z.array(z.object({ Key: z.string(), UploadId: z.string(), Initiated: z.date() })).default([]),
});

/** The beginning of a blob's name. */
const namePrefix = /^([A-Za-z0-9][A-Za-z0-9._-]*(\/|$))*$/;

/**
 * Blobs as objects of a bucket, under their own names. Nothing is asked of the store before it is needed: a host starts
 * without it, and its health says so.
 */
export async function s3Blobs(settings: S3Location, options: S3BlobsOptions): Promise<S3Blobs> {
  const { tempFolder, log, limits = defaultLimits } = options;
  const { bucket: Bucket } = settings;
  const client = await openClient(settings);
  const store = bucketLabel(settings);
  const temp = await openTempFolder(tempFolder);
  const upload = await uploader(client, { bucket: Bucket, store, limits, log });
  const stopping = new AbortController();
  const withinMs = limits.requestMs;

  async function* read(name: string): AsyncGenerator<Uint8Array> {
    const input = { Bucket, Key: requireBlobName(name) };
    const download = await sendRequest(store, {
      answer: Download.or(z.null()),
      send: (sendOptions) => client.getObject(input, sendOptions),
      onErrorCode: (code) => (code === 'NoSuchKey' ? null : undefined),
      withinMs,
    });
    if (download === null) throw blobNotFound(name);
    yield* contentOf(download, store, limits.idleMs);
  }

  async function* list(prefix: string): AsyncGenerator<BlobEntry> {
    if (!namePrefix.test(prefix)) return;
    let next: { ContinuationToken?: string | undefined } | undefined = {};
    while (next !== undefined) {
      const input = { Bucket, Prefix: prefix, ...next };
      const page: z.output<typeof BlobPage> = await sendRequest(store, {
        answer: BlobPage,
        send: (sendOptions) => client.listObjectsV2(input, sendOptions),
        withinMs,
      });
      for (const { Key, Size, LastModified } of page.Contents) {
        // Others may have put objects there that are no blobs.
        if (blobName.test(Key)) yield { name: Key, bytes: Size, modifiedAt: LastModified.getTime() };
      }
      next = page.IsTruncated ? { ContinuationToken: page.NextContinuationToken } : undefined;
    }
  }

  async function abortUnfinished(before: Date): Promise<number> {
    let aborted = 0;
    let next: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | undefined = {};
    while (next !== undefined) {
      const input = { Bucket, ...next };
      const page: z.output<typeof UploadPage> = await sendRequest(store, {
        answer: UploadPage,
        send: (sendOptions) => client.listMultipartUploads(input, sendOptions),
        signal: stopping.signal,
        withinMs,
      });
      for (const { Key, UploadId, Initiated } of page.Uploads) {
        if (Initiated >= before || !blobName.test(Key)) continue;
        await sendRequest(store, {
          answer: z.unknown(),
          send: (sendOptions) => client.abortMultipartUpload({ Bucket, Key, UploadId }, sendOptions),
          // Another host was first.
          onErrorCode: (code) => (code === 'NoSuchUpload' ? {} : undefined),
          withinMs,
        });
        aborted += 1;
      }
      next = page.IsTruncated ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker } : undefined;
    }
    return aborted;
  }
  const sweep = async (): Promise<void> => {
    try {
      const aborted = await abortUnfinished(new Date(Date.now() - unfinishedMs));
      if (aborted > 0) log.info({ aborted }, 'unfinished uploads of hosts that have died were aborted');
    } catch (thrown) {
      if (stopping.signal.aborted) return;
      log.warn({ problem: Problem.of(thrown).detail }, 'unfinished uploads in the bucket could not be listed');
    }
  };
  let sweeping = sweep();
  const timer = setInterval(() => {
    sweeping = sweep();
  }, sweepEveryMs).unref();

  return {
    async write(name, source, { signal } = {}) {
      requireBlobName(name);
      signal?.throwIfAborted();
      return upload(name, source, signal);
    },
    read,
    async withFile(name, use) {
      // Programs look at the extension of a name.
      const path = `${temp.path()}${extname(requireBlobName(name))}`;
      try {
        await writeFile(path, read(name), { flag: 'wx', mode: 0o600 });
        return await use(path);
      } finally {
        await rm(path, { force: true });
      }
    },
    async delete(name) {
      const input = { Bucket, Key: requireBlobName(name) };
      await sendRequest(store, {
        answer: Deleted,
        send: (sendOptions) => client.deleteObject(input, sendOptions),
        withinMs,
      });
    },
    list,
    abortUnfinished,
    health: bucketHealth(client, Bucket, store),
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await sweeping;
      client.destroy();
      await temp.close();
    },
  };
}

/**
 * The content of a download, whole or with a `Problem` at the end. A reader that leaves off closes the connection. The
 * time limit counts while the store sends, not while the reader works.
 */
async function* contentOf({ Body, ContentLength }: z.output<typeof Download>, store: string, idleMs: number) {
  const pieces = Body[Symbol.asyncIterator]();
  let bytes = 0;
  try {
    for (;;) {
      const timer = setTimeout(() => Body.destroy(new StoreTimeout(idleMs)), idleMs);
      const { done, value } = await pieces.next().finally(() => clearTimeout(timer));
      if (done === true) break;
      const piece = z.instanceof(Uint8Array).parse(value);
      bytes += piece.byteLength;
      yield piece;
    }
  } catch (thrown) {
    throw faultProblem(thrown instanceof StoreTimeout ? explainFault(thrown) : brokenDownload, store, thrown);
  } finally {
    Body.destroy();
  }
  if (ContentLength !== undefined && bytes !== ContentLength) throw faultProblem(brokenDownload, store, undefined);
}

/**
 * Checks that the bucket can be listed and, until that has succeeded once, written: a multipart upload is created and
 * aborted, which nobody ever sees. No retries.
 */
function bucketHealth(client: S3, Bucket: string, store: string): () => Promise<Health> {
  let written = false;

  const check = async (): Promise<void> => {
    const deadline = performance.now() + healthMs;
    const ask = <Answer>(
      answer: z.ZodType<Answer>,
      send: (sendOptions: { readonly abortSignal: AbortSignal }) => Promise<unknown>,
    ) => sendOnce({ answer, send, withinMs: Math.max(1, deadline - performance.now()) });
    await ask(z.object({ IsTruncated: z.boolean() }), (sendOptions) =>
      client.listObjectsV2({ Bucket, MaxKeys: 1 }, sendOptions),
    );
    if (written) return;
    const probe = { Bucket, Key: 'health-check' };
    const Created = z.object({ UploadId: z.string().min(1) });
    const { UploadId } = await ask(Created, (sendOptions) => client.createMultipartUpload(probe, sendOptions));
    await ask(z.unknown(), (sendOptions) => client.abortMultipartUpload({ ...probe, UploadId }, sendOptions));
    written = true;
  };

  return async () => {
    try {
      await check();
      return { status: 'ok', detail: `${store} can be listed and written` };
    } catch (thrown) {
      const { what, hint } = explainFault(thrown);
      return { status: 'failed', detail: `${store} ${what}`, hint };
    }
  };
}
