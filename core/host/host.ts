import type { Logger } from '../api/logger.ts';
import { version } from '../api/package.ts';
import { electLeader } from '../concurrency/periodic.ts';
import { createApp } from '../http/app.ts';
import { createRateLimit } from '../http/authentication.ts';
import { hostNames } from '../http/host-names.ts';
import { openApiDocument } from '../http/openapi.ts';
import { listen } from '../http/server.ts';
import type { IssuedKey } from '../kinds/accounts.ts';
import { composeHost } from './composition.ts';
import { createHealthChecks } from './health-checks.ts';
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
  /**
   * Stops the host. Readiness fails at once. New connections are refused, in a cluster after two seconds. Streams of
   * events end, running requests finish within the deadline, running steps stop at their checkpoint, and all parts stop
   * in reverse order of their creation. A second call waits for the first.
   */
  stop(): Promise<void>;
}

/**
 * Starts a host: load → check → compose → mount → serve.
 *
 * @throws ConfigurationError for everything that is found without starting; Error that says what could not be started,
 *   after everything that had started was stopped
 */
export async function startHost(request: HostRequest): Promise<Host> {
  const plan = await planHost(request);
  const { configuration, log } = plan;
  const composition = await composeHost(plan);
  const { services, routes } = composition;
  try {
    await services.runs.start(
      composition.workflows,
      routes.map(({ route }) => route),
    );
    await services.automations.start();
    await services.schedules.start();

    const stopping = new AbortController();
    const deadline = new AbortController();
    const app = createApp(
      routes,
      {
        ...services,
        sessions: composition.sessions,
        rateLimit: createRateLimit(services.cluster, configuration.http.rateLimit.perMinute, log),
        log,
        development: plan.development,
        stopping: stopping.signal,
        deadline: deadline.signal,
      },
      {
        ...services,
        sessions: composition.sessions,
        document: openApiDocument(routes, version),
        metricsNeedKey: configuration.metrics.requireKey,
        checks: createHealthChecks(plan.parts),
        stopping: () => stopping.signal.aborted,
      },
      hostNames(configuration.http),
      log,
    );
    const server = await listen(app, configuration.http.host, configuration.http.port);
    // Not earlier: the key of a start that fails afterwards would never be shown.
    const firstKey = await services.accounts.bootstrap().catch(async (thrown: unknown) => {
      await server.stop({ drainMs: 0, deadlineMs: 0, onDeadline: () => deadline.abort() });
      throw thrown;
    });
    const stopSweeping = sweepPeriodically(services, log);
    log.info({ url: server.url, data: configuration.data, version }, 'started');

    const stop = async (): Promise<void> => {
      stopping.abort();
      log.info({}, 'stopping');
      stopSweeping();
      await server.stop({
        drainMs: configuration.cluster ? drainMs : 0,
        deadlineMs: configuration.stop.deadlineSeconds * 1000,
        onDeadline: () => deadline.abort(),
      });
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
      stop() {
        stopped ??= stop();
        return stopped;
      },
    };
  } catch (thrown) {
    await composition.stop();
    throw thrown;
  }
}

/** Deletes expired data now and every hour. In a cluster one host does it each time. */
function sweepPeriodically({ runs, idempotency, uploads, cluster }: Services, log: Logger): () => void {
  const sweep = async (): Promise<void> => {
    try {
      if (!(await electLeader(cluster, 'sweep', sweepEveryMs))) return;
      await runs.sweep(cluster.now());
      await idempotency.sweep(cluster.now());
      await uploads.sweep(cluster.now());
    } catch (cause) {
      log.error({ err: cause }, 'the sweep failed; it is tried again in an hour');
    }
  };
  const timer = setInterval(() => void sweep(), sweepEveryMs);
  void sweep();
  return () => clearInterval(timer);
}
