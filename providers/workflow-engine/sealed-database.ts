import type { Sealing } from 'chronoscribe';
import type { EngineDatabase } from './database.ts';

/** A database whose inputs, results and signals are sealed. What was saved before is read as it is. */
export function sealedDatabase(database: EngineDatabase, sealing: Sealing | undefined): EngineDatabase {
  if (sealing === undefined) return database;
  return {
    ...database,
    encode: (json) => database.encode(sealing.sealJson(json)),
    decode: (saved) => sealing.openJson(database.decode(saved)),
  };
}
