import { afterAll } from 'vitest';
import { workflowEngineContract } from '../contract.ts';
import { openDatabaseOfTest } from '../testing/database-of-test.ts';

const { stop } = await openDatabaseOfTest();
afterAll(stop);

workflowEngineContract('dbos', new URL('./testing/opened-for-contract.ts', import.meta.url));
