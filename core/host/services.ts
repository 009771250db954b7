import { createErasure, type HostErasure } from '../accounts/erasure.ts';
import { type AccountRegistry, createAccountRegistry } from '../accounts/registry.ts';
import type { Instances } from '../api/kind.ts';
import type { Logger } from '../api/logger.ts';
import { type AuditLog, openAuditLog } from '../audit/audit-log.ts';
import { auditHealth } from '../audit/health.ts';
import { countRefusals } from '../audit/refusals.ts';
import { type AutomationService, createAutomationService } from '../automations/service.ts';
import { createLeases } from '../concurrency/lease.ts';
import { detectPeerMismatch } from '../concurrency/peer-mismatch.ts';
import type { Configuration } from '../config/configuration.ts';
import { createIdempotency, type Idempotency } from '../http/idempotency.ts';
import { createMetrics, type Metrics } from '../http/metrics.ts';
import { Accounts } from '../kinds/accounts.ts';
import { Archive } from '../kinds/archive.ts';
import { Audit } from '../kinds/audit.ts';
import { Automations } from '../kinds/automations.ts';
import { Blobs } from '../kinds/blobs.ts';
import { Cluster } from '../kinds/cluster.ts';
import { Erasure } from '../kinds/erasure.ts';
import { Runs } from '../kinds/runs.ts';
import { Schedules } from '../kinds/schedules.ts';
import { Store } from '../kinds/store.ts';
import { Timers } from '../kinds/timers.ts';
import { Uploads } from '../kinds/uploads.ts';
import { WorkflowEngine } from '../kinds/workflow-engine.ts';
import { createRunRegistry, type RunRegistry } from '../runs/registry.ts';
import { createSchedules, type HostSchedules } from '../schedules/schedules.ts';
import { clockName } from '../timers/stored-timer.ts';
import { createTimers, type HostTimers } from '../timers/timers.ts';
import { createUploadRegistry, type UploadRegistry } from '../uploads/registry.ts';
import type { Part } from './part.ts';

/** The host's own services for plugins and for HTTP, on top of the store, the blobs and the workflow engine. */
export interface Services {
  readonly store: Store;
  readonly blobs: Blobs;
  readonly engine: WorkflowEngine;
  readonly cluster: Cluster;
  readonly accounts: AccountRegistry;
  readonly erasure: HostErasure;
  readonly audit: Audit;
  readonly runs: RunRegistry;
  readonly timers: HostTimers;
  readonly schedules: HostSchedules;
  readonly automations: AutomationService;
  readonly uploads: UploadRegistry;
  readonly idempotency: Idempotency;
  readonly metrics: Metrics;
}

const needs = { store: Store, archive: Archive, blobs: Blobs, engine: WorkflowEngine, cluster: Cluster };

/** The host's own services as a part, so that plugins need `accounts` and `runs` like any other kind. */
export function servicesPart(configuration: Configuration, environmentKey: string | undefined, log: Logger) {
  let made: Services | undefined;
  let audit: AuditLog | undefined;
  let stopDetection: () => void = () => undefined;
  return {
    name: 'host services',
    needs,
    provides: {
      accounts: Accounts,
      erasure: Erasure,
      runs: Runs,
      audit: Audit,
      timers: Timers,
      uploads: Uploads,
      schedules: Schedules,
      automations: Automations,
    },
    async create(given) {
      // The boundary where types are erased: the container hands over what answers `needs`.
      const { store, archive, blobs, engine, cluster } = given as Instances<typeof needs>;
      const { data, cluster: isClustered } = configuration;
      audit = countRefusals(await openAuditLog({ data, store, isClustered, log }), log);
      stopDetection = detectPeerMismatch(cluster, configuration.cluster, log);
      const leases = createLeases(cluster, configuration.cluster);
      const metrics = createMetrics();
      const accounts = await createAccountRegistry(store, log, environmentKey);
      const idempotency = await createIdempotency({ store, cluster, leases, log });
      const timers = await createTimers({ store, cluster, leases, engine, log });
      const runs = await createRunRegistry({
        store,
        blobs,
        engine,
        cluster,
        leases,
        retention: configuration.runs,
        log,
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
      const services = {
        store,
        blobs,
        engine,
        cluster,
        accounts,
        erasure,
        audit,
        runs,
        timers,
        uploads,
        schedules,
        automations,
      };
      made = { ...services, idempotency, metrics };
      return { accounts, erasure, runs, audit, timers, uploads, schedules, automations };
    },
    async stop() {
      stopDetection();
      await audit?.stop();
    },
    health: async () => undefined,
    auditCheck: { name: 'audit', health: async () => (audit === undefined ? undefined : auditHealth(audit)) },
    /** @throws Error before the part was created */
    services() {
      if (made === undefined) throw new Error('the host services were asked for before they were created');
      return made;
    },
  } satisfies Part & Readonly<Record<string, unknown>>;
}

export type ServicesPart = ReturnType<typeof servicesPart>;
