import type { Logger } from '../api/logger.ts';
import type { Blobs } from '../kinds/blobs.ts';
import type { Cluster } from '../kinds/cluster.ts';
import type { Store } from '../kinds/store.ts';
import type { Leases } from './lease.ts';

/** What the services of a host stand on. */
export interface Ground {
  readonly store: Store;
  readonly blobs: Blobs;
  readonly cluster: Cluster;
  readonly leases: Leases;
  readonly log: Logger;
  /** Whether hosts share the store. */
  readonly isClustered: boolean;
}
