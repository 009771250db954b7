import { readFile } from 'node:fs/promises';

export interface TimeLimits {
  /** Longest time without a sign of life. */
  readonly silenceMs?: number;
  readonly totalMs?: number;
}

/** What a process may take. */
export interface Limits extends TimeLimits {
  /** Resident memory. Kept where `/proc` tells it (Linux). */
  readonly memoryBytes?: number;
}

export type Limit = 'silence' | 'time' | 'memory';

export interface Watch extends Disposable {
  /** The process has done something. */
  alive(): void;
}

/** A PDF of a few KB can ask for gigabytes in a second. Looking takes a tenth of a millisecond. */
const memoryCheckMs = 50;

/** Watches the process of this id, from now on, and tells each limit that it goes over. */
export function watchLimits(id: number | undefined, limits: Limits, exceeded: (limit: Limit) => void): Watch {
  const { silenceMs, totalMs, memoryBytes = Number.POSITIVE_INFINITY } = limits;
  const silence = silenceMs === undefined ? undefined : setTimeout(() => exceeded('silence'), silenceMs);
  const total = totalMs === undefined ? undefined : setTimeout(() => exceeded('time'), totalMs);
  const memory = Number.isFinite(memoryBytes) ? setInterval(checkMemory, memoryCheckMs) : undefined;

  async function checkMemory(): Promise<void> {
    if ((await residentBytes(id)) > memoryBytes) exceeded('memory');
  }

  return {
    alive: () => void silence?.refresh(),
    [Symbol.dispose]() {
      clearTimeout(silence);
      clearTimeout(total);
      clearInterval(memory);
    },
  };
}

/** Zero where it cannot be told: the process is gone, or the system has no `/proc`. */
async function residentBytes(id: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${id}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
}
