import { constants, setPriority } from 'node:os';
import { type Flood, floods } from './floods.ts';

// A process of its own, so that whoever measures the host waits for the host alone. The clients of a real host are on
// other machines, so this one leaves the processors to the host.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
const [url = '', key = '', name = ''] = process.argv.slice(2);
await floods[name as Flood]({ url, key, count: (status) => void process.send?.(status) });
