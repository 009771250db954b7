import { workflowEngineContract } from '../contract.ts';

workflowEngineContract('embedded', new URL('./testing/opened-for-contract.ts', import.meta.url), { singleHost: true });
