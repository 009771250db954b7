import type { RunStatus } from 'chronoscribe';
import { z } from 'zod';

/** By which DBOS tells apart who shares its tables; runs that are marked with other names are left alone. */
export const applicationName = 'chronoscribe';

/**
 * The same for every release, so that a host goes on with what one of an older release has begun; DBOS would otherwise make a version from the text of the
 * functions that it runs.
 */
export const applicationVersion = '1';

/** Where runs wait. DBOS polls no queue of this name. */
export const queueName = 'runs';

/** DBOS's words for a run's state. Two of them this engine never gives it; they are for whoever does so by hand. */
export const statuses = {
  ENQUEUED: 'queued',
  DELAYED: 'queued',
  PENDING: 'running',
  SUCCESS: 'done',
  ERROR: 'failed',
  MAX_RECOVERY_ATTEMPTS_EXCEEDED: 'failed',
  CANCELLED: 'cancelled',
} as const satisfies Record<string, RunStatus>;

export const keptStatus = z.enum(Object.keys(statuses) as (keyof typeof statuses)[]);

/** For statements. */
export const settled = `('SUCCESS', 'ERROR', 'CANCELLED', 'MAX_RECOVERY_ATTEMPTS_EXCEEDED')`;
export const nowMs = '(extract(epoch from now()) * 1000)::bigint';
export const queuedAgain = `status = 'ENQUEUED', owner_xid = null, started_at_epoch_ms = null, updated_at = ${nowMs}`;

/** Those of DBOS's tables that hold what runs are given and what they make. */
export const textTables = ['workflow_input', 'workflow_output', 'operation_outputs'] as const;
