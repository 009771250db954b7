import { randomUUID } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import type { Context, Handler } from 'hono';
import { z } from 'zod';
import type { AccountRegistry, Caller } from '../accounts/registry.ts';
import { discloseMessage, type Logger } from '../api/logger.ts';
import { developmentProblem, Problem } from '../api/problem.ts';
import { Download, downloadTypes, EventStream, Running } from '../api/response.ts';
import { isClinical, type PluginAuth, type Route, type Scope } from '../api/route.ts';
import type { Audit } from '../kinds/audit.ts';
import type { Blobs } from '../kinds/blobs.ts';
import type { RunEvent } from '../kinds/workflow-engine.ts';
import { endpointName, type RunRegistry } from '../runs/registry.ts';
import { authenticate } from './authentication.ts';
import { downloadResponse } from './download-response.ts';
import { acceptsEvents, eventStream, eventStreamHead } from './event-stream.ts';
import type { Idempotency, RecordedAnswer } from './idempotency.ts';
import { jsonResponse } from './json-response.ts';
import { type ParsedRequest, readRequest } from './parsed-request.ts';
import { errorStyle, problemBody, problemResponse } from './problem-response.ts';
import type { RateLimit } from './rate-limit.ts';
import { runResponse } from './run-response.ts';
import { startedRuns } from './started-runs.ts';
import { parseFields } from './validation.ts';

/** What each request carries through the server. */
export interface Exchange {
  readonly Bindings: HttpBindings;
  readonly Variables: {
    requestId: string;
    /** Whether answers carry the messages of unexpected errors. */
    development?: boolean;
    /** Whether the route may see clinical text, so that the messages of its errors are not logged. */
    clinical?: boolean;
    /** The path of the route that answers, as declared; absent where none does. */
    route?: string;
    /** The key that called and the account that it opens, once they are known. */
    keyId?: string;
    account?: string;
    /** Whether what is asked for is kept in the audit log. */
    audited?: boolean;
    /** The run that a request started. */
    runId?: string;
    /** The fault behind a 500, for the log. */
    fault?: unknown;
  };
}

export interface EndpointServices {
  readonly accounts: AccountRegistry;
  readonly audit: Audit;
  readonly blobs: Blobs;
  readonly idempotency: Idempotency;
  readonly rateLimit: RateLimit;
  readonly runs: RunRegistry;
  readonly log: Logger;
  /** Whether answers carry the messages of unexpected errors. */
  readonly development: boolean;
  /** Aborted when the host begins to stop: streams of events end then. */
  readonly stopping: AbortSignal;
  /** Aborted when the host has waited long enough for requests to finish. */
  readonly deadline: AbortSignal;
}

/** What a route takes that declares no fields. */
const nothing = z.object({});

/** What a handler made: an answer, or a run whose answer is the answer. */
type Made =
  | { readonly type: 'answer'; readonly response: Response }
  | { readonly type: 'run'; readonly id: string; readonly events: AsyncIterable<RunEvent> };

/** A request that was let in. */
interface Admitted {
  readonly c: Context<Exchange>;
  readonly route: Route;
  readonly services: EndpointServices;
  readonly auth: PluginAuth;
  readonly account: string;
  readonly scopes: readonly Scope[];
}

/** Serves one route: authenticate → count → read → check → handle → answer. */
export function endpoint(route: Route, auth: PluginAuth, services: EndpointServices): Handler<Exchange> {
  return async (c) => {
    c.set('route', route.path);
    c.set('development', services.development);
    c.set('clinical', isClinical(auth));
    const admitted = { c, route, services, auth, ...(await admit(c, auth, services)) };
    // Before the body: a refusal after it would leave the files that came with it.
    const key = route.method === 'POST' ? idempotencyKey(c) : undefined;
    const arrived = await readRequest(c.env.incoming, new URL(c.req.url).searchParams, route, services.blobs);
    if (key === undefined) return respond(admitted, await handle(admitted, arrived, randomUUID()));

    const request = {
      account: admitted.account,
      method: c.req.method,
      path: c.req.path,
      key,
      fingerprint: arrived.fingerprint,
      signal: AbortSignal.any([c.req.raw.signal, services.deadline]),
    };
    let worked = false;
    const { answer, replayed } = await services.idempotency
      .once(request, (operationId) => {
        worked = true;
        return record(c, () => handle(admitted, arrived, operationId));
      })
      .finally(() => (worked ? undefined : drop(arrived.blobs, services.blobs)));
    // Straight to Node, as in `respond`: the answer of a run that failed is thrown, and is a replay all the same.
    if (replayed) c.env.outgoing.setHeader('idempotency-replayed', 'true');
    if (answer.type === 'run')
      return respond(admitted, { type: 'run', id: answer.runId, events: await watchEarlier(admitted, answer.runId) });
    return new Response(answer.status === 204 ? null : answer.body, { status: answer.status, headers: answer.headers });
  };
}

async function admit(
  c: Context<Exchange>,
  auth: PluginAuth,
  services: EndpointServices,
): Promise<Pick<Caller, 'account' | 'scopes'>> {
  if (auth === 'public') return { account: '', scopes: [] };
  const caller = await authenticate(c.req.raw.headers, auth, services.accounts);
  c.set('keyId', caller.keyId);
  c.set('account', caller.account);
  c.set('audited', auth !== 'time');
  await services.rateLimit(caller.keyId);
  return caller;
}

function idempotencyKey(c: Context<Exchange>): string | undefined {
  const key = c.req.header('idempotency-key');
  if (key === undefined) return undefined;
  if (key.length >= 1 && key.length <= 255) return key;
  throw new Problem('invalid-request', {
    detail: 'Idempotency-Key must have 1 to 255 characters.',
    errors: [{ in: 'header', path: ['idempotency-key'], detail: 'Must have 1 to 255 characters', type: 'invalid_length' }],
  });
}

/** Checks the input and calls the route's handler. Files that no run took over are deleted, whatever happens. */
async function handle(admitted: Admitted, arrived: ParsedRequest, operationId: string): Promise<Made> {
  const { c, route, services, auth, account, scopes } = admitted;
  const { headers, signal: gone } = c.req.raw;
  const wantsEvents = route.events !== undefined && acceptsEvents(headers);
  const signal = wantsEvents ? AbortSignal.any([gone, services.stopping]) : gone;
  const started = startedRuns(
    services.runs,
    {
      operationId,
      account,
      auth,
      endpoint: endpointName(route),
      blobs: arrived.blobs,
      firstFile: firstFileName(arrived),
    },
    followSignal(admitted),
  );
  try {
    const made = await route.handle({
      input: parseFields(route.request ?? nothing, arrived),
      path: c.req.param(),
      files: arrived.files as Record<string, never>,
      body: arrived.body,
      account,
      scopes,
      requestId: c.get('requestId'),
      operationId,
      repeatable: route.method === 'POST' && idempotencyKey(c) !== undefined,
      wantsEvents,
      signal,
      log: services.log,
      run: started.start,
    });
    const events = made instanceof Running ? started.events(made.id) : undefined;
    if (made instanceof Running && events !== undefined) return { type: 'run', id: made.id, events };
    if (made instanceof EventStream && wantsEvents) {
      return { type: 'answer', response: await streamResponse(admitted, made) };
    }
    return { type: 'answer', response: bodyResponse(route, made) };
  } finally {
    await drop(
      arrived.blobs.filter((blob) => !started.took(blob)),
      services.blobs,
    );
  }
}

/** Aborts when the client disconnects, or the host has waited long enough. */
function followSignal({ c, services: { deadline } }: Admitted): AbortSignal {
  return AbortSignal.any([c.req.raw.signal, deadline]);
}

/** The events of a run that an earlier request started. */
async function watchEarlier(admitted: Admitted, id: string): Promise<AsyncIterable<RunEvent>> {
  const events = await admitted.services.runs.watch(id, followSignal(admitted));
  if (events !== undefined) return events;
  throw new Problem('not-found', {
    detail:
      'What this request made under its Idempotency-Key has been deleted since. Send it with a new key to have it made again.',
  });
}

async function drop(names: readonly string[], blobs: Blobs): Promise<void> {
  for (const name of names) await blobs.delete(name);
}

function firstFileName({ files }: ParsedRequest): string | undefined {
  const [first] = Object.values(files).flat();
  return first?.name;
}

async function respond({ c, services, account }: Admitted, made: Made): Promise<Response> {
  switch (made.type) {
    case 'answer':
      return made.response;
    case 'run':
      // Straight to Node, so that a failure names its run too: it can be retried.
      c.env.outgoing.setHeader('x-run-id', made.id);
      c.set('runId', made.id);
      return runResponse({
        runs: services.runs,
        account,
        id: made.id,
        request: c.req.raw.headers,
        events: made.events,
        stopping: services.stopping,
        describe: describer(c),
      });
  }
}

/** The answer holds what the route declares, and nothing else. */
function bodyResponse(route: Route, body: unknown): Response {
  if (route.status === 204) return new Response(null, { status: 204 });
  if (body instanceof Download) return downloadResponse(declared(body, route));
  return jsonResponse(conforming(route, 'answer', route.response, body), route.status);
}

function declared(file: Download, { method, path, response }: Route): Download {
  if (downloadTypes(response)?.includes(file.type)) return file;
  throw new Error(`${method} ${path} answered with a file of type ${file.type}, which its response does not declare.`);
}

/** The value as its schema lets it through. @throws Error that names the route and what does not fit */
function conforming({ method, path }: Route, what: string, schema: z.ZodType, value: unknown): unknown {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new Error(`${method} ${path}: the ${what} does not match its schema:\n${z.prettifyError(parsed.error)}`);
}

/** Each event holds what the route declares, and nothing else. For a HEAD none is asked for. */
async function streamResponse({ c, route, services }: Admitted, { events }: EventStream<unknown>): Promise<Response> {
  const schema = route.events ?? z.never();
  if (c.req.method === 'HEAD') return eventStreamHead(events);
  return eventStream({
    events,
    tell: (datum) => ({ data: conforming(route, 'event', schema, datum) }),
    describe: describer(c),
    stopping: services.stopping,
  });
}

/** How a client that follows a stream is told of what went wrong: as it would be answered. */
function describer(c: Context<Exchange>): (thrown: unknown) => object {
  return (thrown) => problemBody(problemOf(c, thrown), errorStyle(c.req.path), c.get('requestId'));
}

/** Turns what a handler made, or the problem that it threw, into what a repeated request is answered with. */
async function record(c: Context<Exchange>, work: () => Promise<Made>): Promise<RecordedAnswer> {
  let response: Response;
  try {
    const made = await work();
    if (made.type === 'run') return { type: 'run', runId: made.id };
    response = made.response;
  } catch (thrown) {
    response = problemResponse(problemOf(c, thrown), errorStyle(c.req.path), c.get('requestId'));
  }
  return { type: 'response', status: response.status, headers: [...response.headers], body: await response.text() };
}

/** The problem to answer with. A fault of ours goes to the log as well. */
export function problemOf(c: Context<Exchange>, thrown: unknown): Problem {
  const problem = c.get('development') ? developmentProblem(thrown) : Problem.of(thrown);
  if (problem.code === 'internal') {
    if (c.get('clinical') === false) discloseMessage(thrown);
    c.set('fault', thrown);
  }
  return problem;
}
