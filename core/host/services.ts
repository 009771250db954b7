import { createErasure } from '../accounts/erasure.ts';
import { createAccountRegistry } from '../accounts/registry.ts';
import type { Instances } from '../api/kind.ts';
import type { Logger } from '../api/logger.ts';
import { auditHealth, openAuditLog } from '../audit/audit-log.ts';
import { countRefusals } from '../audit/refusals.ts';
import { createAutomationService } from '../automations/service.ts';
import { createLeases } from '../concurrency/lease.ts';
import { detectPeerMismatch } from '../concurrency/peer-mismatch.ts';
import type { Configuration } from '../config/configuration.ts';
import { createIdempotency } from '../http/idempotency.ts';
import { createMetrics } from '../http/metrics.ts';
import { Accounts, Erasure } from '../kinds/accounts.ts';
import { Audit } from '../kinds/audit.ts';
import { Automations } from '../kinds/automations.ts';
import { Blobs } from '../kinds/blobs.ts';
import { Cluster } from '../kinds/cluster.ts';
import { Runs } from '../kinds/runs.ts';
import { Schedules } from '../kinds/schedules.ts';
import { Archive, Store } from '../kinds/store.ts';
import { Timers } from '../kinds/timers.ts';
import { Uploads } from '../kinds/uploads.ts';
import { WorkflowEngine } from '../kinds/workflow-engine.ts';
import { createRunRegistry } from '../runs/registry.ts';
import { createSchedules } from '../schedules/schedules.ts';
import { clockName } from '../timers/stored-timer.ts';
import { createTimers } from '../timers/timers.ts';
import { createUploadRegistry } from '../uploads/registry.ts';
import type { Part } from './part.ts';

const needs = { store: Store, archive: Archive, blobs: Blobs, engine: WorkflowEngine, cluster: Cluster };

/** The host's own services as a part, so that plugins need `accounts` and `runs` like any other kind. */
export function servicesPart(configuration: Configuration, environmentKey: string | undefined, log: Logger) {
  let made: Services | undefined;
  return {
    name: 'host services',
    needs,
    provides: {
      ...{ accounts: Accounts, erasure: Erasure, runs: Runs, audit: Audit, timers: Timers, uploads: Uploads },
      ...{ schedules: Schedules, automations: Automations },
    },
    async create(given) {
      // The boundary where types are erased: the container hands over what answers `needs`.
      made = await createServices(given as Instances<typeof needs>, { configuration, environmentKey, log });
      return { ...made };
    },
    async stop() {
      made?.stopDetection();
      await made?.audit.stop();
    },
    auditCheck: { name: 'audit', health: async () => made && auditHealth(made.audit) },
    /** @throws Error before the part was created */
    services() {
      if (made === undefined) throw new Error('the host services were asked for before they were created');
      return made;
    },
  } satisfies Part & Readonly<Record<string, unknown>>;
}

/** The host's own services for plugins and for HTTP, on top of the store, the blobs and the workflow engine. */
async function createServices(
  { store, archive, blobs, engine, cluster }: Instances<typeof needs>,
  {
    configuration,
    environmentKey,
    log,
  }: {
    readonly configuration: Configuration;
    readonly environmentKey: string | undefined;
    readonly log: Logger;
  },
) {
  const { data, cluster: isClustered } = configuration;
  const audit = countRefusals(await openAuditLog({ data, store, isClustered, log }), log);
  const stopDetection = detectPeerMismatch(cluster, isClustered, log);
  const leases = createLeases(cluster, isClustered);
  const metrics = createMetrics();
  const accounts = await createAccountRegistry(store, log, environmentKey);
  const idempotency = await createIdempotency({ store, cluster, leases, log });
  const timers = await createTimers({ store, cluster, leases, engine, log });
  const runs = await createRunRegistry({
    ...{ store, blobs, engine, cluster, leases, log },
    retention: configuration.runs,
    runsAtOnce: configuration.limits.perAccount.runsAtOnce,
    settled: metrics.runFinished,
    armSleep: timers.arm,
    sleepsOn: timers.sleepsOn,
    requireClock: async (clock) => void (await timers.source.course(clockName(clock), Number.POSITIVE_INFINITY)),
    disarm: timers.disarm,
  });
  const schedules = createSchedules({ store, timers, accounts, log });
  const automations = await createAutomationService({ store, blobs, cluster, runs, engine, log, isClustered });
  timers.settlesWith(automations.isAtRest);
  const { maxBytes, bytesPerAccount, keepHours } = configuration.uploads;
  const limits = { maxBytes, bytesPerAccount, keepMs: keepHours * 3_600_000 };
  const uploads = await createUploadRegistry({ store, blobs, cluster, limits, log });
  const scrub = async () => void (await Promise.all([store.scrub(), engine.scrub()]));
  const erasure = createErasure({ store, archive, audit, log, scrub });
  for (const { erase } of [automations, runs, timers, uploads]) erasure.onErase(erase);
  return {
    ...{ store, blobs, engine, cluster, accounts, erasure, audit, runs, timers, uploads, schedules, automations },
    ...{ idempotency, metrics, stopDetection },
  };
}

export type Services = Awaited<ReturnType<typeof createServices>>;
