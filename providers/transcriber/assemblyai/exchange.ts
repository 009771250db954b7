import { FileService, TranscriptService } from 'assemblyai';
import { Problem } from 'chronoscribe';
import type { z } from 'zod';
import { malformedAnswer, refusal, timedOut, unreachable } from './faults.ts';

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
 * the status, so they are added where it calls `fetch`. Nothing is retried here: the workflow retries.
 *
 * @param doing names the request in a problem: "AssemblyAI answered the upload with 500"
 * @throws the reason of `signal` when that aborts; a Problem for every other error
 */
export async function sendRequest<T>(
  { timeoutMs, ...account }: Connection,
  doing: string,
  signal: AbortSignal,
  answer: z.ZodType<T>,
  ask: (services: Services) => Promise<unknown>,
): Promise<T> {
  signal.throwIfAborted();
  const limit = timeLimit(timeoutMs, signal);
  let answered = false;
  const send: Send = async (request) => {
    const response = await request({ signal: limit.signal, redirect: 'manual' });
    answered = true;
    if (response.status >= 300) throw await refusal(response, doing);
    return response;
  };
  try {
    const files = new Files(account, send);
    const parsed = answer.safeParse(
      await ask({ files, transcripts: new Transcripts(account, files, send), moved: limit.restart }),
    );
    if (!parsed.success) throw malformedAnswer(doing);
    return parsed.data;
  } catch (thrown) {
    signal.throwIfAborted();
    if (limit.isOver()) throw timedOut(doing, timeoutMs);
    if (thrown instanceof Problem) throw thrown;
    throw answered ? malformedAnswer(doing) : unreachable(doing, thrown);
  } finally {
    limit.end();
  }
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

/** Aborts with `signal`, or if `restart` is not called for `ms`. */
function timeLimit(ms: number, signal: AbortSignal) {
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(), ms);
  return {
    signal: AbortSignal.any([signal, over.signal]),
    isOver: () => over.signal.aborted,
    restart: () => {
      timer.refresh();
    },
    end: () => clearTimeout(timer),
  };
}
