import { endOfTime, startOfTime } from 'chronoscribe/kinds/clock';
import type { MentionQuery } from 'chronoscribe/kinds/journal';
import { inOrder, placeOf } from '../../ledger/event.ts';
import { askAbout, type Lookup, lookup, oneByOne } from './batch-loader.ts';
import { type ChainQuery, readChain, readDescendants, readKnots } from './causal-queries.ts';
import { type EventReads, effectsByCause, type PlaceQuery } from './event-reads.ts';
import { readContradiction } from './temporal-network.ts';
import { endOf, type Knot, type Limit, type Surroundings, type WorldEvent, type WorldSettings } from './world.ts';

/** A timeline of which only that is read which is asked for. Its answers may be `NotLoaded`, see `asking.ts`. */
export function surroundings(reads: EventReads, settings: WorldSettings): Surroundings {
  const events = lookup<string, WorldEvent | undefined>(String, async (ids) => {
    const found = new Map((await reads.current(ids)).map((event) => [event.event_id, event]));
    return ids.map((id) => [id, found.get(id)]);
  });
  const effects = lookup<string, readonly WorldEvent[]>(String, async (ids) => {
    const found = effectsByCause(byRecording(await reads.effects(ids)));
    return ids.map((id) => [id, found.get(id) ?? []]);
  });
  const versions = lookup<string, readonly WorldEvent[]>(String, async (ids) => {
    const found = await reads.versions(ids);
    const subjects = new Map(found.map(({ event_id, subject }) => [event_id, subject]));
    const ofSubject = Map.groupBy(found, ({ subject }) => subject);
    return ids.map((id) => [id, ofSubject.get(subjects.get(id) ?? Number.NaN) ?? []]);
  });
  const knots = lookup<string, Knot | undefined>(String, async (ids) => {
    const found = await readKnots(reads, ids);
    return ids.map((id) => [id, found.get(id)]);
  });
  const chains = oneByOne((query: ChainQuery) => readChain(reads, query));
  const descendants = oneByOne((ids: readonly string[]) => readDescendants(reads, ids));
  const contradictions = oneByOne((broken: Limit) => readContradiction(reads, broken));
  const mentions = oneByOne((query: MentionQuery) => reads.mentions(query));
  const simultaneous = oneByOne(({ place, time }: { readonly place: string; readonly time: number }) => reads.at(place, time));
  const underWay = oneByOne((query: PlaceQuery) => reads.underWay(query));

  const twins: Surroundings['twins'] = ({ location, time, description }) =>
    byRecording(simultaneous.get({ place: placeOf(location), time })).filter((event) => event.description === description);

  return {
    ...settings,
    ...facts(mentions),
    event: events.get,
    events: (ids) => askAbout(ids, events.get).filter((event) => event !== undefined),
    effects: effects.get,
    earlierVersions({ event_id }) {
      const ids = versions.get(event_id).map((version) => version.event_id);
      // Before it was first made: what took its place, until that was reverted, is no version that it undoes.
      return [...new Set(ids.slice(0, ids.indexOf(event_id)).toReversed())];
    },
    successor(eventId) {
      const newest = versions.get(eventId).at(-1);
      return newest?.event_id === eventId ? undefined : newest;
    },
    chain: (from, to) => chains.get({ from, to }),
    knot: knots.get,
    contradiction: contradictions.get,
    descendants: descendants.get,
    firstTwin: (event) => twins(event)[0] ?? event,
    twins,
    attendances: (participant, from, to) => mentions.get({ role: 'participant', word: participant, from, to }).toSorted(inOrder),
    coLocated: (event, limit) =>
      underWay
        .get({ place: placeOf(event.location), from: event.time, to: endOf(event), limit: limit + 1 })
        .filter(({ event_id }) => event_id !== event.event_id)
        .slice(0, limit),
  };
}

type Facts = Pick<Surroundings, 'setters' | 'settersAt' | 'nextSetting' | 'requirers'>;

/** What sets a key and what requires it. A journal tells who is under way within a range; here it matters who begins in it. */
function facts(mentions: Lookup<MentionQuery, readonly WorldEvent[]>): Facts {
  const settersAt: Facts['settersAt'] = (key, instant) =>
    byRecording(mentions.get({ role: 'sets', word: key, from: instant, to: instant }).filter(({ time }) => time === instant));
  return {
    settersAt,
    setters(key, at, except) {
      const isOther = ({ event_id }: WorldEvent) => event_id !== except;
      // Two, since one of them may be the exception.
      const last = mentions.get({ role: 'sets', word: key, from: startOfTime, to: at, order: 'last', limit: 2 });
      const latest = last.find(isOther);
      return latest === undefined ? [] : settersAt(key, latest.time).filter(isOther);
    },
    nextSetting(key, after) {
      for (let limit = 4; ; limit *= 8) {
        const first = mentions.get({ role: 'sets', word: key, from: after + 1, to: endOfTime, limit });
        const next = first.find(({ time }) => time > after);
        if (next !== undefined || first.length < limit) return next?.time;
      }
    },
    requirers: (key, from, to) =>
      mentions
        .get({ role: 'needs', word: key, from, to })
        .filter(({ time }) => time >= from)
        .toSorted(inOrder),
  };
}

function byRecording(events: readonly WorldEvent[]): readonly WorldEvent[] {
  return events.toSorted((one, other) => one.recorded - other.recorded);
}
