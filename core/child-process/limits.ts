import { readFile } from 'node:fs/promises';

/** How long a process may take, in milliseconds. */
export interface TimeLimits {
  /** Longest time without activity: a message, or a call of `refresh`. */
  readonly inactivityMs?: number;
  /** Longest time in all. */
  readonly totalMs?: number;
}

/** What a process may use. Memory and processor time are enforced where `/proc` exists (Linux). */
export interface Limits extends TimeLimits {
  /** Resident memory in bytes. */
  readonly memoryBytes?: number;
  /** Processor time since it was started, in milliseconds: on a busy machine it may take much longer by the clock. */
  readonly processorMs?: number;
}

/** The limit that a process exceeded. */
export type Limit = 'inactivity' | 'time' | 'memory';

/** A malicious PDF of a few KB can allocate gigabytes in a second. One check takes a tenth of a millisecond. */
const useCheckMs = 50;

/**
 * Supervises a process from now on, until the result is disposed of, which does not end the process.
 *
 * @param pid the process id; undefined if neither memory nor processor time is limited
 * @param onExceeded is called with each limit that the process exceeds; it should kill the process
 */
export function watchLimits(pid: number | undefined, limits: Limits, onExceeded: (limit: Limit) => void) {
  const { inactivityMs, totalMs, memoryBytes, processorMs } = limits;
  const inactivity = inactivityMs === undefined ? undefined : setTimeout(() => onExceeded('inactivity'), inactivityMs);
  const total = totalMs === undefined ? undefined : setTimeout(() => onExceeded('time'), totalMs);
  const use = memoryBytes === undefined && processorMs === undefined ? undefined : setInterval(checkUse, useCheckMs);

  async function checkUse(): Promise<void> {
    if (memoryBytes !== undefined && (await residentBytes(pid)) > memoryBytes) onExceeded('memory');
    if (processorMs !== undefined && (await processorTimeOf(pid)) > processorMs) onExceeded('time');
  }

  return {
    /** Restarts the time of inactivity. */
    refresh: () => void inactivity?.refresh(),
    [Symbol.dispose]() {
      clearTimeout(inactivity);
      clearTimeout(total);
      clearInterval(use);
    },
  };
}

/** Zero if it is unknown: the process has ended, or the system has no `/proc`. */
async function residentBytes(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
}

/** In milliseconds, of all of its threads; zero if it is unknown. */
async function processorTimeOf(pid: number | undefined): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // After the name in brackets, which may be any text: `utime` and `stime`, in hundredths of seconds.
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number);
  return (user + system) * 10;
}
