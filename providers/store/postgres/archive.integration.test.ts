import { archiveContract } from '../contract.ts';
import { movable } from '../testing/movable.ts';
import postgres from './index.ts';
import { sharedDatabase } from './testing/database.ts';

const shared = sharedDatabase();

archiveContract(
  'postgres',
  movable(postgres, (folder) => shared().settings(folder)),
  // PGlite has one session, which a transaction keeps from all others.
  { alone: process.env.CHRONOSCRIBE_TEST_POSTGRES === undefined },
);
