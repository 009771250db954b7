import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { TranscriptParams } from 'assemblyai';
import { z } from 'zod';
import { type Connection, sendRequest } from './exchange.ts';

/** The requests that are made of AssemblyAI; each fails as `exchange` says. */
export interface AssemblyAiClient {
  /** Streams a file from disk; `onSent` gets the bytes of each piece. Returns the address under which AssemblyAI alone can read it. */
  upload(path: string, signal: AbortSignal, onSent: (bytes: number) => void): Promise<string>;
  /** Returns the id of the new job. */
  submit(params: TranscriptParams, signal: AbortSignal): Promise<string>;
  find(id: string, signal: AbortSignal): Promise<Job>;
  /** Deletes the text and the uploaded file. */
  delete(id: string, signal: AbortSignal): Promise<void>;
  /** Asks for something small that needs the key. */
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
      await sendRequest(connection, 'a greeting', signal, z.object({}), ({ transcripts }) => transcripts.list({ limit: 1 }));
    },
  };
}

async function* metered(sound: AsyncIterable<Buffer>, onSent: (bytes: number) => void): AsyncGenerator<Buffer> {
  for await (const piece of sound) {
    yield piece;
    onSent(piece.length);
  }
}

/** The parts of AssemblyAI's answers that are used here (assemblyai.com/docs/api-reference). */

/** What a new job and a deleted one have in common. An id becomes part of an address, so it is checked. */
export const identified = z.object({ id: z.string().regex(/^[\w-]+$/) });

/** One answer to a question after a job. `utterances` is null where nobody speaks. */
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
        }),
      )
      .nullable(),
  }),
]);

export type Job = z.output<typeof job>;
export type CompletedJob = Extract<Job, { status: 'completed' }>;
