import { z } from 'zod';
import { type Act, type Ask, Broken, type Load, reading } from '../deed.ts';
import type { BookedClock, Practice } from '../practice.ts';

const Reading = z.object({
  current_time: z.string(),
  state: z.enum(['running', 'paused']),
  location: z.string().nullable(),
});

const minute = 60_000;
/** Moves are whole minutes, so what differs by less is the same. */
const tolerance = minute / 2;
/** Durations that a clock is moved by: no two moves in a row look like one, or like none. */
const durations = [3, 5, 7, 11, 13].map((minutes) => ({ text: `${minutes}m`, milliseconds: minutes * minute }));
const places = ['Rome', 'Oslo', 'Delhi'];

const shownNow = ({ state, shown }: BookedClock): number => (state === 'paused' ? shown : shown + Date.now());

/** The clock with its hand at an instant. */
const setTo = (clock: BookedClock, instant: number, location = clock.location): BookedClock => ({
  state: clock.state,
  shown: clock.state === 'paused' ? instant : instant - Date.now(),
  location,
});

/** What a clock shows, as it would be booked. */
export async function readClock(ask: Ask): Promise<BookedClock> {
  const { current_time, state, location } = Reading.parse(
    (await ask({ method: 'GET', path: '/v1/current-time' })).json,
  );
  const now = Date.parse(current_time);
  return { state, shown: state === 'paused' ? now : now - Date.now(), location };
}

export function sameClock(one: BookedClock, other: BookedClock): boolean {
  return one.state === other.state && one.location === other.location && Math.abs(one.shown - other.shown) < tolerance;
}

/** An act that takes the clock from what is booked to what `after` makes of it. */
const move =
  (path: string, choose: (practice: Practice, random: Parameters<Act>[1]) => Move | undefined): Act =>
  (practice, random) => {
    const chosen = choose(practice, random);
    if (chosen === undefined) return undefined;
    const { json, after } = chosen;
    const before = practice.clock;
    return {
      operation: `POST ${path}`,
      call: { method: 'POST', path, key: practice.key, ...(json !== undefined && { json }) },
      book() {
        practice.clock = after(before);
      },
      async lookFor(ask) {
        const shown = await readClock(ask);
        const [moved, kept] = [sameClock(shown, after(before)), sameClock(shown, before)];
        if (!moved && !kept)
          throw new Broken('half', `the clock shows neither what it did before POST ${path} nor what it should after`);
        if (moved) practice.clock = shown;
      },
    };
  };

interface Move {
  readonly json?: object;
  after(clock: BookedClock): BookedClock;
}

/** The clock of the practice. */
export const clockLoad: Load = {
  'POST /v1/travel': {
    weight: 2,
    act: move('/v1/travel', (_, random) => {
      const instant = Date.UTC(random.whole(1000, 3000), random.whole(0, 11), random.whole(1, 28));
      const location = random.one(places);
      return {
        json: { destination_time: new Date(instant).toISOString(), location },
        after: (clock) => setTo(clock, instant, location),
      };
    }),
  },
  'POST /v1/fast-forward': {
    weight: 4,
    act: move('/v1/fast-forward', (_, random) => {
      const { text, milliseconds } = random.one(durations);
      return { json: { duration: text }, after: (clock) => ({ ...clock, shown: clock.shown + milliseconds }) };
    }),
  },
  'POST /v1/rewind': {
    weight: 4,
    act: move('/v1/rewind', (_, random) => {
      const { text, milliseconds } = random.one(durations);
      return { json: { duration: text }, after: (clock) => ({ ...clock, shown: clock.shown - milliseconds }) };
    }),
  },
  'POST /v1/pause-time': {
    weight: 1,
    act: move('/v1/pause-time', () => ({
      after: (clock) => ({ ...clock, state: 'paused', shown: shownNow(clock) }),
    })),
  },
  'POST /v1/resume-time': {
    weight: 2,
    act: move('/v1/resume-time', () => ({
      after: (clock) => ({ ...clock, state: 'running', shown: shownNow(clock) - Date.now() }),
    })),
  },
  'POST /v1/return': {
    weight: 2,
    act: move('/v1/return', (practice, random) => {
      if (practice.anchors.size === 0) return undefined;
      const [anchor_id, { timestamp }] = random.one([...practice.anchors]);
      return { json: { anchor_id }, after: (clock) => setTo(clock, Date.parse(timestamp)) };
    }),
  },
  'GET /v1/current-time': {
    weight: 2,
    act: (practice) => reading('GET /v1/current-time', practice, '/v1/current-time'),
  },
};
