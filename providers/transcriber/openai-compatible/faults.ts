import type { IncomingMessage } from 'node:http';
import { Problem, parseRetryAfter } from 'chronoscribe';
import { z } from 'zod';

/** A request as a problem names it: `${server} answered ${doing} with 500`. */
export interface RequestName {
  /** `the server at 127.0.0.1:8000`. */
  readonly server: string;
  /** `the recording`. */
  readonly request: string;
}

/** The problem that an answer with a status of 300 or more stands for. */
export function refusal({ server, request }: RequestName, { statusCode = 0, headers }: IncomingMessage, body: string): Problem {
  const code = codeOf(body);
  const answered = `${capital(server)} answered ${request} with ${statusCode}${code === undefined ? '' : ` (${code})`}`;
  if (statusCode === 401 || statusCode === 403) {
    const mend = 'Mend the setting `apiKey` of the transcriber openai-compatible';
    return new Problem('provider-unavailable', { detail: `${capital(server)} refused the key with ${statusCode}. ${mend}.` });
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

/** No answer came. */
export function unreachable({ server, request }: RequestName, cause: unknown): Problem {
  const brokeOff = cause instanceof Error && 'code' in cause && (cause.code === 'ECONNRESET' || cause.code === 'EPIPE');
  const detail = brokeOff
    ? `broke off the connection during ${request}. Try again later; if that was too large, lower the setting \`maxUploadBytes\`.`
    : `could not be reached for ${request}. Check that it runs, the network and the setting \`baseUrl\`.`;
  return new Problem('provider-unavailable', { detail: `${capital(server)} ${detail}`, transient: true, cause });
}

/** Nothing moved for `timeoutMs`. */
export function timedOut({ server, request }: RequestName, timeoutMs: number): Problem {
  const detail = `${capital(server)} was silent for ${timeoutMs / 1000} s during ${request}.`;
  return new Problem('provider-unavailable', {
    detail: `${detail} Try again later, or raise the setting \`timeoutMs\`.`,
    transient: true,
  });
}

/** An answer that broke off, is no JSON or is not what was asked for. No cause is kept: a parser's error quotes the text. */
export function malformedAnswer({ server, request }: RequestName): Problem {
  const detail = `The answer of ${server} to ${request} broke off or makes no sense.`;
  return new Problem('provider-failed', { detail: `${detail} Check the setting \`baseUrl\`, or try again later.` });
}

/** A server's own name for what is wrong, and none of its words: these may quote what it heard. */
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

/** What a refusal says in OpenAI's form, as far as it is read: its words may quote the question. */
const refusalBody = z.object({ error: z.object({ code: z.string().nullish() }) });
