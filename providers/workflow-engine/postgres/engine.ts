import type { Cluster, Logger } from 'chronoscribe';
import type { Sealing } from 'chronoscribe/types';
import { openStore } from '../../store/postgres/store.ts';
import { textValues } from '../runs/documents.ts';
import { createEngine, type Engine } from '../runs/engine.ts';
import { localExecutor } from '../runs/hosting.ts';
import { deleteFormer } from './former.ts';
import { ownHost } from './own-host.ts';

export interface PostgresEngineOptions {
  readonly url: string;
  readonly schema: string;
  readonly cluster: Cluster;
  /** The folder of this host. */
  readonly dataFolder: string;
  /** How many runs this host works on at the same time. */
  readonly concurrency: number;
  /** Milliseconds for which a run waits for a host that has its workflow. Default: five minutes. */
  readonly missingWorkflowMs?: number;
  /** Milliseconds within which a statement is answered, or its connection is lost. */
  readonly answerMs?: number;
  readonly sealing?: Sealing | undefined;
  readonly log: Logger;
}

/** @throws Error that names the server and says what to do. */
export async function openPostgresEngine(options: PostgresEngineOptions): Promise<Engine> {
  const { schema, dataFolder, cluster, concurrency, sealing, log, missingWorkflowMs = 300_000 } = options;
  await deleteFormer(options);
  // A change of a run writes the run: no more is needed to keep two of them apart.
  const connections = Math.min(8, concurrency + 1);
  const store = await openStore({ ...options, isolation: 'repeatable read', connections });
  const own = () => ownHost(dataFolder);
  return createEngine({
    ...{ store, cluster, log, topic: `workflows ${schema}`, encoding: textValues(sealing) },
    executor: localExecutor({ store, cluster: store.cluster, concurrency, missingWorkflowMs, own }),
  });
}
