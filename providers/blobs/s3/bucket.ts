import type { S3 } from '@aws-sdk/client-s3';
import { type BlobEntry, blobName } from 'chronoscribe';
import { z } from 'zod';
import { unknownName } from '../name.ts';
import { explained, type Question } from './asking.ts';
import type { Limits } from './limits.ts';
import { Begun, contentOf } from './reading.ts';

/** A piece that the store has taken. */
export interface StoredPart {
  readonly PartNumber: number;
  readonly ETag: string;
}

/** An upload in pieces that is neither finished nor broken off. */
export interface Unfinished {
  readonly name: string;
  readonly id: string;
  readonly begunAt: Date;
}

/** A bucket, asked request by request. Every method throws a `Problem` where the store fails, and the reason of its `signal` where that aborts. */
export interface Bucket {
  /** @param mark kept with the blob, see `hasMark` */
  put(name: string, content: Uint8Array, mark: string): Promise<void>;
  /** Begins an upload in pieces, and returns its id. */
  begin(name: string, mark: string): Promise<string>;
  /** @param number from 1 on; each but the last piece has the same size */
  sendPart(name: string, id: string, number: number, content: Uint8Array, signal: AbortSignal): Promise<StoredPart>;
  finish(name: string, id: string, parts: readonly StoredPart[]): Promise<void>;
  /** Lets the store forget the pieces. An upload that it does not know is no error. */
  breakOff(name: string, id: string): Promise<void>;
  /** Whether the blob of this name is the one that was written with `mark`. */
  hasMark(name: string, mark: string): Promise<boolean>;
  read(name: string): AsyncIterable<Uint8Array>;
  delete(name: string): Promise<void>;
  list(prefix: string): AsyncIterable<BlobEntry>;
  unfinished(signal: AbortSignal): AsyncIterable<Unfinished>;
}

const Stored = z.object({ ETag: z.string().min(1) });
const Started = z.object({ UploadId: z.string().min(1) });
/** Deleting has no content to know the store by, but a status of its own. */
const Gone = z.object({ $metadata: z.object({ httpStatusCode: z.literal(204) }) });
const Described = z.object({ ETag: z.string().min(1), Metadata: z.object({ write: z.string().optional() }).default({}) });
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

/** What a name can begin with. */
const namePrefix = /^([A-Za-z0-9][A-Za-z0-9._-]*(\/|$))*$/;

const type = { ContentType: 'application/octet-stream' } as const;

/** @param store names the bucket in errors */
export function openBucket(client: S3, bucket: string, store: string, limits: Limits): Bucket {
  const ask = <Answer>(question: Question<Answer>): Promise<Answer> => explained(store, question);
  const short = { within: limits.requestMs };
  const long = { within: limits.contentMs };
  const at = (name: string) => ({ Bucket: bucket, Key: name });
  const marked = (mark: string) => ({ Metadata: { write: mark } });

  return {
    async put(name, content, mark) {
      const input = { ...at(name), ...type, ...marked(mark), Body: content };
      await ask({ answer: Stored, ask: (options) => client.putObject(input, options), ...long });
    },
    async begin(name, mark) {
      const input = { ...at(name), ...type, ...marked(mark) };
      return (await ask({ answer: Started, ask: (options) => client.createMultipartUpload(input, options), ...short })).UploadId;
    },
    async sendPart(name, id, number, content, signal) {
      const input = { ...at(name), UploadId: id, PartNumber: number, Body: content };
      const { ETag } = await ask({ answer: Stored, ask: (options) => client.uploadPart(input, options), ...long, signal });
      return { PartNumber: number, ETag };
    },
    async finish(name, id, parts) {
      const input = { ...at(name), UploadId: id, MultipartUpload: { Parts: [...parts] } };
      await ask({ answer: Stored, ask: (options) => client.completeMultipartUpload(input, options), ...long });
    },
    async breakOff(name, id) {
      const input = { ...at(name), UploadId: id };
      await ask({
        answer: z.unknown(),
        ask: (options) => client.abortMultipartUpload(input, options),
        instead: (code) => (code === 'NoSuchUpload' ? {} : undefined),
        ...short,
      });
    },
    async hasMark(name, mark) {
      const { Metadata } = await ask({
        answer: Described,
        ask: (options) => client.headObject(at(name), options),
        instead: (code) => (code === 'NotFound' ? { ETag: '', Metadata: {} } : undefined),
        ...short,
      });
      return Metadata.write === mark;
    },
    async *read(name) {
      const begun = await ask({
        answer: Begun.or(z.null()),
        ask: (options) => client.getObject(at(name), options),
        instead: (code) => (code === 'NoSuchKey' ? null : undefined),
        ...short,
      });
      if (begun === null) throw unknownName(name);
      yield* contentOf(begun, store, limits.silenceMs);
    },
    async delete(name) {
      await ask({ answer: Gone, ask: (options) => client.deleteObject(at(name), options), ...short });
    },
    async *list(prefix) {
      if (!namePrefix.test(prefix)) return;
      let next: { ContinuationToken?: string | undefined } | undefined = {};
      while (next !== undefined) {
        const input = { Bucket: bucket, Prefix: prefix, ...next };
        const page: z.output<typeof BlobPage> = await ask({
          answer: BlobPage,
          ask: (options) => client.listObjectsV2(input, options),
          ...short,
        });
        for (const { Key, Size, LastModified } of page.Contents) {
          // Others may have put something there that is no blob.
          if (blobName.test(Key)) yield { name: Key, bytes: Size, modifiedAt: LastModified.getTime() };
        }
        next = page.IsTruncated ? { ContinuationToken: page.NextContinuationToken } : undefined;
      }
    },
    async *unfinished(signal) {
      let next: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | undefined = {};
      while (next !== undefined) {
        const input = { Bucket: bucket, ...next };
        const page: z.output<typeof UploadPage> = await ask({
          answer: UploadPage,
          ask: (options) => client.listMultipartUploads(input, options),
          ...short,
          signal,
        });
        for (const { Key, UploadId, Initiated } of page.Uploads) yield { name: Key, id: UploadId, begunAt: Initiated };
        next = page.IsTruncated ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker } : undefined;
      }
    },
  };
}
