import { afterAll } from 'vitest';
import { randomGraphContract } from '../contract/random-graphs.ts';
import { testBeds } from '../contract/test-bed.ts';
import { openDatabaseOfTest } from '../testing/database-of-test.ts';

const database = await openDatabaseOfTest();
afterAll(() => database.stop());

randomGraphContract(testBeds(new URL('./testing/opened-for-contract.ts', import.meta.url)));
