import { childRunning, childrenRunning } from '../../../../core/child-process/testing/running.ts';

/** The processes of the recogniser that a process has started and that still run: their ids. Linux only. */
export const recognisersOf = (parent: number = process.pid) => childrenRunning('recogniser-child.', parent);

/** The id of the only one, once it runs. */
export const recogniserOf = (parent?: number) => childRunning('recogniser-child.', parent);
