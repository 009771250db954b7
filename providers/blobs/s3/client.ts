import type { S3 } from '@aws-sdk/client-s3';
import type { S3Settings } from './settings.ts';

/**
 * Makes the client of a store. The library is loaded here, as it is large and most hosts do without it. It tries nothing again: `explained` does.
 *
 * Every piece goes with its SHA-256 in the signature, which every store checks (Signature Version 4); the checksums that only newer stores know are left out, as
 * older ones refuse them. Names of buckets are part of the path where `endpoint` is set, since few stores have a host for each bucket.
 */
export async function openClient({ endpoint, region, accessKeyId, secretAccessKey }: S3Settings): Promise<S3> {
  const { S3: Client } = await import('@aws-sdk/client-s3');
  return new Client({
    region,
    maxAttempts: 1,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // It would open a connection for each piece.
    expectContinueHeader: false,
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    ...(accessKeyId !== undefined && secretAccessKey !== undefined && { credentials: { accessKeyId, secretAccessKey } }),
    requestHandler: {
      connectionTimeout: 5_000,
      // Each request has a limit of its own. A limit of silence on the socket would cut off who reads a blob slowly.
      socketTimeout: 0,
      httpAgent: { maxSockets: 256 },
      httpsAgent: { maxSockets: 256 },
    },
  });
}

/** How the bucket is named in errors; never with a key. */
export function storeName({ bucket, endpoint, region }: S3Settings): string {
  return endpoint === undefined ? `the bucket "${bucket}" of AWS in ${region}` : `the bucket "${bucket}" at ${endpoint}`;
}
