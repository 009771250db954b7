import { readFile } from 'node:fs/promises';

/** How long a process may take, in milliseconds. */
export interface TimeLimits {
  /** Longest time without activity: a message, or a call of `refresh`. */
  readonly inactivityMs?: number;
  /** Longest time in all. */
  readonly totalMs?: number;
}

/** What a process may use. */
export interface Limits extends TimeLimits {
  /** Resident memory in bytes. It is enforced where `/proc` exists (Linux). */
  readonly memoryBytes?: number;
}

/** The limit that a process exceeded. */
export type Limit = 'inactivity' | 'time' | 'memory';

/** A malicious PDF of a few KB can allocate gigabytes in a second. One check takes a tenth of a millisecond. */
const memoryCheckMs = 50;

/**
 * Supervises a process from now on, until the result is disposed of, which does not end the process.
 *
 * @param pid the process id; undefined if memory is not limited
 * @param onExceeded is called with each limit that the process exceeds; it should kill the process
 */
export function watchLimits(pid: number | undefined, limits: Limits, onExceeded: (limit: Limit) => void) {
  const { inactivityMs, totalMs, memoryBytes = Number.POSITIVE_INFINITY } = limits;
  const inactivity = inactivityMs === undefined ? undefined : setTimeout(() => onExceeded('inactivity'), inactivityMs);
  const total = totalMs === undefined ? undefined : setTimeout(() => onExceeded('time'), totalMs);
  const memory = Number.isFinite(memoryBytes) ? setInterval(checkMemory, memoryCheckMs) : undefined;

  async function checkMemory(): Promise<void> {
    if ((await residentBytes(pid)) > memoryBytes) onExceeded('memory');
  }

  return {
    /** Restarts the time of inactivity. */
    refresh: () => void inactivity?.refresh(),
    [Symbol.dispose]() {
      clearTimeout(inactivity);
      clearTimeout(total);
      clearInterval(memory);
    },
  };
}

/** Zero if it is unknown: the process has ended, or the system has no `/proc`. */
async function residentBytes(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
}
