import { randomUUID } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import type { Context, Handler } from 'hono';
import { z } from 'zod';
import { isClinical, type PluginAuth } from '../api/access.ts';
import type { Logger } from '../api/logger.ts';
import { Problem } from '../api/problem.ts';
import { Bookmark, Download, EncodedJson, EventStream, Running } from '../api/response.ts';
import type { Route } from '../api/route.ts';
import { workFor } from '../api/step.ts';
import { parseFields } from '../api/validation.ts';
import { countAnswering } from '../concurrency/giving-way.ts';
import type { Audit } from '../kinds/audit.ts';
import type { Blobs } from '../kinds/blobs.ts';
import type { Uploads } from '../kinds/uploads.ts';
import type { RunEvent } from '../kinds/workflow-engine.ts';
import type { AccountLimits } from '../limits/account-limits.ts';
import { endpointName, type RunRegistry } from '../runs/registry.ts';
import { type AuthenticatedCaller, authenticateCaller, type CallerServices, whenClosed } from './authentication.ts';
import { hasBody } from './body/body-stream.ts';
import { filesOfUploads, noUploadedFiles, type UploadedFiles } from './body/uploads.ts';
import { acceptsEvents, eventStream, eventStreamHead } from './event-stream.ts';
import { fingerprint, type Idempotency, type RecordedAnswer } from './idempotency.ts';
import { type HttpEnv, problemFrom } from './middleware.ts';
import { serveProtocol } from './protocol.ts';
import { type ParsedRequest, readRequest } from './request.ts';
import { createRunStarter, prefersAsync, runResponse } from './request-runs.ts';
import {
  conforming,
  declaredDownload,
  downloadResponse,
  emptied,
  encodedResponse,
  errorStyle,
  jsonResponse,
  longLists,
  problemBody,
  problemResponse,
  withLists,
} from './responses.ts';

export interface RequestServices extends CallerServices {
  readonly uploads: Uploads;
  readonly audit: Audit;
  readonly blobs: Blobs;
  readonly idempotency: Idempotency;
  readonly limits: AccountLimits;
  readonly runs: RunRegistry;
  readonly log: Logger;
  /** Whether responses show the messages of unexpected errors. */
  readonly development: boolean;
  /** Aborted when the host begins to stop. Event streams end then. */
  readonly stopping: AbortSignal;
  /** Aborted at the deadline of a stop. */
  readonly deadline: AbortSignal;
}

/** The request of a route that declares no fields. */
const noFields = z.object({});

/** The result of a handler: a response, or a run whose answer becomes the response. */
type Outcome =
  | { readonly type: 'response'; readonly response: Response }
  | { readonly type: 'run'; readonly id: string; readonly events: AsyncIterable<RunEvent> };

/** A request whose caller is authenticated. */
interface AuthenticatedRequest extends AuthenticatedCaller {
  readonly c: Context<HttpEnv>;
  readonly route: Route;
  readonly services: RequestServices;
  readonly auth: PluginAuth;
  /** The uploads whose content is in a run now. They are deleted when nothing can need them again. */
  readonly used: string[];
}

/** Serves one route: authenticate → rate limit → read → validate → handle → respond. */
export function routeHandler(route: Route, auth: PluginAuth, services: RequestServices): Handler<HttpEnv> {
  return async (c) => {
    c.set('route', route.path);
    c.set('development', services.development);
    c.set('clinical', isClinical(auth));
    const request = { c, route, services, auth, used: [], ...(await authenticateCaller(c, route, auth, services)) };
    countStream(request);
    using _answering = countAnswering(request.account);
    const { incoming } = c.env;
    const bodyBytes = hasBody(incoming) ? Number(incoming.headers['content-length'] ?? 0) : undefined;
    const counted = { account: request.account, route, bodyBytes };
    const { serve } = route;
    if (serve !== undefined) return services.limits.receive(counted, () => serveOnce(request, serve));
    // Before the body is read: a refusal afterwards would leave the uploaded files behind.
    const key = route.method === 'POST' ? idempotencyKey(c) : undefined;
    // Most have no parameters, and need not be parsed.
    const query = c.req.url.includes('?') ? new URL(c.req.url).searchParams : new URLSearchParams();
    const parsed = await services.limits.receive(counted, () => readRequest(incoming, query, route, services.blobs));
    if (key === undefined) {
      const outcome = await workFor(request.account, () => handle(request, parsed, randomUUID()));
      await deleteUsed(request);
      return respond(request, outcome);
    }

    let isHandled = false;
    const { answer, replayed } = await once(request, { key, content: parsed.fingerprint() }, (operationId) => {
      isHandled = true;
      return workFor(request.account, () => handle(request, parsed, operationId));
    }).finally(() => (isHandled ? undefined : deleteBlobs(parsed.blobs, services.blobs)));
    // Only now that the answer is stored: a request that is tried again after a crash finds its uploads.
    await deleteUsed(request);
    if (answer.type === 'run') {
      return respond(request, { type: 'run', id: answer.runId, events: await watchEarlier(request, answer.runId) });
    }
    if (replayed && answer.status === route.status && answer.status !== 204) {
      nameRecord(c, route, JSON.parse(answer.body));
    }
    return new Response(answer.status === 204 ? null : answer.body, { status: answer.status, headers: answer.headers });
  };
}

/** Serves a request of a protocol; one with a key once. Its body is read as it is served, so it is not compared. */
async function serveOnce(request: AuthenticatedRequest, serve: NonNullable<Route['serve']>): Promise<Response> {
  const { c, route } = request;
  const key = route.method === 'POST' ? idempotencyKey(c) : undefined;
  if (key === undefined) return serveProtocol(request, serve, randomUUID());
  const content = fingerprint(Object.keys(route.headers).map((name) => [name, c.req.header(name) ?? '']));
  const { answer } = await once(request, { key, content }, async (operationId) => {
    return { type: 'response', response: await serveProtocol(request, serve, operationId) };
  });
  if (answer.type === 'run') throw new Error(`${route.method} ${route.path} is served as a whole and has no runs`);
  return new Response(answer.body, { status: answer.status, headers: answer.headers });
}

/** Does the work of a request with a key once, and says so of an answer that is a replay. */
async function once(
  request: AuthenticatedRequest,
  { key, content }: { readonly key: string; readonly content: string },
  work: (operationId: string) => Promise<Outcome>,
) {
  const { c, account, services } = request;
  const { method, path } = c.req;
  const signal = AbortSignal.any([c.req.raw.signal, services.deadline]);
  const outcome = await services.idempotency.once(
    { account, method, path, key, fingerprint: fingerprintFor(request, content), signal },
    (operationId) => record(c, () => work(operationId)),
  );
  // On Node's response, as in `respond`: the problem of a failed run is thrown, and is a replay too.
  if (outcome.replayed) c.env.outgoing.setHeader('idempotency-replayed', 'true');
  return outcome;
}

/**
 * Where several scopes lead to a route, who has others may not repeat its request: the answer may hold what only the
 * first caller may see, such as the key that it made.
 */
function fingerprintFor({ auth, scopes }: AuthenticatedRequest, content: string): string {
  const isOneScope = auth === 'time' || auth === 'clinical';
  return isOneScope ? content : fingerprint([[content], ['scopes', ...scopes.toSorted()]]);
}

/** Counts a request that may be answered with events until its answer has ended. */
function countStream({ c, route, account, services }: AuthenticatedRequest): void {
  const mayStream = (route.events !== undefined || route.byRun) && acceptsEvents(c.req.raw.headers);
  if (account === '' || !mayStream) return;
  const stream = services.limits.openStream(account);
  whenClosed(c).addEventListener('abort', () => stream[Symbol.dispose]());
}

/** Sets a header of Node's response, so that an error response has it too. Each cookie has a header of its own. */
function setHeader(outgoing: HttpBindings['outgoing'], name: string, value: string): void {
  if (name.toLowerCase() === 'set-cookie') outgoing.appendHeader(name, value);
  else outgoing.setHeader(name, value);
}

function idempotencyKey(c: Context<HttpEnv>): string | undefined {
  const key = c.req.header('idempotency-key');
  if (key === undefined) return undefined;
  if (key.length >= 1 && key.length <= 255) return key;
  throw new Problem('invalid-request', {
    detail: 'Idempotency-Key must have 1 to 255 characters.',
    errors: [
      { in: 'header', path: ['idempotency-key'], detail: 'Must have 1 to 255 characters', type: 'invalid_length' },
    ],
  });
}

async function deleteUsed({ account, services, used }: AuthenticatedRequest): Promise<void> {
  for (const id of used) await services.uploads.delete(account, id);
}

/** Validates the fields and calls the route's handler. Afterwards, files that belong to no run are deleted. */
async function handle(request: AuthenticatedRequest, parsed: ParsedRequest, operationId: string): Promise<Outcome> {
  const { c, route, services, auth, account, by, scopes, person, used } = request;
  const { headers, signal: gone } = c.req.raw;
  const isRepeatable = route.method === 'POST' && idempotencyKey(c) !== undefined;
  const wantsEvents = route.events !== undefined && acceptsEvents(headers);
  const signal = wantsEvents ? AbortSignal.any([gone, streamEnd(request)]) : gone;
  /** Of the files of the form, and of the uploads in place of them once these are put together. */
  const blobs = [...parsed.blobs];
  let uploaded: UploadedFiles = noUploadedFiles;
  const starter = createRunStarter(
    services.runs,
    {
      operationId,
      account,
      auth,
      endpoint: endpointName(route),
      blobs,
      bytesOf(blob) {
        const files = [...Object.values(parsed.files), ...Object.values(uploaded.files), parsed.body ?? []].flat();
        return files.find((file) => file.blob === blob)?.bytes ?? 0;
      },
      firstFile: Object.values(parsed.files).flat()[0]?.name,
      awaited: route.byRun && !prefersAsync(headers) && !acceptsEvents(headers),
    },
    () => watchSignal(request),
  );
  try {
    // What an earlier try has started before its host died is the outcome, whatever has changed since: a note that it
    // signed could not be signed again.
    const earlier =
      isRepeatable && route.byRun ? await services.runs.watch(operationId, watchSignal(request)) : undefined;
    if (earlier !== undefined) {
      used.push(...parsed.uploadIds);
      return { type: 'run', id: operationId, events: earlier };
    }
    const input = parseFields(route.request ?? noFields, parsed);
    uploaded = await filesOfUploads({ account, route, ids: parsed.uploadIds, signal: gone }, services);
    blobs.push(...uploaded.blobs);
    const result = await route.handle({
      input,
      path: c.req.param(),
      files: { ...parsed.files, ...uploaded.files } as Record<string, never>,
      body: parsed.body,
      account,
      by,
      scopes,
      person,
      headers,
      address: c.get('address'),
      setHeader: (name, value) => setHeader(c.env.outgoing, name, value),
      actsOn: (id) => c.set('actedOn', id),
      requestId: c.get('requestId'),
      auditId: c.get('auditId'),
      operationId,
      repeatable: isRepeatable,
      wantsEvents,
      lastEventId: c.req.header('last-event-id'),
      signal,
      log: services.log,
      run: starter.start,
    });
    used.push(...uploaded.sources.flatMap(({ id, blob }) => (starter.isTaken(blob) ? [id] : [])));
    if (result instanceof Running) {
      // A handler may answer with a run that an earlier request has started.
      return {
        type: 'run',
        id: result.id,
        events: starter.events(result.id) ?? (await watchEarlier(request, result.id)),
      };
    }
    if (result instanceof EventStream && wantsEvents) {
      return { type: 'response', response: await streamResponse(request, result) };
    }
    return { type: 'response', response: await bodyResponse(request, result) };
  } finally {
    await deleteBlobs(
      blobs.filter((blob) => !starter.isTaken(blob)),
      services.blobs,
    );
  }
}

/** Aborts when the client goes away, and at the deadline of a stop. */
function watchSignal({ c, services: { deadline } }: AuthenticatedRequest): AbortSignal {
  return AbortSignal.any([c.req.raw.signal, deadline]);
}

/** The events of a run that an earlier request started. */
async function watchEarlier(request: AuthenticatedRequest, id: string): Promise<AsyncIterable<RunEvent>> {
  const events = await request.services.runs.watch(id, watchSignal(request));
  if (events !== undefined) return events;
  throw new Problem('not-found', {
    detail:
      'What this request made under its Idempotency-Key has been deleted since. Send it with a new key to have it ' +
      'made again.',
  });
}

async function deleteBlobs(names: readonly string[], blobs: Blobs): Promise<void> {
  for (const name of names) await blobs.delete(name);
}

async function respond(request: AuthenticatedRequest, outcome: Outcome): Promise<Response> {
  const { c, services, account } = request;
  switch (outcome.type) {
    case 'response':
      return outcome.response;
    case 'run':
      // On Node's response, so that an error response names its run too: it can be retried.
      c.env.outgoing.setHeader('x-run-id', outcome.id);
      c.set('recordId', outcome.id);
      return runResponse({
        runs: services.runs,
        account,
        id: outcome.id,
        request: c.req.raw.headers,
        events: outcome.events,
        stopping: acceptsEvents(c.req.raw.headers) ? streamEnd(request) : services.stopping,
        describeError: errorDescriber(c),
      });
  }
}

/** The response holds only what the route declares. */
async function bodyResponse({ c, route }: AuthenticatedRequest, body: unknown): Promise<Response> {
  if (route.status === 204) return new Response(null, { status: 204 });
  if (body instanceof Download) return downloadResponse(declaredDownload(body, route), c.req.header('range'));
  if (body instanceof EncodedJson) return encodedResponse(body.bytes, route.status);
  const lists = longLists(route.response, body);
  // The lists are written piece by piece below.
  const short = lists.length === 0 ? body : { ...(body as object), ...emptied(lists) };
  const answer = conforming(route, 'answer', route.response, short);
  nameRecord(c, route, answer);
  if (lists.length === 0) return jsonResponse(answer, route.status);
  return encodedResponse((await withLists(route, answer as object, lists)).bytes, route.status);
}

/** Names what the answer tells of, for the audit log. */
function nameRecord(c: Context<HttpEnv>, { recordOf }: Route, answer: unknown): void {
  const id = recordOf?.(answer);
  if (id !== undefined) c.set('recordId', id);
}

/** Aborts when the host begins to stop, and when the caller's key or session ends. */
function streamEnd({ services, ended }: AuthenticatedRequest): AbortSignal {
  return AbortSignal.any([services.stopping, ended()]);
}

/** Each event holds only what the route declares. A HEAD has no events. */
async function streamResponse(request: AuthenticatedRequest, stream: EventStream<unknown>): Promise<Response> {
  const { c, route } = request;
  const schema = route.events ?? z.never();
  if (c.req.method === 'HEAD') return eventStreamHead(stream.events);
  return eventStream({
    events: stream.events,
    toEvent(datum) {
      if (!(datum instanceof Bookmark))
        return { ...stream.label(datum), data: conforming(route, 'event', schema, datum) };
      const { id, data } = datum;
      return data === undefined ? { id } : { id, data: conforming(route, 'event', schema, data) };
    },
    describeError: errorDescriber(c),
    stopping: streamEnd(request),
  });
}

/** Makes the data of an `error` event: the body that an error response would have. */
function errorDescriber(c: Context<HttpEnv>): (thrown: unknown) => object {
  return (thrown) => problemBody(problemFrom(c, thrown), errorStyle(c.req.path), c.get('requestId'));
}

/** The outcome of a handler, or the problem that it threw, as the answer to a repeated request. */
async function record(c: Context<HttpEnv>, work: () => Promise<Outcome>): Promise<RecordedAnswer> {
  let response: Response;
  try {
    const outcome = await work();
    if (outcome.type === 'run') return { type: 'run', runId: outcome.id };
    response = outcome.response;
  } catch (thrown) {
    response = problemResponse(problemFrom(c, thrown), errorStyle(c.req.path), c.get('requestId'));
  }
  return { type: 'response', status: response.status, headers: [...response.headers], body: await response.text() };
}
