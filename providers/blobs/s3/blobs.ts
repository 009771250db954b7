import { rm, writeFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { Readable } from 'node:stream';
import type { S3 } from '@aws-sdk/client-s3';
import { type Blobs, blobName, type Health, type Logger, Problem, undefinedIfNotFound } from 'chronoscribe';
import { runPeriodically } from 'chronoscribe/concurrency';
import { openTempFolder } from 'chronoscribe/files';
import type { BlobEntry, BlobRange } from 'chronoscribe/types';
import { z } from 'zod';
import { blobNotFound, requireBlobName } from '../name.ts';
import { explainBrokenDownload, explainFault, faultProblem } from './faults.ts';
import {
  type Ask,
  answerOf,
  asking,
  bucketLabel,
  defaultLimits,
  type Limits,
  openClient,
  type S3Location,
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
  const client = await openClient(settings, limits);
  const store = bucketLabel(settings);
  const ask = asking(store);
  const temp = await openTempFolder(tempFolder);
  const upload = await uploader(client, Bucket, ask, { limits, log });

  async function* read(name: string, range?: BlobRange): AsyncGenerator<Uint8Array> {
    const part = range && { Range: `bytes=${range.from}-${range.to}` };
    const request = ask(Download, client.getObject({ Bucket, Key: requireBlobName(name), ...part }));
    const download = await undefinedIfNotFound(request);
    if (download === undefined) throw blobNotFound(name);
    try {
      yield* download.Body;
    } catch (thrown) {
      throw faultProblem(explainBrokenDownload(thrown), store, thrown);
    }
  }

  async function* list(prefix: string): AsyncGenerator<BlobEntry> {
    if (!namePrefix.test(prefix)) return;
    let page: Partial<z.output<typeof BlobPage>> = {};
    do {
      const input = { Bucket, Prefix: prefix, ContinuationToken: page.NextContinuationToken };
      page = await ask(BlobPage, client.listObjectsV2(input));
      for (const { Key, Size, LastModified } of page.Contents ?? []) {
        // Others may have put objects there that are no blobs.
        if (blobName.test(Key)) yield { name: Key, bytes: Size, modifiedAt: LastModified.getTime() };
      }
    } while (page.IsTruncated);
  }

  const stopSweeping = runPeriodically(
    async (signal) => {
      const aborted = await abortUnfinished(client, Bucket, ask, {
        before: new Date(Date.now() - unfinishedMs),
        signal,
      });
      if (aborted > 0) log.info({ aborted }, 'unfinished uploads of hosts that have died were aborted');
    },
    {
      everyMs: sweepEveryMs,
      onError: (thrown) =>
        log.warn({ problem: Problem.of(thrown).detail }, 'unfinished uploads in the bucket could not be listed'),
    },
  );

  return {
    async write(name, source, { signal } = {}) {
      requireBlobName(name);
      signal?.throwIfAborted();
      return upload(name, source, { ...(signal && { signal }) });
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
      await ask(Deleted, client.deleteObject({ Bucket, Key: requireBlobName(name) }));
    },
    list,
    abortUnfinished: (before) => abortUnfinished(client, Bucket, ask, { before }),
    health: bucketHealth(client, Bucket, store),
    async stop() {
      await stopSweeping();
      client.destroy();
      await temp.close();
    },
  };
}

async function abortUnfinished(
  client: S3,
  Bucket: string,
  ask: Ask,
  { before, signal: abortSignal }: { readonly before: Date; readonly signal?: AbortSignal },
): Promise<number> {
  let aborted = 0;
  let page: Partial<z.output<typeof UploadPage>> = {};
  do {
    const input = { Bucket, KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker };
    page = await ask(UploadPage, client.listMultipartUploads(input, { ...(abortSignal && { abortSignal }) }));
    for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
      if (Initiated >= before || !blobName.test(Key)) continue;
      const request = client.abortMultipartUpload({ Bucket, Key, UploadId }).catch((thrown: unknown) => {
        const anotherWasFirst = thrown instanceof Error && thrown.name === 'NoSuchUpload';
        if (!anotherWasFirst) throw thrown;
      });
      await ask(z.unknown(), request);
      aborted += 1;
    }
  } while (page.IsTruncated);
  return aborted;
}

/**
 * Checks that the bucket can be listed and, until that has succeeded once, written: a multipart upload is created and
 * aborted, which nobody ever sees.
 */
function bucketHealth(client: S3, Bucket: string, store: string): () => Promise<Health> {
  let written = false;

  const check = async (): Promise<void> => {
    const options = { abortSignal: AbortSignal.timeout(healthMs) };
    await answerOf(z.object({ IsTruncated: z.boolean() }), client.listObjectsV2({ Bucket, MaxKeys: 1 }, options));
    if (written) return;
    const probe = { Bucket, Key: 'health-check' };
    const Created = z.object({ UploadId: z.string().min(1) });
    const { UploadId } = await answerOf(Created, client.createMultipartUpload(probe, options));
    await client.abortMultipartUpload({ ...probe, UploadId }, options);
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
