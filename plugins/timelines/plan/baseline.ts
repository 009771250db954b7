import { endOfTime, formatInstant, startOfTime } from 'chronoscribe/kinds/clock';
import type { Journal, JournalReads } from 'chronoscribe/kinds/journal';
import { type Ledger, primary } from '../kind.ts';
import type { LedgerEvent } from '../ledger/event.ts';
import { findShown, idsAtOnce } from '../ledger/imported-again.ts';
import { findCurrent } from '../ledger/manipulation.ts';
import { monitorPages } from '../ledger/search.ts';
import { toJournalEntry, toLedgerEvent } from '../ledger/stored-event.ts';
import { resolveView } from '../ledger/views.ts';

/**
 * Keeps when events begin and end as their baseline, or forgets it.
 *
 * @returns how many events have another baseline than before
 * @throws Problem `event-not-found`, `event-superseded`, `timeline-not-found`
 */
export async function saveBaseline(
  journal: Journal,
  ...[account, { eventIds, clear }, { timelineId = primary, requestId, operationId }]: Parameters<
    Ledger['saveBaseline']
  >
): Promise<number> {
  const done = await journal.receipt(account, operationId);
  if (done !== undefined) return Number(done);
  const ids = eventIds ?? (await shownIds(journal, account, timelineId));
  const shown = await resolveView(journal, account, timelineId);
  for (const id of eventIds ?? []) await findCurrent(journal, shown, id, timelineId);
  return journal.bulk(account, async (writes) => {
    const view = await resolveView(writes, account, timelineId);
    let saved = 0;
    for (let from = 0; from < ids.length; from += idsAtOnce) {
      const revisions = await findShown(writes, view, ids.slice(from, from + idsAtOnce));
      const entries = [...new Set(revisions.values())].flatMap((revision) => {
        const [before, event] = [toLedgerEvent(revision), withBaseline(toLedgerEvent(revision), clear)];
        if (JSON.stringify(event.plan?.baseline) === JSON.stringify(before.plan?.baseline)) return [];
        const { subject, recorded } = revision;
        return [toJournalEntry(event, { timelineId, operation: 'baseline', requestId, subject, recorded })];
      });
      await writes.append(entries);
      saved += entries.length;
    }
    await writes.addReceipt(operationId, String(saved));
    return saved;
  });
}

async function shownIds(journal: JournalReads, account: string, timelineId: string): Promise<readonly string[]> {
  const query = { timelineId, location: null, range: { start: startOfTime, end: endOfTime } };
  const pages = await Array.fromAsync(monitorPages(journal, account, query));
  return pages.flat().map(({ event }) => event.event_id);
}

function withBaseline(event: LedgerEvent, clear: boolean): LedgerEvent {
  const { baseline: _, ...plan } = event.plan ?? {};
  const end = event.end_time === null ? {} : { end_time: formatInstant(event.end_time) };
  return { ...event, plan: clear ? plan : { ...plan, baseline: { time: formatInstant(event.time), ...end } } };
}
