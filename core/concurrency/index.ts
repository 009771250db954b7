/** **Stable**: waiting, giving way and taking turns, in one process and between hosts. */

export { abortable, abortableStream } from './abortable.ts';
export { type AutoResetEvent, createAutoResetEvent } from './auto-reset-event.ts';
export { collectCooperatively, createPause } from './giving-way.ts';
export { createSemaphore, type Semaphore } from './mutex.ts';
export { electLeader, runPeriodically } from './periodic.ts';
export { singleHostCluster } from './single-host-cluster.ts';
