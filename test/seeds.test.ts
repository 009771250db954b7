import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { NewEventFields } from 'chronoscribe/kinds/ledger';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

/**
 * Events to play with: world history in our own words, one event a line, as `POST /v1/import-events` reads it. Days are
 * Gregorian
 * from 1582 on, Julian before; noon UTC stands for an unknown hour, noon on 1 July for an unknown day, and the text
 * says "about".
 * A seed holds no paradox, so whatever a check finds later, the player brought in.
 */
const folder = resolve(import.meta.dirname, '../config/seeds');

/** Strict, so that a misspelt field is not passed over. */
const Seed = z.strictObject(NewEventFields).required({ event_id: true });
const Line = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch (error) {
      context.addIssue(String(error));
      return z.NEVER;
    }
  })
  .pipe(Seed);

interface Seed extends z.output<typeof Seed> {
  /** File and line. */
  readonly where: string;
}

interface Reading {
  readonly seeds: readonly Seed[];
  readonly faults: readonly string[];
}

function read(file: string, lines: readonly string[]): Reading {
  const seeds: Seed[] = [];
  const faults: string[] = [];
  for (const [index, text] of lines.entries()) {
    const where = `${file}:${index + 1}`;
    const line = Line.safeParse(text);
    if (line.success) seeds.push({ ...line.data, where });
    else faults.push(`${where}: ${z.prettifyError(line.error)}`);
  }
  return { seeds, faults };
}

const readFile = (file: string) => read(file, readFileSync(join(folder, file), 'utf8').trimEnd().split('\n'));

const at = (seed: Seed, fault: string) => `${seed.where}: ${seed.event_id} ${fault}`;

const byId = (seeds: readonly Seed[]) => new Map(seeds.map((seed) => [seed.event_id, seed]));

/** All pairs of two members, each pair once. */
function pairs<T>(members: readonly T[]): readonly (readonly [T, T])[] {
  return members.flatMap((one, index) => members.slice(index + 1).map((other) => [one, other] as const));
}

/** Great-circle distance in km, by the haversine formula; undefined where one of the places is not on the map. */
function distance({ geo: from }: Seed, { geo: to }: Seed): number | undefined {
  if (from === undefined || to === undefined) return undefined;
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const haversine = (degrees: number) => Math.sin(radians(degrees) / 2) ** 2;
  const along = Math.cos(radians(from.lat)) * Math.cos(radians(to.lat)) * haversine(from.lon - to.lon);
  return 2 * 6371 * Math.asin(Math.sqrt(Math.min(1, haversine(from.lat - to.lat) + along)));
}

const topSpeedKmh = 1000;

function canAttendBoth(one: Seed, other: Seed): boolean {
  if (one.location === other.location) return true;
  const [first, second] = one.time <= other.time ? [one, other] : [other, one];
  const hours = (second.time - (first.end_time ?? first.time)) / 3_600_000;
  const kilometres = distance(first, second);
  return kilometres === undefined ? hours > 0 : kilometres <= topSpeedKmh * Math.max(hours, 0);
}

/** What sets a key, the earliest first. */
function settings(seeds: readonly Seed[], key: string) {
  return seeds
    .filter(({ effects }) => effects !== undefined && key in effects)
    .map((seed) => ({ seed, time: seed.time, value: seed.effects?.[key] }))
    .sort((one, other) => one.time - other.time);
}

const keysOf = (seeds: readonly Seed[], field: 'requires' | 'effects') =>
  new Set(seeds.flatMap((seed) => Object.keys(seed[field] ?? {})));

/** Each gives the faults of its kind. */
const checks = {
  'an id is given once': (seeds: readonly Seed[]) =>
    pairs(seeds)
      .filter(([one, other]) => one.event_id === other.event_id)
      .map(([one, other]) => at(other, `is also in ${one.where}`)),

  'an id is a readable slug': (seeds: readonly Seed[]) =>
    seeds.filter(({ event_id }) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(event_id)).map((seed) => at(seed, 'is no slug')),

  'no event is told twice': (seeds: readonly Seed[]) =>
    pairs(seeds)
      .filter(([one, other]) => one.time === other.time && one.location === other.location)
      .filter(([one, other]) => one.description === other.description)
      .map(([one, other]) => at(other, `tells what ${one.event_id} does`)),

  'an event lies in the years 1 to 9999 and ends after it begins': (seeds: readonly Seed[]) =>
    seeds
      .filter(({ time, end_time = time }) => new Date(time).getUTCFullYear() < 1 || end_time < time)
      .map((seed) => at(seed, 'has an impossible time')),

  'a year without a known day says so': (seeds: readonly Seed[]) =>
    seeds
      .filter(({ time }) => new Date(time).toISOString().endsWith('-07-01T12:00:00.000Z'))
      .filter(({ description }) => !/\babout\b/i.test(description))
      .map((seed) => at(seed, 'does not say that its day is about right')),

  'a cause is recorded, once, and earlier': (seeds: readonly Seed[]) => {
    const known = byId(seeds);
    return seeds.flatMap((seed) =>
      (seed.causes ?? []).flatMap(({ event_id }, index, causes) => {
        const cause = known.get(event_id);
        if (causes.findIndex((other) => other.event_id === event_id) < index)
          return [at(seed, `names ${event_id} twice`)];
        if (cause === undefined) return [at(seed, `is caused by ${event_id}, which is not recorded`)];
        return cause.time < seed.time ? [] : [at(seed, `is not later than its cause ${event_id}`)];
      }),
    );
  },

  'a delay from cause to effect holds': (seeds: readonly Seed[]) => {
    const known = byId(seeds);
    return seeds.flatMap((seed) =>
      (seed.causes ?? [])
        .map((cause) => ({ ...cause, delay: seed.time - (known.get(cause.event_id)?.time ?? seed.time) }))
        .filter(
          ({ delay, min_delay, max_delay }) =>
            delay < (min_delay ?? 0) || delay > (max_delay ?? Number.POSITIVE_INFINITY),
        )
        .map(({ event_id }) => at(seed, `does not keep its delay after ${event_id}`)),
    );
  },

  'what an event requires is so': (seeds: readonly Seed[]) =>
    seeds.flatMap((seed) =>
      Object.entries(seed.requires ?? {}).flatMap(([key, value]) => {
        const latest = settings(seeds, key).findLast(({ time }) => time < seed.time);
        return JSON.stringify(latest?.value) === JSON.stringify(value)
          ? []
          : [
              at(
                seed,
                `requires ${key} = ${JSON.stringify(value)}, which is ${JSON.stringify(latest?.value) ?? 'not set'}`,
              ),
            ];
      }),
    ),

  'a key is set by one event at a time': (seeds: readonly Seed[]) =>
    [...keysOf(seeds, 'effects')].flatMap((key) =>
      pairs(settings(seeds, key))
        .filter(([one, other]) => one.time === other.time)
        .map(([one, other]) => at(other.seed, `sets ${key} together with ${one.seed.event_id}`)),
    ),

  'nobody is in two places, or travels faster than an aeroplane': (seeds: readonly Seed[]) => {
    const people = new Set(seeds.flatMap(({ participants = [] }) => participants));
    return [...people].flatMap((person) =>
      pairs(seeds.filter(({ participants = [] }) => participants.includes(person)))
        .filter(([one, other]) => !canAttendBoth(one, other))
        .map(([one, other]) => at(other, `cannot be attended by ${person}, who is at ${one.event_id}`)),
    );
  },
} as const;

const named = Object.entries(checks);

describe.each(readdirSync(folder))('%s', (file) => {
  const { seeds, faults } = readFile(file);

  test('each line is an event', () => expect(faults).toEqual([]));

  test.each(named)('%s', (_, check) => expect(check(seeds)).toEqual([]));
});

describe('the history', () => {
  const { seeds } = readFile('history.ndjson');

  /** How many events name it as a cause. */
  const effectsOf = (id: string) =>
    seeds.filter(({ causes = [] }) => causes.some(({ event_id }) => event_id === id)).length;

  const between = (from: number, to: number) =>
    seeds.filter(({ time }) => new Date(time).getUTCFullYear() >= from && new Date(time).getUTCFullYear() < to).length;

  test('is large, and most of it has causes, people and consequences', () => {
    expect(seeds.length).toBeGreaterThanOrEqual(240);
    expect(seeds.filter(({ causes = [] }) => causes.length > 0).length / seeds.length).toBeGreaterThanOrEqual(0.6);
    expect(seeds.filter(({ participants = [] }) => participants.length > 0).length).toBeGreaterThanOrEqual(80);
    expect(
      seeds.flatMap(({ causes = [] }) => causes.filter(({ min_delay }) => min_delay !== null)).length,
    ).toBeGreaterThanOrEqual(20);
    expect(
      seeds.flatMap(({ causes = [] }) => causes.filter(({ max_delay }) => max_delay !== null)).length,
    ).toBeGreaterThanOrEqual(20);
  });

  test('has forty keys and more that one event sets and another requires', () => {
    const required = keysOf(seeds, 'requires');
    expect([...keysOf(seeds, 'effects')].filter((key) => required.has(key)).length).toBeGreaterThanOrEqual(40);
  });

  test('has a chain of causes of twelve events and more', () => {
    const depth = new Map<string, number>();
    for (const { event_id, causes = [] } of seeds.toSorted((one, other) => one.time - other.time)) {
      depth.set(event_id, 1 + Math.max(0, ...causes.map((cause) => depth.get(cause.event_id) ?? 0)));
    }
    expect(Math.max(...depth.values())).toBeGreaterThanOrEqual(12);
  });

  test.each([
    'gutenberg-bible',
    'columbus-lands',
    'luther-theses',
    'boulton-watt-engine',
    'bastille-stormed',
    'assassination-of-franz-ferdinand',
    'hitler-becomes-chancellor',
    'transistor',
  ])('%s has eight effects and more', (hub) => expect(effectsOf(hub)).toBeGreaterThanOrEqual(8));

  test.each([
    ['antiquity', 1, 500],
    ['the middle ages', 500, 1450],
    ['the voyages, the reformation and the new science', 1450, 1760],
    ['industry and revolutions', 1760, 1914],
    ['the world wars', 1914, 1946],
    ['our time', 1946, 2100],
  ])('tells of %s', (_, from, to) => expect(between(from, to)).toBeGreaterThanOrEqual(30));

  // Rough boxes: enough to see that a part of the world was not forgotten.
  test.each([
    ['Europe', { south: 36, north: 66, west: -10, east: 26 }],
    ['Africa', { south: -35, north: 32, west: -18, east: 34 }],
    ['western Asia', { south: 12, north: 42, west: 35, east: 63 }],
    ['southern Asia', { south: 6, north: 36, west: 64, east: 92 }],
    ['eastern Asia', { south: 18, north: 54, west: 100, east: 146 }],
    ['south-eastern Asia', { south: -10, north: 17, west: 95, east: 127 }],
    ['Oceania', { south: -48, north: -10, west: 110, east: 180 }],
    ['North America', { south: 13, north: 72, west: -125, east: -52 }],
    ['South America', { south: -56, north: 12, west: -82, east: -34 }],
  ])('tells of %s', (_, { south, north, west, east }) => {
    const there = seeds.filter(
      ({ geo }) => geo && geo.lat > south && geo.lat < north && geo.lon > west && geo.lon < east,
    );
    expect(there.length).toBeGreaterThanOrEqual(10);
  });
});
