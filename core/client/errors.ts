import type { Finding } from './types.ts';

/** One error of a request: at a field, or on a line of an imported file. */
export interface Fault {
  /** RFC 6901: `/new_outcome/changes/0/time`. */
  readonly pointer?: string;
  /** From 1. */
  readonly line?: number;
  readonly detail: string;
}

/** How the service refused a request. */
export interface Refusal {
  /** Of the HTTP answer. */
  readonly status: number;
  /** For a program: `anchor-not-found`. If the answer is not the service's, such as a proxy's page, `http-502`. */
  readonly code: string;
  /** For a person: what was wrong, where, and how to fix it. */
  readonly detail: string;
  readonly errors: readonly Fault[];
  /** The paradoxes that a change would have caused; empty with every code but `paradox-detected`. */
  readonly findings: readonly Finding[];
  /** The other members of the problem, such as `superseded_by` or `consequences`. */
  readonly members: Readonly<Record<string, unknown>>;
  /** Identifies the request in the service's log. */
  readonly requestId: string | undefined;
  /** Seconds until the same request may succeed, if the service knows. */
  readonly retryAfter: number | undefined;
}

/** The service refused a request, or failed to process it. */
export class ChronoscribeError extends Error implements Refusal {
  override readonly name = 'ChronoscribeError';
  declare readonly status: number;
  declare readonly code: string;
  declare readonly detail: string;
  declare readonly errors: readonly Fault[];
  declare readonly findings: readonly Finding[];
  declare readonly members: Readonly<Record<string, unknown>>;
  declare readonly requestId: string | undefined;
  declare readonly retryAfter: number | undefined;

  /** @param endpoint begins the message: `POST /v1/travel`. */
  constructor(endpoint: string, refusal: Refusal) {
    super(`${endpoint}: ${refusal.status} ${refusal.code}: ${refusal.detail}`);
    Object.assign(this, refusal);
  }
}

/**
 * The service could not be reached, or the connection broke before the answer was complete. `cause` is the network's
 * error.
 */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
  readonly url: string;

  constructor(url: string, cause: unknown) {
    super(`No whole answer from ${url}: ${innermost(cause)}`, { cause });
    this.url = url;
  }
}

/** The message of the innermost cause: that of the outermost is only `fetch failed`. */
function innermost(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  return thrown.cause === undefined ? thrown.message : innermost(thrown.cause);
}

/** RFC 9457, as the service writes it. */
interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly errors?: readonly Fault[];
  readonly findings?: readonly Finding[];
  readonly [member: string]: unknown;
}

const slugs = 'urn:chronoscribe:problem:';

/**
 * Reads a problem of the service. Any other body, such as a proxy's page, is quoted up to 200 characters.
 *
 * @param answered the status of the HTTP answer. The problem's own status takes precedence: an event stream begins with
 * 200.
 * @param problem the parsed body.
 * @param text the same body as it came.
 */
export function readRefusal(answered: number, headers: Headers, problem: unknown, text: string): Refusal {
  const requestId = headers.get('x-request-id') ?? undefined;
  const wait = headers.get('retry-after');
  // The service writes seconds. A date, which a proxy may write, is ignored.
  const retryAfter = wait !== null && /^\d+$/.test(wait) ? Number(wait) : undefined;
  if (!isProblem(problem)) {
    const detail = `This is no answer of Chronoscribe; is there a proxy in between? It begins: ${text.slice(0, 200)}`;
    const code = `http-${answered}`;
    return { status: answered, code, detail, errors: [], findings: [], members: {}, requestId, retryAfter };
  }
  const { type, title: _, status, detail, errors = [], findings = [], ...members } = problem;
  return { status, code: type.slice(slugs.length), detail, errors, findings, members, requestId, retryAfter };
}

function isProblem(value: unknown): value is Problem {
  return (
    typeof value === 'object' &&
    value !== null &&
    'type' in value &&
    'status' in value &&
    'detail' in value &&
    typeof value.type === 'string' &&
    value.type.startsWith(slugs) &&
    typeof value.status === 'number' &&
    typeof value.detail === 'string'
  );
}
