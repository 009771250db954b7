import type { z } from 'zod';
import type { Extended } from '../api/extension.ts';
import type { metrics } from '../extensions/metrics.ts';
import type { RunStatus } from '../kinds/workflow-engine.ts';

type Added = Extended<z.output<typeof metrics.schema>>;

/** The name of a metric of a plugin. */
const nameOf = ({ plugin, value }: Added) => `${prefix}${plugin}_${value.name}`.replaceAll(/[^a-zA-Z0-9_]/g, '_');

const prefix = 'chronoscribe_';
const own = { requests: `${prefix}http_request_duration_seconds`, runs: `${prefix}runs_total` };

/** All names that metrics take, the host's own among them: a histogram has further ones. */
export const metricClaims = (added: readonly Added[]) =>
  [
    ...Object.values(own).map((name) => ({
      plugin: 'the host',
      name,
      type: name === own.runs ? 'counter' : 'histogram',
    })),
    ...added.map((each) => ({ plugin: each.plugin, name: nameOf(each), type: each.value.type })),
  ].flatMap(({ plugin, name, type }) =>
    ['', ...(type === 'histogram' ? ['_bucket', '_count', '_sum'] : [])].map((end) => ({ plugin, name: name + end })),
  );

/** Metrics for Prometheus. Labels are names of routes and workflows, never ids, accounts or content. */
export function createMetrics() {
  let loaded: Awaited<ReturnType<typeof loadMetrics>> | undefined;
  let loading: ReturnType<typeof loadMetrics> | undefined;
  let added: readonly Added[] = [];
  const load = () => {
    loading ??= loadMetrics(added).then((metrics) => {
      loaded = metrics;
      return metrics;
    });
    return loading;
  };
  return {
    /** Shows what plugins add. Called once, before anything is served. */
    add(metrics: readonly Added[]) {
      added = metrics;
      for (const each of metrics) {
        each.value.connect((...recorded) => void load().then(({ recorderOf }) => recorderOf(each)?.(...recorded)));
      }
    },
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
async function loadMetrics(added: readonly Added[]) {
  const { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } = await import('prom-client');
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: own.requests,
    help: 'Time from a request to the last byte of its response',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30, 120, 600],
    registers: [registry],
  });
  const runs = new Counter({
    name: own.runs,
    help: 'Runs that have finished',
    labelNames: ['workflow', 'status'],
    registers: [registry],
  });
  const recorderOf = (each: Added): Parameters<Added['value']['connect']>[0] => {
    const { type, help, labels, buckets } = each.value;
    const shown = { name: nameOf(each), help, labelNames: Object.keys(labels), registers: [registry] };
    if (type === 'counter') {
      const counter = new Counter(shown);
      return (value, given) => counter.inc(given, value);
    }
    if (type === 'gauge') {
      const gauge = new Gauge(shown);
      return (value, given) => gauge.set(given, value);
    }
    const histogram = new Histogram({ ...shown, ...(buckets && { buckets: [...buckets] }) });
    return (value, given) => histogram.observe(given, value);
  };
  const recorders = new Map(added.map((each) => [each, recorderOf(each)]));
  const labelled = new Map<string, ReturnType<typeof requests.labels>>();
  return {
    requestFinished(method: string, route: string, status: number, seconds: number) {
      const key = `${method} ${route} ${status}`;
      const child = labelled.get(key) ?? requests.labels({ method, route, status: String(status) });
      labelled.set(key, child);
      child.observe(seconds);
    },
    recorderOf: (each: Added) => recorders.get(each),
    runFinished: (workflow: string, status: RunStatus) => runs.inc({ workflow, status }),
    exposition: async () => ({ text: await registry.metrics(), contentType: registry.contentType }),
  };
}
