import { createRequire } from 'node:module';
import { dirname } from 'node:path';

const name = '@dbos-inc/dbos-sdk';

/** The modules of DBOS that the engine uses. Those under `internal` are published by the library, though without a promise that they stay. */
interface Dbos {
  readonly DBOS: typeof import('@dbos-inc/dbos-sdk').DBOS;
  readonly errors: typeof import('@dbos-inc/dbos-sdk').Error;
  readonly DBOSExecutor: typeof import('@dbos-inc/dbos-sdk/internal/dbos-executor').DBOSExecutor;
  readonly GlobalLogger: typeof import('@dbos-inc/dbos-sdk/internal/telemetry/logs').GlobalLogger;
  readonly currentOwnerXid: typeof import('@dbos-inc/dbos-sdk/internal/context').currentOwnerXid;
  readonly runWithAbortableDbRetries: typeof import('@dbos-inc/dbos-sdk/internal/context').runWithAbortableDbRetries;
  readonly ensureSystemDatabase: typeof import('@dbos-inc/dbos-sdk/internal/system_database').ensureSystemDatabase;
}

/**
 * Loads DBOS. It keeps its settings, its registrations and its executor in its modules, one for a process; so each engine gets modules of its own, and two of them, or one
 * after the other, know nothing of each other.
 */
export function loadDbos(): Dbos {
  const require = createRequire(import.meta.url);
  const folder = dirname(require.resolve(name));
  for (const file of Object.keys(require.cache)) {
    if (file.startsWith(folder)) delete require.cache[file];
  }
  // The boundary where modules get their types: each is asked for what its own declarations say.
  const sdk = require(name) as typeof import('@dbos-inc/dbos-sdk');
  return {
    DBOS: sdk.DBOS,
    errors: sdk.Error,
    ...(require(`${name}/internal/dbos-executor`) as Pick<Dbos, 'DBOSExecutor'>),
    ...(require(`${name}/internal/telemetry/logs`) as Pick<Dbos, 'GlobalLogger'>),
    ...(require(`${name}/internal/context`) as Pick<Dbos, 'currentOwnerXid' | 'runWithAbortableDbRetries'>),
    ...(require(`${name}/internal/system_database`) as Pick<Dbos, 'ensureSystemDatabase'>),
  };
}

export type { Dbos };
