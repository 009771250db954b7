import { randomUUID } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Cluster, Logger } from 'chronoscribe';
import { hasCode, lockFile } from 'chronoscribe/files';
import { openPostgres } from 'chronoscribe/postgres';
import type { Sealing } from 'chronoscribe/types';
import { openStore } from '../../store/postgres/store.ts';
import { countFormer, deleteFormer } from '../problems.ts';
import { textValues } from '../runs/documents.ts';
import { createEngine, type Engine } from '../runs/engine.ts';
import { localExecutor, type Ownership } from '../runs/hosting.ts';

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
  await deleteFormerTables(options);
  // A change of a run writes the run: no more is needed to keep two of them apart.
  const connections = Math.min(8, concurrency + 1);
  const store = await openStore({ ...options, isolation: 'repeatable read', connections });
  const own = () => ownHost(dataFolder);
  return createEngine({
    ...{ store, cluster, log, topic: `workflows ${schema}`, encoding: textValues(sealing) },
    executor: localExecutor({ store, cluster: store.cluster, concurrency, missingWorkflowMs, own }),
  });
}

async function deleteFormerTables({ url, schema, log }: PostgresEngineOptions): Promise<void> {
  const postgres = await openPostgres({ url, schema, log, connections: 1 });
  const tablesOf = async (condition = '') => {
    const tables = `select quote_ident(tablename) as name from pg_tables where schemaname = $1 ${condition}`;
    return (await postgres.query<{ name: string }>(tables, [schema])).rows.map(({ name }) => name);
  };
  try {
    // If the server is away, the store waits for it.
    const [former] = await tablesOf(`and tablename = 'workflow_runs'`).catch(() => []);
    const counted = former && (await postgres.query(countFormer(former))).rows[0];
    await deleteFormer(`the schema ${schema} of ${postgres.place}`, counted, log, async () => {
      await postgres.query(`drop table if exists ${(await tablesOf()).join(', ')} cascade`);
    });
  } finally {
    await postgres.end();
  }
}

/**
 * Makes this process the one that works for the host of a data folder, until it ends. The id of the host is noted in
 * the folder, so that its next start goes on with the runs that this one has taken.
 *
 * @throws Error if another process works for this host.
 */
export async function ownHost(dataFolder: string): Promise<Ownership> {
  const file = join(dataFolder, 'workflow-host');
  const release = await lockFile(`${file}.lock`);
  if (release === undefined) {
    throw new Error(
      `Another process works on workflows with the data folder ${dataFolder}. Stop it, or give this one a data folder ` +
        'of its own: hosts share the database and the blobs, not this folder.',
    );
  }
  const host = (await hostIn(file)) ?? randomUUID();
  await writeFile(file, '', { mode: 0o600 });
  await writeFile(file, `${(await stat(file)).ino}\n${host}\n`);
  return { host, release };
}

/** The host that is noted in a file. None in a copy of it, which has another inode: the first host may be alive. */
async function hostIn(file: string): Promise<string | undefined> {
  const text = await readFile(file, 'utf8').catch((thrown: unknown) => {
    if (hasCode(thrown, 'ENOENT')) return '';
    throw thrown;
  });
  const [inode, host = ''] = text.split('\n');
  return host !== '' && Number(inode) === (await stat(file)).ino ? host : undefined;
}
