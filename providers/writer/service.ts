import type { IncomingHttpHeaders } from 'node:http';
import { Problem, parseRetryAfter } from 'chronoscribe';

/** A service at which models are asked, in the words in which its problems are told. */
export interface Service {
  /** `Ollama at http://127.0.0.1:11434`: with the origin alone, as an address may hold a password. */
  readonly name: string;
  /** What to do where nothing answers: `Start it with "ollama serve", or correct baseUrl of the writer.` */
  readonly mendReach: string;
  /** What to do where it lets nobody in: `Correct apiKey of the writer.` */
  readonly mendAccess: string;
}

/** No connection, or one that broke before its answer began. */
export function unreachable({ name, mendReach }: Service, cause: Error): Problem {
  return new Problem('provider-unavailable', { detail: `${name} cannot be reached. ${mendReach}`, transient: true, cause });
}

/** Nothing came for so long. Not tried again: it would be waited for as long once more. */
export function silent({ name }: Service, timeoutMs: number): Problem {
  return new Problem('provider-unavailable', {
    detail: `${name} was silent for ${timeoutMs / 1000} s. A smaller model answers sooner; timeoutMs of the writer sets the limit.`,
  });
}

/** An answer of another kind than was asked for: a page of a proxy, or another service. */
export function notTheService({ name, mendReach }: Service): Problem {
  return new Problem('provider-failed', { detail: `${name} does not answer as that service does. ${mendReach}` });
}

/** An answer that broke off or makes no sense. No cause is kept: a parser's error quotes the text. */
export function brokenOff({ name }: Service): Problem {
  return new Problem('provider-failed', { detail: `${name} broke off its answer, or answered with something unexpected.` });
}

/** A failure that may pass, told within an answer or by its status. */
export function failing({ name }: Service, how: string, headers: IncomingHttpHeaders = {}): Problem {
  const retryAfter = parseRetryAfter(headers['retry-after']);
  return new Problem('provider-unavailable', {
    detail: `${name} ${how}. Try again later.`,
    transient: true,
    ...(retryAfter !== undefined && { retryAfter }),
  });
}

/** What every service means by a status of 300 or more; undefined for those that each explains in its own way. */
export function statusFault(service: Service, status: number, headers: IncomingHttpHeaders): Problem | undefined {
  const { name, mendReach, mendAccess } = service;
  if (status === 401 || status === 403) {
    return new Problem('provider-unavailable', { detail: `${name} refuses access (${status}). ${mendAccess}` });
  }
  if (status === 429) return failing(service, 'has too many requests (429)', headers);
  if (status >= 500) return failing(service, `failed with status ${status}`, headers);
  if (status < 400) {
    return new Problem('provider-failed', {
      detail: `${name} answered with a redirection (${status}), which is not followed. ${mendReach}`,
    });
  }
  return undefined;
}
