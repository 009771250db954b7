import { spawn } from 'node:child_process';
import { killWithHost } from '../isolation.ts';
import { startScript } from '../script-process.ts';
import type { Order } from './child.ts';

/** A host that starts a process, reports that, and is killed by the test: `node dying-host.ts script|program SOCKET`. */
const [kind, socket = ''] = process.argv.slice(2);

if (kind === 'script') {
  const order: Order = { does: 'loop', socket };
  startScript({ url: new URL('./child.ts', import.meta.url), heapMegabytes: 64 }).send(order);
} else {
  const looping = `require('net').connect('${socket}').once('connect', () => { for (;;); })`;
  // The shell waits for what it has started.
  const program = ['-c', '"$0" -e "$1"; :', process.execPath, looping];
  killWithHost(() => spawn('/bin/sh', program, { detached: true, stdio: 'ignore' }), 'group');
}
process.send?.('begun');
