import { type TestHost, temporaryFolder, testHost } from 'chronoscribe/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type LedgerClient, ledgerClient } from '../timelines/testing/ledger-client.ts';
import { countsOf, createDiary } from './testing/diary.ts';

const telling = {
  on: 'event.passed',
  do: [{ 'diary.write': { text: "=event.description + ' on ' + timeline_id" } }],
};

interface Started {
  readonly host: TestHost;
  readonly ledger: LedgerClient;
  readonly clock: ReturnType<typeof clockOf>;
  /** What the automation was told, in order, once all of it has ended. */
  told(): Promise<readonly string[]>;
}

const clockOf = (ledger: LedgerClient) => {
  const operate = async (path: string, json?: object) => {
    const { status, text } = await ledger.call('POST', path, json);
    expect(status, text).toBe(200);
  };
  return {
    travel: (destination_time: string) => operate('/v1/travel', { destination_time, location: 'here' }),
    forward: (duration: string) => operate('/v1/fast-forward', { duration }),
    back: (duration: string) => operate('/v1/rewind', { duration }),
    pause: () => operate('/v1/pause-time'),
    resume: () => operate('/v1/resume-time'),
  };
};

async function start(automations: object = { telling }, dataFolder?: string): Promise<Started> {
  const diary = createDiary();
  const host = await testHost({ plugins: [diary.plugin], config: { automations }, ...(dataFolder && { dataFolder }) });
  onTestFinished(() => host.stop());
  const ledger = await ledgerClient(host);
  const told = async () => {
    const { waiting, started } = await countsOf(host, 'telling');
    expect({ waiting, started }).toEqual({ waiting: 0, started: 0 });
    return diary.read();
  };
  return { host, ledger, clock: clockOf(ledger), told };
}

describe('an event of the ledger is told to automations', () => {
  test('when the clock is moved over it, in the order of time, and all those of one instant', async () => {
    const { ledger, clock, told } = await start();
    await clock.pause();
    await clock.travel('2030-01-01T00:00:00Z');
    await ledger.record({ description: 'third', time: '2030-01-03T00:00:00Z' });
    await ledger.record({ description: 'first', time: '2030-01-02T00:00:00Z' });
    await ledger.record({ description: 'second', time: '2030-01-02T00:00:00Z', location: 'Paris' });
    await ledger.record({ description: 'beyond', time: '2030-01-05T00:00:01Z' });
    await ledger.record({ description: 'past', time: '2029-12-31T00:00:00Z' });
    await clock.forward('4d');
    await expect.poll(told).toEqual(['first on primary', 'second on primary', 'third on primary']);
    await clock.forward('1d');
    await expect.poll(told).toHaveLength(4);
  });

  test('when the clock ticks over it, and not while the clock is paused', async () => {
    const { ledger, clock, told } = await start();
    await clock.travel('2030-01-01T00:00:00Z');
    await clock.pause();
    await ledger.record({ description: 'soon', time: '2030-01-01T00:00:02Z' });
    await ledger.record({ description: 'sooner', time: '2030-01-01T00:00:01Z' });
    expect(await told()).toEqual([]);
    await clock.resume();
    await expect.poll(told).toEqual(['sooner on primary', 'soon on primary']);
  });

  test('again when a clock that was moved back passes it once more', async () => {
    const { ledger, clock, told } = await start();
    await clock.pause();
    await clock.travel('2030-01-01T00:00:00Z');
    await ledger.record({ description: 'party', time: '2030-01-02T00:00:00Z' });
    await clock.forward('3d');
    await clock.back('3d');
    await expect.poll(told).toEqual(['party on primary']);
    await ledger.record({ description: 'eve', time: '2030-01-01T12:00:00Z' });
    await clock.forward('3d');
    await expect.poll(told).toEqual(['party on primary', 'eve on primary', 'party on primary']);
  });

  test('as it is when it is passed: manipulated, reverted, and on the timeline where it is', async () => {
    const { ledger, clock, told } = await start();
    await clock.pause();
    await clock.travel('2030-01-01T00:00:00Z');
    const plan = await ledger.record({ description: 'plan', time: '2030-01-02T00:00:00Z' });
    const other = await ledger.record({ description: 'other plan', time: '2030-01-03T00:00:00Z' });
    await ledger.manipulate(plan, { description: 'new plan' });
    const changed = await ledger.manipulate(other, { description: 'newer plan' });
    expect((await ledger.call('POST', '/v1/revert-event', { event_id: changed })).status).toBe(200);
    const fork = await ledger.branch();
    await ledger.record({ description: 'idea', time: '2030-01-04T00:00:00Z', timeline_id: fork });
    const dropped = await ledger.branch();
    await ledger.record({ description: 'dropped', time: '2030-01-04T00:00:00Z', timeline_id: dropped });
    expect((await ledger.call('DELETE', '/v1/delete-timeline', { timeline_id: dropped })).status).toBe(200);
    await clock.forward('9d');
    await expect.poll(told).toEqual(['new plan on primary', 'other plan on primary', `idea on ${fork}`]);
    await clock.back('9d');
    expect((await ledger.call('POST', '/v1/merge-timeline', { timeline_id: fork })).status).toBe(200);
    await clock.forward('9d');
    await expect.poll(told).toHaveLength(6);
    expect((await told()).at(-1)).toBe('idea on primary');
  });

  test('if it came with an import', async () => {
    const { ledger, clock, told } = await start();
    await clock.pause();
    await clock.travel('2030-01-01T00:00:00Z');
    const line = (description: string, time: string) => JSON.stringify({ description, time, location: 'Berlin' });
    const file = [line('late', '2030-01-03T00:00:00Z'), line('early', '2030-01-02T00:00:00Z')].join('\n');
    expect((await ledger.importFile(file, 'application/x-ndjson')).status).toBe(200);
    await clock.forward('5d');
    await expect.poll(told).toEqual(['early on primary', 'late on primary']);
  });

  test('if it was recorded before any automation listened', async () => {
    const folder = await temporaryFolder();
    onTestFinished(() => folder.remove());
    const before = await start({}, folder.path);
    await before.clock.travel('2030-01-01T00:00:00Z');
    await before.clock.pause();
    await before.ledger.record({ description: 'party', time: '2030-01-02T00:00:00Z' });
    await before.host.stop();
    const { host, told } = await start({ telling }, folder.path);
    const forward = () => host.call('POST', '/v1/fast-forward', { json: { duration: '3d' }, key: before.ledger.key });
    expect((await forward()).status).toBe(200);
    await expect.poll(told).toEqual(['party on primary']);
  });

  test('of the account whose clock passes it, and of no other', async () => {
    const { host, ledger, clock, told } = await start();
    const other = await ledgerClient(host);
    for (const each of [ledger, other]) {
      await clockOf(each).pause();
      await clockOf(each).travel('2030-01-01T00:00:00Z');
    }
    await ledger.record({ description: 'mine', time: '2030-01-02T00:00:00Z' });
    await other.record({ description: 'theirs', time: '2030-01-02T00:00:00Z' });
    await clock.forward('3d');
    await expect.poll(told).toEqual(['mine on primary']);
  });
});

test('an automation that moves the clock from event to event ends after sixteen links', async () => {
  const { host, ledger, clock } = await start({
    telling: { on: 'event.passed', do: [{ 'clock.fast-forward': { duration: '1d' } }] },
  });
  await clock.pause();
  await clock.travel('2030-01-01T00:00:00Z');
  for (let day = 10; day < 30; day += 1) await ledger.record({ time: `2030-01-${day}T00:00:00Z` });
  await clock.forward('9d');
  await expect.poll(() => countsOf(host, 'telling'), { timeout: 20_000 }).toMatchObject({ done: 16, loop: 1 });
});
