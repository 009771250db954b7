import { type Client, createClient } from 'chronoscribe/client';
import { testHost } from 'chronoscribe/testing';
import { afterAll, beforeEach, describe, expect, it, test } from 'vitest';

const host = await testHost();
afterAll(() => host.stop());

let client: Client;
/** A branch off `primary`. */
let timeline_id: string;
beforeEach(async () => {
  const { key } = await host.newAccount();
  client = createClient({ url: host.url, key });
  await client.recordEvent(rain);
  ({ timeline_id } = await client.createTimeline(whatIf));
});

const status = expect.any(String);
const anId = expect.stringMatching(/^tl_/);

const whatIf = { base_timeline_id: 'primary', description: 'What if' };
const inBerlin = { location: 'Berlin', time_range: '2030-01-01T00:00:00Z/2030-12-31T23:59:59Z' };
const rain = { event_id: 'rain', description: 'Rain', time: '2030-01-01T09:00:00Z', location: 'Berlin' };
const snow = { description: 'Snow', changes: [] };
const sun = { event_id: 'sun', description: 'Sun', time: '2030-01-02T09:00:00Z', location: 'Berlin' };

describe('a timeline', () => {
  it('branches off another one, and is listed with it', async () => {
    expect(await client.createTimeline(whatIf)).toEqual({ timeline_id: anId, status, description: 'What if' });
    const branch = { ...whatIf, created_at: expect.stringMatching(/Z$/) };
    expect(await client.listTimelines()).toEqual({
      timelines: [
        { timeline_id: 'primary', description: expect.any(String) },
        { timeline_id, ...branch },
        { timeline_id: anId, ...branch },
      ],
    });
  });

  it('shows what its base held, and keeps to itself what is done on it', async () => {
    await client.recordEvent({ ...sun, timeline_id });
    expect((await client.searchEvents({ ...inBerlin, timeline_id })).events).toEqual([rain, sun]);
    expect((await client.searchEvents(inBerlin)).events).toEqual([rain]);
    expect(await Array.fromAsync(client.events.search({ ...inBerlin, timeline_id }))).toEqual([rain, sun]);
  });

  it('is compared with another one, and merged into its base', async () => {
    const elsewhere = { ...sun, location: 'Potsdam' };
    await client.recordEvent({ ...elsewhere, timeline_id });
    const { new_event_id } = await client.manipulateEvent({ event_id: 'rain', new_outcome: snow, timeline_id });
    const manipulation = { original_event_id: 'rain', changes: [] };
    const snowing = { ...rain, event_id: new_event_id, description: 'Snow', manipulation };
    expect(await client.compareTimelines({ timeline_id: 'primary', other_timeline_id: timeline_id })).toEqual({
      status,
      added: [elsewhere],
      removed: [],
      changed: [{ from: rain, to: snowing }],
    });
    expect(await client.mergeTimeline({ timeline_id })).toEqual({
      status,
      timeline_id: 'primary',
      merged: ['sun', new_event_id],
      findings: [],
      consequences: [],
      more_consequences: false,
    });
    expect((await client.searchEvents(inBerlin)).events).toEqual([snowing]);
  });

  it('that is merged without a check is answered without what a check would tell', async () => {
    expect(await client.mergeTimeline({ timeline_id, safety_check: false })).toEqual({
      status,
      timeline_id: 'primary',
      merged: [],
    });
  });

  it('is deleted with what was done on it', async () => {
    await client.recordEvent({ ...sun, timeline_id });
    expect(await client.deleteTimeline({ timeline_id })).toEqual({ status });
    expect((await client.listTimelines()).timelines).toMatchObject([{ timeline_id: 'primary' }]);
  });
});

describe('a check for paradoxes', () => {
  const stable = { status, timeline_stability: 'Stable', findings: [], counts: expect.any(Object) };

  it('calls a timeline without any stable, and checks the primary one unless told otherwise', async () => {
    expect(await client.checkParadox({ timeline_id })).toEqual(stable);
    expect(await client.checkParadox()).toEqual(stable);
  });

  it('says what is wrong, why, since when, and how often', async () => {
    await client.recordEvent({ ...sun, timeline_id, causes: ['nothing'] });
    expect(await client.checkParadox({ timeline_id })).toMatchObject({
      timeline_stability: 'Strained',
      findings: [
        {
          kind: 'orphaned_effect',
          severity: 'warning',
          event_ids: expect.arrayContaining(['sun', 'nothing']),
          witness: [{ from: 'nothing', to: 'sun', relation: 'causes', detail: expect.any(String) }],
          explanation: expect.any(String),
          introduced_by: {
            event_id: 'sun',
            timeline_id,
            recorded_at: expect.stringMatching(/Z$/),
            request_id: expect.any(String),
          },
        },
      ],
      counts: { orphaned_effect: 1 },
    });
    expect(await client.checkParadox()).toEqual(stable);
  });
});

describe('a refusal', () => {
  it('to merge for a paradox carries what was found', async () => {
    await client.recordEvent({ ...sun, event_id: 'race', participants: ['Ada'] });
    await client.recordEvent({ ...sun, location: 'Paris', participants: ['Ada'], timeline_id });
    await expect(client.mergeTimeline({ timeline_id })).rejects.toMatchObject({
      name: 'ChronoscribeError',
      status: 409,
      code: 'paradox-detected',
      findings: [{ kind: 'bilocation', severity: 'error', event_ids: expect.arrayContaining(['race', 'sun']) }],
    });
    expect(await client.mergeTimeline({ timeline_id, safety_check: false })).toMatchObject({ merged: ['sun'] });
  });

  it('to merge what both changed names each conflict', async () => {
    const theirs = await client.manipulateEvent({ event_id: 'rain', new_outcome: snow, timeline_id });
    const ours = await client.manipulateEvent({
      event_id: 'rain',
      new_outcome: { ...snow, description: 'Hail.' },
      timeline_id: 'primary',
    });
    await expect(client.mergeTimeline({ timeline_id })).rejects.toMatchObject({
      status: 409,
      code: 'merge-conflict',
      members: { conflicts: [{ event_id: 'rain', on_timeline: theirs.new_event_id, on_base: ours.new_event_id }] },
    });
  });

  it('to delete what others rest on names them', async () => {
    const child = await client.createTimeline({ ...whatIf, base_timeline_id: timeline_id });
    await expect(client.deleteTimeline({ timeline_id })).rejects.toMatchObject({
      status: 409,
      code: 'timeline-has-branches',
      members: { branches: [child.timeline_id] },
    });
  });

  test.each([
    ['timeline-is-primary', 409, () => client.deleteTimeline({ timeline_id: 'primary' })],
    ['timeline-is-primary', 409, () => client.mergeTimeline({ timeline_id: 'primary' })],
    ['timeline-not-found', 404, () => client.createTimeline({ ...whatIf, base_timeline_id: 'none' })],
    ['timeline-not-found', 404, () => client.compareTimelines({ timeline_id: 'primary', other_timeline_id: 'none' })],
    ['timeline-not-found', 404, () => client.mergeTimeline({ timeline_id: 'none' })],
    ['timeline-not-found', 404, () => client.deleteTimeline({ timeline_id: 'none' })],
    ['timeline-not-found', 404, () => client.checkParadox({ timeline_id: 'none' })],
  ])('has the code %s and the status %d', async (code, status, call) => {
    await expect(call()).rejects.toMatchObject({ name: 'ChronoscribeError', code, status, errors: [], findings: [] });
  });
});
