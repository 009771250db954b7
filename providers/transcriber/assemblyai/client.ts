import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { FileService, type TranscriptParams, TranscriptService } from 'assemblyai';
import { z } from 'zod';
import { exchange, malformedAnswer, metered } from '../service.ts';
import { refusal, requestName } from './faults.ts';

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

interface Connection {
  readonly apiKey: string;
  readonly baseUrl: string;
  /** Longest time without data for one request. */
  readonly timeoutMs: number;
}

/** AssemblyAI's own services, bound to one request. */
interface Services {
  readonly files: FileService;
  readonly transcripts: TranscriptService;
  /** Restarts the time limit of the request. */
  moved(): void;
}

/**
 * Sends one request to AssemblyAI and checks its response. Its package has neither signals nor timeouts and discards
 * the status, so they are added where it calls `fetch`.
 *
 * @param doing names the request in a problem: "AssemblyAI answered the upload with 500"
 * @throws what `exchange` throws
 */
async function sendRequest<T>(
  { timeoutMs, ...account }: Connection,
  doing: string,
  signal: AbortSignal,
  answer: z.ZodType<T>,
  ask: (services: Services) => Promise<unknown>,
): Promise<T> {
  const name = requestName(doing);
  return exchange(name, { timeoutMs, signal }, async (limit) => {
    const send: Send = async (request) => {
      const response = await request({ signal: limit.signal, redirect: 'manual' });
      limit.answered();
      if (response.status >= 300) throw await refusal(response, name);
      return response;
    };
    const files = new Files(account, send);
    const transcripts = new Transcripts(account, files, send);
    const parsed = answer.safeParse(await ask({ files, transcripts, moved: limit.moved }));
    if (!parsed.success) throw malformedAnswer(name);
    return parsed.data;
  });
}

type Send = (request: (more: RequestInit) => Promise<Response>) => Promise<Response>;
type Account = Omit<Connection, 'timeoutMs'>;

class Files extends FileService {
  readonly #send: Send;

  constructor(account: Account, send: Send) {
    super(account);
    this.#send = send;
  }

  protected override fetchResponse(input: string, init?: RequestInit): Promise<Response> {
    return this.#send((more) => super.fetchResponse(input, { ...init, ...more }));
  }
}

class Transcripts extends TranscriptService {
  readonly #send: Send;

  constructor(account: Account, files: FileService, send: Send) {
    super(account, files);
    this.#send = send;
  }

  protected override fetchResponse(input: string, init?: RequestInit): Promise<Response> {
    return this.#send((more) => super.fetchResponse(input, { ...init, ...more }));
  }
}
