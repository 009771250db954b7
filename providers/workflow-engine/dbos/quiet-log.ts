import type { DLogger } from '@dbos-inc/dbos-sdk';
import type { Logger } from 'chronoscribe';
import type { Dbos } from './library.ts';

/**
 * What DBOS has to say, for those who look for a fault in it. None of it is news: that a step failed, a run was cancelled or the database cannot be reached is
 * told by the engine itself. Of an error nothing is written but what the log takes from errors.
 */
export function quietly(log: Logger): DLogger {
  const say: DLogger['error'] = (entry, metadata) => {
    const err: unknown = entry instanceof Error ? entry : Object(metadata).error;
    if (err !== undefined) log.debug({ err }, 'DBOS reports an error');
    else log.debug({ said: String(entry) }, 'DBOS');
  };
  return { debug: say, info: say, warn: say, error: say };
}

/** The same in the form that parts of DBOS ask for that are called before it is launched. */
export function forDbos(log: Logger, { GlobalLogger }: Dbos): InstanceType<Dbos['GlobalLogger']> {
  return new GlobalLogger(undefined, { logger: quietly(log) });
}
