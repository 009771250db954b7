import { type TestHost, testHost } from 'chronoscribe/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { type LedgerClient, ledgerClient, problemOf } from './testing/ledger-client.ts';

let host: TestHost;
let ledger: LedgerClient;
beforeAll(async () => {
  host = await testHost();
});
afterAll(() => host.stop());
beforeEach(async () => {
  ledger = await ledgerClient(host);
});

const anId = expect.stringMatching(/^tl_/);
const Compared = z.object({
  added: z.array(z.object({ event_id: z.string() })),
  removed: z.array(z.object({ event_id: z.string() })),
  changed: z.array(z.object({ from: z.object({ event_id: z.string() }), to: z.object({ event_id: z.string() }) })),
});

async function compare(timeline_id: string, other_timeline_id: string) {
  const { json } = await ledger.call('GET', '/v1/compare-timelines', { timeline_id, other_timeline_id });
  const { added, removed, changed } = Compared.parse(json);
  return {
    added: added.map(({ event_id }) => event_id),
    removed: removed.map(({ event_id }) => event_id),
    changed: changed.map(({ from, to }) => [from.event_id, to.event_id]),
  };
}

const merge = (timeline_id: string, other: object = {}) =>
  ledger.call('POST', '/v1/merge-timeline', { timeline_id, ...other });

describe('creating a timeline', () => {
  it('returns its id and description, and the list shows it with its base', async () => {
    const made = await ledger.call('POST', '/v1/create-timeline', {
      base_timeline_id: 'primary',
      description: 'No war',
    });
    expect([made.status, made.json]).toEqual([
      200,
      { timeline_id: anId, status: 'Timeline created', description: 'No war' },
    ]);
    const { timeline_id } = z.object({ timeline_id: z.string() }).parse(made.json);
    const child = await ledger.branch(timeline_id);
    expect((await ledger.call('GET', '/v1/list-timelines')).json).toEqual({
      timelines: [
        { timeline_id: 'primary', description: 'The main timeline' },
        { timeline_id, description: 'No war', base_timeline_id: 'primary', created_at: expect.any(String) },
        { timeline_id: child, description: 'What if', base_timeline_id: timeline_id, created_at: expect.any(String) },
      ],
    });
  });

  it('is refused if the base does not exist or is of another account', async () => {
    const create = (base_timeline_id: string) =>
      ledger.call('POST', '/v1/create-timeline', { base_timeline_id, description: '' });
    expect(problemOf(await create('tl_nothing'))).toBe('404 timeline-not-found');
    const theirs = await (await ledgerClient(host)).branch();
    expect(problemOf(await create(theirs))).toBe('404 timeline-not-found');
  });

  it('makes one timeline if the request is repeated under its Idempotency-Key', async () => {
    const create = () =>
      ledger.call(
        'POST',
        '/v1/create-timeline',
        { base_timeline_id: 'primary', description: 'Once' },
        { 'idempotency-key': 'k' },
      );
    expect((await create()).json).toEqual((await create()).json);
    expect((await ledger.call('GET', '/v1/list-timelines')).json).toMatchObject({ timelines: [{}, {}] });
  });
});

test('a new account has its primary timeline, which is empty and stable', async () => {
  expect((await ledger.call('GET', '/v1/list-timelines')).json).toEqual({
    timelines: [{ timeline_id: 'primary', description: 'The main timeline' }],
  });
  expect(await ledger.search()).toEqual([]);
  expect(await ledger.check()).toMatchObject({ timeline_stability: 'Stable', findings: [] });
});

test('a branch shows its base as it was at that moment, and its changes never reach the base', async () => {
  await ledger.record({ event_id: 'a' });
  const fork = await ledger.branch();
  await ledger.record({ event_id: 'later' });
  await ledger.record({ event_id: 'mine', timeline_id: fork });
  const changed = await ledger.manipulate('a', {}, { timeline_id: fork });
  expect(await ledger.search()).toEqual(['a', 'later']);
  expect(await ledger.search({ timeline_id: fork })).toEqual(['mine', changed]);
});

test('branches nest 200 deep', async () => {
  let timeline = 'primary';
  for (let depth = 0; depth < 200; depth += 1) {
    timeline = await ledger.branch(timeline);
    await ledger.record({ event_id: `e${depth}`, timeline_id: timeline });
  }
  expect(await ledger.search({ timeline_id: timeline })).toHaveLength(200);
  const last = await ledger.manipulate('e0', {}, { timeline_id: timeline });
  expect((await ledger.search({ timeline_id: timeline })).at(-1)).toBe(last);
  expect((await ledger.check(timeline)).timeline_stability).toBe('Stable');
});

describe('comparing timelines', () => {
  it('lists what was added, removed and changed', async () => {
    await ledger.record({ event_id: 'same' });
    await ledger.record({ event_id: 'a' });
    const fork = await ledger.branch();
    const changed = await ledger.manipulate('a', {}, { timeline_id: fork });
    await ledger.record({ event_id: 'mine', timeline_id: fork });
    await ledger.record({ event_id: 'later' });
    expect(await compare('primary', fork)).toEqual({ added: ['mine'], removed: ['later'], changed: [['a', changed]] });
    expect(await compare(fork, 'primary')).toEqual({ added: ['later'], removed: ['mine'], changed: [[changed, 'a']] });
    expect(await compare(fork, fork)).toEqual({ added: [], removed: [], changed: [] });
  });

  it('shows no difference after a manipulation was reverted', async () => {
    await ledger.record({ event_id: 'a' });
    const fork = await ledger.branch();
    const changed = await ledger.manipulate('a', {}, { timeline_id: fork });
    await ledger.call('POST', '/v1/revert-event', { event_id: changed });
    expect(await compare('primary', fork)).toEqual({ added: [], removed: [], changed: [] });
  });

  it('is refused for a timeline that does not exist', async () => {
    const answer = await ledger.call('GET', '/v1/compare-timelines', {
      timeline_id: 'primary',
      other_timeline_id: 'no',
    });
    expect(problemOf(answer)).toBe('404 timeline-not-found');
  });
});

describe('merging a timeline', () => {
  it('applies the changes of the branch to its base, at their position in the order', async () => {
    await ledger.record({ event_id: 'a' });
    const fork = await ledger.branch();
    const changed = await ledger.manipulate('a', {}, { timeline_id: fork });
    await ledger.record({ event_id: 'mine', timeline_id: fork });
    await ledger.record({ event_id: 'later' });
    const { status, json } = await merge(fork);
    expect([status, json]).toEqual([
      200,
      {
        status: 'Timeline merged',
        timeline_id: 'primary',
        merged: [changed, 'mine'],
        findings: [],
        consequences: [expect.objectContaining({ event_id: 'later', basis: 'co_located' })],
        more_consequences: false,
      },
    ]);
    expect(await ledger.search()).toEqual([changed, 'mine', 'later']);
    expect((await merge(fork)).json).toMatchObject({ status: 'There was nothing to merge', merged: [] });
  });

  it('can be repeated after more changes, and reverted on the base', async () => {
    await ledger.record({ event_id: 'a' });
    const fork = await ledger.branch();
    const first = await ledger.manipulate('a', {}, { timeline_id: fork });
    await merge(fork);
    const second = await ledger.manipulate(first, {}, { timeline_id: fork });
    expect((await merge(fork)).json).toMatchObject({ merged: [second] });
    expect(await ledger.search()).toEqual([second]);
    const revert = { event_id: second, timeline_id: 'primary' };
    expect((await ledger.call('POST', '/v1/revert-event', revert)).json).toMatchObject({ original_event_id: first });
  });

  it('is refused as a whole if both changed one event', async () => {
    await ledger.record({ event_id: 'a' });
    const fork = await ledger.branch();
    const theirs = await ledger.manipulate('a', {}, { timeline_id: fork });
    await ledger.record({ event_id: 'mine', timeline_id: fork });
    const ours = await ledger.manipulate('a', { description: 'Ours' }, { timeline_id: 'primary' });
    const answer = await merge(fork);
    expect(problemOf(answer)).toBe('409 merge-conflict');
    expect(answer.json).toMatchObject({ conflicts: [{ event_id: 'a', on_timeline: theirs, on_base: ours }] });
    expect(await ledger.search()).toEqual([ours]);
  });

  it('takes the version of the side that resolve names', async () => {
    for (const event_id of ['a', 'b']) await ledger.record({ event_id });
    const fork = await ledger.branch();
    for (const event_id of ['a', 'b'])
      await ledger.manipulate(event_id, { description: 'Ours' }, { timeline_id: 'primary' });
    const theirs = await ledger.manipulate('a', {}, { timeline_id: fork });
    await ledger.manipulate('b', {}, { timeline_id: fork });
    expect(problemOf(await merge(fork, { resolve: { a: 'timeline' } }))).toBe('409 merge-conflict');
    expect(problemOf(await merge(fork, { resolve: { c: 'base' } }))).toBe('422 invalid-request');
    const { json } = await merge(fork, { resolve: { a: 'timeline', b: 'base' } });
    expect(json).toMatchObject({ merged: [theirs] });
    expect((await merge(fork)).json).toMatchObject({ merged: [] });
  });

  it('finds no conflict in changes that are alike, and moves events to the dates of the branch', async () => {
    for (const event_id of ['a', 'b']) await ledger.record({ event_id });
    const fork = await ledger.branch();
    const ours = await ledger.manipulate('a', {}, { timeline_id: 'primary' });
    await ledger.manipulate('a', {}, { timeline_id: fork });
    const move = { event_id: 'b', time: '2025-04-01T12:00:00Z', timeline_id: fork };
    await ledger.call('POST', '/v1/reschedule', move);
    const compared = await ledger.call('GET', '/v1/compare-timelines', {
      timeline_id: 'primary',
      other_timeline_id: fork,
    });
    expect(compared.json).toMatchObject({
      changed: [{ from: { event_id: 'b' }, to: { event_id: 'b', time: move.time } }, {}],
    });
    expect((await merge(fork)).json).toMatchObject({ merged: ['b'] });
    expect(await ledger.search()).toEqual([ours, 'b']);
  });

  it('offers a change again that the base has reverted', async () => {
    await ledger.record({ event_id: 'a' });
    const fork = await ledger.branch();
    const changed = await ledger.manipulate('a', {}, { timeline_id: fork });
    await merge(fork);
    await ledger.call('POST', '/v1/revert-event', { event_id: changed, timeline_id: 'primary' });
    expect(await ledger.search()).toEqual(['a']);
    expect((await merge(fork)).json).toMatchObject({ merged: [changed] });
    expect(await ledger.search()).toEqual([changed]);
  });

  it('is refused if it introduces a paradox, unless the safety check is off', async () => {
    await ledger.record({ event_id: 'a', participants: ['Ada'] });
    const fork = await ledger.branch();
    await ledger.record({ event_id: 'b', participants: ['Ada'], location: 'Paris', timeline_id: fork });
    const answer = await merge(fork);
    expect(problemOf(answer)).toBe('409 paradox-detected');
    expect(answer.json).toMatchObject({
      findings: [{ kind: 'bilocation', event_ids: expect.arrayContaining(['a', 'b']) }],
    });
    expect(await ledger.search({ location: 'Paris' })).toEqual([]);
    expect((await merge(fork, { safety_check: false })).json).toEqual({
      status: 'Timeline merged',
      timeline_id: 'primary',
      merged: ['b'],
    });
  });

  it('is refused for primary and for one that does not exist', async () => {
    expect(problemOf(await merge('primary'))).toBe('409 timeline-is-primary');
    expect(problemOf(await merge('no'))).toBe('404 timeline-not-found');
  });
});

describe('deleting a timeline', () => {
  const remove = (timeline_id: string) => ledger.call('DELETE', '/v1/delete-timeline', { timeline_id });

  it('deletes its events, so that their ids are free again', async () => {
    const fork = await ledger.branch();
    await ledger.record({ event_id: 'mine', timeline_id: fork });
    expect([(await remove(fork)).status, (await remove(fork)).status]).toEqual([200, 404]);
    await ledger.record({ event_id: 'mine' });
    expect(await ledger.search()).toEqual(['mine']);
  });

  it('keeps what was merged into its base', async () => {
    const fork = await ledger.branch();
    await ledger.record({ event_id: 'mine', timeline_id: fork });
    await merge(fork);
    await remove(fork);
    expect(await ledger.search()).toEqual(['mine']);
  });

  it('is refused for primary, for one with branches and for one that does not exist', async () => {
    const fork = await ledger.branch();
    const child = await ledger.branch(fork);
    expect(problemOf(await remove('primary'))).toBe('409 timeline-is-primary');
    const answer = await remove(fork);
    expect(problemOf(answer)).toBe('409 timeline-has-branches');
    expect(answer.json).toMatchObject({ branches: [child] });
    expect(problemOf(await remove('no'))).toBe('404 timeline-not-found');
  });
});

describe('checking a timeline', () => {
  it('reports its stability and the findings behind it', async () => {
    await ledger.record({ event_id: 'cause', time: '2025-03-02T00:00:00Z' });
    expect(await ledger.check()).toEqual({ status: 'No paradoxes found', timeline_stability: 'Stable', findings: [] });
    await ledger.record({ event_id: 'effect', time: '2025-03-03T00:00:00Z', causes: ['nothing'] });
    expect(await ledger.check()).toMatchObject({
      timeline_stability: 'Strained',
      findings: [{ kind: 'orphaned_effect' }],
    });
    await ledger.record({ event_id: 'early', time: '2025-03-01T00:00:00Z', causes: ['cause'] });
    expect(await ledger.check()).toMatchObject({
      timeline_stability: 'Unstable',
      findings: [
        { kind: 'effect_before_cause', event_ids: expect.arrayContaining(['cause', 'early']) },
        { kind: 'orphaned_effect' },
      ],
    });
    await ledger.record({ event_id: 'nothing', time: '2025-03-04T00:00:00Z', causes: ['effect'] });
    expect(await ledger.check()).toMatchObject({ timeline_stability: 'Paradoxical' });
  });

  it('names the anchor that a change alters', async () => {
    await ledger.record({ event_id: 'a', time: '2025-03-01T12:00:00Z' });
    await ledger.call('POST', '/v1/set-anchor', {
      timestamp: '2025-03-01T12:00:00Z',
      description: 'Fixed',
      locked: true,
    });
    const refused = await ledger.call('POST', '/v1/manipulate-event', {
      event_id: 'a',
      new_outcome: { description: '', changes: [] },
    });
    expect(problemOf(refused)).toBe('409 paradox-detected');
    expect(refused.json).toMatchObject({ findings: [{ kind: 'anchored_moment_changed', severity: 'error' }] });
  });

  it('finds a loop of 100,000 causes, with every step of it', async () => {
    const count = 100_000;
    const lines = Array.from({ length: count }, (_, at) =>
      JSON.stringify({
        event_id: `e${at}`,
        description: `Step ${at}`,
        time: new Date(Date.UTC(2000, 0, 1) + at * 60_000).toISOString(),
        location: 'Ring',
        causes: [`e${(at + count - 1) % count}`],
      }),
    );
    const imported = await host.call('POST', '/v1/import-events', {
      key: ledger.key,
      body: lines.join('\n'),
      headers: { 'content-type': 'application/x-ndjson' },
    });
    expect(imported.json).toMatchObject({ imported: count });
    const { timeline_stability, findings } = await ledger.check();
    expect(timeline_stability).toBe('Paradoxical');
    const loop = findings.find(({ kind }) => kind === 'causal_loop');
    expect(loop?.witness).toHaveLength(count);
  });

  it.each([
    ['one place', () => 'Berlin', 200],
    ['as many places', (at: number) => `Town ${at}`, 409],
  ])('checks a change among 3,000 events of one person at one time, at %s', async (_where, place, status) => {
    const lines = Array.from({ length: 3_000 }, (_, at) =>
      JSON.stringify({
        event_id: `e${at}`,
        description: `${at}`,
        time: '2025-03-01T12:00:00Z',
        end_time: '2026-03-01T12:00:00Z',
        location: place(at),
        participants: at === 0 ? [] : ['Ada'],
      }),
    );
    const headers = { 'content-type': 'application/x-ndjson' };
    await host.call('POST', '/v1/import-events', { key: ledger.key, body: lines.join('\n'), headers });
    const outcome = { description: 'Ada comes too', changes: [], participants: ['Ada'] };
    const answer = await ledger.call('POST', '/v1/manipulate-event', { event_id: 'e0', new_outcome: outcome });
    expect(answer.status).toBe(status);
    // What was wrong among the others is not told again.
    const { findings } = z
      .object({ findings: z.array(z.object({ event_ids: z.array(z.string()) })) })
      .parse(answer.json);
    expect(findings.every(({ event_ids }) => event_ids.some((id) => id.startsWith('evt_')))).toBe(true);
    expect(findings).toHaveLength(status === 200 ? 0 : 1_000);
  });

  it('is refused for a timeline that does not exist', async () => {
    expect(problemOf(await ledger.call('GET', '/v1/check-paradox', { timeline_id: 'no' }))).toBe(
      '404 timeline-not-found',
    );
  });
});
