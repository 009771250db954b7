import type { Logger } from '../api/logger.ts';
import type { AuditEvent } from '../kinds/audit.ts';
import type { AuditLog } from './audit-log.ts';

const windowMs = 60_000;

/**
 * How many different refusals have an entry of their own at a time. What one client is refused is limited by its
 * address, but somebody may have many addresses.
 */
const maxWindows = 1000;

/** Equal refusals within a minute. */
interface Window {
  readonly event: AuditEvent;
  readonly timer: NodeJS.Timeout;
  /** Those that are not written yet. */
  count: number;
}

/**
 * The same log, in which equal refusals are counted: the first is written before its request is answered, and one entry
 * a minute has the number of those after it. They are equal if who, from where, which route and which status are.
 * Beyond a thousand different ones within a minute, the others are one, without a name.
 *
 * A crash loses the count of the last minute.
 */
export function countRefusals(log: AuditLog, hostLog: Logger): AuditLog {
  const windows = new Map<string, Window>();
  const write = async (window: Window): Promise<void> => {
    const { event, count } = window;
    if (count === 0) return;
    window.count = 0;
    try {
      await log.record({ ...event, record: null, request: undefined, count });
    } catch (err) {
      window.count += count;
      hostLog.error({ err, action: event.action, count }, 'refusals could not be written to the audit log');
    }
  };
  const open = (key: string, event: AuditEvent): Window => {
    const end = (): void => {
      if (window.count > 0) return void write(window);
      windows.delete(key);
      clearInterval(window.timer);
    };
    const window = { event, timer: setInterval(end, windowMs).unref(), count: 0 };
    windows.set(key, window);
    return window;
  };

  return {
    ...log,
    async record(event) {
      const isRefusal = event.outcome === 401 || event.outcome === 403 || event.outcome === 429;
      // While the log cannot be written, no refusal is answered on the promise of a later entry.
      if (!isRefusal || log.fault() !== undefined) return log.record(event);
      const key = sameRefusal(event);
      const window = windows.get(key);
      if (window !== undefined) {
        window.count += 1;
        return;
      }
      if (windows.size < maxWindows) {
        open(key, event);
        return log.record(event);
      }
      const others = { account: null, key: null, action: 'further refusals', record: null, outcome: event.outcome };
      const rest = sameRefusal(others);
      (windows.get(rest) ?? open(rest, others)).count += 1;
    },
    async stop() {
      for (const window of windows.values()) {
        clearInterval(window.timer);
        await write(window);
      }
      await log.stop();
    },
  };
}

function sameRefusal({ account, key, person, address, action, outcome }: AuditEvent): string {
  return JSON.stringify([account, key, person, address, action, outcome]);
}
