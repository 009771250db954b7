import type { Logger } from '../api/logger.ts';
import { version } from '../api/package.ts';
import { useTracer } from '../api/tracing.ts';
import { electLeader, runPeriodically } from '../concurrency/periodic.ts';
import { createRateLimit } from '../concurrency/rate-limit.ts';
import type { Configuration } from '../config/configuration.ts';
import { createApp } from '../http/app.ts';
import { watchCredentials } from '../http/authentication.ts';
import { clientAddressBy } from '../http/client-address.ts';
import { openApiDocument } from '../http/openapi.ts';
import { hostNames } from '../http/request-target.ts';
import { listen, localClient } from '../http/server.ts';
import type { IssuedKey } from '../kinds/accounts.ts';
import { createAccountLimits, createStoredBytes } from '../limits/account-limits.ts';
import { composeHost } from './composition.ts';
import { createHealthChecks, warmUpParts } from './part-runner.ts';
import { type HostRequest, planHost } from './plan.ts';
import type { Services } from './services.ts';

const sweepEveryMs = 3_600_000;

/**
 * How long one of several hosts continues to accept connections during a stop, so that a load balancer notices, in
 * milliseconds.
 */
const drainMs = 2_000;

/** A host that is serving. */
export interface Host {
  readonly url: string;
  /** The absolute path of the data folder. */
  readonly dataFolder: string;
  readonly services: Services;
  /** The key that the first start created, to be shown once; undefined at later starts. */
  readonly firstKey: IssuedKey | undefined;
  /** Makes the link for the first person of the console; undefined without the console, or if there are people. */
  firstInvitation(): Promise<string | undefined>;
  /** Has parts load in the background what their first use would else wait for. */
  warmUp(): void;
  /**
   * Stops the host. Readiness fails at once. New connections are refused, in a cluster after two seconds. Streams of
   * events end, running requests finish within the deadline, running steps stop at their checkpoint, and all parts stop
   * in reverse order of their creation. A second call waits for the first.
   *
   * @throws what `PartRunner.stop` throws
   */
  stop(): Promise<void>;
}

/**
 * Starts a host: load → check → compose → mount → serve.
 *
 * @param listening called once it listens, before the first key is made: what ends the process from here on should stop
 *   the host first
 * @throws ConfigurationError for everything that is found without starting; Error that says what could not be started,
 *   after everything that had started was stopped
 */
export async function startHost(request: HostRequest, listening: () => void = () => {}): Promise<Host> {
  const plan = await planHost({ ...request, serves: true });
  const { configuration, log, runner } = plan;
  const tracing = { name: 'telemetry', stop: await startTracing(configuration.telemetry) };
  const composition = await composeHost(plan, [tracing]);
  const { services, routes } = composition;
  try {
    const declared = routes.map(({ route }) => route);
    await runner.start('host runs', () => services.runs.start(composition.workflows, declared));
    await runner.start('host automations', () => services.automations.start());
    await runner.start('host schedules', () => services.schedules.start());

    const stopping = new AbortController();
    const deadline = new AbortController();
    const { http } = configuration;
    const metricsNeedKey = configuration.metrics.requireKey;
    const { perMinute, failedPerMinute } = http.rateLimit;
    const limit = (name: string, most: number, what: string) =>
      createRateLimit(services.cluster, { name, perMinute: most, what }, log);
    const authentication = {
      accounts: services.accounts,
      sessions: composition.sessions,
      failedLimit: limit('failed-authentication', failedPerMinute, 'wrong keys from this address'),
    };
    const credentials = watchCredentials(log);
    const app = createApp(
      routes,
      {
        ...services,
        ...authentication,
        credentials,
        rateLimit: limit('requests', perMinute, 'requests with this key'),
        limits: createAccountLimits({
          limits: configuration.limits.perAccount,
          queued: services.runs.queued,
          storedBytes: createStoredBytes(services.store),
        }),
        log,
        development: plan.development,
        stopping: stopping.signal,
        deadline: deadline.signal,
      },
      {
        ...services,
        ...authentication,
        describe: () => openApiDocument(routes, { version, metricsNeedKey, ...composition.extended }),
        metricsNeedKey,
        checks: createHealthChecks([...plan.parts, plan.services.auditCheck]),
        stopping: () => stopping.signal.aborted,
      },
      {
        isAllowedHost: hostNames(http),
        clientAddress: clientAddressBy(http.trustedProxies),
        withTls: http.tls !== null,
      },
      log,
    );
    plan.endpoints.serve(routes, localClient(app));
    const server = await listen(app, http, log);
    listening();
    // Not earlier: the key of a start that fails afterwards would never be shown.
    const firstKey = await services.accounts.bootstrap().catch(async (thrown: unknown) => {
      await server.stop({ drainMs: 0, deadlineMs: 0, onDeadline: () => deadline.abort() });
      throw thrown;
    });
    const stopSweeping = sweepPeriodically(services, log);
    for (const unread of composition.extensions.unread()) log.warn({}, unread);
    log.info({ url: server.url, data: configuration.data, version }, 'started');

    const stop = async (): Promise<void> => {
      stopping.abort();
      log.info({}, 'stopping');
      void stopSweeping();
      await server.stop({
        drainMs: configuration.cluster ? drainMs : 0,
        deadlineMs: configuration.stop.deadlineSeconds * 1000,
        onDeadline: () => deadline.abort(),
      });
      credentials.stop();
      await composition.stop();
      log.info({}, 'stopped');
    };
    let stopped: Promise<void> | undefined;
    return {
      url: server.url,
      dataFolder: configuration.data,
      services,
      firstKey,
      async firstInvitation() {
        const path = await composition.sessions?.firstInvitation();
        return path && new URL(path, server.url).href;
      },
      warmUp: () => void warmUpParts(plan.parts, log, stopping.signal),
      stop() {
        stopped ??= stop();
        return stopped;
      },
    };
  } catch (thrown) {
    // What did not stop is in the log; why the start failed matters more.
    await composition.stop().catch(() => undefined);
    throw thrown;
  }
}

/** Sends traces if the configuration says where to. @returns a function that sends the rest */
async function startTracing({ otlp, headers }: Configuration['telemetry']): Promise<() => Promise<void>> {
  if (otlp === null) return async () => undefined;
  // Imported here, so that a host without it does not load it.
  const { createOtlpTracer } = await import('../telemetry/otlp.ts');
  const tracer = createOtlpTracer({ otlp, headers });
  useTracer(tracer);
  return async () => {
    useTracer(undefined);
    await tracer.stop();
  };
}

/** Deletes expired data, and accounts to be erased, now and every hour. In a cluster one host does it each time. */
function sweepPeriodically({ runs, idempotency, uploads, erasure, cluster }: Services, log: Logger) {
  const sweep = async (): Promise<void> => {
    // By each host: one that has just started again may be the one that was interrupted.
    await erasure.resume();
    if (!(await electLeader(cluster, 'sweep', sweepEveryMs))) return;
    for (const part of [runs, idempotency, uploads]) await part.sweep(cluster.now());
  };
  const onError = (err: unknown) => log.error({ err }, 'the sweep failed; it is tried again in an hour');
  return runPeriodically(sweep, { everyMs: sweepEveryMs, onError });
}
