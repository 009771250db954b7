import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { RunStatus } from '../kinds/workflow-engine.ts';

/** What Prometheus is told. Labels are names of routes and workflows, never ids, accounts or content. */
export interface Metrics {
  /** @param route is the path as declared, with its parameters in braces. */
  answered(method: string, route: string, status: number, seconds: number): void;
  settled(workflow: string, status: RunStatus): void;
  /** The text format of Prometheus, and its media type. */
  exposition(): Promise<{ readonly text: string; readonly contentType: string }>;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'chronoscribe_http_request_duration_seconds',
    help: 'Time from a request to the last byte of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30, 120, 600],
    registers: [registry],
  });
  const runs = new Counter({
    name: 'chronoscribe_runs_total',
    help: 'Runs that were settled',
    labelNames: ['workflow', 'status'],
    registers: [registry],
  });
  return {
    answered: (method, route, status, seconds) => requests.observe({ method, route, status: String(status) }, seconds),
    settled: (workflow, status) => runs.inc({ workflow, status }),
    exposition: async () => ({ text: await registry.metrics(), contentType: registry.contentType }),
  };
}
