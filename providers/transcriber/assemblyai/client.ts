import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { TranscriptParams } from 'assemblyai';
import { z } from 'zod';
import { type Connection, sendRequest } from './exchange.ts';

/** The requests to AssemblyAI. Each fails as `sendRequest` does. */
export interface AssemblyAiClient {
  /**
   * Uploads a file from the disk as a stream.
   *
   * @param onSent gets the number of bytes of each piece
   * @returns a URL that only AssemblyAI can read
   */
  upload(path: string, signal: AbortSignal, onSent: (bytes: number) => void): Promise<string>;
  /** @returns the id of the new job */
  submit(params: TranscriptParams, signal: AbortSignal): Promise<string>;
  find(id: string, signal: AbortSignal): Promise<Job>;
  /** Deletes the text and the uploaded file. */
  delete(id: string, signal: AbortSignal): Promise<void>;
  /** Sends a small request that needs the key. */
  ping(signal: AbortSignal): Promise<void>;
}

export function assemblyAiClient(connection: Connection): AssemblyAiClient {
  return {
    async upload(path, signal, onSent) {
      await using file = await open(path);
      return await sendRequest(connection, 'the upload', signal, z.string().min(1), ({ files, moved }) => {
        const sound = file.createReadStream({ autoClose: false });
        return files.upload(
          Readable.from(
            metered(sound, (bytes) => {
              moved();
              onSent(bytes);
            }),
          ),
        );
      });
    },
    async submit(params, signal) {
      const { id } = await sendRequest(connection, 'the order', signal, identified, ({ transcripts }) =>
        transcripts.submit(params),
      );
      return id;
    },
    find: (id, signal) =>
      sendRequest(connection, 'a question after the text', signal, job, ({ transcripts }) => transcripts.get(id)),
    async delete(id, signal) {
      await sendRequest(connection, 'the deletion', signal, identified, ({ transcripts }) => transcripts.delete(id));
    },
    async ping(signal) {
      await sendRequest(connection, 'a greeting', signal, z.object({}), ({ transcripts }) =>
        transcripts.list({ limit: 1 }),
      );
    },
  };
}

async function* metered(sound: AsyncIterable<Buffer>, onSent: (bytes: number) => void): AsyncGenerator<Buffer> {
  for await (const piece of sound) {
    yield piece;
    onSent(piece.length);
  }
}

/** The parts of AssemblyAI's responses that are used here (assemblyai.com/docs/api-reference). */

/** The common part of a new and a deleted job. The id becomes part of a URL, so it is checked. */
export const identified = z.object({ id: z.string().regex(/^[\w-]+$/) });

/** The state of a job. `utterances` is null if nobody speaks. */
export const job = z.discriminatedUnion('status', [
  z.object({ status: z.enum(['queued', 'processing']) }),
  z.object({ status: z.literal('error'), error: z.string() }),
  z.object({
    status: z.literal('completed'),
    language_code: z.string().nullish(),
    speech_model_used: z.string().nullish(),
    text: z.string().nullish(),
    utterances: z
      .array(
        z.object({
          speaker: z.string().nullable(),
          /** Milliseconds, as `end`. */
          start: z.number().nonnegative(),
          end: z.number().nonnegative(),
          text: z.string(),
          confidence: z.number().nullish(),
          words: z
            .array(z.object({ text: z.string(), start: z.number(), end: z.number(), confidence: z.number().nullish() }))
            .nullish(),
        }),
      )
      .nullable(),
  }),
]);

export type Job = z.output<typeof job>;
export type CompletedJob = Extract<Job, { status: 'completed' }>;
