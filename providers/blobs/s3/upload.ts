import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { S3, S3Client } from '@aws-sdk/client-s3';
import { type Blobs, type Logger, Problem } from 'chronoscribe';
import { abortableStream } from 'chronoscribe/concurrency';
import { z } from 'zod';
import type { Ask, Limits } from './requests.ts';

const Stored = z.object({ ETag: z.string().min(1) });
const Created = z.object({ UploadId: z.string().min(1) });
const Described = z.object({ Metadata: z.object({ write: z.string() }) });

type AnyCommand = Parameters<S3Client['send']>[0];

/**
 * Returns a function that streams a source into a blob, with `Upload` of `@aws-sdk/lib-storage`: one request for a blob
 * of one part, a multipart upload for a larger one. The last request makes the blob appear. It is sent once the source
 * has ended, unless the signal has aborted.
 */
export async function uploader(
  client: S3,
  Bucket: string,
  ask: Ask,
  { limits, log }: { readonly limits: Limits; readonly log: Logger },
): Promise<Blobs['write']> {
  const [commands, { Upload }] = await Promise.all([import('@aws-sdk/client-s3'), import('@aws-sdk/lib-storage')]);
  const { partBytes: partSize, partsAtOnce: queueSize } = limits;

  return async (Key, source, { signal } = {}) => {
    const mark = randomUUID();
    const hash = createHash('sha256');
    let bytes = 0;
    const failed = new AbortController();
    const stopped = signal === undefined ? failed.signal : AbortSignal.any([failed.signal, signal]);
    const stop = (thrown: unknown): never => {
      failed.abort(thrown);
      throw thrown;
    };

    async function* content() {
      for await (const piece of abortableStream(source, stopped)) {
        hash.update(piece);
        bytes += piece.byteLength;
        // The library keeps pieces until a part is full, and a source may reuse their memory.
        yield Buffer.from(piece);
      }
    }
    /**
     * If the answer to the last request was lost, the blob may exist all the same. The mark tells it from a blob of
     * another write.
     */
    const isThere = async () => (await ask(Described, client.headObject({ Bucket, Key }))).Metadata.write === mark;
    const send = async (command: AnyCommand): Promise<unknown> => {
      if (command instanceof commands.AbortMultipartUploadCommand) {
        return ask(z.unknown(), client.send(command)).catch((thrown: unknown) => {
          log.warn(
            { problem: Problem.of(thrown).detail },
            'parts of a blob that was not written stay in the bucket for about a day',
          );
        });
      }
      stopped.throwIfAborted();
      if (command instanceof commands.CreateMultipartUploadCommand) return ask(Created, client.send(command));
      if (command instanceof commands.UploadPartCommand) {
        return ask(Stored, client.send(command, { abortSignal: stopped }));
      }
      return ask(Stored, client.send(command)).catch(async (thrown: unknown) => {
        if (await isThere().catch(() => false)) return {};
        throw thrown;
      });
    };
    // The library sends through this client, which explains errors. A failure ends the other requests.
    const explainedClient: S3Client = Object.create(client, {
      send: { value: (command: AnyCommand) => send(command).catch(stop) },
    });
    const Body = Readable.from(content());
    const params = { Bucket, Key, Body, ContentType: 'application/octet-stream', Metadata: { write: mark } };
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
