/**
 * The ways in which a service can fail while it still accepts connections. For a closed port see `VendorServer.refuse`.
 */
export type Fault =
  /** Answers this status, for example 401, 429 with `Retry-After`, or 500. */
  | {
      readonly fault: 'status';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
    }
  /** Takes the request and never answers. */
  | { readonly fault: 'hang' }
  /** Begins the right answer, then closes the connection in the middle of the body. */
  | { readonly fault: 'cut' }
  /** Begins the right answer, then sends nothing more and keeps the connection open. */
  | { readonly fault: 'stall' }
  /** Valid JSON that is not what was asked for. */
  | { readonly fault: 'wrong-shape' }
  /** `Content-Type: application/json` with half an object. */
  | { readonly fault: 'invalid-json' }
  /** What a proxy answers when the service behind it has moved: a page, with status 200. */
  | { readonly fault: 'html' };

export interface Failing {
  readonly fault: Fault;
  /** Which requests fail, as `POST /v2/upload`; a `*` stands for one part of the path. Undefined: all. */
  readonly on?: string | undefined;
  /** How often, before the service works again; undefined: from now on. */
  readonly times?: number | undefined;
  /** How many of those requests are answered before; undefined: none. */
  readonly after?: number | undefined;
}

/** Holds the faults that are waiting to happen, in the order in which they were asked for. */
export class FaultPlan {
  #waiting: { readonly failing: Failing; left: number; passing: number }[] = [];

  add(failing: Failing): void {
    this.#waiting.push({ failing, left: failing.times ?? Number.POSITIVE_INFINITY, passing: failing.after ?? 0 });
  }

  clear(): void {
    this.#waiting = [];
  }

  /** The fault that this request meets, counted as used. */
  next(method: string, path: string): Fault | undefined {
    const met = this.#waiting.find(
      ({ failing: { on }, left }) => left > 0 && (on === undefined || isRequest(on, method, path)),
    );
    if (met === undefined) return undefined;
    if (met.passing > 0) {
      met.passing -= 1;
      return undefined;
    }
    met.left -= 1;
    return met.failing.fault;
  }
}

/** Whether a request is one of `POST /v2/upload`; a `*` stands for one part of the path. */
export function isRequest(on: string, method: string, path: string): boolean {
  const wanted = on.split(/[ /]/);
  const asked = `${method} ${path}`.split(/[ /]/);
  return wanted.length === asked.length && wanted.every((part, index) => part === '*' || part === asked[index]);
}
