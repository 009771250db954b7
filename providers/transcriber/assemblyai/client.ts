import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { TranscriptParams } from 'assemblyai';
import { z } from 'zod';
import { type Connection, sendRequest } from './exchange.ts';

export type AssemblyAiClient = ReturnType<typeof assemblyAiClient>;

/** The requests to AssemblyAI. Each fails as `sendRequest` does. */
export function assemblyAiClient(connection: Connection) {
  return {
    /**
     * Uploads a file from the disk as a stream.
     *
     * @param onSent gets the number of bytes of each piece
     * @returns a URL that only AssemblyAI can read
     */
    async upload(path: string, signal: AbortSignal, onSent: (bytes: number) => void): Promise<string> {
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
    /** @returns the id of the new job */
    async submit(params: TranscriptParams, signal: AbortSignal): Promise<string> {
      const { id } = await sendRequest(connection, 'the order', signal, identified, ({ transcripts }) =>
        transcripts.submit(params),
      );
      return id;
    },
    find: (id: string, signal: AbortSignal): Promise<Job> =>
      sendRequest(connection, 'a question after the text', signal, job, ({ transcripts }) => transcripts.get(id)),
    /** Deletes the text and the uploaded file. */
    async delete(id: string, signal: AbortSignal): Promise<void> {
      await sendRequest(connection, 'the deletion', signal, identified, ({ transcripts }) => transcripts.delete(id));
    },
    /** Sends a small request that needs the key. */
    async ping(signal: AbortSignal): Promise<void> {
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
