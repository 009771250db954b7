import { FileService, TranscriptService } from 'assemblyai';
import type { z } from 'zod';
import { exchange, malformedAnswer } from '../service.ts';
import { refusal, requestName } from './faults.ts';

export interface Connection {
  readonly apiKey: string;
  readonly baseUrl: string;
  /** Longest time without data for one request. */
  readonly timeoutMs: number;
}

/** AssemblyAI's own services, bound to one request. */
export interface Services {
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
export async function sendRequest<T>(
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
