import { randomUUID } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import type { Context, Handler } from 'hono';
import { z } from 'zod';
import type { AccountRegistry } from '../accounts.ts';
import type { Blobs } from '../kinds/blobs.ts';
import type { RunEvent } from '../kinds/workflow-engine.ts';
import type { Logger } from '../logger.ts';
import type { PluginAuth } from '../plugin.ts';
import { Problem } from '../problem.ts';
import { type Route, Running, type StartRun } from '../route.ts';
import { endpointName, type RunRegistry } from '../runs/registry.ts';
import { authenticate } from './authentication.ts';
import { type FormBody, readFormBody } from './form-body.ts';
import type { Idempotency, RecordedAnswer } from './idempotency.ts';
import { readJsonBody, withQuery } from './json-body.ts';
import { jsonResponse } from './json-response.ts';
import { errorStyle, problemResponse } from './problem-response.ts';
import type { RateLimit } from './rate-limit.ts';
import { runResponse } from './run-response.ts';
import { parseInput } from './validation.ts';

/** What each request carries through the server. */
export interface Exchange {
  readonly Bindings: HttpBindings;
  readonly Variables: {
    requestId: string;
    /** The path of the route that answers, as declared; absent where none does. */
    route?: string;
    /** The key that called, once it is known. */
    keyId?: string;
    /** The fault behind a 500, for the log. */
    fault?: unknown;
  };
}

export interface EndpointServices {
  readonly accounts: AccountRegistry;
  readonly blobs: Blobs;
  readonly idempotency: Idempotency;
  readonly rateLimit: RateLimit;
  readonly runs: RunRegistry;
  readonly log: Logger;
  /** Aborted when the host has waited long enough for requests to finish. */
  readonly deadline: AbortSignal;
}

/** What came with a request, read but not yet checked. */
interface Arrived {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly files: FormBody['files'];
  readonly missing: FormBody['missing'];
  readonly blobs: readonly string[];
  readonly fingerprint: string;
}

/** What a route takes that declares no fields. */
const nothing = z.object({});

/** What a handler made: a body, or a run whose answer is the answer. */
type Made =
  | { readonly type: 'body'; readonly body: unknown }
  | { readonly type: 'run'; readonly id: string; readonly events: AsyncIterable<RunEvent> };

/** Serves one route: authenticate → count → read → check → handle → answer. */
export function endpoint(route: Route, auth: PluginAuth, services: EndpointServices): Handler<Exchange> {
  return async (c) => {
    c.set('route', route.path);
    const account = await admit(c, auth, services);
    // Before the body: a refusal after it would leave the files that came with it.
    const key = route.method === 'POST' ? idempotencyKey(c) : undefined;
    const arrived = await read(c, route, services.blobs);
    if (key === undefined) {
      return respond(c, route, services, account, await handle(c, route, services, account, arrived, randomUUID()));
    }

    const request = { account, method: c.req.method, path: c.req.path, key, fingerprint: arrived.fingerprint };
    let worked = false;
    const { answer, replayed } = await services.idempotency
      .once(request, (id) => {
        worked = true;
        return record(c, route, () => handle(c, route, services, account, arrived, id));
      })
      .finally(() => (worked ? undefined : drop(arrived.blobs, services.blobs)));
    // Straight to Node, as in `respond`: the answer of a run that failed is thrown, and is a replay all the same.
    if (replayed) c.env.outgoing.setHeader('idempotency-replayed', 'true');
    return answer.type === 'run'
      ? respond(c, route, services, account, { type: 'run', id: answer.runId, events: follow(c, services, answer.runId) })
      : new Response(answer.status === 204 ? null : answer.body, { status: answer.status, headers: answer.headers });
  };
}

async function admit(c: Context<Exchange>, auth: PluginAuth, services: EndpointServices): Promise<string> {
  if (auth === 'public') return '';
  const caller = await authenticate(c.req.raw.headers, auth, services.accounts);
  c.set('keyId', caller.keyId);
  await services.rateLimit(caller.keyId);
  return caller.account;
}

async function read(c: Context<Exchange>, route: Route, blobs: Blobs): Promise<Arrived> {
  if (Object.keys(route.files).length > 0) return readFormBody(c.env.incoming, route.files, blobs);
  const { fields, fingerprint } = await readJsonBody(c.env.incoming);
  // By the route's method: a HEAD is answered as its GET is, without the body.
  const takesQuery = route.method === 'GET' || route.method === 'DELETE';
  return {
    fields: takesQuery ? withQuery(fields, new URL(c.req.url).searchParams, route.request) : fields,
    files: {},
    missing: [],
    blobs: [],
    fingerprint,
  };
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
async function handle(
  c: Context<Exchange>,
  route: Route,
  services: EndpointServices,
  account: string,
  arrived: Arrived,
  id: string,
): Promise<Made> {
  let taken = false;
  let events: AsyncIterable<RunEvent> | undefined;
  const run: StartRun = async (workflow, input, options) => {
    taken = true;
    // Followed from before it begins, so that whoever watches misses nothing.
    events = follow(c, services, id);
    const name = options?.name ?? firstFileName(arrived) ?? workflow.name;
    await services.runs.submit({
      id,
      account,
      workflow: workflow.name,
      name,
      endpoint: endpointName(route),
      input,
      uploads: arrived.blobs,
    });
    return new Running(id);
  };
  try {
    const made = await route.handle({
      input: parseInput(route.request ?? nothing, arrived.fields, 'body', arrived.missing),
      path: c.req.param(),
      files: arrived.files as Record<string, never>,
      account,
      requestId: c.get('requestId'),
      signal: c.req.raw.signal,
      log: services.log,
      run,
    });
    return made instanceof Running && events !== undefined ? { type: 'run', id: made.id, events } : { type: 'body', body: made };
  } finally {
    if (!taken) await drop(arrived.blobs, services.blobs);
  }
}

/** Until it is settled, the client goes away or the host has waited long enough. */
function follow(c: Context<Exchange>, { runs, deadline }: EndpointServices, id: string): AsyncIterable<RunEvent> {
  return runs.watch(id, AbortSignal.any([c.req.raw.signal, deadline]));
}

async function drop(names: readonly string[], blobs: Blobs): Promise<void> {
  for (const name of names) await blobs.delete(name);
}

function firstFileName({ files }: Arrived): string | undefined {
  const [first] = Object.values(files).flat();
  return first?.name;
}

async function respond(
  c: Context<Exchange>,
  route: Route,
  services: EndpointServices,
  account: string,
  made: Made,
): Promise<Response> {
  switch (made.type) {
    case 'body':
      return bodyResponse(route, made.body);
    case 'run':
      // Straight to Node, so that a failure names its run too: it can be retried.
      c.env.outgoing.setHeader('x-run-id', made.id);
      return runResponse({
        runs: services.runs,
        account,
        id: made.id,
        request: c.req.raw.headers,
        events: made.events,
      });
  }
}

/** The answer holds what the route declares, and nothing else. */
function bodyResponse(route: Route, body: unknown): Response {
  if (route.status === 204) return new Response(null, { status: 204 });
  return jsonResponse(route.response.parse(body), route.status);
}

/** Turns what a handler made, or the problem that it threw, into what a repeated request is answered with. */
async function record(c: Context<Exchange>, route: Route, work: () => Promise<Made>): Promise<RecordedAnswer> {
  let response: Response;
  try {
    const made = await work();
    if (made.type === 'run') return { type: 'run', runId: made.id };
    response = bodyResponse(route, made.body);
  } catch (thrown) {
    const problem = Problem.of(thrown);
    if (problem.code === 'internal') c.set('fault', thrown);
    response = problemResponse(problem, errorStyle(c.req.path), c.get('requestId'));
  }
  return { type: 'response', status: response.status, headers: [...response.headers], body: await response.text() };
}
