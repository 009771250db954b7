import { randomUUID } from 'node:crypto';
import { BroadcastChannel } from 'node:worker_threads';
import type { SnapshotSource } from 'chronoscribe/kinds/journal';
import { afterEach, describe, expect, it } from 'vitest';
import { createSnapshotWorkers } from '../../worker/snapshot-workers.ts';
import { announcingSnapshot } from '../testing/announcing-snapshot.ts';
import { openSnapshot, snapshotOf } from '../testing/plain-snapshot.ts';
import { record, versionsOf } from '../testing/story.ts';
import { type CheckResult, checkTimeline } from './full-check.ts';
import { checkWorker } from './timeline-checks.ts';

const options = { anchors: [], maxSpeedKmh: 1000 };
const never = new AbortController().signal;

const checkInWorker = ({ source }: { readonly source: SnapshotSource }, signal: AbortSignal) =>
  createSnapshotWorkers().run<CheckResult>(
    { account: 'ann', worker: checkWorker, snapshot: async () => source, options },
    signal,
  );

const channels: BroadcastChannel[] = [];
afterEach(() => {
  for (const channel of channels.splice(0)) channel.close();
});

/** A snapshot, and what is heard of it so far. */
function heard(isEndless: boolean) {
  const channel = new BroadcastChannel(randomUUID());
  channels.push(channel);
  const announcements: unknown[] = [];
  channel.onmessage = ({ data }) => announcements.push(data);
  return { source: announcingSnapshot({ channel: channel.name, isEndless }), announcements };
}

describe('a check in a worker thread', () => {
  it('finds what a check in this thread finds', async () => {
    const story = versionsOf(record('hen', { causes: ['egg'] }), record('egg', { causes: ['hen'] }));
    const result = await checkInWorker({ source: snapshotOf(story) }, never);
    expect(result).toEqual(await checkTimeline(await openSnapshot(story), options));
    expect(result.counts.causal_loop).toBe(1);
  });

  it('closes the snapshot', async () => {
    const { source, announcements } = heard(false);
    await checkInWorker({ source }, never);
    await expect.poll(() => announcements).toEqual([expect.any(Number), 'read', 'closed']);
  });

  it('uses the thread of the check before', async () => {
    const workers = createSnapshotWorkers();
    const { source, announcements } = heard(false);
    const task = { account: 'ann', worker: checkWorker, snapshot: async () => source, options };
    await workers.run(task);
    await workers.run(task);
    await expect.poll(() => announcements).toHaveLength(6);
    expect(announcements[3]).toBe(announcements[0]);
    workers.stop();
  });

  it('fails with the error of the thread', async () => {
    const broken = { ...snapshotOf([]), options: 'no list' };
    await expect(checkInWorker({ source: broken }, never)).rejects.toThrow(TypeError);
    const nowhere = { module: new URL('./nowhere.ts', import.meta.url).href, options: null };
    await expect(checkInWorker({ source: nowhere }, never)).rejects.toThrow(/Cannot find module .*nowhere\.ts/);
  });

  it('ends with the reason when it is aborted', async () => {
    const { source, announcements } = heard(true);
    const abortion = new AbortController();
    const checking = checkInWorker({ source }, abortion.signal);
    await expect.poll(() => announcements.length).toBeGreaterThan(10);
    abortion.abort(new Error('the caller has gone'));
    await expect(checking).rejects.toThrow('the caller has gone');

    let before = -1;
    const isSilent = () => {
      const silent = announcements.length === before;
      before = announcements.length;
      return silent;
    };
    await expect.poll(isSilent, { interval: 200 }).toBe(true);
  });

  it('does not start if it is aborted before', async () => {
    const { source, announcements } = heard(false);
    await expect(checkInWorker({ source }, AbortSignal.abort(new Error('too late')))).rejects.toThrow('too late');
    expect(announcements).toEqual([]);
  });
});
