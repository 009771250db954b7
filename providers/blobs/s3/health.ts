import type { S3 } from '@aws-sdk/client-s3';
import type { Health } from 'chronoscribe';
import { z } from 'zod';
import { request } from './asking.ts';
import { faultOf } from './faults.ts';

/** `/ready` waits for two seconds. */
const withinMs = 1_800;

/**
 * Asks whether the bucket can be listed, and, until that has once succeeded, whether it can be written: an upload is begun and broken off, which nobody ever sees.
 * Nothing is tried again, so that the first fault is told.
 */
export function bucketHealth(client: S3, bucket: string, store: string): () => Promise<Health> {
  let written = false;

  async function check(): Promise<void> {
    const end = performance.now() + withinMs;
    const left = () => Math.max(1, end - performance.now());
    await request({
      answer: Listed,
      ask: (options) => client.listObjectsV2({ Bucket: bucket, MaxKeys: 1 }, options),
      within: left(),
    });
    if (written) return;
    const probe = { Bucket: bucket, Key: 'health-check' };
    const { UploadId } = await request({
      answer: Begun,
      ask: (options) => client.createMultipartUpload(probe, options),
      within: left(),
    });
    await request({
      answer: z.unknown(),
      ask: (options) => client.abortMultipartUpload({ ...probe, UploadId }, options),
      within: left(),
    });
    written = true;
  }

  return async () => {
    try {
      await check();
      return { status: 'ok', detail: `${store} can be listed and written` };
    } catch (thrown) {
      const { what, mend: hint } = faultOf(thrown);
      return { status: 'failed', detail: `${store} ${what}`, hint };
    }
  };
}

const Listed = z.object({ IsTruncated: z.boolean() });
const Begun = z.object({ UploadId: z.string().min(1) });
