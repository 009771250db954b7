import { describeError } from './logger.ts';

const brand = Symbol.for('chronoscribe.problem');

/** One fault of a request, at a field. */
export interface FieldError {
  /** Where the value was looked for. */
  readonly in: 'body' | 'query' | 'path' | 'header';
  /** Names and array positions from the outside in: `['new_outcome', 'changes', 0, 'time']`. */
  readonly path: readonly (string | number)[];
  /** For a person: `Field required`. */
  readonly detail: string;
  /** For a program: `missing`, or what else was wrong. */
  readonly type: string;
}

/** The codes that every service shares, with the status and title each is answered with. */
export const commonProblems = {
  unauthorized: [401, 'Invalid API key'],
  forbidden: [403, 'Forbidden'],
  'not-found': [404, 'Not found'],
  'method-not-allowed': [405, 'Method not allowed'],
  'conflicting-parameters': [400, 'Conflicting parameters'],
  'malformed-json': [400, 'Malformed JSON'],
  'malformed-form': [400, 'Malformed form'],
  'invalid-request': [422, 'Invalid request'],
  'unknown-field': [422, 'Unknown field'],
  'invalid-cursor': [422, 'Invalid cursor'],
  'idempotency-mismatch': [422, 'Idempotency key used with another body'],
  'rate-limited': [429, 'Too many requests'],
  'too-large': [413, 'Too large'],
  'unsupported-media-type': [415, 'Unsupported media type'],
  'unreadable-file': [422, 'Unreadable file'],
  'provider-unavailable': [503, 'Provider unavailable'],
  'provider-failed': [502, 'Provider failed'],
  stopping: [503, 'Stopping'],
  'insufficient-storage': [507, 'Insufficient storage'],
  internal: [500, 'Internal error'],
} as const satisfies Record<string, readonly [status: number, title: string]>;

export type CommonProblemCode = keyof typeof commonProblems;

export interface ProblemOptions {
  /** For a person: what was wrong, where, and how to mend it. Never clinical text. */
  readonly detail: string;
  readonly errors?: readonly FieldError[];
  /** Seconds, sent as `Retry-After`. */
  readonly retryAfter?: number;
  /** True where trying the same again may succeed; a workflow step with attempts left is then tried again. */
  readonly transient?: boolean;
  /** More members of the answer in the `problem+json` style, such as `superseded_by`. */
  readonly members?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/** A code of a plugin's own comes with its status; its title is read from the code (`anchor-not-found`: "Anchor not found"). */
export interface OwnProblemOptions extends ProblemOptions {
  readonly status: number;
}

/** A problem as plain JSON, as a workflow engine keeps it. */
export interface SerializedProblem {
  readonly code: string;
  readonly status: number;
  readonly detail: string;
  readonly errors?: readonly FieldError[];
  readonly retryAfter?: number;
  readonly members?: Readonly<Record<string, unknown>>;
}

/**
 * The one error that is meant for a caller. It is thrown once, where the fault is understood, and rendered once, by the
 * HTTP layer, in the style of the service that was called. Any other error is a fault of ours and answered as `internal`.
 */
export class Problem extends Error {
  /** A problem of another copy of this package is one too: plugins may bring their own. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && brand in value;
  }

  readonly [brand] = true;
  override readonly name = 'Problem';
  readonly code: string;
  readonly status: number;
  readonly title: string;
  readonly errors: readonly FieldError[];
  readonly retryAfter: number | undefined;
  readonly transient: boolean;
  readonly members: Readonly<Record<string, unknown>>;

  constructor(code: CommonProblemCode, options: ProblemOptions);
  constructor(code: string, options: OwnProblemOptions);
  constructor(code: string, options: ProblemOptions & { readonly status?: number }) {
    super(options.detail, options.cause === undefined ? undefined : { cause: options.cause });
    const common: readonly [number, string] | undefined = isCommon(code) ? commonProblems[code] : undefined;
    this.code = code;
    this.status = options.status ?? common?.[0] ?? 500;
    this.title = common?.[1] ?? sentence(code);
    this.errors = options.errors ?? [];
    this.retryAfter = options.retryAfter;
    this.transient = options.transient ?? false;
    this.members = options.members ?? {};
  }

  get detail(): string {
    return this.message;
  }

  toJSON(): SerializedProblem {
    return {
      code: this.code,
      status: this.status,
      detail: this.detail,
      ...(this.errors.length > 0 && { errors: this.errors }),
      ...(this.retryAfter !== undefined && { retryAfter: this.retryAfter }),
      ...(Object.keys(this.members).length > 0 && { members: this.members }),
    };
  }

  static from(serialized: SerializedProblem): Problem {
    return new Problem(serialized.code, serialized);
  }

  /** Any thrown value as a problem: itself if it is one, else `internal`, with nothing of its message shown. */
  static of(thrown: unknown): Problem {
    if (thrown instanceof Problem) return thrown;
    if (isDiskFull(thrown)) {
      return new Problem('insufficient-storage', {
        detail: 'The disk that holds the data folder is full. Free some space and send the request again.',
        cause: thrown,
      });
    }
    return new Problem('internal', { detail: 'Something went wrong on our side.', cause: thrown });
  }
}

/** The problem to answer with in development: the detail of an unexpected error is its message and the line that it comes from. */
export function developmentProblem(thrown: unknown): Problem {
  const problem = Problem.of(thrown);
  if (thrown instanceof Problem || problem.code !== 'internal') return problem;
  return new Problem('internal', { detail: describeError(thrown), cause: thrown });
}

function isCommon(code: string): code is CommonProblemCode {
  return Object.hasOwn(commonProblems, code);
}

function sentence(code: string): string {
  const words = code.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A full disk shows as ENOSPC or EDQUOT from a file and as SQLITE_FULL (13) from the database. */
function isDiskFull(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  const { code, errcode } = thrown as { code?: unknown; errcode?: unknown };
  return code === 'ENOSPC' || code === 'EDQUOT' || errcode === 13 || isDiskFull(thrown.cause);
}

/** What was asked for; undefined where there is none any more. Other failures are passed on. */
export async function undefinedIfNotFound<Found>(asked: Promise<Found>): Promise<Found | undefined> {
  try {
    return await asked;
  } catch (thrown) {
    if (thrown instanceof Problem && thrown.code === 'not-found') return undefined;
    throw thrown;
  }
}

/**
 * Whole seconds that a server asks to be left alone for, by its `Retry-After`: seconds, of which some write fractions, or a date of HTTP (RFC 9110, 10.2.3).
 * 0 for a moment that has passed; undefined where nothing is asked for, or what is asked cannot be understood.
 */
export function parseRetryAfter(asked: string | null | undefined): number | undefined {
  if (asked === null || asked === undefined) return undefined;
  const seconds = /^\d+(?:\.\d+)?$/.test(asked.trim()) ? Number(asked) : (Date.parse(asked) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined;
}
