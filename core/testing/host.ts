import { writeFile } from 'node:fs/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { z } from 'zod';
import { defaultAccount } from '../accounts/registry.ts';
import { type Scope, scopes } from '../api/access.ts';
import type { Plugin } from '../api/plugin.ts';
import type { Provider } from '../api/provider.ts';
import type { Workflow } from '../api/workflow-draft.ts';
import { startHost } from '../host/host.ts';
import { whenAtRest } from '../timers/fire.ts';
import { type CreatedTestClock, createTestClock, type TestClock, type TestClockOptions } from './clock.ts';
import { memoryFolder, temporaryFolder } from './provider.ts';
import { startTestRun, type TestRun } from './run.ts';

/** The options of `testHost`. */
export interface TestHostOptions {
  /**
   * Plugins under test, alone or with their settings. They run beside the bundled ones, and instead of those with the
   * same name.
   */
  readonly plugins?: readonly (Plugin | { readonly plugin: Plugin; readonly with?: object })[];
  /** Providers under test, alone or with their settings. Each answers its kind instead of the configured one. */
  readonly providers?: readonly (Provider | { readonly provider: Provider; readonly with?: object })[];
  /** The content of a configuration file. */
  readonly config?: object;
  /** The absolute path of a configuration file to use instead of `config`. */
  readonly file?: string;
  /**
   * What the clock of the account `default` shows first, a text such as `2030-01-31T12:00:00Z`; default: the real time.
   * The schedules on that clock fire from then on.
   */
  readonly now?: string;
  /** A folder that outlives `stop`, so that a second host can be started on it. Default: a temporary folder. */
  readonly dataFolder?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Whether the 500 of an unexpected error carries its message and place, as `chronoscribe dev` does. Default true. */
  readonly development?: boolean;
}

/** The response to `TestHost.call`. */
export interface TestResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body if it is JSON; else undefined. */
  readonly json: unknown;
}

/** What a test sends to the host beside method and path. */
export interface CallOptions {
  /** Sent as JSON, with any method. */
  readonly json?: unknown;
  readonly form?: FormData;
  /** A raw body; set its content type in `headers`. */
  readonly body?: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
  /** The API key. Default: `TestHost.key`. Null sends none. */
  readonly key?: string | null;
}

/** A real host on a free port, for tests. */
export interface TestHost {
  readonly url: string;
  readonly dataFolder: string;
  /** A key with all scopes, of the account `default`. */
  readonly key: string;
  /** Sends a request over a real socket and waits for the whole response. */
  call(method: string, path: string, options?: CallOptions): Promise<TestResponse>;
  /** The clock of the account `default`. */
  readonly clock: TestClock;
  /** Creates a clock of the account `default` beside its own. */
  createClock(options?: TestClockOptions): Promise<CreatedTestClock>;
  /**
   * Starts a run of a workflow of a plugin, for the account `default`.
   *
   * @param workflow the same object that the plugin declares, or one with its name
   * @param options.clockId the clock that its sleeps on the account's clock follow; default: the account's own
   */
  run<Input, Body>(
    workflow: Workflow<Input, Body>,
    input: NoInfer<Input>,
    options?: { readonly clockId?: string },
  ): Promise<TestRun<Body>>;
  /** Creates another account and a key of it. @param scopes of the key; default `time` and `clinical` */
  newAccount(name?: string, scopes?: readonly Scope[]): Promise<{ readonly account: string; readonly key: string }>;
  stop(): Promise<void>;
}

const bootstrapKey = 'a-key-for-tests-that-is-long-enough';

/** How long a move of the clock waits for something that hangs on it to come further, in milliseconds. */
const settleTimeoutMs = 30_000;

/**
 * Starts a real host for tests: bundled plugins and providers, an embedded database in a temporary folder, HTTP on a
 * free port of 127.0.0.1. Nothing is logged. The answer to an unexpected error carries its message and place.
 *
 * @returns the host; call `stop` when the tests are done
 * @throws Error if the host cannot start, as `chronoscribe start` would report it
 * @example
 * ```ts
 * async function greets(plugin: Plugin) {
 *   const host = await testHost({ plugins: [{ plugin, with: { word: 'Welcome' } }] });
 *   const answer = await host.call('POST', '/greetings', { json: { name: 'Ada' } });
 *   await host.stop();
 *   return answer.status === 201;
 * }
 * ```
 */
export async function testHost(options: TestHostOptions = {}): Promise<TestHost> {
  const folder = await temporaryFolder(await memoryFolder());
  const file = options.file ?? join(folder.path, 'config.yaml');
  const dataFolder = options.dataFolder ?? join(folder.path, 'data');
  const quiet = {
    log: { level: 'silent' },
    http: { rateLimit: { perMinute: 0, failedPerMinute: 0 } },
    // A test of a provider that fails is not to wait for it.
    runs: { waitForProvidersMinutes: 0 },
  };
  if (options.file === undefined) await writeFile(file, JSON.stringify({ ...quiet, ...options.config }));
  const host = await startHost({
    file,
    environment: { CHRONOSCRIBE_API_KEY: bootstrapKey, ...options.environment },
    flags: { port: '0', data: dataFolder },
    workingDirectory: folder.path,
    extraPlugins: (options.plugins ?? []).map((each) => ('plugin' in each ? each : { plugin: each })),
    extraProviders: (options.providers ?? []).map((each) => ('provider' in each ? each : { provider: each })),
    development: options.development ?? true,
  }).catch(async (thrown: unknown) => {
    await folder.remove();
    throw thrown;
  });

  const { services } = host;
  const call: TestHost['call'] = (method, path, options = {}) => send(new URL(path, host.url), method, options);
  const started: string[] = [];
  const whenSettled = async (clockId?: string): Promise<void> => {
    const busy = await whenAtRest(services.engine, started, settleTimeoutMs);
    const clock = { account: defaultAccount, clockId };
    for (let fired = ''; busy.length === 0; ) {
      if (await services.timers.whenSettled(clock, settleTimeoutMs)) return;
      const before = fired;
      fired = await firedUpTo(clockId);
      // A move over years comes past many times of a schedule.
      if (fired === before)
        throw notSettled(`What hangs on the clock is${fired === '' ? '' : `, after it has fired ${fired},`}`);
    }
    throw notSettled(`The run ${busy.join(', ')} is`);
  };
  const reader = { account: defaultAccount, scopes };
  const schedulesOf = async (clockId?: string) =>
    (await services.schedules.list(reader, clockId)).filter(({ clock }) => clock === 'account');
  const firedUpTo = async (clockId?: string): Promise<string> =>
    (await schedulesOf(clockId))
      .flatMap(({ name, last }) => (last === null ? [] : [`${name} for ${new Date(last).toISOString()}`]))
      .join(', ');

  const answerOf = async (method: 'GET' | 'POST', path: string, json?: object): Promise<unknown> => {
    const answer = await call(method, path, json === undefined ? {} : { json });
    if (answer.status === 200 || answer.status === 201) return answer.json;
    throw new Error(`${method} ${path} was answered with ${answer.status}: ${answer.text}`);
  };

  const clock = createTestClock({ call: answerOf, whenSettled });
  if (options.now !== undefined) {
    const active = (await schedulesOf()).filter(({ paused }) => !paused);
    for (const { name } of active) await services.schedules.pause(reader, name);
    await clock.travelTo(options.now).catch(async (thrown: unknown) => {
      await host.stop();
      await folder.remove();
      throw thrown;
    });
    for (const { name } of active) await services.schedules.resume(reader, name);
  }

  return {
    url: host.url,
    dataFolder,
    key: bootstrapKey,
    call,
    clock,
    async createClock({ now, timeZone } = {}) {
      const created = await answerOf('POST', '/v1/clocks', { now, time_zone: timeZone });
      const { clock_id: id } = z.object({ clock_id: z.string() }).parse(created);
      return { id, ...createTestClock({ clockId: id, call: answerOf, whenSettled: () => whenSettled(id) }) };
    },
    async run(workflow, input, { clockId } = {}) {
      const run = await startTestRun(services.runs, { account: defaultAccount, clockId }, workflow, input);
      started.push(run.id);
      return run;
    },
    async newAccount(name = 'another', scopes) {
      const { account_id: account } = await services.accounts.createAccount(name);
      const { key } = await services.accounts.createKey({ account_id: account, scopes });
      return { account, key };
    },
    async stop() {
      await host.stop();
      await folder.remove();
    },
  };
}

const notSettled = (what: string): Error =>
  new Error(
    `${what} still at work, and came no further for ${settleTimeoutMs / 1000} s. Look which of its steps does not end.`,
  );

async function send(url: URL, method: string, call: CallOptions): Promise<TestResponse> {
  const { headers, key = bootstrapKey } = call;
  const { body, contentType } = await encoded(call);
  const sent = {
    ...(contentType !== undefined && { 'content-type': contentType }),
    ...(body !== undefined && { 'content-length': String(body.byteLength) }),
    ...(key !== null && { authorization: `Bearer ${key}` }),
    ...headers,
  };
  const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
    const outgoing = httpRequest(url, { method, headers: sent, agent: false }, resolve);
    outgoing.once('error', reject);
    outgoing.end(body);
  });
  const text = Buffer.concat(await Array.fromAsync(incoming, (chunk) => chunk as Uint8Array)).toString('utf8');
  const received = new Headers(
    Object.entries(incoming.headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)] as [string, string]],
    ),
  );
  const isJson = text !== '' && /\bjson\b/.test(received.get('content-type') ?? '');
  return { status: incoming.statusCode ?? 0, headers: received, text, json: isJson ? JSON.parse(text) : undefined };
}

async function encoded({
  json,
  form,
  body,
}: CallOptions): Promise<{ readonly body?: Uint8Array; readonly contentType?: string }> {
  if (json !== undefined) return { body: Buffer.from(JSON.stringify(json)), contentType: 'application/json' };
  if (body !== undefined) return { body: Buffer.from(body) };
  if (form === undefined) return {};
  const sent = new Response(form);
  return { body: Buffer.from(await sent.arrayBuffer()), contentType: sent.headers.get('content-type') ?? '' };
}
