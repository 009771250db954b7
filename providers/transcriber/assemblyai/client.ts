import { createReadStream } from 'node:fs';
import { z } from 'zod';
import { type Service, type ServiceRequest, sendRequest } from '../service.ts';
import { assemblyAi, refusal } from './faults.ts';

export type AssemblyAiClient = ReturnType<typeof assemblyAiClient>;

/** The requests to AssemblyAI. Each fails as `sendRequest` does. */
export function assemblyAiClient({
  apiKey,
  ...connection
}: Pick<Service, 'baseUrl' | 'timeoutMs'> & { apiKey: string }) {
  const service: Service = { ...connection, ...assemblyAi, refusal, authorization: apiKey };
  const send = <T>(request: ServiceRequest<T>, signal: AbortSignal) => sendRequest(service, request, signal);
  const transcripts = '/v2/transcript';
  return {
    /**
     * Uploads a file from the disk as a stream.
     *
     * @param sent gets the number of bytes of each piece
     * @returns a URL that only AssemblyAI can read
     */
    async upload(path: string, signal: AbortSignal, sent: (bytes: number) => void): Promise<string> {
      const body = { contentType: 'application/octet-stream', pieces: soundOf(path) };
      const answer = z.object({ upload_url: z.string().min(1) });
      const request = { doing: 'the upload', method: 'POST', path: '/v2/upload', body, answer, sent } as const;
      return (await send(request, signal)).upload_url;
    },
    /** @returns the id of the new job */
    async submit(params: object, signal: AbortSignal): Promise<string> {
      const body = { contentType: 'application/json', pieces: [Buffer.from(JSON.stringify(params))] };
      const request = { doing: 'the order', method: 'POST', path: transcripts, body, answer: identified } as const;
      return (await send(request, signal)).id;
    },
    find: (id: string, signal: AbortSignal): Promise<Job> =>
      send({ doing: aQuestion, method: 'GET', path: `${transcripts}/${id}`, answer: job }, signal),
    /** Deletes the text and the uploaded file. */
    async delete(id: string, signal: AbortSignal): Promise<void> {
      const path = `${transcripts}/${id}`;
      await send({ doing: 'the deletion', method: 'DELETE', path, answer: identified }, signal);
    },
    /** Sends a small request that needs the key. */
    async ping(signal: AbortSignal): Promise<void> {
      const path = `${transcripts}?limit=1`;
      await send({ doing: 'a greeting', method: 'GET', path, answer: z.object({}) }, signal);
    },
  };
}

/** Opened when it is sent. */
async function* soundOf(path: string): AsyncGenerator<Buffer> {
  yield* createReadStream(path);
}

/** What a problem calls it when a job is asked for. */
export const aQuestion = 'a question after the text';

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
