import { Problem, parseRetryAfter } from 'chronoscribe';
import { z } from 'zod';

/** The problem for a response with status 300 or more. @param doing completes the sentence "AssemblyAI answered …" */
export async function refusal(response: Response, doing: string): Promise<Problem> {
  const { status } = response;
  if (status === 401 || status === 403) {
    return new Problem('provider-unavailable', {
      detail: `AssemblyAI refused the key with ${status}. Mend the setting \`apiKey\` of the transcriber assemblyai.`,
    });
  }
  if (status === 429 || status >= 500) {
    const retryAfter = parseRetryAfter(
      response.headers.get('retry-after') ?? response.headers.get('x-ratelimit-reset'),
    );
    const fault = status === 429 ? 'too many requests; the limit belongs to the account there' : 'a fault of its own';
    return new Problem('provider-unavailable', {
      detail: `AssemblyAI answered ${doing} with ${status}: ${fault}. Try again later.`,
      transient: true,
      ...(retryAfter !== undefined && { retryAfter }),
    });
  }
  if (status < 400) {
    return new Problem('provider-failed', {
      detail: `AssemblyAI answered ${doing} with ${status}, a redirection, which is not followed. Check the setting \`baseUrl\`.`,
    });
  }
  return new Problem('provider-failed', {
    detail: `AssemblyAI answered ${doing} with ${status}${await reason(response)}.`,
  });
}

/** There was no response. */
export function unreachable(doing: string, cause: unknown): Problem {
  return new Problem('provider-unavailable', {
    detail: `AssemblyAI could not be reached for ${doing}. Check the network and the setting \`baseUrl\`.`,
    transient: true,
    cause,
  });
}

/** There was no data for `timeoutMs`. */
export function timedOut(doing: string, timeoutMs: number): Problem {
  return new Problem('provider-unavailable', {
    detail: `AssemblyAI was silent for ${timeoutMs / 1000} s during ${doing}. Try again later.`,
    transient: true,
  });
}

/** The response is cut off, not JSON or of another shape. It has no cause, because a parser's error quotes the text. */
export function malformedAnswer(doing: string): Problem {
  return new Problem('provider-failed', {
    detail: `AssemblyAI's answer to ${doing} broke off or makes no sense. Check the setting \`baseUrl\`, or try again later.`,
  });
}

/** A vendor's message that can be shown: one short line without URLs, which may give access to an upload. */
export function safeMessage(message: string): string {
  return message
    .replace(/\bhttps?:\/\/\S+/gi, '(address)')
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, 200);
}

async function reason(response: Response): Promise<string> {
  const said = z.object({ error: z.string() }).safeParse(await response.json().catch(() => undefined));
  return said.success ? `: ${safeMessage(said.data.error)}` : '';
}
