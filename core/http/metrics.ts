import type { RunStatus } from '../kinds/workflow-engine.ts';

/** Metrics for Prometheus. Labels are names of routes and workflows, never ids, accounts or content. */
export function createMetrics() {
  let loaded: Awaited<ReturnType<typeof loadMetrics>> | undefined;
  let loading: ReturnType<typeof loadMetrics> | undefined;
  const load = () => {
    loading ??= loadMetrics().then((metrics) => {
      loaded = metrics;
      return metrics;
    });
    return loading;
  };
  return {
    /** @param finished method, route as declared, with parameters in braces, status, and seconds */
    requestFinished(...finished: Parameters<NonNullable<typeof loaded>['requestFinished']>) {
      if (loaded !== undefined) loaded.requestFinished(...finished);
      else void load().then((metrics) => metrics.requestFinished(...finished));
    },
    runFinished(...finished: Parameters<NonNullable<typeof loaded>['runFinished']>) {
      void load().then((metrics) => metrics.runFinished(...finished));
    },
    /** All metrics in Prometheus' text format, with its media type. */
    exposition: async () => (await load()).exposition(),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;

/** The library, which brings OpenTelemetry's, is imported by the first request rather than by a start. */
async function loadMetrics() {
  const { Counter, collectDefaultMetrics, Histogram, Registry } = await import('prom-client');
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'chronoscribe_http_request_duration_seconds',
    help: 'Time from a request to the last byte of its response',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30, 120, 600],
    registers: [registry],
  });
  const runs = new Counter({
    name: 'chronoscribe_runs_total',
    help: 'Runs that have finished',
    labelNames: ['workflow', 'status'],
    registers: [registry],
  });
  const labelled = new Map<string, ReturnType<typeof requests.labels>>();
  return {
    requestFinished(method: string, route: string, status: number, seconds: number) {
      const key = `${method} ${route} ${status}`;
      const child = labelled.get(key) ?? requests.labels({ method, route, status: String(status) });
      labelled.set(key, child);
      child.observe(seconds);
    },
    runFinished: (workflow: string, status: RunStatus) => runs.inc({ workflow, status }),
    exposition: async () => ({ text: await registry.metrics(), contentType: registry.contentType }),
  };
}
