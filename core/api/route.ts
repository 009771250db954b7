import type { z } from 'zod';
import type { Logger } from './logger.ts';
import type { EventStream, Running } from './response.ts';
import type { Body, FileFields, Files, RawBody, UploadedFile } from './upload.ts';
import type { Workflow } from './workflow.ts';

/** What a key may be allowed to do. */
export const scopes = ['time', 'clinical', 'admin'] as const;
export type Scope = (typeof scopes)[number];

/** The scope that a key needs to call a plugin's routes. `any` takes every key, `public` needs none. */
export type PluginAuth = Scope | 'any' | 'public';

/** Whether a plugin with this scope may see clinical text, so that the messages of its errors stay out of logs. */
export function isClinical(auth: PluginAuth): boolean {
  return auth === 'clinical' || auth === 'any';
}

/** Whether a key with these scopes may call a plugin. */
export function mayCall(held: readonly Scope[], auth: PluginAuth): boolean {
  return auth === 'any' || auth === 'public' || held.includes(auth);
}

/** The names between braces in a path: `{ id: string }` for `/notes/{id}`. */
export type PathParameters<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [N in Name]: string } & PathParameters<Rest>
  : unknown;

export interface RunOptions {
  /** What the client calls the work; default: the name of the first file. */
  readonly name?: string;
  /** The files that belong to the run; default: all of the call. With them a handler may start several runs, and answer with something else. */
  readonly files?: readonly UploadedFile[];
  /** The endpoint in whose shape the run is answered, such as `POST /api/v1/notes`; default: the one that is called, which then answers with the run. */
  readonly endpoint?: string;
}

/** Starts a workflow for the account that called. Files of the call now belong to the run. */
export type StartRun = <Input, Answer>(
  workflow: Workflow<Input, Answer>,
  input: Input,
  options?: RunOptions,
) => Promise<Running<Answer>>;

/** One request, authenticated and parsed. */
export interface Call<Input, Path, F extends FileFields, B extends RawBody | undefined> {
  /** The JSON body or the text fields of the form; for GET and DELETE the query string too. Beside a raw body the query string alone. */
  readonly input: Input;
  readonly path: Path;
  readonly files: Files<F>;
  readonly body: Body<B>;
  /** The account that the key belongs to; the first argument of every domain call. Empty where the plugin is `public`: nobody is known then. */
  readonly account: string;
  /** What the key may do. */
  readonly scopes: readonly Scope[];
  readonly requestId: string;
  /**
   * A UUID that is the same for each try of one request with an `Idempotency-Key`, also after the process died before it had answered; without one it is random. A
   * handler that names by it what it makes finds, when it is tried again, what it made.
   */
  readonly operationId: string;
  /** Whether the request came with an `Idempotency-Key`: what is kept for a try that comes again is of no use without. */
  readonly repeatable: boolean;
  /** Whether the client asked for Server-Sent Events; never on a route without `events`. */
  readonly wantsEvents: boolean;
  /** Aborted when the client goes away before it was answered; where it `wantsEvents` also when the host begins to stop. */
  readonly signal: AbortSignal;
  readonly log: Logger;
  readonly run: StartRun;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Refuses `/notes/:id` by a type that says what to write. */
type WithBraces<Path extends string> = Path extends `${string}/:${string}`
  ? 'write a path parameter in braces: /notes/{id}'
  : unknown;

export interface RouteDefinition<
  Path extends string,
  Request extends z.ZodObject,
  Response extends z.ZodType,
  F extends FileFields,
  B extends RawBody | undefined,
  E extends z.ZodType,
  R extends boolean,
> {
  readonly method: Method;
  /** With parameters in braces: `/api/v1/transcripts/{id}`. */
  readonly path: Path & WithBraces<Path>;
  /** A line for the API documentation. */
  readonly summary: string;
  readonly description?: string;
  /** Fields of the JSON body; the text fields of the form if there are `files`; those of the query string beside a raw `body`. */
  readonly request?: Request;
  /** File fields; with them the body is `multipart/form-data`, so there can be no raw one. */
  readonly files?: B extends RawBody ? never : F;
  /** A whole body that is streamed to the disk, instead of fields or a form. */
  readonly body?: B;
  /** The answer's shape; fields that it does not name are left out of the answer. */
  readonly response: Response;
  /** The shape of one event's data, for clients that ask a GET for `text/event-stream`; the handler then answers with an `EventStream`. */
  readonly events?: E;
  /** True where the handler answers with a run, always: clients may then watch it, or leave it and come back. */
  readonly byRun?: R;
  /** The status of success: 200, 201 for what creates, 204 for an empty answer. Default 200. A run chooses its own: 200, or 202 for a client that does not wait. */
  readonly status?: R extends true ? never : 200 | 201 | 202 | 204;
  /** Codes of problems of its own that the documentation should name. */
  readonly problems?: readonly string[];
  handle(
    call: Call<z.output<Request>, PathParameters<Path>, F, B>,
  ): Result<z.input<Response>, z.input<E>, R> | Promise<Result<z.input<Response>, z.input<E>, R>>;
}

type Result<Answer, Datum, ByRun> = ByRun extends true ? Running<Answer> : Answer | EventStream<Datum>;

/** A route as the host sees it: the types have done their work. */
export interface Route {
  readonly method: Method;
  readonly path: string;
  readonly summary: string;
  readonly description: string | undefined;
  readonly request: z.ZodObject | undefined;
  readonly files: FileFields;
  readonly body: RawBody | undefined;
  readonly response: z.ZodType;
  readonly events: z.ZodType | undefined;
  readonly byRun: boolean;
  readonly status: 200 | 201 | 202 | 204;
  readonly problems: readonly string[];
  handle(call: Call<unknown, unknown, FileFields, RawBody | undefined>): unknown;
}

/**
 * Declares an endpoint: one call gives the types of its handler, the validation and the API documentation. Throws for events of what is no GET.
 *
 * ```ts
 * route({
 *   method: 'POST',
 *   path: '/v1/fast-forward',
 *   summary: 'Move the clock forward',
 *   request: z.object({ duration: Duration }),
 *   response: z.object({ status: z.string(), new_time: Instant }),
 *   handle: async ({ account, input }) => …,
 * });
 * ```
 */
export function route<
  const Path extends string,
  Response extends z.ZodType,
  Request extends z.ZodObject = z.ZodObject<Record<never, never>>,
  F extends FileFields = Record<never, never>,
  B extends RawBody | undefined = undefined,
  E extends z.ZodType = z.ZodNever,
  R extends boolean = false,
>(definition: RouteDefinition<Path, Request, Response, F, B, E, R>): Route {
  const { handle, status, ...rest } = definition;
  refuseWrongPath(rest);
  if (rest.events !== undefined && rest.method !== 'GET') {
    throw new Error(
      `${rest.method} ${rest.path} declares events. Only a GET can be watched; for work that takes long, start a run.`,
    );
  }
  if (rest.byRun === true && status !== undefined) {
    throw new Error(
      `${rest.method} ${rest.path} declares status ${status} beside byRun. Leave it out: a run answers 200, or 202 to a client that does not wait.`,
    );
  }
  return {
    ...rest,
    description: rest.description,
    request: rest.request,
    files: rest.files ?? {},
    body: rest.body,
    events: rest.events,
    byRun: rest.byRun ?? false,
    status: status ?? 200,
    problems: rest.problems ?? [],
    // The boundary where types are erased: the host passes what the schemas above parsed.
    handle: (call) => handle(call as Call<z.output<Request>, PathParameters<Path>, F, B>),
  };
}

/** @throws Error for a path that the router would understand otherwise than its author */
function refuseWrongPath({ method, path }: { readonly method: Method; readonly path: string }): void {
  if (!path.startsWith('/')) throw new Error(`${method} ${path}: a path starts with "/".`);
  const parameter = /\/:(\w*)/.exec(path);
  if (parameter !== null) {
    throw new Error(`${method} ${path}: write the path parameter as {${parameter[1]}} instead of :${parameter[1]}.`);
  }
  if (/\*/.test(path)) throw new Error(`${method} ${path}: "*" is not supported. Name the parameter in braces, such as {id}.`);
}
