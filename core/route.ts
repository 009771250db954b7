import type { z } from 'zod';
import type { Logger } from './logger.ts';
import type { FileFields, Files } from './upload.ts';
import type { Workflow } from './workflow.ts';

/** The names between braces in a path: `{ id: string }` for `/notes/{id}`. */
export type PathParameters<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [N in Name]: string } & PathParameters<Rest>
  : unknown;

declare const body: unique symbol;

/** A run that a handler started. The host waits for its answer, streams it or answers 202, as the client asked. */
export class Running<Body> {
  readonly id: string;
  /** Never set: it carries the type of the answer's body. */
  declare readonly [body]?: Body;

  constructor(id: string) {
    this.id = id;
  }
}

/** Starts a workflow for the account that called. Files of the call now belong to the run. */
export type StartRun = <Input, Body>(
  workflow: Workflow<Input, Body>,
  input: Input,
  options?: { readonly name?: string },
) => Promise<Running<Body>>;

/** One request, authenticated and parsed. */
export interface Call<Input, Path, F extends FileFields> {
  /** The JSON body or the text fields of the form; for GET and DELETE the query string too. */
  readonly input: Input;
  readonly path: Path;
  readonly files: Files<F>;
  /** The account that the key belongs to; the first argument of every domain call. Empty where the plugin is `public`: nobody is known then. */
  readonly account: string;
  readonly requestId: string;
  /** Aborted when the client goes away before it was answered. */
  readonly signal: AbortSignal;
  readonly log: Logger;
  readonly run: StartRun;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface RouteDefinition<
  Path extends string,
  Request extends z.ZodObject,
  Response extends z.ZodType,
  F extends FileFields,
> {
  readonly method: Method;
  /** With parameters in braces: `/api/v1/transcripts/{id}`. */
  readonly path: Path;
  /** A line for the API documentation. */
  readonly summary: string;
  readonly description?: string;
  /** Fields of the JSON body, or the text fields of the form if there are `files`. */
  readonly request?: Request;
  /** File fields; with them the body is `multipart/form-data`. */
  readonly files?: F;
  /** The answer's shape; fields that it does not name are left out of the answer. */
  readonly response: Response;
  /** Of success: 200, 201 for what creates, 204 for an empty answer. Default 200. */
  readonly status?: 200 | 201 | 202 | 204;
  /** Codes of problems of its own that the documentation should name. */
  readonly problems?: readonly string[];
  handle(call: Call<z.output<Request>, PathParameters<Path>, F>): Result<z.input<Response>> | Promise<Result<z.input<Response>>>;
}

type Result<Body> = Body | Running<Body>;

/** A route as the host sees it: the types have done their work. */
export interface Route {
  readonly method: Method;
  readonly path: string;
  readonly summary: string;
  readonly description: string | undefined;
  readonly request: z.ZodObject | undefined;
  readonly files: FileFields;
  readonly response: z.ZodType;
  readonly status: 200 | 201 | 202 | 204;
  readonly problems: readonly string[];
  handle(call: Call<unknown, unknown, FileFields>): unknown;
}

/**
 * Declares an endpoint: one call gives the types of its handler, the validation and the API documentation.
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
>(definition: RouteDefinition<Path, Request, Response, F>): Route {
  const { handle, ...rest } = definition;
  return {
    ...rest,
    description: rest.description,
    request: rest.request,
    files: rest.files ?? {},
    status: rest.status ?? 200,
    problems: rest.problems ?? [],
    // The boundary where types are erased: the host passes what the schemas above parsed.
    handle: (call) => handle(call as Call<z.output<Request>, PathParameters<Path>, F>),
  };
}
