import type { Logger } from '../api/logger.ts';
import { loadFormParser } from '../http/form-body.ts';
import type { Part } from './part.ts';

/** What the processes of all parts take together, and as much again for the first requests. */
const requiredBytes = 1024 ** 3;

/** What of it a test replaces. */
export interface WarmUpOptions {
  /** Memory that this process can still take, in bytes. */
  readonly availableBytes?: () => number;
}

/**
 * Has all parts load what their first use would else wait for. It never rejects: a part that fails does so again where
 * it is used, and says there what is wrong.
 *
 * @param signal aborts when the host stops
 */
export async function warmUpParts(
  parts: readonly Part[],
  log: Logger,
  signal: AbortSignal,
  { availableBytes = () => process.availableMemory() }: WarmUpOptions = {},
): Promise<void> {
  if (availableBytes() < requiredBytes) {
    log.info({ requiredBytes }, 'memory is short: nothing is loaded before it is used');
    return;
  }
  const warm = async ({ name, warmUp }: Pick<Part, 'name' | 'warmUp'>): Promise<void> => {
    try {
      await warmUp?.(signal);
    } catch (cause) {
      if (!signal.aborted) log.warn({ part: name, err: cause }, 'could not be loaded before its first use');
    }
  };
  const forms = { name: 'forms', warmUp: async () => void (await loadFormParser()) };
  await Promise.all([...parts, forms].map(warm));
}
