import { type Cluster, defineCollection, type Emit, type Logger, Problem, type Store } from 'chronoscribe';
import { electLeader, runPeriodically } from 'chronoscribe/concurrency';
import type { Timers } from 'chronoscribe/host';
import { type ChangeRequest, type Ledger, type LedgerEvent, primary } from 'chronoscribe/kinds/ledger';
import { z } from 'zod';
import { type EventTold, toEventTold } from './passed-events.ts';

/**
 * A change of the ledger that automations are to be told of. The ledger has transactions of its own, so the change is
 * noted first. If the host dies in between, the history of the event says whether it was made.
 */
const announcements = defineCollection({
  name: 'event_announcements',
  schema: z.object({
    id: z.string(),
    trigger: z.enum(['event.recorded', 'event.manipulated']),
    account: z.string(),
    /** The event that was recorded, or that was to be manipulated. */
    event: z.string(),
    timeline: z.string(),
    requestId: z.string(),
    at: z.number(),
  }),
  indexes: [['at']],
});
type Announcement = z.output<typeof announcements.schema>;

/** How long a change may take before it is looked up whether it was made. */
const lostMs = 60_000;

/**
 * The changes of a ledger that automations can listen to. Every one that is made is told, and no other. Events that are
 * recorded or imported, or get another time, are told again when the clock passes them.
 */
export async function openTellingLedger(parts: {
  readonly ledger: Ledger;
  readonly store: Store;
  readonly cluster: Cluster;
  readonly timers: Pick<Timers, 'addingAlarm' | 'addingAlarms'>;
  readonly emit: Emit<Readonly<Record<Announcement['trigger'], typeof EventTold>>>;
  readonly log: Logger;
}) {
  const { ledger, store, cluster, timers, emit, log } = parts;
  await store.prepare(announcements);

  /** Tells of an event, once. */
  const tell = (announcement: Announcement, event: LedgerEvent): Promise<void> =>
    store.transaction(async (documents) => {
      if (!(await documents.delete(announcements, announcement.id))) return;
      const { trigger, account, id, timeline } = announcement;
      await emit(documents, trigger, { id, account, payload: toEventTold(event, timeline) });
    });

  /** Makes a change, and tells of the event that it gives. */
  const announced = async <T>(
    { trigger, account, event }: Pick<Announcement, 'trigger' | 'account' | 'event'>,
    { operationId, requestId, timelineId: timeline = primary }: ChangeRequest,
    change: () => Promise<T>,
    eventOf: (result: T) => LedgerEvent,
  ): Promise<T> => {
    if (!emit.hasListeners(trigger)) return change();
    const id = `${trigger}/${operationId}`;
    const announcement = { id, trigger, account, event, timeline, requestId, at: cluster.now() };
    await store.put(announcements, announcement);
    const result = await change();
    await tell(announcement, eventOf(result));
    return result;
  };

  /** The event that an announced change has made; undefined if it was not made. */
  const made = async ({ account, event, trigger, requestId }: Announcement): Promise<LedgerEvent | undefined> => {
    const wanted = trigger === 'event.recorded' ? 'record' : 'manipulate';
    const versions = await ledger.history(account, event).catch((thrown: unknown) => {
      if (thrown instanceof Problem && thrown.code === 'event-not-found') return [];
      throw thrown;
    });
    return versions.find((version) => version.operation === wanted && version.requestId === requestId)?.event;
  };

  const tellLost = async (signal: AbortSignal): Promise<void> => {
    if (!(await electLeader(cluster, 'event-announcements', lostMs))) return;
    const range = { below: cluster.now() - lostMs };
    const { items } = await store.find(announcements, { orderBy: 'at', range, limit: 100 });
    for (const announcement of items) {
      if (signal.aborted) return;
      const event = await made(announcement);
      if (event === undefined) await store.delete(announcements, announcement.id);
      else await tell(announcement, event);
    }
  };

  const stop = runPeriodically(tellLost, {
    everyMs: lostMs,
    onError: (cause) => log.error({ err: cause }, 'could not look for events that automations were not told of'),
  });

  /** A move, of which the alarms are told unless it is only tried. */
  const moving =
    <Move extends { readonly dryRun: boolean }, Result>(
      make: (account: string, move: Move, request: ChangeRequest) => Promise<Result>,
    ) =>
    (account: string, move: Move, request: ChangeRequest): Promise<Result> =>
      move.dryRun ? make(account, move, request) : timers.addingAlarms(account, () => make(account, move, request));

  return {
    record(account, event, request) {
      const id = event.event_id ?? `evt_${request.operationId}`;
      const change = () => timers.addingAlarm(account, event.time, () => ledger.record(account, event, request));
      return announced({ trigger: 'event.recorded', account, event: id }, request, change, (recorded) => recorded);
    },

    manipulate(account, change, request) {
      if (change.dryRun === true) return ledger.manipulate(account, change, request);
      const { time } = change.outcome;
      const manipulate = () => ledger.manipulate(account, change, request);
      const manipulation = time === undefined ? manipulate : () => timers.addingAlarm(account, time, manipulate);
      const announcement = { trigger: 'event.manipulated', account, event: change.eventId } as const;
      return announced(announcement, request, manipulation, ({ event }) => event);
    },

    revert: (account, eventId, request) => timers.addingAlarms(account, () => ledger.revert(account, eventId, request)),

    reschedule: moving(ledger.reschedule),
    revertReschedule: moving(ledger.revertReschedule),
    level: moving(ledger.level),
    import: (account, lines, request) => timers.addingAlarms(account, () => ledger.import(account, lines, request)),

    stop,
  } satisfies Partial<Ledger> & { readonly stop: () => Promise<void> };
}
