import { Problem } from 'chronoscribe';
import { parseRetryAfter } from 'chronoscribe/host';

/** What a problem says of a request to a service: `${server} answered ${request} with 500`. */
export interface RequestName {
  /** `the server at 127.0.0.1:8000`. */
  readonly server: string;
  /** `the recording`. */
  readonly request: string;
  /** Whose settings are to be mended, as in configuration. */
  readonly transcriber: string;
}

/** What ends a request to a service. */
export interface RequestLimit {
  readonly signal: AbortSignal;
  /** Restarts the time without data. */
  moved(): void;
  /** Tells that there is a response: what is wrong from now on is wrong with it. */
  answered(): void;
}

/**
 * Runs one request to a service, which ends with `signal`, or if nothing moves for `timeoutMs`. Nothing is retried here:
 * the workflow retries.
 *
 * @throws the reason of `signal` when that aborts; errors of reading the recording; a Problem for every other error
 */
export async function exchange<T>(
  name: RequestName,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal },
  ask: (limit: RequestLimit) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const over = new AbortController();
  const done = new AbortController();
  const timer = setTimeout(() => over.abort(), timeoutMs);
  let hasAnswered = false;
  try {
    return await ask({
      signal: AbortSignal.any([signal, over.signal, done.signal]),
      moved: () => {
        timer.refresh();
      },
      answered: () => {
        hasAnswered = true;
      },
    });
  } catch (thrown) {
    signal.throwIfAborted();
    if (over.signal.aborted) throw timedOut(name, timeoutMs);
    if (thrown instanceof Problem || isOfFile(thrown)) throw thrown;
    throw hasAnswered ? malformedAnswer(name) : unreachable(name, thrown);
  } finally {
    clearTimeout(timer);
    done.abort();
  }
}

/** Whether the error is from reading the recording, not from the network. */
function isOfFile(thrown: unknown): boolean {
  const isOfReading = thrown instanceof Error && 'syscall' in thrown && /^(?:open|read)$/.test(String(thrown.syscall));
  return isOfReading && 'path' in thrown;
}

/** A status of 300 or more. */
export interface Refusal {
  readonly status: number;
  /** The header `Retry-After`, or what a service has in its place. */
  readonly retryAfter: string | null | undefined;
  /** What the service says of it, as the end of a sentence; empty if nothing. */
  readonly reason: string;
  /** What a service says by 429, beside that there are too many requests. */
  readonly limit?: string;
}

/** The problem for a refusal whose reason is the same with every service; undefined for another one. */
export function commonRefusal(name: RequestName, { status, retryAfter, reason, limit = '' }: Refusal) {
  const answered = `${answeredBy(name, status)}${reason}`;
  if (status === 401 || status === 403) {
    const mend = `Mend the setting \`apiKey\` of the transcriber ${name.transcriber}`;
    return new Problem('provider-unavailable', {
      detail: `${capital(name.server)} refused the key with ${status}. ${mend}.`,
    });
  }
  if (status === 408 || status === 429 || status >= 500) {
    const seconds = parseRetryAfter(retryAfter);
    return new Problem('provider-unavailable', {
      detail: `${answered}: ${status === 429 ? `too many requests${limit}` : 'a fault of its own'}. Try again later.`,
      transient: true,
      ...(seconds !== undefined && { retryAfter: seconds }),
    });
  }
  if (status >= 400) return undefined;
  const detail = `${answered}, a redirection, which is not followed. Check the setting \`baseUrl\`.`;
  return new Problem('provider-failed', { detail });
}

/** `The server at 127.0.0.1:8000 answered the recording with 500`. */
export function answeredBy({ server, request }: RequestName, status: number): string {
  return `${capital(server)} answered ${request} with ${status}`;
}

function unreachable({ server, request, transcriber }: RequestName, cause: unknown): Problem {
  const brokeOff = cause instanceof Error && 'code' in cause && (cause.code === 'ECONNRESET' || cause.code === 'EPIPE');
  const smaller =
    transcriber === 'openai-compatible' ? '; if that was too large, lower the setting `maxUploadBytes`' : '';
  const detail = brokeOff
    ? `broke off the connection during ${request}. Try again later${smaller}.`
    : `could not be reached for ${request}. Check that it runs, the network and the setting \`baseUrl\`.`;
  return new Problem('provider-unavailable', { detail: `${capital(server)} ${detail}`, transient: true, cause });
}

function timedOut({ server, request }: RequestName, timeoutMs: number): Problem {
  const detail = `${capital(server)} was silent for ${timeoutMs / 1000} s during ${request}.`;
  return new Problem('provider-unavailable', {
    detail: `${detail} Try again later, or raise the setting \`timeoutMs\`.`,
    transient: true,
  });
}

/** The response is cut off, not JSON or of another shape. It has no cause, because a parser's error quotes the text. */
export function malformedAnswer({ server, request }: RequestName): Problem {
  const detail = `The answer of ${server} to ${request} broke off or makes no sense.`;
  return new Problem('provider-failed', { detail: `${detail} Check the setting \`baseUrl\`, or try again later.` });
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The same pieces. @param sent gets the number of bytes of each once it was taken */
export async function* metered(body: AsyncIterable<Buffer>, sent: (bytes: number) => void): AsyncGenerator<Buffer> {
  for await (const piece of body) {
    yield piece;
    sent(piece.length);
  }
}
