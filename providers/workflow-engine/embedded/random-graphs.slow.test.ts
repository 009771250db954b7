import { randomGraphContract } from '../contract/random-graphs.ts';
import { testBeds } from '../contract/test-bed.ts';

randomGraphContract(testBeds(new URL('./testing/opened-for-contract.ts', import.meta.url)));
