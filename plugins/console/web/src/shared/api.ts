import { QueryClient } from '@tanstack/react-query';
import { isAttended } from './activity.ts';
import { i18n } from './i18n.ts';
import type { paths } from './openapi.ts';
import type { Issue } from './read-api-error.ts';
import { askForConfirmation, keepUntilAnswered, watchSession, whenUnlocked } from './session-gate.ts';

/** An answer of the API that is an error, or a request that did not reach it. */
export class ApiError extends Error {
  /** HTTP status; 0 if the host was not reached. */
  readonly status: number;
  /** The API's code, such as `version_conflict`; `unreachable` if the host was not reached. */
  readonly code: string;
  readonly issues: readonly Issue[];
  /** The whole body, for errors that carry more, such as `changes` of a conflict. */
  readonly body: unknown;

  constructor(status: number, code: string, issues: readonly Issue[], body: unknown) {
    super(issues.map(({ message }) => message).join(' ') || code);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.issues = issues;
    this.body = body;
  }

  /** What the API says about a field and its parts; undefined if nothing. */
  about(field: string): string | undefined {
    const found = this.issues.filter((issue) => issue.field === field || issue.field.startsWith(`${field}.`));
    const texts = found.map((issue) => [issue.field.slice(field.length + 1), issue.message].filter(Boolean).join(': '));
    return texts.length === 0 ? undefined : texts.join(' ');
  }
}

/** What a type of problem means to a person, in the language of the page. @param status of the answer, for a type of a plugin */
export function problemSentence(type: string, status: number): string {
  const types = [type.replaceAll('_', '-'), status >= 500 ? 'internal' : 'invalid-request'];
  return i18n.t(types, { ns: 'problems' });
}

/** What went wrong, for a person. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error);
  return error.status === 0 ? i18n.t('error.unreachable') : problemSentence(error.code, error.status);
}

/**
 * Answers of the API that the page has. A request that did not reach the host is tried twice more. Nothing is ever
 * "paused while offline": loopback works without a network, and a failure must be shown at once.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      staleTime: 10_000,
      retry: (failures, error) => failures < 2 && error instanceof ApiError && [0, 502, 503].includes(error.status),
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

const otherTabs = new BroadcastChannel('chronoscribe-changes');
otherTabs.onmessage = ({ data }: MessageEvent<readonly unknown[]>) =>
  void queryClient.invalidateQueries({ queryKey: data });

/** Has the other tabs ask anew for what this one has changed. */
export function refreshOtherTabs(...queryKey: readonly unknown[]): void {
  otherTabs.postMessage(queryKey);
}

/** Has queries asked anew, here and in the other tabs. */
export function refresh(...queryKey: readonly unknown[]): Promise<void> {
  refreshOtherTabs(...queryKey);
  return queryClient.invalidateQueries({ queryKey });
}

interface Options {
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Called with an answer that is no error, for its headers. */
  readonly seen?: (response: Response) => void;
}

/**
 * The API of the host, typed by its OpenAPI document: `await api.GET('/api/v1/runs/{id}', { id })`. The fields are those
 * of the path and of the query, and `body` for JSON. Each throws an {@link ApiError} for an answer that is an error.
 *
 * A request that finds the session ended waits until somebody signs in again, and is then sent once more: so what
 * somebody saves at that moment is not lost. One that needs a proof of who is at the screen asks for it, and is sent once
 * more too.
 */
export const api = {
  GET: caller('get'),
  POST: caller('post'),
  PUT: caller('put'),
  PATCH: caller('patch'),
  DELETE: caller('delete'),
};

function caller<Of extends Method>(method: Of) {
  return async <Path extends PathOf<Of>>(
    path: Path,
    ...[fields, options]: object extends Fields<Operation<Path, Of>>
      ? [fields?: Fields<Operation<Path, Of>>, options?: Options]
      : [fields: Fields<Operation<Path, Of>>, options?: Options]
  ): Promise<Answer<Path, Of>> => {
    // The boundary where the types of the operation end.
    const { body, ...rest } = (fields ?? {}) as Readonly<Record<string, unknown>>;
    const url = new URL(
      path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(rest[name]))),
      location.origin,
    );
    for (const [name, value] of Object.entries(rest)) {
      if (value !== undefined && !path.includes(`{${name}}`)) url.searchParams.set(name, String(value));
    }
    // The boundary where the document types what the host answers; an answer without a body (204) is of type never.
    return (await sendSignedIn(method.toUpperCase(), url.href, body, options)) as Answer<Path, Of>;
  };
}

/** Sends a request with the session; paths of signing in are sent with `fetch` itself, where a 401 is an answer. */
export async function sendWithSession(request: Request): Promise<Response> {
  await whenUnlocked();
  const whenSignedIn = watchSession();
  const again = request.clone();
  if (!isAttended()) request.headers.set('x-chronoscribe-background', 'true');
  const response = await keepUntilAnswered(fetch(request)).catch(unreachable);
  if (response.status === 401) await whenSignedIn();
  else if (!(await needsConfirmation(response)) || !(await askForConfirmation())) return response;
  return keepUntilAnswered(fetch(again)).catch(unreachable);
}

async function needsConfirmation(response: Response): Promise<boolean> {
  if (response.status !== 403) return false;
  const { code } = await errorOf(response.clone());
  return code === 'confirmation_required' || code === 'confirmation-required';
}

/** Fails if the browser could not reach the host, or the request was given up (`AbortError` stays as it is). */
function unreachable(error: unknown): never {
  if (error instanceof DOMException && error.name === 'AbortError') throw error;
  throw new ApiError(0, 'unreachable', [], null);
}

/** Sends JSON to a path of signing in. @throws {ApiError} */
export async function send(method: string, path: string, body?: unknown): Promise<unknown> {
  return answerOf(await ask(method, path, body));
}

/** The same, of which also an answer that is an error is read by who asks. */
export const ask = (method: string, path: string, body?: unknown): Promise<Response> =>
  fetch(path, contentOf(method, body)).catch(unreachable);

/** Sends a form or a file, or JSON to a path that is known only now, with the session. @throws {ApiError} */
export async function sendSignedIn(method: string, path: string, body?: unknown, options?: Options): Promise<unknown> {
  const response = await sendWithSession(new Request(new URL(path, location.origin), contentOf(method, body, options)));
  if (response.ok) options?.seen?.(response);
  return answerOf(response);
}

function contentOf(method: string, body: unknown, { headers = {}, signal }: Options = {}): RequestInit {
  const init = { method, headers, ...(signal && { signal }) };
  if (body === undefined) return init;
  if (body instanceof FormData || body instanceof Blob) return { ...init, body };
  return { ...init, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

let hostAheadMs = 0;

/** The time at the host, by its last answer: the clock of this machine may be wrong. To a second. */
export const hostTime = (): number => Date.now() + hostAheadMs;

/** What an answer that is an error says. Who reads it, and the sentences for it, are loaded then: no first screen needs them. */
async function errorOf(response: Response, body?: unknown): Promise<ApiError> {
  const said = body ?? (await response.json().catch(() => null));
  // A host that goes away meanwhile has said less.
  const reader = import('./read-api-error.ts').catch(() => undefined);
  const [read] = await Promise.all([reader, i18n.loadNamespaces('problems')]);
  const { code, issues } = read?.readIssues(said) ?? { code: 'unknown', issues: [] };
  return new ApiError(response.status, code, issues, said);
}

/** Reads an answer. @throws {ApiError} */
export async function answerOf(response: Response): Promise<unknown> {
  const date = response.headers.get('date');
  if (date !== null) hostAheadMs = Date.parse(date) - Date.now();
  const text = await response.text();
  const isJson = (response.headers.get('content-type') ?? '').includes('json');
  const body: unknown = isJson && text !== '' ? JSON.parse(text) : null;
  if (!response.ok) throw await errorOf(response, body);
  return body;
}

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
/** The paths that have a method. */
type PathOf<Of extends Method> = {
  [Path in keyof paths]: Of extends keyof paths[Path] ? Path : never;
}[keyof paths];
type Operation<Path extends keyof paths, Of extends Method> = paths[Path][Of & keyof paths[Path]];
type Json<Of> = Of extends { content: { 'application/json': infer Content } } ? Content : never;
/** What may be left out may be undefined too: it is not sent then. */
type Loose<Fields> = { [Name in keyof Fields]: Fields[Name] | (undefined extends Fields[Name] ? undefined : never) };
type Part<Of, Name extends string> = Of extends { parameters: { [Each in Name]?: infer Fields } }
  ? [NonNullable<Fields>] extends [never]
    ? unknown
    : Loose<NonNullable<Fields>>
  : unknown;
type BodyPart<Of> = [Of] extends [never] ? unknown : object extends Of ? { body?: Loose<Of> } : { body: Loose<Of> };
type BodyOf<Of> = Of extends { requestBody?: infer Content } ? Json<NonNullable<Content>> : never;
type Fields<Of> = Part<Of, 'path'> & Part<Of, 'query'> & BodyPart<BodyOf<Of>>;

/** What an operation takes as JSON: `Body<'/api/v1/transcripts/{id}', 'patch'>`. */
export type Body<Path extends keyof paths, Of extends Method> = BodyOf<Operation<Path, Of>>;
/** What an operation answers with: `Answer<'/api/v1/records'>`, `Answer<'/v1/reschedule', 'post'>`. */
export type Answer<Path extends keyof paths, Of extends Method = 'get'> =
  Operation<Path, Of> extends { responses: infer Responses } ? Json<Responses[keyof Responses]> : never;
