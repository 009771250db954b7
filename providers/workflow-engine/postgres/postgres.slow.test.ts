import { afterAll } from 'vitest';
import { workflowEngineContract } from '../contract.ts';
import { openDatabaseOfTest } from '../testing/database-of-test.ts';

const database = await openDatabaseOfTest();
afterAll(() => database.stop());

workflowEngineContract('postgres', new URL('./testing/opened-for-contract.ts', import.meta.url));
