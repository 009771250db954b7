import { type TestHost, testHost } from 'chronoscribe/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { always, type LedgerClient, ledgerClient, problemOf } from '../timelines/testing/ledger-client.ts';
import { moonLanding } from './testing/moon-landing.ts';

let host: TestHost;
let ledger: LedgerClient;
beforeAll(async () => {
  host = await testHost();
});
afterAll(() => host.stop());
beforeEach(async () => {
  ledger = await ledgerClient(host);
});

const Found = z.object({ events: z.array(z.looseObject({ event_id: z.string() })) });

const Manipulated = z.looseObject({ status: z.string() });

const anId = expect.stringMatching(/^evt_/);

describe('manipulating an event', () => {
  const manipulate = (event_id: string, new_outcome: object = {}, other: object = {}) =>
    ledger.call('POST', '/v1/manipulate-event', {
      event_id,
      new_outcome: { description: 'Otherwise', changes: [], ...new_outcome },
      ...other,
    });

  it('supersedes it with a new event, which inherits what the outcome leaves out', async () => {
    await ledger.record({ ...moonLanding, causes: [] });
    const answer = await manipulate('moon-landing', {
      effects: { footprints: 0 },
      changes: [{ action: 'wait', time: '1969-07-20T00:00:00Z' }],
    });
    expect([answer.status, answer.json]).toEqual([
      200,
      {
        status: 'Event manipulated',
        new_event_id: anId,
        description: 'Otherwise',
        time: '1969-07-20T20:17:40Z',
        findings: [],
        consequences: [],
        more_consequences: false,
      },
    ]);
    const { json } = await ledger.call('GET', '/v1/search-events', {
      location: 'tranquility base',
      time_range: always,
    });
    expect(json).toEqual({
      events: [
        {
          event_id: anId,
          description: 'Otherwise',
          time: '1969-07-20T20:17:40Z',
          location: 'Tranquility Base',
          end_time: '1969-07-21T17:54:00Z',
          participants: ['Neil Armstrong', 'Buzz Aldrin'],
          requires: { rocket: 'launched' },
          effects: { footprints: 0 },
          geo: { lat: 0.67, lon: 23.47 },
          manipulation: {
            original_event_id: 'moon-landing',
            changes: [{ action: 'wait', time: '1969-07-20T00:00:00Z' }],
          },
        },
      ],
    });
  });

  it('moves it, with its duration, and elsewhere without its position on Earth', async () => {
    await ledger.record({ ...moonLanding, causes: [], requires: {} });
    const moved = await ledger.manipulate('moon-landing', { time: '1969-07-21T00:00:00Z', location: 'Mare Crisium' });
    const search = { location: 'mare crisium', time_range: always };
    const { events } = Found.parse((await ledger.call('GET', '/v1/search-events', search)).json);
    expect(events).toMatchObject([{ event_id: moved, time: '1969-07-21T00:00:00Z', end_time: '1969-07-21T21:36:19Z' }]);
    expect(events[0]).not.toHaveProperty('geo');
    expect(await ledger.search({ location: 'tranquility base' })).toEqual([]);
  });

  it('moves it to where a paradox is found, and is refused', async () => {
    await ledger.record({ event_id: 'a', time: '2025-01-01T00:00:00Z' });
    await ledger.record({ event_id: 'b', time: '2025-01-03T00:00:00Z', causes: ['a'] });
    const early = await manipulate('b', { time: '2024-12-31T00:00:00Z' });
    expect(problemOf(early)).toBe('409 paradox-detected');
    expect(early.json).toMatchObject({ findings: [{ kind: 'effect_before_cause' }] });
    const { json } = await manipulate('b', { time: '2025-01-02T00:00:00Z' });
    expect(json).toMatchObject({ time: '2025-01-02T00:00:00Z', findings: [] });
  });

  it('keeps the effects that can rest on the new event, until it is reverted', async () => {
    await ledger.record({ event_id: 'a', time: '2025-01-01T00:00:00Z', effects: { door: 'open', lamp: 'on' } });
    await ledger.record({ event_id: 'b', time: '2025-01-02T00:00:00Z', causes: [{ event_id: 'a', min_delay: '1h' }] });
    const lit = { time: '2025-01-02T00:00:00Z', causes: ['a'], requires: { lamp: 'on' } };
    await ledger.record({ event_id: 'c', ...lit });
    const changed = await ledger.manipulate(
      'a',
      { effects: { door: 'shut' } },
      { keep_effects: true, safety_check: false },
    );
    const orphans = async () =>
      (await ledger.check()).findings
        .filter(({ kind }) => kind === 'orphaned_effect')
        .map(({ event_ids }) => event_ids);
    expect(await orphans()).toEqual([['c', 'a']]);
    const { json } = await ledger.call('GET', '/v1/search-events', { location: 'Berlin', time_range: always });
    expect(json).toMatchObject({
      events: [
        { event_id: changed },
        { event_id: 'b', causes: [{ event_id: changed, min_delay: '60m' }] },
        { event_id: 'c' },
      ],
    });
    await ledger.call('POST', '/v1/revert-event', { event_id: changed });
    expect(await orphans()).toEqual([]);
    expect((await ledger.call('GET', '/v1/event-history', { event_id: 'b' })).json).toMatchObject({
      versions: [
        { operation: 'record' },
        { operation: 'relink' },
        { operation: 'relink', causes: [{ event_id: 'a' }] },
      ],
    });
  });

  it('with dry_run answers the same and writes nothing', async () => {
    await ledger.record({ event_id: 'a', time: '2025-01-01T00:00:00Z' });
    await ledger.record({ event_id: 'b', time: '2025-01-02T00:00:00Z', causes: ['a'] });
    const dry = await manipulate('a', {}, { dry_run: true });
    expect(problemOf(await manipulate('a', { causes: ['b'] }, { dry_run: true }))).toBe('409 paradox-detected');
    expect(await ledger.search()).toEqual(['a', 'b']);
    const made = await manipulate('a');
    const same = { new_event_id: anId, findings: [expect.anything()] };
    expect(dry.json).toEqual({ ...Manipulated.parse(made.json), ...same });
    const timeline_id = await ledger.branch();
    const changed = await ledger.manipulate('b', {}, { timeline_id });
    const merge = (other: object) => ledger.call('POST', '/v1/merge-timeline', { timeline_id, ...other });
    const offered = await merge({ dry_run: true });
    expect(offered.json).toMatchObject({ merged: [changed] });
    expect(await ledger.search()).toContain('b');
    expect((await merge({})).json).toEqual(offered.json);
  });

  it('lists its consequences, nearest first', async () => {
    await ledger.record({ event_id: 'a', time: '2025-01-01T00:00:00Z', location: 'X' });
    await ledger.record({ event_id: 'b', time: '2025-01-02T00:00:00Z', location: 'Y', causes: ['a'] });
    await ledger.record({ event_id: 'c', time: '2025-01-03T00:00:00Z', location: 'Z', causes: ['b'] });
    const { json } = await manipulate('a');
    expect(json).toMatchObject({
      findings: [{ kind: 'orphaned_effect', severity: 'warning', event_ids: expect.arrayContaining(['b']) }],
      consequences: [
        {
          event_id: 'b',
          effect: 'orphaned',
          distance: 1,
          path: ['a', 'b'],
          basis: 'causes',
          time: '2025-01-02T00:00:00Z',
        },
        { event_id: 'c', effect: 'affected', distance: 2, path: ['a', 'b', 'c'], basis: 'causes' },
      ],
    });
  });

  it('does not call a consequence orphaned that keeps its cause', async () => {
    await ledger.record({ event_id: 'a', time: '2025-01-01T00:00:00Z', location: 'X' });
    await ledger.record({ event_id: 'b', time: '2025-01-02T00:00:00Z', location: 'Y', causes: ['a'] });
    await ledger.record({ event_id: 'c', time: '2025-01-03T00:00:00Z', location: 'Z', causes: ['b'] });
    const { json } = await manipulate('a', {}, { keep_effects: true });
    expect(json).toMatchObject({
      findings: [],
      consequences: [
        { event_id: 'b', effect: 'affected', distance: 1 },
        { event_id: 'c', effect: 'affected', distance: 2 },
      ],
    });
  });

  it('can be repeated, and a superseded event names its successor', async () => {
    await ledger.record({ event_id: 'a' });
    const first = await ledger.manipulate('a');
    const second = await ledger.manipulate(first);
    expect(await ledger.search()).toEqual([second]);
    for (const superseded of ['a', first]) {
      const answer = await manipulate(superseded);
      expect(problemOf(answer)).toBe('409 event-superseded');
      expect(answer.json).toMatchObject({ superseded_by: second });
    }
  });

  it('has one winner among concurrent requests', async () => {
    await ledger.record({ event_id: 'a' });
    const answers = await Promise.all(Array.from({ length: 20 }, () => manipulate('a')));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(19);
    expect(new Set(refused.map(problemOf))).toEqual(new Set(['409 event-superseded']));
    expect(await ledger.search()).toHaveLength(1);
  });

  it('is refused if it introduces a paradox, and then writes nothing', async () => {
    await ledger.record({ event_id: 'a', time: '2025-01-01T00:00:00Z' });
    await ledger.record({ event_id: 'b', time: '2025-01-02T00:00:00Z' });
    const answer = await manipulate('a', { causes: ['b'] });
    expect(problemOf(answer)).toBe('409 paradox-detected');
    expect(answer.json).toMatchObject({
      findings: [
        {
          kind: 'effect_before_cause',
          severity: 'error',
          explanation: expect.any(String),
          witness: [expect.anything()],
        },
      ],
      consequences: expect.any(Array),
    });
    expect(await ledger.search()).toEqual(['a', 'b']);
    expect((await ledger.call('GET', '/v1/event-history', { event_id: 'a' })).json).toMatchObject({
      versions: [{ event_id: 'a' }],
    });
  });

  it('is not checked with safety_check false, and returns no findings', async () => {
    await ledger.record({ event_id: 'a', time: '2025-01-01T00:00:00Z' });
    await ledger.record({ event_id: 'b', time: '2025-01-02T00:00:00Z' });
    const { status, json } = await manipulate('a', { causes: ['b'] }, { safety_check: false });
    expect([status, json]).toEqual([
      200,
      { status: 'Event manipulated', new_event_id: anId, description: 'Otherwise', time: '2025-01-01T00:00:00Z' },
    ]);
    expect((await ledger.check()).timeline_stability).toBe('Unstable');
  });

  it('is not blocked by older findings', async () => {
    await ledger.record({ event_id: 'b', time: '2025-01-02T00:00:00Z' });
    await ledger.record({ event_id: 'a', time: '2025-01-01T00:00:00Z', causes: ['b'] });
    expect((await manipulate('a')).status).toBe(200);
  });

  it('acts on the timeline on which the event was made, unless another is named', async () => {
    await ledger.record({ event_id: 'a' });
    const fork = await ledger.branch();
    await ledger.record({ event_id: 'mine', timeline_id: fork });
    const changed = await ledger.manipulate('mine');
    expect(await ledger.search({ timeline_id: fork })).toEqual(['a', changed]);
    const onFork = await ledger.manipulate('a', {}, { timeline_id: fork });
    expect(await ledger.search()).toEqual(['a']);
    expect(problemOf(await manipulate(onFork, {}, { timeline_id: 'primary' }))).toBe('404 event-not-found');
  });

  test.each([
    ['an id that is not there', { event_id: 'no' }, '404 event-not-found'],
    ['a timeline that is not there', { timeline_id: 'no' }, '404 timeline-not-found'],
    ['an outcome without changes', { new_outcome: { description: '' } }, '422 invalid-request'],
    [
      'a change at no time',
      { new_outcome: { description: '', changes: [{ action: 'x', time: 'then' }] } },
      '422 invalid-timestamp',
    ],
    [
      'an end before the event',
      { new_outcome: { description: '', changes: [], end_time: '1999-01-01T00:00:00Z' } },
      '422 invalid-request',
    ],
    [
      'an end before the new time',
      { new_outcome: { description: '', changes: [], time: '2026-01-01T00:00:00Z', end_time: '2025-06-01T00:00:00Z' } },
      '422 invalid-request',
    ],
    [
      'a time that moves its end beyond the last year',
      { new_outcome: { description: '', changes: [], time: '9999-12-31T23:59:00Z' } },
      '422 time-out-of-range',
    ],
    ['a safety check that is no boolean', { safety_check: 'yes' }, '422 invalid-request'],
  ])('is refused for %s', async (_what, wrong, problem) => {
    await ledger.record({ event_id: 'a', end_time: '2025-03-01T13:00:00Z' });
    const request = { event_id: 'a', new_outcome: { description: '', changes: [] }, ...wrong };
    expect(problemOf(await ledger.call('POST', '/v1/manipulate-event', request))).toBe(problem);
  });
});

describe('reverting a manipulation', () => {
  const revert = (event_id: string, other: object = {}) =>
    ledger.call('POST', '/v1/revert-event', { event_id, ...other });

  it('restores what it superseded, at its original position in the order', async () => {
    await ledger.record({ event_id: 'a' });
    await ledger.record({ event_id: 'b' });
    const first = await ledger.manipulate('a');
    const second = await ledger.manipulate(first);
    expect((await revert(second)).json).toEqual({ status: 'Event reverted', original_event_id: first });
    expect((await revert(first)).json).toMatchObject({ original_event_id: 'a' });
    expect(await ledger.search()).toEqual(['a', 'b']);
  });

  it('is refused for an event that is not manipulated, reverted, superseded or unknown', async () => {
    await ledger.record({ event_id: 'a' });
    const first = await ledger.manipulate('a');
    const second = await ledger.manipulate(first);
    expect(problemOf(await revert('a'))).toBe('409 event-not-manipulated');
    expect(problemOf(await revert(first))).toBe('409 event-has-successor');
    await revert(second);
    expect(problemOf(await revert(second))).toBe('409 event-already-reverted');
    expect(problemOf(await revert('no'))).toBe('404 event-not-found');
    expect(problemOf(await revert(first, { timeline_id: 'no' }))).toBe('404 timeline-not-found');
  });
});

test('the history of an event lists every version with its time, timeline, operation and request', async () => {
  await ledger.call('POST', '/v1/record-event', { ...moonLanding, causes: [] }, { 'x-request-id': 'first-request' });
  const fork = await ledger.branch();
  const changed = await ledger.manipulate('moon-landing', {}, { timeline_id: fork });
  await ledger.call('POST', '/v1/revert-event', { event_id: changed });
  for (const event_id of ['moon-landing', changed]) {
    expect((await ledger.call('GET', '/v1/event-history', { event_id })).json).toMatchObject({
      versions: [
        { event_id: 'moon-landing', timeline_id: 'primary', operation: 'record', request_id: 'first-request' },
        { event_id: changed, timeline_id: fork, operation: 'manipulate', description: 'Otherwise' },
        { event_id: 'moon-landing', timeline_id: fork, operation: 'revert', recorded_at: expect.stringMatching(/Z$/) },
      ],
    });
  }
  expect(problemOf(await ledger.call('GET', '/v1/event-history', { event_id: 'no' }))).toBe('404 event-not-found');
});
