import type { IncomingMessage } from 'node:http';
import { Problem, parseRetryAfter } from 'chronoscribe';
import { z } from 'zod';

/** The names in a problem: `${server} answered ${request} with 500`. */
export interface RequestName {
  /** `the server at 127.0.0.1:8000`. */
  readonly server: string;
  /** `the recording`. */
  readonly request: string;
}

/** The problem for a response with status 300 or more. */
export function refusal(
  { server, request }: RequestName,
  { statusCode = 0, headers }: IncomingMessage,
  body: string,
): Problem {
  const code = codeOf(body);
  const answered = `${capital(server)} answered ${request} with ${statusCode}${code === undefined ? '' : ` (${code})`}`;
  if (statusCode === 401 || statusCode === 403) {
    const mend = 'Mend the setting `apiKey` of the transcriber openai-compatible';
    return new Problem('provider-unavailable', {
      detail: `${capital(server)} refused the key with ${statusCode}. ${mend}.`,
    });
  }
  if (statusCode === 404) {
    const mend = 'Check the settings `baseUrl`, which ends with /v1, and `model`';
    return new Problem('provider-unavailable', {
      detail: `${answered}. ${mend} of the transcriber openai-compatible.`,
    });
  }
  if (statusCode === 413) {
    const mend = 'Lower the setting `maxUploadBytes` of the transcriber openai-compatible';
    return new Problem('provider-failed', { detail: `${answered}: too large. ${mend}.` });
  }
  if (statusCode === 429 && code === 'insufficient_quota') {
    return new Problem('provider-unavailable', { detail: `${answered}: the account there has no credit left.` });
  }
  if (statusCode === 408 || statusCode === 429 || statusCode >= 500) {
    const retryAfter = parseRetryAfter(headers['retry-after']);
    return new Problem('provider-unavailable', {
      detail: `${answered}: ${statusCode === 429 ? 'too many requests' : 'a fault of its own'}. Try again later.`,
      transient: true,
      ...(retryAfter !== undefined && { retryAfter }),
    });
  }
  if (statusCode < 400) {
    return new Problem('provider-failed', {
      detail: `${answered}, a redirection, which is not followed. Check the setting \`baseUrl\`.`,
    });
  }
  return new Problem('provider-failed', {
    detail: `${answered}. Check the settings \`model\` and \`responseFormat\`, and its log for the reason.`,
  });
}

/** There was no response. */
export function unreachable({ server, request }: RequestName, cause: unknown): Problem {
  const brokeOff = cause instanceof Error && 'code' in cause && (cause.code === 'ECONNRESET' || cause.code === 'EPIPE');
  const detail = brokeOff
    ? `broke off the connection during ${request}. Try again later; if that was too large, lower the setting \`maxUploadBytes\`.`
    : `could not be reached for ${request}. Check that it runs, the network and the setting \`baseUrl\`.`;
  return new Problem('provider-unavailable', { detail: `${capital(server)} ${detail}`, transient: true, cause });
}

/** There was no data for `timeoutMs`. */
export function timedOut({ server, request }: RequestName, timeoutMs: number): Problem {
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

/** A server's error code. Its message is not used: it may quote clinical text. */
function codeOf(body: string): string | undefined {
  const code = refusalBody.safeParse(parsed(body)).data?.error.code;
  return code != null && /^[a-z][a-z_]{1,60}$/.test(code) ? code : undefined;
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The error code in OpenAI's format. */
const refusalBody = z.object({ error: z.object({ code: z.string().nullish() }) });
