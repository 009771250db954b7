import { Cluster, type Emit, Store } from 'chronoscribe';
import { Journal } from 'chronoscribe/kinds/journal';
import { type Ledger, primary } from 'chronoscribe/kinds/ledger';
import { silentLog, startProvider } from 'chronoscribe/testing';
import { expect, onTestFinished, test } from 'vitest';
import sqlite from '../../providers/store/sqlite/index.ts';
import { openLedger } from '../timelines/ledger/ledger.ts';
import { uncheckedResult } from '../timelines/ledger/safety-check.ts';
import { createPlanning } from '../timelines/plan/planning.ts';
import { createSnapshotWorkers } from '../timelines/worker/snapshot-workers.ts';
import type { EventTold } from './passed-events.ts';
import { openTellingLedger } from './telling-ledger.ts';

type Told = Emit<Readonly<Record<'event.recorded' | 'event.manipulated', typeof EventTold>>>;

/** A ledger in a real store, and what is told of its changes. Each `open` is a process. */
async function bed() {
  const provider = await startProvider(Store, sqlite);
  onTestFinished(() => provider.stop());
  let wall = Date.now();
  // Each look for lost announcements is this host's turn, as if a minute of real time had gone by as well.
  const count = async () => ({ count: 1, endsInMs: 0 });
  const cluster: Cluster = { ...provider.provided(Cluster), now: () => wall, count };
  const journal = provider.provided(Journal);
  const ledger: Ledger = openLedger(
    journal,
    cluster,
    async () => async () => uncheckedResult,
    createPlanning(journal, { list: async () => [] }, createSnapshotWorkers()),
  );
  const told: string[] = [];
  const tell = async (_documents: unknown, trigger: string, { payload }: { readonly payload: { event: object } }) => {
    told.push(`${trigger} ${'event_id' in payload.event ? payload.event.event_id : ''}`);
  };
  const emit = Object.assign(tell, { hasListeners: () => true }) as unknown as Told;
  const timers = {
    addingAlarm: <T>(_account: string, _at: number, change: () => Promise<T>) => change(),
    addingAlarms: <T>(_account: string, change: () => Promise<T>) => change(),
  };
  return {
    ledger,
    told,
    pass: (ms: number) => {
      wall += ms;
    },
    async open(changed: Partial<Ledger> = {}) {
      const parts = { ledger: { ...ledger, ...changed }, store: provider.instance, cluster, timers, emit };
      const telling = await openTellingLedger({ ...parts, log: silentLog });
      onTestFinished(telling.stop);
      return telling;
    },
  };
}

const event = (event_id: string) => ({ event_id, description: 'Tea', time: 0, location: 'Oslo' });
const request = (id: string) => ({ timelineId: primary, requestId: id, operationId: id });
const death = new Error('the host dies');

test('an event whose host died after recording it is told once the announcement is old, and once only', async () => {
  const { ledger, told, pass, open } = await bed();
  const dying = await open({
    async record(...of) {
      await ledger.record(...of);
      throw death;
    },
  });
  await expect(dying.record('clinic', event('a'), request('1'))).rejects.toBe(death);
  await dying.stop();
  expect(told).toEqual([]);
  pass(121_000);
  await open();
  await expect.poll(() => told).toEqual(['event.recorded a']);
  pass(121_000);
  const last = await open();
  await last.record('clinic', event('b'), request('2'));
  expect(told).toEqual(['event.recorded a', 'event.recorded b']);
});

test('a change that was announced and not made is told of nobody', async () => {
  const { told, pass, open } = await bed();
  const dying = await open({ record: () => Promise.reject(death) });
  await expect(dying.record('clinic', event('a'), request('1'))).rejects.toBe(death);
  await dying.stop();
  pass(121_000);
  const next = await open();
  await next.record('clinic', event('b'), request('2'));
  // Waits for the look for lost announcements.
  await next.stop();
  expect(told).toEqual(['event.recorded b']);
});

test('a manipulation whose host died after making it is told with the new event', async () => {
  const { ledger, told, pass, open } = await bed();
  await ledger.record('clinic', event('a'), request('1'));
  const outcome = { description: 'Coffee', changes: [] };
  const made: string[] = [];
  const dying = await open({
    async manipulate(...of) {
      made.push((await ledger.manipulate(...of)).event.event_id);
      throw death;
    },
  });
  const change = { eventId: 'a', outcome, safetyCheck: false };
  await expect(dying.manipulate('clinic', change, request('2'))).rejects.toBe(death);
  await dying.stop();
  pass(121_000);
  await open();
  await expect.poll(() => told).toEqual([`event.manipulated ${made[0]}`]);
});
