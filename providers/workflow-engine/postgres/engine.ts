import type { Cluster, Logger, Sealing } from 'chronoscribe';
import { createEngine, type Engine } from '../engine.ts';
import { openPostgresDatabase } from './database.ts';
import { ownHost } from './worker-ids.ts';

export interface PostgresEngineOptions {
  readonly url: string;
  readonly schema: string;
  readonly cluster: Cluster;
  /** The folder of this host. */
  readonly dataFolder: string;
  /** How many runs this host works on at the same time. */
  readonly concurrency: number;
  /**
   * How often hosts may claim a run whose workflow they do not have before it fails. By default about six minutes pass.
   */
  readonly missingWorkflowClaims?: number;
  /** Milliseconds within which a statement is answered, or its connection is lost. */
  readonly answerMs?: number;
  readonly sealing?: Sealing | undefined;
  readonly log: Logger;
}

/** @throws Error that names the server and says what to do. */
export async function openPostgresEngine(options: PostgresEngineOptions): Promise<Engine> {
  const { schema, dataFolder } = options;
  return createEngine({
    missingWorkflowClaims: 12,
    ...options,
    database: await openPostgresDatabase(options),
    own: () => ownHost(dataFolder),
    topic: `workflows ${schema}`,
  });
}
