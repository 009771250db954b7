import { z } from 'zod';
import type { PluginAuth, Scope } from './access.ts';
import { anySchema, auth, callable, checkDefinition, definitionError, name, objectSchema } from './definition.ts';
import type { Logger } from './logger.ts';
import type { EncodedJson, EventStream, Running } from './response.ts';
import type { Body, FileFields, Files, RawBody, UploadedFile } from './upload.ts';
import type { Workflow } from './workflow-draft.ts';

/** The names between braces in a path: `{ id: string }` for `/notes/{id}`. */
export type PathParameters<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [N in Name]: string } & PathParameters<Rest>
  : unknown;

/** How a handler starts a workflow, where not as usual. */
export interface RunOptions {
  /** The name of the work for people; default: the name of the first file. */
  readonly name?: string;
  /**
   * The files that the run owns; default: all files of the call. A handler that starts several runs gives each its own.
   */
  readonly files?: readonly UploadedFile[];
  /**
   * The endpoint whose response schema the run's answer has, such as `POST /api/v1/notes`; default: the one that was
   * called.
   */
  readonly endpoint?: string;
  /**
   * The id of the run, a UUID. If there is a run with it already, nothing is started and that run is followed. Default:
   * the `operationId` of the call.
   */
  readonly id?: string;
  /**
   * The clock that its sleeps with `clock: 'account'` follow, by the `clock_id` of `POST /v1/clocks`; default: the
   * account's own.
   */
  readonly clockId?: string | undefined;
  /**
   * A whole number from -100 to 100: of the runs of the account that wait to begin, those of a higher priority go first.
   * Accounts take turns whatever it is. Default 0.
   */
  readonly priority?: number | undefined;
}

/**
 * Starts a workflow for the calling account. The run owns the files of the call from then on.
 *
 * @throws Problem `clock-not-found` if the account has no clock `clockId`
 */
export type StartRun = <Input, Answer>(
  workflow: Workflow<Input, Answer>,
  input: Input,
  options?: RunOptions,
) => Promise<Running<Answer>>;

/** One request, authenticated and parsed. */
export interface Call<Input, Path, F extends FileFields, B extends RawBody | undefined> {
  /**
   * The fields of the JSON body or of the form; for GET and DELETE also of the query string. With a raw body: of the
   * query string alone.
   */
  readonly input: Input;
  readonly path: Path;
  readonly files: Files<F>;
  readonly body: Body<B>;
  /** The account of the key; the first argument of every domain call. Empty if the plugin is `public`. */
  readonly account: string;
  /** The scopes of the key. */
  readonly scopes: readonly Scope[];
  /**
   * Who calls, for versions and signatures: the person's name, or the name of the key, or its id if it has none. Empty
   * if `public`.
   */
  readonly by: string;
  /** The id of the person who is signed in; undefined for a key, and if `public`. */
  readonly person: string | undefined;
  readonly headers: Headers;
  /** The IP address of the client. */
  readonly address: string;
  /** Sets a header of the response, also of an error response. */
  setHeader(name: string, value: string): void;
  /**
   * Says that the request acts on something of this account, whose administrators then see its entry of the audit log.
   * For routes by which an operator reaches other accounts. Without it, the entry of an operator there belongs to no
   * account if it names a record.
   */
  actsOn(account: string): void;
  /** The id that the response says: the client's own if it sent one. */
  readonly requestId: string;
  /** The host's own id of the request, for entries of the audit log. */
  readonly auditId: string;
  /**
   * A UUID that is the same for every attempt of a request with an `Idempotency-Key`, also after a crash; otherwise
   * random. A handler that uses it as the id of what it creates is idempotent.
   */
  readonly operationId: string;
  /** Whether the request has an `Idempotency-Key`, so that it can be repeated. */
  readonly repeatable: boolean;
  /** Whether the client accepts Server-Sent Events; false on a route without `events`. */
  readonly wantsEvents: boolean;
  /** The id of the last event that a client has seen which connects again (`Last-Event-ID`). */
  readonly lastEventId: string | undefined;
  /**
   * Aborted when the client disconnects before it was answered, and for a stream of events also when the host stops.
   */
  readonly signal: AbortSignal;
  readonly log: Logger;
  readonly run: StartRun;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type ProtocolMethod = Method | 'HEAD' | 'OPTIONS';

/** Refuses `/notes/:id` by a type that says what to write. */
type WithBraces<Path extends string> = Path extends `${string}/:${string}`
  ? 'write a path parameter in braces: /notes/{id}'
  : unknown;

/** The argument of `route`: the shapes of request and answer, and the handler. */
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
  /** The scope that a key needs to call it, if another than the plugin's. */
  readonly auth?: PluginAuth;
  /**
   * Whether a session needs a fresh proof of who it is (a password, a passkey, a code), as for what gives or takes
   * access. Keys need none. Default: true for what changes something in an administrative scope, otherwise false.
   */
  readonly confirm?: boolean;
  /** One line for the API documentation. */
  readonly summary: string;
  readonly description?: string;
  /**
   * The fields of the JSON body; of the form if there are `files`; of the query string with a raw `body` or for a GET.
   * Fields that a `z.object` does not declare are refused, at every depth; a `z.looseObject` takes any.
   */
  readonly request?: Request;
  /**
   * Fields of `request` that may be in the query string instead of the body, such as how to answer. A GET and a DELETE
   * take every field from either.
   */
  readonly query?: readonly string[];
  /** File fields: the body is then `multipart/form-data`. */
  readonly files?: B extends RawBody ? never : F;
  /** A body that is one file, instead of JSON or a form. */
  readonly body?: B;
  /** The shape of the answer; members that it does not name are left out. */
  readonly response: Response;
  /**
   * The shape of one event's data, for clients that ask a GET for `text/event-stream`; the handler then returns an
   * `EventStream`.
   */
  readonly events?: E;
  /** True if the handler returns a run: the client can wait for it, watch it, or come back later. */
  readonly byRun?: R;
  /**
   * The status of success: 200, 201 for what creates, 204 for an empty answer. Default 200. A run chooses its own: 200,
   * or 202 for a client that does not wait.
   */
  readonly status?: R extends true ? never : 200 | 201 | 202 | 204;
  /** Codes of its own problems, for the API documentation. */
  readonly problems?: readonly string[];
  /** The id of what an answer tells of, for the audit log; default: the `{id}` of the path, or the run. */
  readonly recordOf?: (answer: z.output<NoInfer<Response>>) => string;
  handle(
    call: Call<z.output<Request>, PathParameters<Path>, F, B>,
  ): Result<z.input<Response>, z.input<E>, R> | Promise<Result<z.input<Response>, z.input<E>, R>>;
}

type Result<Answer, Datum, ByRun> = ByRun extends true ? Running<Answer> : Answer | EncodedJson | EventStream<Datum>;

/** A route as the host sees it, with its types erased. */
export interface Route {
  readonly method: ProtocolMethod;
  readonly path: string;
  /** Undefined for that of its plugin. */
  readonly auth: PluginAuth | undefined;
  /** Whether a session needs a fresh proof; undefined for what its scope asks for, see `needsConfirmation`. */
  readonly confirm: boolean | undefined;
  readonly summary: string;
  readonly description: string | undefined;
  readonly request: z.ZodObject | undefined;
  /** Fields of a JSON body that may be in the query string instead. */
  readonly query: readonly string[];
  readonly files: FileFields;
  readonly body: RawBody | undefined;
  readonly response: z.ZodType;
  readonly events: z.ZodType | undefined;
  readonly byRun: boolean;
  readonly status: 200 | 201 | 202 | 204 | 302;
  readonly problems: readonly string[];
  /** The id of what an answer tells of, for the audit log. */
  readonly recordOf: ((answer: unknown) => string) | undefined;
  handle(call: Call<unknown, unknown, FileFields, RawBody | undefined>): unknown;
  /** Of a `protocolRoute`: makes the whole response. `handle` is then never called. */
  readonly serve: ((call: ProtocolCall) => Promise<Response>) | undefined;
  /** The request headers of a protocol, for the API documentation: each by a description, or by its schema. */
  readonly headers: Readonly<Record<string, string | z.ZodType>>;
  /** The bodies of a protocol's answers, by status and media type, for the API documentation. */
  readonly answers: Readonly<Record<number, Readonly<Record<string, z.ZodType>>>>;
  /** Whether its requests belong in the audit log: not those that are made again and again, as for each second of a sound. */
  readonly audited: boolean;
  /** Whether it is in the API documentation: what is no part of the API is not, such as the files of a web application. */
  readonly documented: boolean;
}

/** One request to a protocol route, authenticated and not read. */
export interface ProtocolCall
  extends Pick<
    Call<unknown, unknown, FileFields, undefined>,
    'account' | 'scopes' | 'address' | 'setHeader' | 'requestId' | 'auditId' | 'operationId' | 'log'
  > {
  /** The public id of the key or of the session, for the audit log; empty if the route is public. */
  readonly keyId: string;
  /** The request with its headers. Its body is read as it arrives, up to the limit of the route. */
  readonly request: Request;
}

/** The argument of `protocolRoute`. The fields that are left out are as in `RouteDefinition`; it is audited and documented. */
export interface ProtocolRouteDefinition
  extends Pick<Route, 'method' | 'summary'>,
    Partial<Pick<Route, 'headers' | 'answers' | 'problems' | 'documented' | 'audited'>> {
  /** With parameters in braces. The last one takes the rest of the path, slashes included, as `{name...}`. */
  readonly path: string;
  readonly auth?: PluginAuth;
  readonly confirm?: boolean;
  readonly description?: string;
  /** The body. Its content type is not checked. Default: none. */
  readonly body?: RawBody;
  readonly status: 200 | 201 | 204 | 302;
  /** @throws Problem for an error, which is answered in the shape of the path */
  serve(call: ProtocolCall): Promise<Response>;
}

/** The members that each route may have. */
const code = name.regex(/^[a-z0-9]+([-_][a-z0-9]+)*$/, 'expected lower-case words joined by "-": "visit-closed"');
const common = {
  ...{ path: name, auth: auth.optional(), confirm: z.boolean().optional() },
  ...{ summary: name, description: z.string().optional(), problems: z.array(code).optional() },
};

const mediaType = name.regex(/^[\w.+*-]+\/[\w.+*-]+$/, 'expected a media type such as "image/png"');
const bodyShape = { accept: z.array(mediaType).min(1), maxBytes: z.number().positive(), description: z.string() };
const body = z.strictObject(bodyShape).optional();

const Definition = z.strictObject({
  ...common,
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  ...{ request: objectSchema.optional(), query: z.array(name).optional(), body },
  files: z
    .record(name, z.strictObject({ ...bodyShape, many: z.boolean(), maxTotalBytes: z.number().positive().optional() }))
    .optional(),
  ...{ response: anySchema, events: anySchema.optional(), byRun: z.boolean().optional() },
  status: z.literal([200, 201, 202, 204]).optional(),
  ...{ recordOf: callable.optional(), handle: callable },
});

const Protocol = z.strictObject({
  ...common,
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']),
  headers: z.record(name, z.union([z.string(), anySchema], 'expected a text, or a schema of zod 4')).optional(),
  answers: z.record(z.string(), z.record(name, anySchema)).optional(),
  ...{ documented: z.boolean().optional(), audited: z.boolean().optional(), body },
  ...{ status: z.literal([200, 201, 204, 302]), serve: callable },
});

/** What a route has that its declaration leaves out. */
const defaults = {
  ...{ auth: undefined, confirm: undefined, description: undefined, request: undefined, body: undefined },
  ...{ query: [], files: {}, events: undefined, byRun: false, problems: [], recordOf: undefined },
  ...{ serve: undefined, headers: {}, answers: {}, audited: true, documented: true },
} satisfies Partial<Route>;

/**
 * An endpoint of a protocol that has its own headers, statuses and bodies, and a library that speaks it. The host
 * authenticates and limits the request, and leaves the rest to `serve`. A repeated `Idempotency-Key` of a POST is
 * answered as the first was if the documented headers are the same; the body is not compared. Where JSON will do, use
 * `route`.
 *
 * @returns the route, for `routes` of a plugin
 * @throws Error for unknown and wrong members, and for a path that is not supported
 * @example
 * ```ts
 * const probe = protocolRoute({
 *   method: 'HEAD',
 *   path: '/files/{id}',
 *   summary: 'Ask how much of a file has arrived',
 *   status: 200,
 *   serve: async () => new Response(null, { headers: { 'upload-offset': '0' } }),
 * });
 * ```
 */
export function protocolRoute(definition: ProtocolRouteDefinition): Route {
  checkDefinition(`${definition?.method} ${definition?.path}`, Protocol, definition);
  refuseWrongPath(definition);
  return {
    ...defaults,
    ...definition,
    response: z.null(),
    handle() {
      throw new Error(`${definition.method} ${definition.path} is served as a whole`);
    },
  };
}

/**
 * An endpoint. One declaration gives the types of its handler, the validation of requests and answers, and the API
 * documentation.
 *
 * @param definition method, path, schemas and handler; unknown and wrong fields are refused before `handle` is called
 * @returns the route, for `routes` of a plugin
 * @throws Error for unknown and wrong members, for a path that is not supported, for `events` of another method than GET, and for `status` beside
 *   `byRun`
 * @example
 * ```ts
 * const greet = route({
 *   method: 'GET',
 *   path: '/greetings/{name}',
 *   summary: 'Greet somebody',
 *   request: z.object({ loud: z.boolean().default(false) }),
 *   response: z.object({ text: z.string() }),
 *   handle: ({ path, input }) => {
 *     if (path.name === 'nobody') throw new Problem('not-found', { detail: 'There is nobody of that name.' });
 *     return { text: `Hello ${path.name}${input.loud ? '!' : '.'}` };
 *   },
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
  checkDefinition(`${definition?.method} ${definition?.path}`, Definition, definition);
  const { handle, status, recordOf, ...rest } = definition;
  refuseWrongPath(rest);
  if (rest.events !== undefined && rest.method !== 'GET') {
    throw definitionError(
      `${rest.method} ${rest.path} declares events. Only a GET can be watched; for work that takes long, start a run.`,
    );
  }
  if (rest.byRun === true && status !== undefined) {
    throw definitionError(
      `${rest.method} ${rest.path} declares status ${status} beside byRun. Leave it out: a run answers 200, or 202 ` +
        'to a client that does not wait.',
    );
  }
  if (rest.method === 'GET' && (rest.body !== undefined || rest.files !== undefined))
    throw definitionError(`GET ${rest.path} takes a file. Only a POST, PUT or PATCH is sent with one.`);
  return {
    ...defaults,
    ...rest,
    status: status ?? 200,
    // The boundary where types are erased: the host passes what the schemas above parsed.
    recordOf: recordOf && ((answer) => recordOf(answer as z.output<Response>)),
    handle: (call) => handle(call as Call<z.output<Request>, PathParameters<Path>, F, B>),
  };
}

/** @throws Error for a path that the router would understand otherwise than its author */
function refuseWrongPath({ method, path }: { readonly method: ProtocolMethod; readonly path: string }): void {
  if (!path.startsWith('/')) throw definitionError(`${method} ${path}: a path starts with "/".`);
  const parameter = /\/:(\w*)/.exec(path);
  if (parameter !== null) {
    throw definitionError(
      `${method} ${path}: write the path parameter as {${parameter[1]}} instead of :${parameter[1]}.`,
    );
  }
  const names: readonly string[] = path.match(/\{\w+\}/g) ?? [];
  const twice = names.find((each, at) => names.indexOf(each) !== at);
  if (twice !== undefined) throw definitionError(`${method} ${path}: ${twice} stands twice. Rename one of them.`);
  if (/\*/.test(path))
    throw definitionError(`${method} ${path}: "*" is not supported. Name the parameter in braces, such as {id}.`);
}
