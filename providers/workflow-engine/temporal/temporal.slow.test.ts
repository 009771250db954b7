import { afterAll, describe, it } from 'vitest';
import { workflowEngineContract } from '../contract.ts';
import { openDatabaseOfTest } from '../testing/database-of-test.ts';
import { hasTemporal, openTemporalOfTest } from './testing/server.ts';

if (hasTemporal()) {
  const [database, server] = [await openDatabaseOfTest(), await openTemporalOfTest()];
  afterAll(() => Promise.all([database.stop(), server.remove()]));
  workflowEngineContract('temporal', new URL('./testing/opened-for-contract.ts', import.meta.url));
} else {
  describe('the workflow engine temporal', () => it.skip('is not tested here: its server was not built'));
}
