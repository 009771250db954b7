import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { S3, S3Client } from '@aws-sdk/client-s3';
import { abortableStream, type BlobWritten, type Logger, Problem } from 'chronoscribe';
import { z } from 'zod';
import { type Limits, sendRequest } from './requests.ts';

export type WriteBlob = (
  name: string,
  source: AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
) => Promise<BlobWritten>;

const Stored = z.object({ ETag: z.string().min(1) });
const Created = z.object({ UploadId: z.string().min(1) });
const Described = z.object({
  ETag: z.string().min(1),
  Metadata: z.object({ write: z.string().optional() }).default({}),
});

/**
 * Returns a function that streams a source into a blob, with `Upload` of `@aws-sdk/lib-storage`: one request for a blob
 * of one part, a multipart upload for a larger one. The last request makes the blob appear. It is sent once the source
 * has ended, unless the signal has aborted.
 */
export async function uploader(
  client: S3,
  {
    bucket: Bucket,
    store,
    limits,
    log,
  }: { readonly bucket: string; readonly store: string; readonly limits: Limits; readonly log: Logger },
): Promise<WriteBlob> {
  const [commands, { Upload }] = await Promise.all([import('@aws-sdk/client-s3'), import('@aws-sdk/lib-storage')]);
  const { partBytes: partSize, partsAtOnce: queueSize, requestMs, contentMs } = limits;

  return async (name, source, signal) => {
    const mark = randomUUID();
    const hash = createHash('sha256');
    let bytes = 0;
    const failed = new AbortController();
    const stopped = signal === undefined ? failed.signal : AbortSignal.any([failed.signal, signal]);

    async function* content() {
      try {
        for await (const piece of abortableStream(source, stopped)) {
          hash.update(piece);
          bytes += piece.byteLength;
          // The library keeps pieces until a part is full, and a source may reuse their memory.
          yield Buffer.from(piece);
        }
      } catch (thrown) {
        failed.abort(thrown);
        throw thrown;
      }
    }
    /**
     * If the answer to the last request was lost, the blob may exist all the same. The mark tells it from a blob of
     * another write.
     */
    const isThere = async (): Promise<boolean> => {
      const { Metadata } = await sendRequest(store, {
        answer: Described,
        send: (options) => client.headObject({ Bucket, Key: name }, options),
        withinMs: requestMs,
      });
      return Metadata.write === mark;
    };
    const sendCommand = (command: Parameters<S3Client['send']>[0]): Promise<unknown> => {
      const send = (options: { readonly abortSignal: AbortSignal }) => client.send(command, options);
      if (command instanceof commands.UploadPartCommand) {
        return sendRequest(store, { answer: Stored, send, withinMs: contentMs, signal: stopped });
      }
      if (command instanceof commands.CreateMultipartUploadCommand) {
        return sendRequest(store, { answer: Created, send, withinMs: requestMs });
      }
      if (command instanceof commands.AbortMultipartUploadCommand) {
        return sendRequest(store, { answer: z.unknown(), send, withinMs: requestMs }).catch((thrown: unknown) => {
          log.warn(
            { problem: Problem.of(thrown).detail },
            'parts of a blob that was not written stay in the bucket for about a day',
          );
        });
      }
      stopped.throwIfAborted();
      return sendRequest(store, { answer: Stored, send, withinMs: contentMs }).catch(async (thrown: unknown) => {
        if (await isThere().catch(() => false)) return {};
        throw thrown;
      });
    };
    // The library sends through this client, which adds time limits, retries and explained errors. A failure ends the
    // other requests.
    const explainedClient: S3Client = Object.create(client, {
      send: {
        value: (command: Parameters<S3Client['send']>[0]) =>
          sendCommand(command).catch((thrown: unknown) => {
            failed.abort(thrown);
            throw thrown;
          }),
      },
    });
    const Body = Readable.from(content());
    const params = { Bucket, Key: name, Body, ContentType: 'application/octet-stream', Metadata: { write: mark } };
    try {
      await new Upload({ client: explainedClient, params, partSize, queueSize }).done();
    } catch (thrown) {
      signal?.throwIfAborted();
      throw failed.signal.aborted ? failed.signal.reason : thrown;
    } finally {
      Body.destroy();
    }
    return { bytes, sha256: hash.digest('hex') };
  };
}
