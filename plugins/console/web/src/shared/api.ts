import createClient from 'openapi-fetch';
import { isAttended } from './activity.ts';
import { ApiError, readApiError } from './api-error.ts';
import { askForConfirmation } from './confirmation.ts';
import type { paths } from './openapi.ts';
import { lockSession, whenUnlocked } from './session-lock.ts';

/**
 * The API of the host, typed by its OpenAPI document. `await read(api.GET('/api/v1/records'))`
 *
 * A request that finds the session ended waits until somebody signs in again, and is then sent once more: so what
 * somebody saves at that moment is not lost. One that needs a proof of who is at the screen asks for it, and is sent once
 * more too.
 */
export const api = createClient<paths>({ baseUrl: location.origin, fetch: sendWithSession });

/** Sends a request with the session; paths of signing in are sent with `fetch` itself, where a 401 is an answer. */
export async function sendWithSession(request: Request): Promise<Response> {
  await whenUnlocked();
  const again = request.clone();
  if (!isAttended()) request.headers.set('x-chronoscribe-background', 'true');
  const response = await fetch(request).catch(unreachable);
  if (response.status === 401) {
    lockSession('ended');
    await whenUnlocked();
  } else if (!(await needsConfirmation(response)) || !(await askForConfirmation())) return response;
  return fetch(again).catch(unreachable);
}

async function needsConfirmation(response: Response): Promise<boolean> {
  if (response.status !== 403) return false;
  const { code } = readApiError(
    403,
    await response
      .clone()
      .json()
      .catch(() => null),
  );
  return code === 'confirmation_required' || code === 'confirmation-required';
}

/** Fails if the browser could not reach the host, or the request was given up (`AbortError` stays as it is). */
function unreachable(error: unknown): never {
  if (error instanceof DOMException && error.name === 'AbortError') throw error;
  throw new ApiError(0, 'unreachable', [], null);
}

/** What a call of the API answered with. @throws {ApiError} for an answer that is an error */
export async function read<Data>(
  call: Promise<{ readonly data?: Data; readonly error?: unknown; readonly response: Response }>,
): Promise<Data> {
  const { data, error, response } = await call;
  if (!response.ok) throw readApiError(response.status, error);
  // An answer without a body (204) is typed as undefined by the document.
  return data as Data;
}

type Headers = Readonly<Record<string, string>>;

/** Sends JSON, or a form, to a path that the types do not know, such as those of sessions. @throws {ApiError} */
export async function send(method: string, path: string, body?: unknown): Promise<unknown> {
  return answerOf(await fetch(path, contentOf(method, body, {})).catch(unreachable));
}

/** As `send`, but waits for a session if there is none. @throws {ApiError} */
export async function sendSignedIn(
  method: string,
  path: string,
  body?: unknown,
  headers: Headers = {},
): Promise<unknown> {
  return answerOf(await sendWithSession(new Request(new URL(path, location.origin), contentOf(method, body, headers))));
}

function contentOf(method: string, body: unknown, headers: Headers): RequestInit {
  if (body === undefined) return { method, headers };
  if (body instanceof FormData) return { method, headers, body };
  return { method, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

async function answerOf(response: Response): Promise<unknown> {
  const text = await response.text();
  const isJson = (response.headers.get('content-type') ?? '').includes('json');
  const body: unknown = isJson && text !== '' ? JSON.parse(text) : null;
  if (!response.ok) throw readApiError(response.status, body);
  return body;
}
