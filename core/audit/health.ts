import { Problem } from '../api/problem.ts';
import type { Health } from '../api/provider.ts';
import { gapText } from './anchors.ts';
import type { AuditLog } from './audit-log.ts';

/**
 * Whether the log can be written, and is whole. After a failure it writes an entry that says so once it can again: a
 * host that is not ready gets no requests, whose entries would show it.
 */
export async function auditHealth(log: AuditLog): Promise<Health> {
  try {
    await log.check();
    const action = 'audit log written again after a failure';
    if (log.fault() !== undefined)
      await log.record({ account: null, key: null, action, record: null, outcome: 'done' });
  } catch (thrown) {
    return { status: 'failed', detail: Problem.of(thrown).detail };
  }
  try {
    const gaps = (await log.gaps()).map(({ chain, after, expected }) => `chain ${chain}: ${gapText(after, expected)}`);
    if (gaps.length === 0) return { status: 'ok', detail: 'entries are written' };
    return {
      status: 'degraded',
      detail: `Entries are written, but some that were acknowledged are gone or changed. ${gaps.join('; ')}.`,
      hint: 'Look who has changed the folder "audit" of the data folder, and bring the files back from a copy. What cannot be brought back: chronoscribe audit acknowledge.',
    };
  } catch {
    return {
      status: 'degraded',
      detail: 'Entries are written, but the last one is not saved in the store: if it is removed, nobody will notice.',
      hint: 'The host tries again every second. See that the store can be written.',
    };
  }
}
