import type { S3 } from '@aws-sdk/client-s3';
import type { z } from 'zod';
import { explainFault, faultProblem, UnexpectedAnswer } from './faults.ts';

/** A bucket, as the settings name it. */
export interface S3Location {
  readonly bucket: string;
  readonly endpoint?: string | undefined;
  readonly region: string;
  readonly accessKeyId?: string | undefined;
  readonly secretAccessKey?: string | undefined;
}

/** Sizes and times of requests. */
export interface Limits {
  /** Size of the parts of a multipart upload, in bytes. S3 takes 5 MiB or more, and up to 10,000 parts. */
  readonly partBytes: number;
  /** Parts of one blob that are sent at a time. */
  readonly partsAtOnce: number;
  /** Longest time in which a connection may carry nothing, in milliseconds. */
  readonly silentMs: number;
}

export const defaultLimits: Limits = { partBytes: 8 * 1024 * 1024, partsAtOnce: 2, silentMs: 60_000 };

/**
 * Returns a client of the AWS SDK, which tries a request up to three times where a retry may help. The library is
 * loaded here, since it is large and most hosts do without it.
 *
 * Every part has its SHA-256 in the signature, which every store checks (Signature Version 4). The newer checksums are
 * off, since older stores refuse them. Bucket names are part of the path where `endpoint` is set, since few stores have
 * a host name for each bucket.
 */
export async function openClient(
  { endpoint, region, accessKeyId, secretAccessKey }: S3Location,
  { silentMs }: Limits = defaultLimits,
): Promise<S3> {
  const { S3: Client } = await import('@aws-sdk/client-s3');
  return new Client({
    region,
    maxAttempts: 3,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // It would open a connection for each part.
    expectContinueHeader: false,
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    ...(accessKeyId !== undefined &&
      secretAccessKey !== undefined && { credentials: { accessKeyId, secretAccessKey } }),
    requestHandler: {
      connectionTimeout: 5_000,
      socketTimeout: silentMs,
      httpAgent: { maxSockets: 256 },
      httpsAgent: { maxSockets: 256 },
    },
  });
}

/** The name of the bucket in errors, without a key. */
export function bucketLabel({ bucket, endpoint, region }: S3Location): string {
  return endpoint === undefined
    ? `the bucket "${bucket}" of AWS in ${region}`
    : `the bucket "${bucket}" at ${endpoint}`;
}

/**
 * Waits for an answer of the store.
 *
 * @param shape of a valid answer; the library turns an HTML page into an empty one
 * @throws an error that `explainFault` explains
 */
export async function answerOf<Answer>(shape: z.ZodType<Answer>, request: Promise<unknown>): Promise<Answer> {
  const { success, data } = shape.safeParse(await request);
  if (!success) throw new UnexpectedAnswer();
  return data;
}

/** Waits for an answer of the store as `answerOf` does. @throws Problem that explains the fault */
export type Ask = <Answer>(shape: z.ZodType<Answer>, request: Promise<unknown>) => Promise<Answer>;

/** @param store the label of the bucket */
export function asking(store: string): Ask {
  return (shape, request) =>
    answerOf(shape, request).catch((thrown: unknown) => {
      throw faultProblem(explainFault(thrown), store, thrown);
    });
}
