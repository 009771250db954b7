import { z } from 'zod';
import { describeError } from './logger.ts';

const brand = Symbol.for('chronoscribe.problem');

/** What is wrong with one field of a request. */
export const FieldError = z.object({
  /** Where the value was looked for. */
  in: z.enum(['body', 'query', 'path', 'header']),
  /** Names and array positions from the outside in: `['new_outcome', 'changes', 0, 'time']`. */
  path: z.array(z.union([z.string(), z.number()])).readonly(),
  /** For a person: `Field required`. */
  detail: z.string(),
  /** For a program, such as `missing`. */
  type: z.string(),
});
export type FieldError = Readonly<z.output<typeof FieldError>>;

/** The codes that every service shares, with their status and title. */
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
  'quota-exceeded': [507, 'Quota exceeded'],
  'insufficient-storage': [507, 'Insufficient storage'],
  internal: [500, 'Internal error'],
} as const satisfies Record<string, readonly [status: number, title: string]>;

/** A code of which the host knows the status: `not-found` is 404. A code of your own comes with its `status`. */
export type CommonProblemCode = keyof typeof commonProblems;

/** What a `Problem` says beside its code. */
export interface ProblemOptions {
  /** For a person: what is wrong, where, and how to fix it. Never clinical text. */
  readonly detail: string;
  readonly errors?: readonly FieldError[];
  /** Seconds, sent as `Retry-After`. */
  readonly retryAfter?: number;
  /** True if the same attempt may succeed later; a workflow step with attempts left is then repeated. Default false. */
  readonly transient?: boolean;
  /** Further members of the answer, such as `superseded_by`. */
  readonly members?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/**
 * A plugin's own code comes with its status. The title follows from the code (`anchor-not-found`: "Anchor not found").
 */
export interface OwnProblemOptions extends ProblemOptions {
  readonly status: number;
}

/** A problem as plain JSON, as a workflow engine stores it. */
export const SerializedProblem = z.object({
  code: z.string(),
  status: z.number(),
  detail: z.string(),
  errors: z.array(FieldError).readonly().exactOptional(),
  retryAfter: z.number().exactOptional(),
  members: z.record(z.string(), z.unknown()).readonly().exactOptional(),
});
export type SerializedProblem = Readonly<z.output<typeof SerializedProblem>>;

/**
 * An error for the caller of an endpoint. Throw it where the cause is known; the host turns it into the answer, in the
 * style of the service that was called. Any other error is a bug: it is logged and answered as `internal`.
 *
 * @example
 * ```ts
 * throw new Problem('not-found', { detail: 'There is no note with this id.' });
 * ```
 * @example
 * ```ts
 * throw new Problem('note-locked', { status: 409, detail: 'The note is signed. Make an addendum instead.' });
 * ```
 */
export class Problem extends Error {
  /** Also true for a problem of another copy of this package, which a plugin may have installed. */
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

  /**
   * @param code a common code, or one of your own with its `status`
   * @param options at least the `detail`
   */
  constructor(code: CommonProblemCode, options: ProblemOptions);
  constructor(code: string, options: OwnProblemOptions);
  constructor(code: string, options: ProblemOptions & { readonly status?: number }) {
    super(options.detail, options.cause === undefined ? undefined : { cause: options.cause });
    const known: Readonly<Record<string, readonly [number, string]>> = commonProblems;
    const common = Object.hasOwn(known, code) ? known[code] : undefined;
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

  /** Any thrown value as a problem: itself if it is one, else `internal` without its message. */
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

/**
 * The problem to answer with in development: the detail of an unexpected error is its message and the line that it
 * comes from.
 */
export function developmentProblem(thrown: unknown): Problem {
  const problem = Problem.of(thrown);
  if (thrown instanceof Problem || problem.code !== 'internal') return problem;
  return new Problem('internal', { detail: describeError(thrown), cause: thrown });
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

/**
 * The value of a promise; undefined if it rejects with `not-found`.
 *
 * @example
 * const photo = await undefinedIfNotFound(Array.fromAsync(blobs.read('visits/7/photo')));
 * log.info({ hasPhoto: photo !== undefined }, 'looked');
 */
export async function undefinedIfNotFound<Found>(promise: Promise<Found>): Promise<Found | undefined> {
  try {
    return await promise;
  } catch (thrown) {
    if (thrown instanceof Problem && thrown.code === 'not-found') return undefined;
    throw thrown;
  }
}

/**
 * The seconds of a `Retry-After` header (RFC 9110, 10.2.3): a number, of which some servers write fractions, or a date.
 *
 * @returns whole seconds, 0 for a date in the past; undefined without a header, or for one that cannot be parsed
 * @example
 * const response = await fetch('http://127.0.0.1:9000/weather', { signal });
 * const retryAfter = parseRetryAfter(response.headers.get('retry-after')) ?? 60;
 * const detail = 'The weather service asks to wait.';
 * if (response.status === 429) throw new Problem('provider-unavailable', { detail, transient: true, retryAfter });
 */
export function parseRetryAfter(header: string | null | undefined): number | undefined {
  if (header === null || header === undefined) return undefined;
  const seconds = /^\d+(?:\.\d+)?$/.test(header.trim()) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined;
}
