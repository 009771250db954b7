import { type TestHost, testHost } from 'chronoscribe/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { always, type LedgerClient, ledgerClient, problemOf } from '../timelines/testing/ledger-client.ts';

let host: TestHost;
let ledger: LedgerClient;
beforeAll(async () => {
  host = await testHost();
});
afterAll(() => host.stop());
beforeEach(async () => {
  ledger = await ledgerClient(host);
});

const day = (time: string) => `2025-01-01T${time}:00Z`;

/** Writing takes two hours; review follows an hour after it ends, and printing is booked for 15:00. */
async function recordPlan(timeline_id = 'primary'): Promise<void> {
  const events = [
    { event_id: 'write', time: day('08:00'), end_time: day('10:00') },
    { event_id: 'draw', time: day('08:00'), causes: [] },
    { event_id: 'review', time: day('11:00'), causes: [{ event_id: 'write', min_delay: '1h', from: 'end' }] },
    {
      event_id: 'set',
      time: day('12:00'),
      causes: [
        { event_id: 'review', min_delay: '1h', max_delay: '3h' },
        { event_id: 'draw', min_delay: '2h' },
      ],
    },
    { event_id: 'print', time: day('15:00'), causes: [{ event_id: 'set', min_delay: '1h' }], fixed: true },
  ];
  for (const event of events) await ledger.record({ ...event, timeline_id });
}

const reschedule = (event_id: string, time: string, other: object = {}) =>
  ledger.call('POST', '/v1/reschedule', { event_id, time: day(time), ...other });

/** All that the endpoints tell of two timelines and their events. */
async function everything(timeline_id: string): Promise<unknown> {
  const asked: unknown[] = [(await ledger.call('GET', '/v1/list-timelines')).json];
  for (const on of ['primary', timeline_id]) {
    const query = { location: 'Berlin', time_range: always, timeline_id: on };
    for (const path of ['search-events', 'monitor-events'])
      asked.push((await ledger.call('GET', `/v1/${path}`, query)).json);
    for (const path of ['check-paradox', 'critical-path'])
      asked.push((await ledger.call('GET', `/v1/${path}`, { timeline_id: on })).json);
  }
  for (const event_id of ['write', 'draw', 'review', 'set', 'print'])
    asked.push((await ledger.call('GET', '/v1/event-history', { event_id })).json);
  const sides = { timeline_id: 'primary', other_timeline_id: timeline_id };
  return [...asked, (await ledger.call('GET', '/v1/compare-timelines', sides)).json];
}

describe('rescheduling', () => {
  beforeEach(() => recordPlan());

  it('moves what must move, to the earliest dates that keep the delays', async () => {
    const { status, json } = await reschedule('write', '09:00');
    expect([status, json]).toEqual([
      200,
      {
        status: '3 events moved',
        moved: [
          { event_id: 'write', from: day('08:00'), to: day('09:00') },
          { event_id: 'review', from: day('11:00'), to: day('12:00') },
          { event_id: 'set', from: day('12:00'), to: day('13:00') },
        ],
        critical_path: ['write', 'review', 'set', 'print'],
        slack: [
          { event_id: 'print', slack: '0m' },
          { event_id: 'write', slack: '60m' },
          { event_id: 'review', slack: '60m' },
          { event_id: 'set', slack: '60m' },
          { event_id: 'draw', slack: '240m' },
        ],
        more_slack: false,
        conflicts: [],
      },
    ]);
    expect(await ledger.search()).toEqual(['draw', 'write', 'review', 'set', 'print']);
    expect((await ledger.check()).timeline_stability).toBe('Stable');
    expect((await ledger.call('GET', '/v1/event-history', { event_id: 'write' })).json).toMatchObject({
      versions: [{ operation: 'record' }, { operation: 'reschedule', time: day('09:00'), end_time: day('11:00') }],
    });
  });

  it('leaves fixed events and locked anchors where they are, and says where the delays need them', async () => {
    const late = await reschedule('write', '11:00');
    expect(late.json).toMatchObject({
      conflicts: [{ event_id: 'print', reason: 'fixed', time: day('15:00'), needed: day('16:00'), pushed_by: 'set' }],
    });
    expect((await ledger.check()).findings.map(({ kind }) => kind)).toContain('temporal_constraint');
    await ledger.call('POST', '/v1/set-anchor', { timestamp: day('14:00'), description: 'Signed', locked: true });
    expect((await reschedule('write', '12:00')).json).toMatchObject({
      moved: [{ event_id: 'write', to: day('12:00') }],
      conflicts: [
        { event_id: 'write', reason: 'anchor', time: day('12:00') },
        { event_id: 'review', reason: 'anchor', time: day('14:00'), needed: day('15:00'), pushed_by: 'write' },
      ],
    });
    expect((await reschedule('print', '16:00')).json).toMatchObject({
      moved: [],
      conflicts: [{ event_id: 'print', reason: 'fixed', pushed_by: 'print' }],
    });
  });

  it('takes causes along if an event moves back, and an effect only as far as a maximum delay demands', async () => {
    expect((await reschedule('review', '08:00')).json).toMatchObject({
      moved: [
        { event_id: 'write', to: day('05:00') },
        { event_id: 'review', to: day('08:00') },
        { event_id: 'set', to: day('11:00') },
      ],
    });
  });

  it('with dry_run answers the same and writes nothing', async () => {
    const timeline_id = await ledger.branch();
    const before = await everything(timeline_id);
    const answers = [
      await reschedule('write', '09:00', { dry_run: true }),
      await reschedule('write', '09:00', { dry_run: true, timeline_id }),
      await reschedule('set', '08:00', { dry_run: true }),
    ];
    expect(answers.map(({ json }) => json)).toMatchObject([
      { status: '3 events would move' },
      { status: '3 events would move' },
      { status: '4 events would move' },
    ]);
    expect(await everything(timeline_id)).toEqual(before);
    const { status, ...made } = z.looseObject({ status: z.string() }).parse((await reschedule('write', '09:00')).json);
    expect([status, answers[0]?.json]).toMatchObject(['3 events moved', made]);
    expect(await everything(timeline_id)).not.toEqual(before);
  });

  describe('taking a move back', () => {
    const revert = (event_id: string, other: object = {}) =>
      ledger.call('POST', '/v1/revert-reschedule', { event_id, ...other });

    it('puts all that it moved back to where it was, whichever of them is named, and makes it again', async () => {
      const { moved } = z.object({ moved: z.array(z.unknown()) }).parse((await reschedule('write', '09:00')).json);
      const back = [
        { event_id: 'write', from: day('09:00'), to: day('08:00') },
        { event_id: 'review', from: day('12:00'), to: day('11:00') },
        { event_id: 'set', from: day('13:00'), to: day('12:00') },
      ];
      const tried = await revert('set', { dry_run: true });
      expect(tried.json).toMatchObject({ status: '3 events would move', moved: back, conflicts: [] });
      expect((await revert('set')).json).toMatchObject({ status: '3 events moved', moved: back, conflicts: [] });
      expect(await ledger.search()).toEqual(['write', 'draw', 'review', 'set', 'print']);
      expect((await revert('write')).json).toMatchObject({ moved });
      expect(await ledger.search()).toEqual(['draw', 'write', 'review', 'set', 'print']);
    });

    it('leaves what has changed since, and says which delays break', async () => {
      await reschedule('write', '09:00');
      await reschedule('set', '14:00');
      await ledger.record({ event_id: 'bind', time: day('12:30'), causes: [{ event_id: 'review', max_delay: '1h' }] });
      await ledger.record({ event_id: 'talk', time: day('09:30'), causes: ['draw'] });
      const answer = await revert('write');
      expect(answer.json).toMatchObject({
        moved: [{ event_id: 'write' }, { event_id: 'review', to: day('11:00') }],
        conflicts: [
          { event_id: 'set', reason: 'later', time: day('13:00'), needed: day('12:00') },
          { event_id: 'review', reason: 'later', time: day('11:00'), needed: day('11:30'), pushed_by: 'bind' },
        ],
      });
    });

    it.each([
      ['no move', async () => 'draw'],
      [
        'a move and another change',
        async () => {
          await reschedule('write', '09:00');
          return ledger.manipulate('write', { description: 'Two write', changes: [] }, { keep_effects: true });
        },
      ],
    ])('is refused after %s', async (_, prepare) => {
      expect(problemOf(await revert(await prepare()))).toBe('409 event-not-manipulated');
    });

    it('with the same idempotency key is done once, and finds moves of requests that are named alike', async () => {
      const named = { 'x-request-id': 'my-move', 'idempotency-key': 'first' };
      await ledger.call('POST', '/v1/reschedule', { event_id: 'write', time: day('09:00') }, named);
      const again = { 'x-request-id': 'my-move', 'idempotency-key': 'second' };
      await ledger.call('POST', '/v1/reschedule', { event_id: 'write', time: day('10:00') }, again);
      expect((await revert('write')).json).toMatchObject({ moved: [], conflicts: [{ event_id: 'write' }, {}, {}] });
      await reschedule('write', '10:30');
      const once = { 'idempotency-key': 'back' };
      const body = { event_id: 'write' };
      const first = await ledger.call('POST', '/v1/revert-reschedule', body, once);
      expect(first.json).toMatchObject({ moved: [{ event_id: 'write', to: day('10:00') }, {}, {}] });
      expect((await ledger.call('POST', '/v1/revert-reschedule', body, once)).json).toEqual(first.json);
    });
  });

  it('moves the effects that a manipulated event keeps', async () => {
    const move = { description: 'Two authors write', changes: [], end_time: day('09:00') };
    const written = await ledger.manipulate('write', move, { keep_effects: true });
    expect((await reschedule(written, '10:30')).json).toMatchObject({
      moved: [
        { event_id: written, to: day('10:30') },
        { event_id: 'review', to: day('12:30') },
        { event_id: 'set', to: day('13:30') },
      ],
    });
    expect((await ledger.check()).timeline_stability).toBe('Stable');
    expect(problemOf(await reschedule('write', '09:00'))).toBe('409 event-superseded');
  });

  it('leaves where they are the effects that a manipulated event does not keep', async () => {
    await ledger.record({ event_id: 'ink', time: day('06:00'), effects: { ink: 'black' } });
    const causes = [{ event_id: 'ink', min_delay: '1h' }];
    await ledger.record({ event_id: 'sign', time: day('07:00'), causes, requires: { ink: 'black' } });
    await ledger.record({ event_id: 'fill', time: day('07:00'), causes });
    const red = await ledger.manipulate(
      'ink',
      { effects: { ink: 'red' } },
      { keep_effects: true, safety_check: false },
    );
    expect((await reschedule(red, '07:00')).json).toMatchObject({
      moved: [
        { event_id: red, to: day('07:00') },
        { event_id: 'fill', to: day('08:00') },
      ],
      conflicts: [],
    });
    const faults = (await ledger.check()).findings.filter(({ severity }) => severity !== 'info');
    expect(faults.map(({ kind, event_ids }) => [kind, ...event_ids])).toEqual([
      ['unmet_requirement', 'sign', red],
      ['orphaned_effect', 'sign', 'ink'],
    ]);
  });

  it('names the event whose delay is broken where no times keep the delays', async () => {
    await ledger.record({ event_id: 'hen', time: day('08:00'), causes: [{ event_id: 'egg', min_delay: '1h' }] });
    const causes = [
      { event_id: 'hen', min_delay: '1h' },
      { event_id: 'feed', min_delay: '1h' },
    ];
    await ledger.record({ event_id: 'egg', time: day('09:00'), causes });
    await ledger.record({ event_id: 'feed', time: day('07:00') });
    expect((await reschedule('feed', '10:00')).json).toMatchObject({
      moved: [{ event_id: 'feed', to: day('10:00') }],
      conflicts: [
        { event_id: 'egg', reason: 'contradiction', time: day('09:00'), needed: day('11:00'), pushed_by: 'feed' },
      ],
    });
  });

  it('takes a cause along that may not be too long before, and names the event that a fixed one follows', async () => {
    const late = [{ event_id: 'draw', min_delay: '4h', max_delay: '5h' }];
    await ledger.record({ event_id: 'ship', time: day('13:00'), causes: late });
    await ledger.record({ event_id: 'pay', time: day('13:30'), causes: [{ event_id: 'ship' }], fixed: true });
    expect((await reschedule('ship', '14:00')).json).toMatchObject({
      moved: [
        { event_id: 'draw', to: day('09:00') },
        { event_id: 'ship', to: day('14:00') },
      ],
      conflicts: [{ event_id: 'pay', reason: 'fixed', time: day('13:30'), needed: day('14:00'), pushed_by: 'ship' }],
    });
  });

  it('repeats its answer to a repeated request', async () => {
    const headers = { 'idempotency-key': 'once' };
    const body = { event_id: 'write', time: day('09:00') };
    const first = await ledger.call('POST', '/v1/reschedule', body, headers);
    const second = await ledger.call('POST', '/v1/reschedule', body, headers);
    expect(second.json).toEqual(first.json);
  });

  it('moves events on a branch alone', async () => {
    const timeline_id = await ledger.branch();
    await reschedule('write', '09:00', { timeline_id });
    expect((await reschedule('write', '08:00', { timeline_id, dry_run: true })).json).toMatchObject({
      moved: [{ from: day('09:00') }],
    });
    expect((await reschedule('write', '08:00', { dry_run: true })).json).toMatchObject({ moved: [] });
    await ledger.record({ event_id: 'bind', time: day('16:00'), timeline_id, causes: [{ event_id: 'print' }] });
    expect((await reschedule('bind', '17:00')).json).toMatchObject({ moved: [{ event_id: 'bind' }] });
    expect((await ledger.call('POST', '/v1/merge-timeline', { timeline_id })).json).toMatchObject({
      merged: expect.arrayContaining(['write', 'review', 'set', 'bind']),
    });
    expect((await reschedule('write', '08:00', { dry_run: true })).json).toMatchObject({
      moved: [{ event_id: 'write', from: day('09:00') }],
    });
  });

  test.each([
    ['an event that is not there', { event_id: 'no' }, '404 event-not-found'],
    ['a timeline that is not there', { timeline_id: 'no' }, '404 timeline-not-found'],
    ['a time that is none', { time: 'soon' }, '422 invalid-timestamp'],
    ['a plan that would end after the last year', { time: '9999-12-31T23:00:00Z' }, '422 time-out-of-range'],
  ])('is refused for %s', async (_what, wrong, problem) => {
    const body = { event_id: 'write', time: day('09:00'), dry_run: true, ...wrong };
    expect(problemOf(await ledger.call('POST', '/v1/reschedule', body))).toBe(problem);
  });
});

describe('the critical path', () => {
  const path = async (query: object = {}) => (await ledger.call('GET', '/v1/critical-path', query)).json;

  it('of a timeline leads to what ends last', async () => {
    await recordPlan();
    expect(await path()).toMatchObject({
      status: '4 events on the critical path',
      critical_path: ['write', 'review', 'set', 'print'],
      slack: [{ event_id: 'print', slack: '0m' }, { slack: '120m' }, {}, {}, { event_id: 'draw', slack: '240m' }],
    });
  });

  it('between two events has the chains of causes between them', async () => {
    await recordPlan();
    expect(await path({ from: 'draw', to: 'set' })).toMatchObject({
      critical_path: ['draw', 'set'],
      slack: [
        { event_id: 'set', slack: '0m' },
        { event_id: 'draw', slack: '120m' },
      ],
    });
    expect(await path({ from: 'draw', to: 'review' })).toMatchObject({ critical_path: [], slack: [] });
    expect(problemOf(await ledger.call('GET', '/v1/critical-path', { from: 'draw' }))).toBe('422 invalid-request');
    expect(problemOf(await ledger.call('GET', '/v1/critical-path', { from: 'draw', to: 'no' }))).toBe(
      '404 event-not-found',
    );
  });

  it('of an empty timeline is empty', async () => {
    expect(await path()).toMatchObject({ critical_path: [], slack: [], more_slack: false });
  });
});

test('a maximum delay below the minimum is refused', async () => {
  const cause = { event_id: 'a', min_delay: '2h', max_delay: '1h' };
  const event = { description: '', time: day('08:00'), location: 'Berlin', causes: [cause] };
  const answer = await ledger.call('POST', '/v1/record-event', event);
  expect(problemOf(answer)).toBe('422 invalid-request');
});
