import type { Finding } from './resources.ts';

/** One fault of a request: at a field, or on a line of an imported file. */
export interface Fault {
  /** RFC 6901: `/new_outcome/changes/0/time`. */
  readonly pointer?: string;
  /** From 1. */
  readonly line?: number;
  readonly detail: string;
}

/** What the service says of a request that it does not do. */
export interface Refusal {
  /** Of the HTTP answer. */
  readonly status: number;
  /** What is wrong, for a program: `anchor-not-found`. Where the answer is not the service's, such as a proxy's page, `http-502`. */
  readonly code: string;
  /** For a person: what was wrong, where, and how to mend it. */
  readonly detail: string;
  readonly errors: readonly Fault[];
  /** The paradoxes that a change would have brought; empty with every code but `paradox-detected`. */
  readonly findings: readonly Finding[];
  /** Whatever else the service said, such as `superseded_by` or `consequences`. */
  readonly members: Readonly<Record<string, unknown>>;
  /** Names the request in the service's log. */
  readonly requestId: string | undefined;
  /** Seconds until the same request may succeed, where the service knows. */
  readonly retryAfter: number | undefined;
}

/** The service refused a request, or failed at it. */
export class ChronoscribeError extends Error implements Refusal {
  override readonly name = 'ChronoscribeError';
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly errors: readonly Fault[];
  readonly findings: readonly Finding[];
  readonly members: Readonly<Record<string, unknown>>;
  readonly requestId: string | undefined;
  readonly retryAfter: number | undefined;

  /** @param asked what was asked for, to begin the message with: `POST /v1/travel`. */
  constructor(asked: string, refusal: Refusal) {
    super(`${asked}: ${refusal.status} ${refusal.code}: ${refusal.detail}`);
    this.status = refusal.status;
    this.code = refusal.code;
    this.detail = refusal.detail;
    this.errors = refusal.errors;
    this.findings = refusal.findings;
    this.members = refusal.members;
    this.requestId = refusal.requestId;
    this.retryAfter = refusal.retryAfter;
  }
}

/** The service could not be reached, or the connection broke before the answer was whole. `cause` is the fault underneath. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
  readonly url: string;

  constructor(url: string, cause: unknown) {
    super(`No whole answer from ${url}: ${innermost(cause)}`, { cause });
    this.url = url;
  }
}

/** `fetch failed` says nothing; the socket's own error, some causes down, does. */
function innermost(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  return thrown.cause === undefined ? thrown.message : innermost(thrown.cause);
}
