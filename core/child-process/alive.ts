import { hasCode } from '../files/durable-write.ts';

/** Whether a process of this machine runs. @param pid its process id */
export function isProcessAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (thrown) {
    // A process of another user is alive.
    return hasCode(thrown, 'EPERM');
  }
}
