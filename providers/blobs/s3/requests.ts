import { setTimeout as wait } from 'node:timers/promises';
import type { S3 } from '@aws-sdk/client-s3';
import type { z } from 'zod';
import { errorCode, explainFault, faultProblem, StoreTimeout, UnexpectedAnswer } from './faults.ts';

/** A bucket, as the settings name it. */
export interface S3Location {
  readonly bucket: string;
  readonly endpoint?: string | undefined;
  readonly region: string;
  readonly accessKeyId?: string | undefined;
  readonly secretAccessKey?: string | undefined;
}

/** Sizes and times of requests. 8 MiB in three minutes are about 0.4 Mbit/s. */
export interface Limits {
  /** Size of the parts of a multipart upload, in bytes. S3 takes 5 MiB or more, and up to 10,000 parts. */
  readonly partBytes: number;
  /** Parts of one blob that are sent at a time. */
  readonly partsAtOnce: number;
  /** Time limit of a request without content, in milliseconds. */
  readonly requestMs: number;
  /** Time limit of a request that sends content or completes an upload, in milliseconds. */
  readonly contentMs: number;
  /** Time limit between two pieces of a download, in milliseconds. */
  readonly idleMs: number;
}

export const defaultLimits: Limits = {
  partBytes: 8 * 1024 * 1024,
  partsAtOnce: 2,
  requestMs: 30_000,
  contentMs: 180_000,
  idleMs: 60_000,
};

const maxAttempts = 3;

/**
 * Returns a client of the AWS SDK. The library is loaded here, since it is large and most hosts do without it.
 * `sendRequest` does its retries.
 *
 * Every part has its SHA-256 in the signature, which every store checks (Signature Version 4). The newer checksums are
 * off, since older stores refuse them. Bucket names are part of the path where `endpoint` is set, since few stores have
 * a host name for each bucket.
 */
export async function openClient({ endpoint, region, accessKeyId, secretAccessKey }: S3Location): Promise<S3> {
  const { S3: Client } = await import('@aws-sdk/client-s3');
  return new Client({
    region,
    maxAttempts: 1,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // It would open a connection for each part.
    expectContinueHeader: false,
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    ...(accessKeyId !== undefined &&
      secretAccessKey !== undefined && { credentials: { accessKeyId, secretAccessKey } }),
    requestHandler: {
      connectionTimeout: 5_000,
      // Each request has a limit of its own. A limit on the socket would cut off a slow reader.
      socketTimeout: 0,
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

export interface S3Request<Answer> {
  /** The shape of a valid answer. The library turns an HTML page into an empty answer. */
  readonly answer: z.ZodType<Answer>;
  send(options: { readonly abortSignal: AbortSignal }): Promise<unknown>;
  /** Time limit in milliseconds, without the content of a download. */
  readonly withinMs: number;
  readonly signal?: AbortSignal | undefined;
  /** Returns the answer that an error code of S3 stands for; undefined where it is an error. */
  readonly onErrorCode?: (code: string) => NoInfer<Answer> | undefined;
}

/**
 * Sends a request once.
 *
 * @throws the reason of `signal`, or an error that `explainFault` explains
 */
export async function sendOnce<Answer>({
  answer,
  send,
  withinMs,
  signal,
  onErrorCode,
}: S3Request<Answer>): Promise<Answer> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), withinMs);
  try {
    const parsed = answer.safeParse(
      await send({ abortSignal: signal ? AbortSignal.any([late.signal, signal]) : late.signal }),
    );
    if (!parsed.success) throw new UnexpectedAnswer();
    return parsed.data;
  } catch (thrown) {
    signal?.throwIfAborted();
    if (late.signal.aborted) throw new StoreTimeout(withinMs);
    const code = errorCode(thrown);
    const meant = code === undefined ? undefined : onErrorCode?.(code);
    if (meant === undefined) throw thrown;
    return meant;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Sends a request, up to three times where a retry may help.
 *
 * @param store the label of the bucket
 * @throws Problem that explains the fault, or the reason of `signal`
 */
export async function sendRequest<Answer>(store: string, request: S3Request<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await sendOnce(request);
    } catch (thrown) {
      request.signal?.throwIfAborted();
      const fault = explainFault(thrown);
      // A store may ask for a longer pause than a caller can wait: the caller is told how long.
      const retry = attempt < maxAttempts && fault.passes === 'soon' && (fault.retryAfter ?? 0) <= 1;
      if (!retry) throw faultProblem(fault, store, thrown);
    }
    await wait(200 * 2 ** attempt * (0.5 + Math.random()));
  }
}
